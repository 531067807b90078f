/** GET /api/v1/images/{imageId}: returns the original bytes of an image, or a thumbnail. */
import { buffer } from 'node:stream/consumers'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { notFound } from '../domain/refusals.ts'
import { Id, isIssuedId, strictObject } from '../domain/schema.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { IMAGE_TYPES, makeThumbnail } from '../integrations/image-bytes.ts'
import { findImage, type StoredImage } from '../queries/image-sql.ts'
import { type Database, readCompany } from '../store/database.ts'
import { addApiRoute } from './api-route.ts'
import { addVary, matchesEtag } from './caching.ts'
import { describeRead } from './openapi/openapi.ts'

const MIN_WIDTH = 16
const MAX_WIDTH = 2_000
const THUMBNAIL_CACHE_BYTES = 64 * 1_048_576
/**
 * The image for an id never changes, so browsers may cache it: only for a day, because the image may be deleted, and
 * only privately, because another user may sign in.
 */
const CACHE_CONTROL = 'private, max-age=86400, immutable'
/** The file extension for each media type. JPEG files get `.jpg` (S-IMAGE-2). */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

const IMAGE = describeRead(
  'readImage',
  'Read an image',
  `The bytes as they were uploaded. \`width\` returns a thumbnail instead: upright, as wide as requested but never wider than the original, as WebP for clients that accept \`image/webp\` and as JPEG for others. With \`If-None-Match\` the answer is 304 if the image is the same.`,
  'Products',
)
const BINARY = { schema: { type: 'string', format: 'binary' } }

/** The cache of the most recently made thumbnails. */
export type Thumbnails = LRUCache<string, Buffer, Wanted>

interface Wanted {
  readonly companyId: string
  readonly image: StoredImage
  readonly width: number
  readonly contentType: 'image/webp' | 'image/jpeg'
}

export interface ImageRoutes {
  readonly database: Database
  readonly files: FileStore
  readonly thumbnails: Thumbnails
}

export function openThumbnails(files: FileStore): Thumbnails {
  // Concurrent requests for the same thumbnail share one computation.
  return new LRUCache<string, Buffer, Wanted>({
    maxSize: THUMBNAIL_CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    // If a thumbnail is evicted from the cache while it is being made, the requests that wait for it still get it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { companyId, image, width, contentType } }) => {
      const readBytes = async () => buffer((await files.read(companyId, image.sha256)).stream)
      return makeThumbnail({ companyId }, readBytes, { width, contentType })
    },
  })
}

export function addImageRoutes(app: FastifyInstance, { database, files, thumbnails }: ImageRoutes): void {
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/images/:imageId',
    may: 'everyone',
    schema: {
      ...IMAGE,
      response: {
        ...IMAGE.response,
        200: { description: 'Found.', content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, BINARY])) },
        304: { description: 'The image still has this ETag.', type: 'null' },
      },
      params: Type.Object({ imageId: Id }),
      querystring: strictObject({ width: Type.Optional(Type.Integer({ minimum: MIN_WIDTH, maximum: MAX_WIDTH })) }),
    },
    handler: async (request, reply) => {
      const { companyId } = request.caller
      const { imageId } = request.params as { imageId: string }
      const image = isIssuedId(imageId)
        ? await readCompany(database, companyId, (tx) => findImage(tx, companyId, imageId))
        : null
      if (image === null) throw notFound('image', imageId)
      const { width } = request.query as { width?: number }
      if (width === undefined) return sendOriginal(files, image, { request, reply })
      return sendThumbnail(
        thumbnails,
        { companyId, image, width, contentType: thumbnailType(request) },
        { request, reply },
      )
    },
  })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function sendOriginal(files: FileStore, image: StoredImage, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange
  if (isKnown(exchange, image.sha256)) return reply.code(304).send()
  const { stream, size } = await files.read(request.caller.companyId, image.sha256)
  describe(exchange, image.contentType)
  return reply.header('content-length', size).send(stream)
}

async function sendThumbnail(thumbnails: Thumbnails, wanted: Wanted, exchange: Exchange): Promise<FastifyReply> {
  const { reply } = exchange
  const { companyId, image, width, contentType } = wanted
  const name = `${image.sha256}-${width}${ENDINGS[contentType]}`
  addVary(reply, 'Accept')
  if (isKnown(exchange, name)) return reply.code(304).send()
  const bytes = await thumbnails.forceFetch(`${companyId}/${name}`, { context: wanted })
  describe(exchange, contentType)
  return reply.send(bytes)
}

/**
 * Sets the headers that a full response and a 304 response have in common. @returns whether the client already has the
 * image's bytes
 */
function isKnown({ request, reply }: Exchange, name: string): boolean {
  const etag = `"${name}"`
  reply.header('etag', etag).header('cache-control', CACHE_CONTROL)
  return matchesEtag(request.headers['if-none-match'], etag)
}

function describe({ request, reply }: Exchange, contentType: string): void {
  const { imageId } = request.params as { imageId: string }
  const fileName = `image-${imageId.slice(-8)}${ENDINGS[contentType] ?? ''}`
  reply.type(contentType).header('content-disposition', contentDisposition(fileName, { type: 'inline' }))
}

function thumbnailType({ headers }: FastifyRequest): Wanted['contentType'] {
  return (headers.accept ?? '').includes('image/webp') ? 'image/webp' : 'image/jpeg'
}
