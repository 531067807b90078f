/** Totals and counters in the form stored in the company's row. */
import { type Counters, emptyCounters, emptyTotals, type Totals } from '../domain/books.ts'

/**
 * Serializes totals as JSON for the database. The stock value is a string, because it may be too large for an exact
 * JSON number.
 */
export function packTotals(totals: Totals): string {
  return JSON.stringify({ ...totals, stockValue: String(totals.stockValue) })
}

export function unpackTotals(json: string): Totals {
  const packed = JSON.parse(json) as Record<keyof Totals, number | string>
  return { ...emptyTotals(), ...packed, stockValue: BigInt(packed.stockValue) } as Totals
}

export function unpackCounters(json: string): Counters {
  return { ...emptyCounters(), ...(JSON.parse(json) as Partial<Counters>) }
}
