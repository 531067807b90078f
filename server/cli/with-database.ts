/** What the shell commands share: the configured database, one JSON line on stdout, problems on stderr. */
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { type OpenedDatabase, openConfiguredDatabase } from '../service.ts'
import { type Database, openDatabase } from '../store/database.ts'

/**
 * Runs a shell command. `database()` opens the configured one; the embedded one is started when it is not running, and left
 * running when the server uses it.
 */
export async function withDatabase(run: (database: () => Promise<Database>) => Promise<unknown>): Promise<void> {
  let opened: OpenedDatabase | null = null
  let pool: Database | null = null
  try {
    const answer = await run(async () => {
      opened = await openConfiguredDatabase(readConfig(), pino({ level: 'silent' }))
      pool = openDatabase(opened.url, () => {})
      return pool
    })
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  } finally {
    await (pool as Database | null)?.end()
    await (opened as OpenedDatabase | null)?.close()
  }
}
