/**
 * GET /api/v1/procurement/imports/{importId}/pages/{page}: returns a picture of one page, upright, as used for
 * recognition.
 */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { ImportFile } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import { Id, strictObject } from '../domain/schema.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { type DrawAnswer, drawPage } from '../papers/page-pictures.ts'
import { readImport } from '../papers/papers.ts'
import { MAX_PAGES } from '../recognition/file-types.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import type { Database } from '../store/database.ts'
import { addApiRoute } from './api-route.ts'
import { matchesEtag } from './caching.ts'
import { askerOf } from './callers-company.ts'
import { describeRead } from './openapi/openapi.ts'

const MIN_WIDTH = 100
const MAX_WIDTH = 2_400
/**
 * Requested widths are rounded to a multiple of this number of pixels. A page therefore has only a few different
 * pictures, which can all be cached.
 */
const WIDTH_STEP = 100
const CACHE_BYTES = 48 * 1_048_576
/** For how many milliseconds a page that could not be rendered is not tried again, whatever width is requested. */
const FAULT_KEPT_MS = 600_000
const MAX_FAULTS = 10_000
/**
 * Pages show costs, so browsers must revalidate their copy each time, and the caller's rights are then checked again.
 * The picture for an ETag never changes.
 */
const CACHE_CONTROL = 'private, no-cache'

interface Wanted {
  readonly asker: Asker
  readonly sha256: string
  readonly page: number
  readonly rotation: number
  readonly width: number
}

/** Renders pages, and caches the picture for each width. Refuses with UNAVAILABLE. */
export type PagePictures = (wanted: Wanted) => Promise<DrawAnswer>

export function openPagePictures(files: FileStore): PagePictures {
  const faults = new LRUCache<string, DrawAnswer>({ max: MAX_FAULTS, ttl: FAULT_KEPT_MS })
  const draw = async (wanted: Wanted): Promise<DrawAnswer> => {
    const { asker, sha256, page, rotation, width } = wanted
    const { companyId } = asker
    // Rendering continues even if a client disconnects, because other clients may be waiting for the same picture.
    return drawPage({ companyId }, { page, rotation, width }, async () => {
      const known = faults.get(pageName(wanted))
      return known ?? { file: (await files.read(companyId, sha256)).stream }
    })
  }
  const pictures = new LRUCache<string, DrawAnswer, Wanted>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (answer) => ('picture' in answer ? answer.picture.length : 1),
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => {
      const answer = await draw(context)
      if ('picture' in answer) return answer
      faults.set(pageName(context), answer)
      return undefined
    },
  })
  return async (wanted) => {
    const { rotation, width } = wanted
    const fault = () => faults.get(pageName(wanted))
    const name = `${pageName(wanted)}/${rotation}/${width}`
    return fault() ?? (await pictures.fetch(name, { context: wanted })) ?? fault() ?? { fault: null }
  }
}

const pageName = ({ asker, sha256, page }: Wanted) => `${asker.companyId}/${sha256}/${page}`

export interface ImportPageRoutes {
  readonly database: Database
  readonly pagePictures: PagePictures
}

const PAGE = describeRead(
  'readImportPage',
  'Read a page of a file as a picture',
  'A WebP picture, as wide as `width`, rounded up to the next hundred, but never wider than the page. It is turned by `extraction.pages[].rotation`, so that `extraction.lines[].place` refers to the turned picture. With `If-None-Match` the answer is 304 if the picture is the same. The answer is also 404 if the file cannot be opened.',
  'Procurement files',
)

export function addImportPageRoute(app: FastifyInstance, { database, pagePictures }: ImportPageRoutes): void {
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/procurement/imports/:importId/pages/:page',
    may: 'who sees costs',
    schema: {
      ...PAGE,
      response: {
        ...PAGE.response,
        200: { description: 'Found.', content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } } },
        304: { description: 'The picture still has this ETag.', type: 'null' },
      },
      params: Type.Object({
        importId: Id,
        page: Type.Integer({ minimum: 1, maximum: MAX_PAGES, description: 'The page number, counted from 1.' }),
      }),
      querystring: strictObject({
        width: Type.Integer({
          minimum: MIN_WIDTH,
          maximum: MAX_WIDTH,
          default: 1_600,
          description: 'The width in pixels, rounded up to the next hundred.',
        }),
      }),
    },
    handler: async (request, reply) => {
      const { companyId } = request.caller
      const { importId, page } = request.params as { importId: string; page: number }
      const width = Math.ceil((request.query as { width: number }).width / WIDTH_STEP) * WIDTH_STEP
      const { sha256, extraction } = await readImport(database, companyId, importId)
      const rotation = rotationOf(extraction, page)
      const name = `${sha256}-${page}-${rotation}-${width}`
      const etag = `"${name}"`
      reply.header('etag', etag).header('cache-control', CACHE_CONTROL)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const answer = await pagePictures({ asker: askerOf(request), sha256, page: page - 1, rotation, width })
      if ('picture' in answer) return reply.type('image/webp').send(Buffer.from(answer.picture.buffer))
      if (answer.fault === null) throw notFound('page', String(page))
      throw new Refusal('NOT_FOUND', `Page ${page} has no picture. ${answer.fault}`, {
        figures: { reason: 'picture', importId, page },
      })
    },
  })
}

const rotationOf = (extraction: ImportFile['extraction'], page: number): number =>
  extraction?.pages?.[page - 1]?.rotation ?? 0
