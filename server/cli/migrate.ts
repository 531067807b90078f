/**
 * `npm run --silent migrate`: applies the migrations that the database lacks. With `--check` it changes nothing and
 * only prints what would be applied, and whether nodes of the previous version may serve meanwhile; the exit code is then
 * 2 if there is something to apply. Prints one JSON line on stdout, and a line for each migration on stderr.
 */
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { openPostgres } from '../configured-database.ts'
import { letOlderNodesWrite, migrate, pendingMigrations } from '../store/migrations.ts'

const SOMETHING_PENDING = 2

try {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const config = readConfig()
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const holdOptional = config.holdMigrations === 'optional'
  const opened = await openPostgres(config, log, (url) =>
    values.check ? pendingMigrations(url) : migrate(url, { holdOptional, log }),
  )
  await opened.close()
  const { prepared } = opened
  const told = values.check ? { pending: prepared, rolling: await letOlderNodesWrite(prepared) } : { applied: prepared }
  process.stdout.write(`${JSON.stringify(told)}\n`)
  if (values.check && prepared.length > 0) process.exitCode = SOMETHING_PENDING
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
