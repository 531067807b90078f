/** What the cells of a report hold: numbers in main units, moments as people read them, totals. */
import type { ReportRow } from '../store/reports.ts'
import type { Column, ColumnKind } from './report-columns.ts'

/** Of the first cell of the row of totals. */
export const TOTAL = 'Итого'
const DECIMALS: Partial<Record<ColumnKind, number>> = { quantity: 3, money: 2 }

/** An integer of thousandths or hundredths in main units, exact at any size: `-1250` with 2 decimals gives `-12.5`. */
function shiftPoint(integer: string, decimals: number): string {
  const sign = integer.startsWith('-') ? '-' : ''
  const digits = integer.slice(sign.length).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}

export const isNumber = (kind: ColumnKind) => kind !== 'text' && kind !== 'moment'

/** A value as a decimal number, or as it is. */
export function plain(kind: ColumnKind, value: string): string {
  const decimals = DECIMALS[kind]
  return decimals === undefined ? value : shiftPoint(value, decimals)
}

/** A moment as spreadsheets read it: `2026-03-01 13:00:00`, in the report's time zone. */
export function localTimes(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/** Adds up what the columns total, exactly. */
export class Totals {
  private readonly columns: readonly Pick<Column, 'isTotalled'>[]
  private readonly sums: bigint[]

  constructor(columns: readonly Pick<Column, 'isTotalled'>[]) {
    this.columns = columns
    this.sums = columns.map(() => 0n)
  }

  add(row: ReportRow): void {
    for (const [at, { isTotalled }] of this.columns.entries()) if (isTotalled) this.sums[at]! += BigInt(row[at]!)
  }

  /** The last row of a table. */
  row(): ReportRow {
    return this.columns.map(({ isTotalled }, at) => (isTotalled ? String(this.sums[at]) : at === 0 ? TOTAL : null))
  }
}
