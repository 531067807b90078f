/** What the cells of a report hold: numbers in main units, moments as people read them, totals. */
import { inLanguage, type Language, type Words } from '../domain/languages.ts'
import type { ReportRow } from '../store/reports.ts'
import type { Column, ColumnKind } from './report-columns.ts'

/** Of the first cell of the row of totals. */
const TOTAL: Words = ['Итого', 'Total']
const DECIMALS: Partial<Record<ColumnKind, number>> = { quantity: 3, money: 2 }

/** An integer of thousandths or hundredths in main units, exact at any size: `-1250` with 2 decimals gives `-12.5`. */
function shiftPoint(integer: string, decimals: number, point: string): string {
  const sign = integer.startsWith('-') ? '-' : ''
  const digits = integer.slice(sign.length).padStart(decimals + 1, '0')
  const whole = `${sign}${digits.slice(0, -decimals)}`
  let end = digits.length
  while (end > digits.length - decimals && digits[end - 1] === '0') end -= 1
  const fraction = digits.slice(digits.length - decimals, end)
  return fraction === '' ? whole : `${whole}${point}${fraction}`
}

export const isNumber = (kind: ColumnKind) => kind !== 'text' && kind !== 'moment'

/** A number as a decimal one. */
export function plain(kind: ColumnKind, value: string, point = '.'): string {
  const decimals = DECIMALS[kind]
  return decimals === undefined ? value.replace('.', point) : shiftPoint(value, decimals, point)
}

/** A moment as spreadsheets read it: `2026-03-01 13:00:00`, in the report's time zone. */
export function localTimes(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/** Adds up what the columns total, exactly. */
export class Totals {
  private readonly columnCount: number
  /** The places of the columns that are totalled, and their sums. */
  private readonly places: readonly number[]
  private readonly sums: bigint[]
  private readonly word: string

  constructor(columns: readonly Pick<Column, 'isTotalled'>[], language: Language) {
    this.word = inLanguage(TOTAL, language)
    this.columnCount = columns.length
    this.places = columns.flatMap(({ isTotalled }, at) => (isTotalled ? [at] : []))
    this.sums = this.places.map(() => 0n)
  }

  add(row: ReportRow): void {
    for (let index = 0; index < this.places.length; index += 1) this.sums[index]! += BigInt(row[this.places[index]!]!)
  }

  /** The last row of a table. */
  row(): ReportRow {
    const row: (string | null)[] = Array(this.columnCount).fill(null)
    row[0] = this.word
    for (const [index, at] of this.places.entries()) row[at] = String(this.sums[index])
    return row
  }
}
