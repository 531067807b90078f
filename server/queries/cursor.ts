/**
 * A cursor states where a page of a list or report ends. Clients must treat it as opaque, so that its content may
 * change.
 */
import { hash } from 'node:crypto'
import safeStableStringify from 'safe-stable-stringify'
import type { Position } from '../domain/lists.ts'
import { isWithinYears, readMoment } from '../domain/moments.ts'
import { invalid, type Refusal } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'

/**
 * Returns a fingerprint of the list or report to which a cursor belongs. A cursor is refused for another list, report,
 * sort or filter, and after a restore. The order of filters does not matter. `epoch`: identifies the history
 * (store/epoch.ts).
 */
export function marksOf(epoch: string, ...of: readonly unknown[]): string {
  return hash('sha256', String(safeStableStringify([epoch, ...of])), 'base64url').slice(0, 10)
}

export function writeCursor(marks: string, place: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify([marks, ...place])).toString('base64url')
}

/**
 * Returns the position in the list that a cursor contains. Refuses a cursor that was not issued for this list with this
 * sort and these filters. Anyone can forge a cursor that looks valid, so the code that uses the position must check its
 * content.
 */
export function readCursor(marks: string, cursor: string): unknown[] {
  const read = parse(cursor)
  if (!Array.isArray(read)) throw badCursor()
  if (read[0] !== marks)
    throw invalid(
      'query/cursor',
      'belongs to another list, report, sort or filter, or to data before a restore; start again without it',
      'NOT_VALID',
    )
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
  return invalid('query/cursor', 'is not a cursor issued by this service', 'NOT_VALID')
}

/** Matches a time as PostgreSQL formats it. */
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/

const IS_KEY: Readonly<Record<KeyType, (key: string) => boolean>> = {
  uuid: isIssuedId,
  timestamptz: isTime,
  text: (key) => key.isWellFormed() && !key.includes('\u0000'),
}

function isTime(key: string): boolean {
  const at = TIME.test(key) ? readMoment(key.replace('+00', 'Z')) : null
  return at !== null && isWithinYears(at)
}

export type KeyType = 'text' | 'timestamptz' | 'uuid'

/**
 * Reads a position from a cursor of a list that is sorted by keys of this type, or by id alone when the type is null.
 * Refuses any other content.
 */
export function placeIn([key, id, ...more]: unknown[], type: KeyType | null): Position {
  const isKey = type === null ? key === null : typeof key === 'string' && IS_KEY[type](key)
  if (!isKey || typeof id !== 'string' || !isIssuedId(id) || more.length > 0) throw badCursor()
  return { key: key as string | null, id }
}

/** A page of a list, with each of its records as JSON. */
export interface ListPage {
  readonly items: readonly string[]
  readonly nextCursor: string | null
}

export function pageUpTo(items: readonly string[], marks: string, next: Position | null): ListPage {
  return { items, nextCursor: next === null ? null : writeCursor(marks, [next.key, next.id]) }
}

/**
 * Formats a page as JSON: `{items, nextCursor}`. `totals`: the totals of the whole list, already formatted, if
 * requested.
 */
export function printPage({ items, nextCursor }: ListPage, totals?: string): string {
  const cursor = nextCursor === null ? 'null' : `"${nextCursor}"`
  const added = totals === undefined ? '' : `,"totals":${totals}`
  return `{"items":[${items.join(',')}],"nextCursor":${cursor}${added}}`
}
