/**
 * Notices when memory holds data that the database no longer has: a lost history, for example when the database was
 * restored while the service kept running, or deleted companies.
 */
import { readEpoch } from '../store/epoch.ts'
import type { Companies } from './companies.ts'

const LOOK_EVERY_MS = 10_000

/**
 * Reads the epoch before the first request, and regularly from then on looks for another epoch and for deleted
 * companies. `onRead` is called whenever the epoch was read. @returns a function that stops the watch.
 */
export async function watchEpoch(
  companies: Companies,
  everyMs = LOOK_EVERY_MS,
  onRead: () => Promise<void> = async () => undefined,
): Promise<() => void> {
  const { database, log } = companies
  await readEpoch(database)
  await onRead()
  const look = async () => {
    await companies.dropDeleted().catch(() => undefined)
    // While the database is unreachable, it is not known whether the history changed, so the next check tries again.
    const isOther = await readEpoch(database).catch(() => false)
    await onRead().catch(() => undefined)
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
