/** Which years a turnover takes from their kept totals, and keeping those that it had to add up. */
import type { Database, Tx } from '../store/database.ts'
import { keepYear, readKeptYears, type Year } from '../store/turnover-totals.ts'
import { yearsBetween } from './report-dates.ts'

export interface TurnoverYears {
  /** One after the other, without a gap. */
  readonly kept: readonly Year[]
  /** Over, and in the period, but not kept. */
  readonly unkept: readonly Year[]
}

/** @param lastAt when the company's last command was: what ended by then is over. */
export async function findTurnoverYears(
  tx: Tx,
  companyId: string,
  period: { start: number; end: number; lastAt: number },
): Promise<TurnoverYears> {
  const over = yearsBetween(period.start, Math.min(period.end, period.lastAt))
  if (over.length === 0) return { kept: [], unkept: [] }
  const { firstMovementAt, kept: found } = await readKeptYears(tx, companyId)
  if (firstMovementAt === null) return { kept: [], unkept: [] }
  const years = over.filter(({ end }) => end > firstMovementAt)
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
