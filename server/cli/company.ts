/**
 * `npm run --silent company -- --name … --email …`, with the password typed or piped in: creates a company, whether the
 * server is running or not; prints one JSON line.
 */
import { parseArgs } from 'node:util'
import { createCompanyWithToken, EmailTaken, faultsOf } from '../access/new-company.ts'
import { askPassword, readPipedPassword } from './typed-password.ts'
import { requireRightClock, withDatabase } from './with-database.ts'

const USAGE =
  'Usage: npm run --silent company -- --name "ООО Ромашка" --email owner@example.org\nThe password (8 characters or more) is asked for, or piped in with --password-stdin. With --password "…" other users can see it in the process list.'

await withDatabase(async (database) => {
  const { values } = parseArgs({
    options: {
      ...{ name: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
      'password-stdin': { type: 'boolean' },
    },
  })
  const { name = '', email = '' } = values
  const password = values.password ?? (await (values['password-stdin'] === true ? readPipedPassword() : askPassword()))
  const wishes = { name, userName: name, email, password }
  const faults = faultsOf(wishes).filter(({ field }) => field !== 'name')
  if (faults.length > 0) throw new Error(`${faults.map(({ message }) => message).join('; ')}.\n${USAGE}`)
  try {
    return await createCompanyWithToken(await requireRightClock(await database()), wishes)
  } catch (error) {
    if (error instanceof EmailTaken) throw new Error(`${error.message} already has an account; use another email`)
    throw error
  }
})
