/** Formats the contents of report cells: numbers in main units, times in readable form, and totals. */
import { unitName } from '../../spellings/units.ts'
import { inLanguage, type Language, type Words } from '../domain/languages.ts'
import type { Column, ColumnKind } from './columns.ts'
import type { ReportRow, UnitSums } from './reports-sql.ts'

/** The text in the first cell of the totals row. */
const TOTAL: Words = ['Итого', 'Total']
const DECIMALS: Partial<Record<ColumnKind, number>> = { quantity: 3, money: 2 }

/**
 * Converts an integer in thousandths or hundredths to main units, exactly at any size: `-1250` with 2 decimals gives
 * `-12.5`.
 */
function shiftPoint(integer: string, decimals: number, point: string): string {
  const sign = integer.startsWith('-') ? '-' : ''
  const digits = integer.slice(sign.length).padStart(decimals + 1, '0')
  const whole = `${sign}${digits.slice(0, -decimals)}`
  let end = digits.length
  while (end > digits.length - decimals && digits[end - 1] === '0') end -= 1
  const fraction = digits.slice(digits.length - decimals, end)
  return fraction === '' ? whole : `${whole}${point}${fraction}`
}

export const isNumber = (kind: ColumnKind) => kind !== 'text' && kind !== 'day' && kind !== 'moment'

/** Formats a value as a decimal number. */
export function plainCell(kind: ColumnKind, value: string, point = '.'): string {
  const decimals = DECIMALS[kind]
  return decimals === undefined ? value.replace('.', point) : shiftPoint(value, decimals, point)
}

/**
 * Returns a function that formats times in the report's time zone so that spreadsheets can read them: `2026-03-01
 * 13:00:00`.
 */
export function localTimes(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/**
 * Returns a part as a percentage of a whole, with two decimals, rounded as PostgreSQL rounds; null when the whole is
 * zero.
 */
function shareOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null
  const hundredths = (2n * 10_000n * (part < 0n ? -part : part) + whole) / (2n * whole)
  const digits = String(hundredths).padStart(3, '0')
  return `${part < 0n && hundredths > 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

type Totalled = Pick<Column, 'name' | 'kind' | 'isTotalled' | 'isUnit' | 'percentOf'>

export const hasTotal = ({ isTotalled, percentOf }: Pick<Totalled, 'isTotalled' | 'percentOf'>): boolean =>
  isTotalled || percentOf !== undefined

/** Completes a row of sums with the percentages computed from them. */
export function withShares(columns: readonly Totalled[], sums: ReportRow): ReportRow {
  const sumOf = (name: string) => BigInt(sums[columns.findIndex((one) => one.name === name)] ?? 0)
  return sums.map((value, at) => {
    const { percentOf } = columns[at]!
    return percentOf === undefined ? value : shareOf(sumOf(percentOf.part), sumOf(percentOf.whole))
  })
}

const isSumOfUnits = ({ kind, isTotalled }: Totalled) => kind === 'quantity' && isTotalled

/** Removes the sums of quantities when the goods have different units, because such sums are meaningless. */
export const withoutMixed = (columns: readonly Totalled[], sums: ReportRow, units: number): ReportRow =>
  units > 1 ? sums.map((value, at) => (isSumOfUnits(columns[at]!) ? null : value)) : sums

/**
 * Merges the rows of units whose spellings differ but mean the same unit. Units are sorted by name; goods without a
 * unit come last.
 */
export function mergeUnits(found: readonly UnitSums[]): UnitSums[] {
  const merged = new Map<string | null, ReportRow>()
  for (const { unit, sums } of found) {
    const name = unit === null ? null : unitName(unit)
    const before = merged.get(name)
    const added = sums.map((sum, at) => (sum === null ? null : String(BigInt(before?.[at] ?? 0) + BigInt(sum))))
    merged.set(name, added)
  }
  const byName = (a: UnitSums, b: UnitSums) =>
    Number(a.unit === null) - Number(b.unit === null) || (a.unit! < b.unit! ? -1 : 1)
  return [...merged].map(([unit, sums]) => ({ unit, sums })).sort(byName)
}

/** Sums the totalled columns exactly: money in one sum, quantities in one sum per unit where the rows have a unit. */
export class ReportTotals {
  private readonly columns: readonly Totalled[]
  /** The positions of the totalled columns, and of the unit column; -1 when there is no unit column. */
  private readonly places: readonly number[]
  private readonly unitAt: number
  private readonly word: string
  /** The sums by unit, with units spelled as in the rows. */
  private readonly sums = new Map<string | null, bigint[]>()
  /** The columns without a total, because some row has no value in them. */
  private readonly missing = new Set<number>()

  constructor(columns: readonly Totalled[], language: Language) {
    this.word = inLanguage(TOTAL, language)
    this.columns = columns
    this.places = columns.flatMap(({ isTotalled }, at) => (isTotalled ? [at] : []))
    this.unitAt = columns.findIndex(({ isUnit }) => isUnit)
  }

  add(row: ReportRow): void {
    const unit = this.unitAt < 0 ? null : row[this.unitAt]!
    let sums = this.sums.get(unit)
    if (sums === undefined) {
      sums = this.places.map(() => 0n)
      this.sums.set(unit, sums)
    }
    for (let index = 0; index < this.places.length; index += 1) {
      const value = row[this.places[index]!]!
      if (value === null) this.missing.add(index)
      else sums[index]! += BigInt(value)
    }
  }

  /** Returns the last rows of a table: the totals, then the quantities per unit when there are several units. */
  rows(): ReportRow[] {
    const units = mergeUnits([...this.sums].map(([unit, sums]) => ({ unit, sums: sums.map(String) })))
    const whole = this.places.map((_place, index) =>
      this.missing.has(index) ? null : String(units.reduce((sum, { sums }) => sum + BigInt(sums[index]!), 0n)),
    )
    const total = withShares(this.columns, withoutMixed(this.columns, this.placed(whole), units.length))
    if (units.length < 2) return [total.with(0, this.word)]
    return [total.with(0, this.word), ...units.map((one) => this.unitRow(one))]
  }

  private placed(values: readonly (string | null)[]): ReportRow {
    const row: (string | null)[] = Array(this.columns.length).fill(null)
    for (const [index, at] of this.places.entries()) row[at] = values[index]!
    return row
  }

  private unitRow({ unit, sums }: UnitSums): ReportRow {
    const row = this.placed(sums).map((value, at) => (isSumOfUnits(this.columns[at]!) ? value : null))
    return row.with(this.unitAt, unit).with(0, this.word)
  }
}
