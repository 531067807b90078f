/**
 * Notices when memory holds data that the database no longer has: a lost history, for example when the database was
 * restored while the service kept running, deleted companies, or limits that an operator has changed.
 */
import { readEpoch } from '../store/epoch.ts'
import type { Companies } from './companies.ts'

const LOOK_EVERY_MS = 10_000

/**
 * Reads the epoch and the limits before the first request, and regularly from then on looks for another epoch, changed
 * limits and deleted companies. @returns a function that stops the watch.
 */
export async function watchEpoch(companies: Companies, everyMs = LOOK_EVERY_MS): Promise<() => void> {
  const { database, log } = companies
  await readEpoch(database)
  await companies.limits.refresh()
  const look = async () => {
    await companies.dropDeleted().catch(() => undefined)
    // While the database is unreachable, it is not known whether the history changed, so the next check tries again.
    const isOther = await readEpoch(database).catch(() => false)
    await companies.limits.refresh().catch(() => undefined)
    if (!isOther) return
    companies.forgetAll()
    log.warn(
      { epoch: database.epoch },
      'The database has a different history than before: clients with a copy of the state load it again',
    )
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}
