/** `npm run --silent new-epoch`: after a restore, with the server up or down; who kept a copy of the lost data begins anew. */
import { beginEpoch, readEpoch } from '../store/epoch.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (openDatabase) => {
  const database = await openDatabase()
  await readEpoch(database)
  return { epoch: await beginEpoch(database) }
})
