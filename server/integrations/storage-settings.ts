/** Reads the settings that specify a storage location: a folder, or an S3-compatible bucket (FILES_URL, BACKUP_TO). */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileStoreSettings, S3Settings } from './file-store.ts'

/** A storage location as specified by an operator. */
export type StoragePlace = FileStoreSettings['place']

/** Returns where files are stored. Without FILES_URL, that is a folder in `dataDir`. */
export function readFileSettings(env: NodeJS.ProcessEnv, dataDir: string): FileStoreSettings {
  const { FILES_URL: text } = env
  if (!text) return folderSettings(join(resolve(dataDir), 'files'))
  const place = readStorageUrl('FILES_URL', text, env)
  return 'folder' in place
    ? folderSettings(place.folder, true)
    : { place, incoming: join(resolve(dataDir), 'incoming') }
}

function folderSettings(folder: string, isNamed = false): FileStoreSettings {
  return { place: { folder }, incoming: join(folder, 'incoming'), ...(isNamed ? { isNamed } : {}) }
}

/** Reads the URL of a folder or a bucket. The error states the setting and the values that it accepts. */
export function readStorageUrl(setting: string, text: string, env: NodeJS.ProcessEnv): StoragePlace {
  const form = `${setting} must look like file:///path or s3://bucket/prefix?region=eu-central-1&endpoint=https://…`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hash !== '' || !isDecodable(url.pathname)) throw new Error(form)
  if (url.protocol === 'file:') return { folder: namedFolder(url, form) }
  if (url.protocol !== 's3:' || url.host === '' || url.port !== '') throw new Error(form)
  if (url.username !== '') throw new Error(`${form}; the keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region' && name !== 'endpoint')
  if (unknown.length > 0) throw new Error(`${form}; it has an unknown "${unknown[0]}"`)
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !(/^https?:\/\/[^/]/.test(endpoint) && URL.canParse(endpoint))) throw new Error(form)
  const region = url.searchParams.get('region') || env.AWS_REGION || env.AWS_DEFAULT_REGION
  if (!region) throw new Error(`${form}; or name the region as AWS_REGION`)
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  const prefix = path === '' ? '' : `${path}/`
  return { s3: { bucket: url.host, prefix, region, endpoint, credentials: awsCredentials(env) } }
}

/**
 * Returns the folder of a file URL. Refuses the root folder, because files of the service could not be told apart from
 * others there.
 */
function namedFolder(url: URL, form: string): string {
  const isFolder = url.host === '' && url.search === '' && !/%2f/i.test(url.pathname)
  const folder = isFolder ? fileURLToPath(url) : '/'
  if (resolve(folder) === resolve('/')) throw new Error(form)
  return folder
}

function awsCredentials(env: NodeJS.ProcessEnv): S3Settings['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env
  if (!accessKeyId !== !secretAccessKey)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together')
  if (!accessKeyId || !secretAccessKey) return null
  return { accessKeyId, secretAccessKey, ...(token ? { sessionToken: token } : {}) }
}

/** Whether the percent-encoding in a part of a URL is valid. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
