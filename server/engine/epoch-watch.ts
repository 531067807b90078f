/** Notices that the database has another history than before, though the service went on running: what memory holds is of the lost one. */
import { readEpoch } from '../store/epoch.ts'
import type { Companies } from './companies.ts'

const LOOK_EVERY_MS = 10_000

/** Reads the epoch before the first request, and from then on now and then. @returns what ends it. */
export async function watchEpoch(companies: Companies, everyMs = LOOK_EVERY_MS): Promise<() => void> {
  const { database, log } = companies
  await readEpoch(database)
  const look = async () => {
    // Out of reach, the database says nothing: it is asked again.
    if (!(await readEpoch(database).catch(() => false))) return
    companies.forgetAll()
    log.warn(
      { epoch: database.epoch },
      'The database has another history than before: everybody who kept a copy begins anew',
    )
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}
