/**
 * `npm run --silent new-epoch`: use after a restore, whether the server is running or not; clients with a copy of the
 * lost data then reload everything.
 */
import { beginEpoch, readEpoch } from '../store/epoch.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (openDatabase) => {
  const database = await openDatabase()
  await readEpoch(database)
  return { epoch: await beginEpoch(database) }
})
