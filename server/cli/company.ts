/** `npm run --silent company -- --name … --email … --password …`: makes a company, with the server up or down; prints one JSON line. */
import { parseArgs } from 'node:util'
import { createCompany, faultsOf } from '../engine/new-company.ts'
import { requireRightClock, withDatabase } from './with-database.ts'

const USAGE =
  'Usage: npm run --silent company -- --name "ООО Ромашка" --email owner@example.org --password "8 characters or more"'

await withDatabase(async (database) => {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
  })
  const { name = '', email = '', password = '' } = values
  const faults = faultsOf({ name, email, password })
  if (faults.length > 0) throw new Error(`${faults.join('; ')}.\n${USAGE}`)
  return createCompany(await requireRightClock(await database()), { name, email, password })
})
