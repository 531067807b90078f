/** GET /company/archive, for owners: downloads everything that belongs to the company. Source: S-COMPANY-11. */
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import { listDeleted } from '../store/companies.ts'
import { readCompany } from '../store/database.ts'
import { findIdentity } from '../whole-company/archive-sql.ts'
import { type Stores, writeArchive } from '../whole-company/write-archive.ts'
import { accessRequestOf, addOwnersAnswer } from './owner-routes.ts'
import { hangUpOf } from './wire/hang-up.ts'

/** Limits the number of downloads at once, because each keeps a database snapshot and a connection for its whole length. */
const inTurn = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 4,
  maxWaitMs: 30_000,
  refusal: 'Companies are being downloaded already. Try again when a download has ended.',
})
/**
 * The number of milliseconds without any progress of the client after which a download ends, so that it does not keep
 * the snapshot for ever.
 */
const STALLED_MS = 60_000
/**
 * The number of milliseconds after which a download ends, however slowly the client reads, so that other downloads get
 * their turn.
 */
const LONGEST_MS = 3_600_000
const LOOK_EVERY_MS = 5_000

export const ARCHIVE_TYPE = 'application/zip'

export function addArchiveRoute(app: FastifyInstance, stores: Stores): void {
  addOwnersAnswer(app, {
    url: '/api/v1/company/archive',
    answer: async (request, reply) => {
      const { companyId, actor } = accessRequestOf(request)
      const asker = { companyId, signal: hangUpOf(request) }
      const company = await readCompany(stores.database, companyId, (tx) => findIdentity(tx, companyId))
      // HEAD asks for the headers only. An empty stream keeps Fastify from stating a length.
      const isHead = request.method === 'HEAD'
      const archive = isHead ? Readable.from([]) : await begunArchive(stores, { asker, actor, log: request.log })
      const day = new Date().toISOString().slice(0, 10)
      const name = contentDisposition(`${company!.name} ${day}.zip`, { fallback: `skladno-${day}.zip` })
      return reply.type(ARCHIVE_TYPE).header('content-disposition', name).send(archive)
    },
  })
}

interface Begin {
  readonly asker: Asker
  readonly actor: Parameters<typeof writeArchive>[1]['actor']
  readonly log: FastifyBaseLogger
}

/**
 * Resolves with the archive when it begins. Refuses UNAVAILABLE while too many downloads are running. If the export
 * fails later, the stream breaks off, and the client sees an incomplete download.
 */
function begunArchive(stores: Stores, { asker, actor, log }: Begin): Promise<Readable> {
  const begun = Promise.withResolvers<Readable>()
  inTurn(asker, async () => {
    const stream = new Passing()
    // When the export fails, the response may not have attached its error listener yet, or may already have removed it.
    stream.on('error', () => undefined)
    const isDeleted = async () => (await listDeleted(stores.database, [asker.companyId])).length > 0
    const endWatch = endIfStalled(stream, isDeleted)
    begun.resolve(stream)
    try {
      await writeArchive(stores, { companyId: asker.companyId, actor, sink: () => stream })
    } catch (error) {
      if (asker.signal?.aborted !== true) log.warn({ error }, 'The download of a company broke off')
      stream.destroy(error as Error)
    } finally {
      endWatch()
    }
  }).catch(begun.reject)
  return begun.promise
}

/** A stream that counts the bytes passing through. */
class Passing extends Transform {
  passed = 0

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.passed += chunk.length
    done(null, chunk)
  }
}

/**
 * Destroys the stream when nothing is read from it any more, when it takes too long, or when the company is deleted.
 * Returns a function that stops watching.
 */
function endIfStalled(stream: Passing, isDeleted: () => Promise<boolean>): () => void {
  const begunAt = performance.now()
  let [passed, changedAt] = [0, begunAt]
  const watch = setInterval(() => {
    if (performance.now() - begunAt > LONGEST_MS) stream.destroy(new Error('The download took too long.'))
    const isWaiting = stream.writableLength > 0 && stream.passed === passed
    if (!isWaiting) [passed, changedAt] = [stream.passed, performance.now()]
    else if (performance.now() - changedAt > STALLED_MS)
      stream.destroy(new Error('The client stopped reading the archive.'))
    isDeleted().then(
      (is) => is && stream.destroy(new Error('The company is being deleted.')),
      // While the database does not answer, the export fails by itself.
      () => undefined,
    )
  }, LOOK_EVERY_MS)
  watch.unref()
  return () => clearInterval(watch)
}
