/** An in-memory S3 bucket with the part of the protocol that the service uses: objects, and lists in short pages. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const PAGE = 2

interface StoredObject {
  readonly bytes: Buffer
  at: Date
}

export interface S3Server {
  readonly url: string
  /** The stored objects, keyed by their names in the bucket. */
  readonly objects: Map<string, StoredObject>
  /** While true, the server responds to every request with 503. */
  isDown: boolean
  /** How many of the next requests the server will refuse with the excuse that it is too busy. */
  busyFor: number
  /** Requests that were not signed with the server's access key. */
  readonly unsigned: string[]
  stop(): Promise<void>
}

export async function startS3(bucket: string, accessKeyId: string): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const unsigned: string[] = []
  const state = { isDown: false, busyFor: 0 }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://s3')
    const [, inBucket, ...rest] = decodeURIComponent(pathname).split('/')
    const signature = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`
    if (!(request.headers.authorization ?? '').startsWith(signature)) unsigned.push(`${request.method} ${request.url}`)
    if (state.isDown) return sendFault(response, 503, 'ServiceUnavailable')
    if (state.busyFor > 0) {
      state.busyFor -= 1
      return sendFault(response, 503, 'SlowDown')
    }
    if (inBucket !== bucket) return sendFault(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    if (key === '') return sendList(response, objects, searchParams)
    await answerObject(objects, key, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    unsigned,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

async function answerObject(
  objects: Map<string, StoredObject>,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'PUT') {
    const bytes = await buffer(request)
    if (bytes.length !== Number(request.headers['content-length'])) return sendFault(response, 400, 'IncompleteBody')
    objects.set(key, { bytes, at: new Date() })
    response.writeHead(200, { etag: etagOf(bytes) }).end()
    return
  }
  const found = objects.get(key)
  if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
    return
  }
  if (found === undefined) return sendFault(response, 404, request.method === 'HEAD' ? '' : 'NoSuchKey')
  const { bytes, at } = found
  response.writeHead(200, {
    'content-length': bytes.length,
    'content-type': 'application/octet-stream',
    etag: etagOf(bytes),
    'last-modified': at.toUTCString(),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

function sendFault(response: ServerResponse, status: number, code: string): void {
  const body = code === '' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

/**
 * Answers ListObjectsV2 with the names that begin with a prefix, cut at the next delimiter. The continuation token is the last
 * name of the previous page.
 */
function sendList(response: ServerResponse, objects: Map<string, StoredObject>, query: URLSearchParams): void {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const names = [...objects.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      return end === -1 ? key : key.slice(0, end + 1)
    })
  const after = [...new Set(names)].sort().filter((name) => name > (query.get('continuation-token') ?? ''))
  const page = after.slice(0, PAGE)
  const entries = page.map((name) => {
    if (name.endsWith(delimiter)) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
    const { bytes, at } = objects.get(name)!
    return `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const more = after.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const body = `<IsTruncated>${more !== ''}</IsTruncated>${more}${entries.join('')}`
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><ListBucketResult>${body}</ListBucketResult>`)
}
