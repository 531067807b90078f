/**
 * `npm run --silent new-epoch`: begins a new epoch. Run it after a restore, whether the server is running or not.
 * Clients then reload all data, because they may have data that was lost in the restore.
 */
import { beginEpoch, readEpoch } from '../store/epoch.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (openDatabase) => {
  const database = await openDatabase()
  await readEpoch(database)
  return { epoch: await beginEpoch(database) }
})
