/**
 * A process that makes the tables of a company anew, again and again, until it is ended: `node reindex-loop.ts <data folder> <company>`.
 * Prints `running` once it has begun, then a line for each time. What the database does not let it do it tries again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reindexCompany } from '../../../server/engine/reindex.ts'
import { openData } from './server-process.ts'

const PAUSE_MS = 20
/** Between two times: without it nothing else would be done. */
const REST_MS = 300

const [dataDir, companyId] = process.argv.slice(2) as [string, string]
console.log('running')
for (;;) {
  try {
    const database = await openData(dataDir)
    try {
      for (;;) {
        console.log(JSON.stringify(await reindexCompany(database, companyId)))
        await sleep(REST_MS)
      }
    } finally {
      await database.end().catch(() => undefined)
    }
  } catch (error) {
    console.log(`again: ${(error as Error).message}`)
    await sleep(PAUSE_MS)
  }
}
