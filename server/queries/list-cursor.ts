/** Where a page of a list ends: opaque to clients, so that what it holds may change. */
import { hash } from 'node:crypto'
import { invalid, type Refusal } from '../domain/refusals.ts'

/** What a cursor belongs to: it is no good for another list, sort or filter. */
export function marksOf(...of: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(of), 'base64url').slice(0, 10)
}

export function writeCursor(marks: string, place: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify([marks, ...place])).toString('base64url')
}

/** The place that a cursor holds. Refuses one that was not given out for this list with this sort and these filters. */
export function readCursor(marks: string, cursor: string): unknown[] {
  const read = parse(cursor)
  if (!Array.isArray(read)) throw badCursor()
  if (read[0] !== marks)
    throw invalid('query/cursor', 'belongs to another list, sort or filter; begin again without it')
  return read.slice(1)
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

export function badCursor(): Refusal {
  return invalid('query/cursor', 'is not a cursor that this list gave out')
}
