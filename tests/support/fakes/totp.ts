/** Computes second-factor codes like an authenticator: RFC 6238, SHA-1, six digits, 30 seconds. */
import { createHmac } from 'node:crypto'

const PERIOD_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code for an `otpauth:` address at the given time. */
export function totpCode(uri: string, now = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret')!
  const bits = [...secret.replace(/=+$/, '')].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / PERIOD_MS)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = digest.at(-1)! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
