/**
 * Ends reservations when they expire. Every node searches an index across all companies for expired reservations, and
 * offers a job if it finds any. The command's name contains the order and the expiry time, so each reservation is ended
 * once, however many nodes and jobs there are. Source: S-BACKORDER-9, docs/decisions/0072.
 */
import { endReservation } from '../commands/ending-reservations.ts'
import { submitOwn } from '../engine/own-command.ts'
import { readCompany } from '../store/database.ts'
import { forCompanies, jobId, offerRegularly, type WorkerParts } from './jobs.ts'
import { findFirstEnded, listEnded, listWithEnded } from './reservations-sql.ts'
import type { WatchedQueue } from './watched-queue.ts'

const QUEUE = 'reservations'
const LOOK_EVERY_MS = 2_000
/** How many of a company's reservations are read at a time. */
const AT_ONCE = 100
const JOB = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 3_600 }

/** Starts looking for reservations that have expired. @returns a function that stops the search. */
export async function startReservations(queue: WatchedQueue, parts: WorkerParts): Promise<() => void> {
  const { database } = parts
  await queue.createQueue(QUEUE, JOB)
  await queue.work(QUEUE, {}, async ([job]) => {
    if (job === undefined) return
    const at = parts.now()
    const list = (after: string, limit: number) => listWithEnded(database, { at, after, limit })
    await forCompanies(list, job.signal, (companyId) => endAll(parts, companyId, { at, signal: job.signal }))
  })
  const offer = async () => {
    const first = await findFirstEnded(database, parts.now())
    // The table is updated after the log, so a reservation may still be listed for an instant after it was ended.
    if (first !== null) await queue.send(QUEUE, null, { id: jobId(`${QUEUE} ${first} ${minuteOf(parts.now())}`) })
  }
  return offerRegularly(parts, offer, {
    everyMs: LOOK_EVERY_MS,
    failure: 'Reservations could not be ended; trying again',
  })
}

/** Returns the current minute. It is part of the job's id, so that a failed job is offered again a minute later. */
const minuteOf = (now: Date) => now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)

async function endAll(
  parts: WorkerParts,
  companyId: string,
  { at, signal }: { readonly at: Date; readonly signal: AbortSignal },
): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const ended = await readCompany(parts.database, companyId, (tx) => listEnded(tx, companyId, at, AT_ONCE))
    const left = ended.filter(({ orderId }) => !seen.has(orderId))
    for (const one of left) {
      signal.throwIfAborted()
      seen.add(one.orderId)
      await submitOwn(parts.companies, companyId, {
        command: endReservation,
        body: one,
        name: `expire:${one.orderId}:${one.reservedUntil}`,
        actor: { id: QUEUE, name: 'Срок резерва' },
      })
    }
    if (left.length === 0) return
  }
}
