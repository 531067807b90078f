/**
 * `npm run --silent new-epoch`: begins a new epoch. Run it after a restore, whether the server is running or not;
 * clients that hold data which was lost in the restore then reload everything.
 */
import { beginEpoch, readEpoch } from '../store/epoch.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (openDatabase) => {
  const database = await openDatabase()
  await readEpoch(database)
  return { epoch: await beginEpoch(database) }
})
