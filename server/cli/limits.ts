/**
 * `npm run --silent limits -- --company ID [--products N] …`: sets the limits of a company, and prints them with what
 * is used, as one JSON line. Without `--company`, lists the defaults and what was set for single companies. Works
 * whether the server is running or not.
 */
import { readConfig } from '../config.ts'
import { LIMIT_NAMES, type LimitName, type OwnLimits } from '../domain/limits.ts'
import { isIssuedId } from '../domain/schema.ts'
import { readUsage } from '../limits/limits.ts'
import { listOwnLimits, saveOwnLimits } from '../limits/limits-sql.ts'
import { findCompany } from '../store/companies.ts'
import { type Database, readCompany, transact } from '../store/database.ts'
import { optionsOf } from './options.ts'
import { withDatabase } from './with-database.ts'

const USAGE =
  'Usage: npm run --silent limits -- [--company ID [--requests N|none|default] [--products N|none|default] [--files N|none|default] [--file-mb N|none|default]]'
const MEBIBYTE = 1_048_576
const MOST = 1_000_000_000

/** The limit that each option sets. `unit`: the number of the option is multiplied by it. */
const OPTIONS: Readonly<Record<LimitName, { readonly option: Option; readonly unit: number; readonly least: number }>> =
  {
    requestsPerMinute: { option: 'requests', unit: 1, least: 1 },
    products: { option: 'products', unit: 1, least: 0 },
    files: { option: 'files', unit: 1, least: 0 },
    fileBytes: { option: 'file-mb', unit: MEBIBYTE, least: 0 },
  }
type Option = 'requests' | 'products' | 'files' | 'file-mb'
type Given = Partial<Record<Option | 'company', string>>

await withDatabase(async (openDatabase) => {
  const given: Given = optionsOf(['company', 'requests', 'products', 'files', 'file-mb'], USAGE)
  const { company, ...changes } = given
  if (company === undefined ? Object.keys(changes).length > 0 : !isIssuedId(company)) throw new Error(USAGE)
  const change = changesOf(changes)
  const { limits: defaults } = readConfig()
  const database = await openDatabase()
  if (company === undefined)
    return {
      defaults,
      companies: [...(await listOwnLimits(database))].map(([id, limits]) => ({ id, limits })),
    }
  if ((await readCompany(database, company, (tx) => findCompany(tx, company))) === null)
    throw new Error(`There is no company ${company}.`)
  const own = await applied(database, company, change)
  const used = await readUsage(database, company, { of: { ...defaults, ...own }, shares: null })
  return { company, own, defaults, used }
})

/** The values that the options set: a number, null for no limit, or undefined for the default. */
function changesOf(given: Given): Partial<Record<LimitName, number | null | undefined>> {
  const changes: Partial<Record<LimitName, number | null | undefined>> = {}
  for (const name of LIMIT_NAMES) {
    const { option, unit, least } = OPTIONS[name]
    const text = given[option]
    if (text === undefined) continue
    const isNumber = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= MOST
    if (text !== 'none' && text !== 'default' && !isNumber)
      throw new Error(`--${option} must be a whole number from ${least} to ${MOST}, none or default.\n${USAGE}`)
    changes[name] = text === 'default' ? undefined : text === 'none' ? null : Number(text) * unit
  }
  return changes
}

/** Changes the limits that are set for the company. @returns the limits that are set now */
function applied(database: Database, companyId: string, change: ReturnType<typeof changesOf>): Promise<OwnLimits> {
  return transact(database, async (tx) => {
    const before = (await listOwnLimits(tx)).get(companyId) ?? {}
    if (Object.keys(change).length === 0) return before
    const own = Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, limit]) => limit !== undefined))
    await saveOwnLimits(tx, companyId, own)
    return own
  })
}
