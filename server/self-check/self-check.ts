/** GET /self-check and `npm run self-check`: checks that a company's data is consistent (S-STOCK-14). */
import type { Company } from '../engine/company.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import type { Database } from '../store/database.ts'
import { checkMemory } from './memory.ts'
import { type Check, checkCompany, runChecks } from './self-check-sql.ts'

export interface SelfCheck {
  readonly ok: boolean
  readonly revision: number
  readonly checkedAt: string
  readonly checks: readonly Check[]
}

/** Checks the tables of a company in one snapshot. @returns null when the company does not exist. */
export async function selfCheckTables(database: Database, companyId: string): Promise<SelfCheck | null> {
  const checked = await checkCompany(database, { companyId }, (tx) => runChecks(tx, companyId))
  return checked === null ? null : summarize(checked.revision, checked.checks)
}

/** Limits the number of checks that run at once, because each reads a company's whole history. */
const inTurn: FairLimiter = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 4,
  maxWaitMs: 60_000,
  refusal: 'This company is already being checked. Try again when that check has ended.',
})

/**
 * Checks the tables and compares them with this node's state in memory. Stops when the caller disconnects. Refuses
 * UNAVAILABLE when too many checks of the company are requested.
 */
export function selfCheck(database: Database, company: Company, signal?: AbortSignal): Promise<SelfCheck | null> {
  const asker = { companyId: company.id, signal }
  return inTurn(asker, async () => {
    const checked = await checkCompany(database, asker, async (tx, row) => {
      // Find the state before running the checks. Otherwise, every later command would have to be undone to find it.
      const memory = await stateAt(company, row.revision, signal)
      const checks = await runChecks(tx, company.id)
      return [...checks, await checkMemory(tx, asker, { memory, row })]
    })
    return checked === null ? null : summarize(checked.revision, checked.checks)
  })
}

async function stateAt(company: Company, revision: number, signal?: AbortSignal): Promise<StateSnapshot | null> {
  const now = await company.current()
  return now.revision === revision ? now : company.asOf(revision, signal)
}

function summarize(revision: number, checks: readonly Check[]): SelfCheck {
  return { ok: checks.every(({ ok }) => ok), revision, checkedAt: new Date().toISOString(), checks }
}
