/**
 * `npm run --silent import-company -- --from FILE`: imports an exported company into this installation, whether the
 * server is running or not; prints one JSON line. `--owner EMAIL` makes that person an owner, and asks for a password
 * if there is no such account yet.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEpoch } from '../store/epoch.ts'
import { importCompany } from '../whole-company/import-company.ts'
import { openShellFiles } from './shell-files.ts'
import { askPassword, readPipedPassword } from './typed-password.ts'
import { requireRightClock, withDatabase } from './with-database.ts'

const USAGE =
  'Usage: npm run --silent import-company -- --from romashka.zip [--owner owner@example.org] [--password-stdin]\nThe password of a new owner is asked for, or piped in with --password-stdin.'

await withDatabase(async (open) => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      owner: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const { from = '', owner: email } = values
  if (from === '') throw new Error(USAGE)
  const database = await requireRightClock(await open())
  await readEpoch(database)
  const password = () => (values['password-stdin'] ? readPipedPassword() : askPassword())
  const owner = email === undefined ? null : { email, password }
  const files = openShellFiles()
  await files.prepare()
  return importCompany({ database, files }, { from: resolve(from), owner })
})
