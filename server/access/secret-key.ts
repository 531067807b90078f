/**
 * The installation's secret key, which signs sessions and encrypts stored secrets. It is read from the setting
 * SECRET_KEY, or else from a file in DATA_DIR that is created at the first start. Keys have versions, so that a new key
 * can be introduced while the old one still works.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../store/database.ts'
import { claimKeyVersion } from './access-sql.ts'

export interface SecretKey {
  readonly version: number
  readonly value: string
}

/** All keys, newest first. The first key signs and encrypts; the others only verify and decrypt. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]]

const FILE = 'secret-key'
const KEY_BYTES = 32
const MIN_LENGTH = 32
const MAX_VERSION = 1_000_000

const SECRET_KEY_FORM =
  'SECRET_KEY must have 32 random characters or more, such as `openssl rand -base64 32` gives, or be several keys with their versions, newest first: 2:…,1:…'

/** Parses the keys from the text of the setting or the file. Errors never contain this text. */
export function parseSecretKeys(text: string): SecretKeys {
  const trimmed = text.trim()
  const isList = /^\d{1,7}:/.test(trimmed)
  const keys = (isList ? trimmed.split(',') : [`1:${trimmed}`]).map((part): SecretKey => {
    const [, version = '', value = ''] = /^\s*(\d{1,7}):(.*)$/s.exec(part) ?? []
    return { version: Number(version), value: value.trim() }
  })
  const versions = keys.map(({ version }) => version)
  const isSound =
    keys.every(({ version, value }) => version >= 1 && version <= MAX_VERSION && value.length >= MIN_LENGTH) &&
    versions.every((version, index) => index === 0 || version < versions[index - 1]!)
  const [first, ...others] = keys
  if (!isSound || first === undefined) throw new Error(SECRET_KEY_FORM)
  return [first, ...others]
}

/** Loads the keys from the setting, or else from the file, which is created if it does not exist. */
export async function loadSecretKeys(setting: SecretKeys | null, dataDir: string): Promise<SecretKeys> {
  if (setting !== null) return setting
  const path = join(dataDir, FILE)
  const text = (await readIfThere(path)) ?? (await makeFile(dataDir, path))
  try {
    return parseSecretKeys(text)
  } catch {
    throw new Error(`${path} does not hold a secret key; restore it from a backup`)
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Creates the key file atomically by writing a draft and hard-linking it. Linking fails if the file already exists, so
 * if two processes start at the same time, the key of the first process is used.
 */
async function makeFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `1:${randomBytes(KEY_BYTES).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}

/**
 * Derives keys for one purpose. A derived key reveals nothing about the secret key or about the keys for other
 * purposes.
 */
export function deriveKeys(keys: SecretKeys, purpose: string): SecretKeys {
  const derive = ({ version, value }: SecretKey): SecretKey => ({
    version,
    value: Buffer.from(hkdfSync('sha256', value, '', `skladno ${purpose}`, KEY_BYTES)).toString('base64url'),
  })
  const [newest, ...older] = keys
  return [derive(newest), ...older.map(derive)]
}

/**
 * Checks that this node has the same key as the other nodes on its database, because each node must accept the
 * signatures of other nodes. The first node to start records a check value of the key.
 */
export async function checkSecretKeys(database: Database, keys: SecretKeys): Promise<void> {
  for (const { version, value } of deriveKeys(keys, 'check'))
    if ((await claimKeyVersion(database, version, value)) !== value)
      throw new Error(
        `this database is used with another secret key (version ${version}). Nodes that share a database need the same SECRET_KEY, or the same file ${FILE} in DATA_DIR; see docs/operations.md`,
      )
}
