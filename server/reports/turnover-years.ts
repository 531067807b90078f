/**
 * Decides for which years the turnover uses stored totals, and stores the totals of years that it
 * had to sum by itself.
 */
import type { Database, Tx } from '../store/database.ts'
import { yearsBetween } from './dates.ts'
import { keepYear, readKeptYears, type Year } from './turnover-totals-sql.ts'

/** The length of the shortest possible year. A change of a time zone's offset can shorten a year by at most a day. */
const SHORTEST_YEAR_MS = 364 * 86_400_000
const LONGEST_YEAR_MS = 367 * 86_400_000

export interface TurnoverYears {
  /** The consecutive years with stored totals, without a gap. */
  readonly kept: readonly Year[]
  /** Finished years within the period whose totals are not stored. */
  readonly unkept: readonly Year[]
}

/**
 * Finds the years within the period. Years begin and end in the company's time zone, whatever the report's time zone
 * is. Totals that were stored when the company had another time zone do not count if their year began or ended at
 * another moment.
 * @param lastAt the time of the company's last command: years that ended by then are finished.
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

/**
 * Stores the totals of years in the background, one year at a time, because each year keeps a core of the database
 * server busy for a while.
 */
export class YearKeeper {
  private readonly database: Database
  private readonly onError: (error: Error) => void
  private readonly underWay = new Set<string>()
  private turn: Promise<void> = Promise.resolve()

  /**
   * @param onError called when storing a year fails. The failure is not retried: the next report
   * that reads the year stores it.
   */
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
