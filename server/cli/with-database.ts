/**
 * Code shared by the shell commands, which open the configured database, print one JSON line on stdout, and report
 * problems on stderr.
 */
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { type OpenedDatabase, openClock, openConfiguredDatabase } from '../configured-database.ts'
import { keepCurrent } from '../engine/shapes.ts'
import { type Database, openDatabase } from '../store/database.ts'

/**
 * Runs a shell command, which returns a table as text, or a value to print as JSON. `database()` opens the configured
 * database. If the embedded database is not running, starts it; if the server is using it, leaves it running.
 */
export async function withDatabase(run: (database: () => Promise<Database>) => Promise<unknown>): Promise<void> {
  let opened: OpenedDatabase | null = null
  let pool: Database | null = null
  try {
    const answer = await run(async () => {
      opened = await openConfiguredDatabase(readConfig(), pino({ level: 'silent' }))
      pool = openDatabase(opened.url, () => {})
      keepCurrent(pool, { error: () => undefined })
      return pool
    })
    process.stdout.write(`${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  } finally {
    await (pool as Database | null)?.end()
    await (opened as OpenedDatabase | null)?.close()
  }
}

/**
 * Throws when this machine's clock is too far ahead. Otherwise new records would be dated in the future, and new files
 * would seem old.
 */
export async function requireRightClock(database: Database): Promise<Database> {
  const clock = openClock(readConfig(), database, pino({ level: 'silent' }))
  await clock.check()
  const fault = clock.fault()
  if (fault !== null) throw new Error(fault)
  return database
}
