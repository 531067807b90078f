/** Which years a turnover takes from their kept totals, and keeping those that it had to add up. */
import type { Database, Tx } from '../store/database.ts'
import { yearsBetween } from './dates.ts'
import { keepYear, readKeptYears, type Year } from './turnover-totals-sql.ts'

/** Zones change their offset within a year, by a day at most. */
const SHORTEST_YEAR_MS = 364 * 86_400_000
const LONGEST_YEAR_MS = 367 * 86_400_000

export interface TurnoverYears {
  /** One after the other, without a gap. */
  readonly kept: readonly Year[]
  /** Over, and in the period, but not kept. */
  readonly unkept: readonly Year[]
}

/**
 * The years are those of the company's time zone, whichever the report is reckoned in. Totals of years with other edges, kept while the
 * company had another zone, are as good as none.
 * @param lastAt when the company's last command was: what ended by then is over.
 */
export async function findTurnoverYears(
  tx: Tx,
  companyId: string,
  { start, end, lastAt, companyZone }: { start: number; end: number; lastAt: number; companyZone: string },
): Promise<TurnoverYears> {
  const before = Math.min(end, lastAt)
  if (before - start < SHORTEST_YEAR_MS) return { kept: [], unkept: [] }
  const { firstMovementAt, kept: found } = await readKeptYears(tx, companyId)
  if (firstMovementAt === null) return { kept: [], unkept: [] }
  const earliest = Math.max(start, firstMovementAt - LONGEST_YEAR_MS)
  const years = yearsBetween(earliest, before, companyZone).filter((year) => year.end > firstMovementAt)
  const isKept = (year: Year) =>
    found.some((one) => one.year === year.year && one.startId === year.startId && one.endId === year.endId)
  const gap = years.findIndex((year) => !isKept(year))
  return {
    kept: gap === -1 ? years : years.slice(0, gap),
    unkept: years.filter((year) => !isKept(year)),
  }
}

/** Keeps years when nobody waits for them: one at a time, since each keeps a core of the database busy for a while. */
export class YearKeeper {
  private readonly database: Database
  private readonly onError: (error: Error) => void
  private readonly underWay = new Set<string>()
  private turn: Promise<void> = Promise.resolve()

  /** @param onError what fails is left out: the next report that reads the year has it kept. */
  constructor(database: Database, onError: (error: Error) => void) {
    this.database = database
    this.onError = onError
  }

  keep(companyId: string, years: readonly Year[]): void {
    for (const year of years) {
      const key = `${companyId} ${year.year}`
      if (this.underWay.has(key)) continue
      this.underWay.add(key)
      this.turn = this.turn
        .then(() => keepYear(this.database, companyId, year))
        .catch(this.onError)
        .finally(() => this.underWay.delete(key))
    }
  }
}
