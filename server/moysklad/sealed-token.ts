/**
 * Encrypts MoySklad tokens for storage, with AES-256-GCM and a key of this installation. Each encrypted token is bound
 * to one company.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys, type SecretKey, type SecretKeys } from '../access/secret-key.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12

export interface TokenSeal {
  /** Encrypts a token with the newest key. */
  seal(companyId: string, token: string): string
  /**
   * Decrypts a token with the key it was encrypted with. Throws when that key is no longer available, or when the token
   * belongs to another company.
   */
  open(companyId: string, sealed: string): string
}

export function openTokenSeal(secretKeys: SecretKeys): TokenSeal {
  const keys = deriveKeys(secretKeys, 'tokens of the external system')
  const bytesOf = ({ value }: SecretKey) => Buffer.from(value, 'base64url')
  return {
    seal(companyId, token) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, bytesOf(keys[0]), nonce).setAAD(Buffer.from(companyId))
      const hidden = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
      return [keys[0].version, ...[nonce, cipher.getAuthTag(), hidden].map((part) => part.toString('base64url'))].join(
        '.',
      )
    },
    open(companyId, sealed) {
      const [version, ...parts] = sealed.split('.')
      const [nonce, tag, hidden] = parts.map((part) => Buffer.from(part, 'base64url'))
      const key = keys.find((one) => one.version === Number(version))
      if (key === undefined || hidden === undefined)
        throw new Error(
          `The token of the external system was encrypted with version ${version} of the secret key, which is not set`,
        )
      const decipher = createDecipheriv(CIPHER, bytesOf(key), nonce!).setAAD(Buffer.from(companyId)).setAuthTag(tag!)
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
    },
  }
}
