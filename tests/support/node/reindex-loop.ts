/**
 * A process that rebuilds a company's tables again and again until it is stopped: `node reindex-loop.ts <data folder>
 * <company>`. It prints `running` when it starts and one line per rebuild, and retries when the database refuses a
 * rebuild.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reindexCompany } from '../../../server/engine/reindex.ts'
import { openData } from './server-process.ts'

const PAUSE_MS = 20
/** The pause between two rebuilds, so that other work gets done. */
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
