/** Where a page of a list or report ends: opaque to clients, so that what it holds may change. */
import { hash } from 'node:crypto'
import safeStableStringify from 'safe-stable-stringify'
import type { Position } from '../domain/lists.ts'
import { isWithinYears, readMoment } from '../domain/moments.ts'
import { invalid, type Refusal } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'

/**
 * What a cursor belongs to: it is no good for another list, report, sort or filter, in whichever order they are asked, nor after a restore.
 * `epoch`: of the history (store/epoch.ts).
 */
export function marksOf(epoch: string, ...of: readonly unknown[]): string {
  return hash('sha256', String(safeStableStringify([epoch, ...of])), 'base64url').slice(0, 10)
}

export function writeCursor(marks: string, place: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify([marks, ...place])).toString('base64url')
}

/**
 * The place that a cursor holds. Refuses one that was not given out for this list with this sort and these filters. Anyone can write one that
 * looks right: whoever reads the place checks what is in it.
 */
export function readCursor(marks: string, cursor: string): unknown[] {
  const read = parse(cursor)
  if (!Array.isArray(read)) throw badCursor()
  if (read[0] !== marks)
    throw invalid(
      'query/cursor',
      'belongs to another list, report, sort or filter, or to data before a restore; begin again without it',
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
  return invalid('query/cursor', 'is not a cursor that was given out here', 'NOT_VALID')
}

/** As PostgreSQL prints it. */
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

/** What a cursor holds as a place in a list that is sorted by keys of this type; null: by the id alone. Refuses what is none. */
export function placeIn([key, id, ...more]: unknown[], type: KeyType | null): Position {
  const isKey = type === null ? key === null : typeof key === 'string' && IS_KEY[type](key)
  if (!isKey || typeof id !== 'string' || !isIssuedId(id) || more.length > 0) throw badCursor()
  return { key: key as string | null, id }
}

/** A page of a list, each of its records as JSON. */
export interface ListPage {
  readonly items: readonly string[]
  readonly nextCursor: string | null
}

export function pageUpTo(items: readonly string[], marks: string, next: Position | null): ListPage {
  return { items, nextCursor: next === null ? null : writeCursor(marks, [next.key, next.id]) }
}

/** A page as JSON: `{items, nextCursor}`, and `totals` of the whole list, printed already, when they were asked. */
export function printPage({ items, nextCursor }: ListPage, totals?: string): string {
  const cursor = nextCursor === null ? 'null' : `"${nextCursor}"`
  const added = totals === undefined ? '' : `,"totals":${totals}`
  return `{"items":[${items.join(',')}],"nextCursor":${cursor}${added}}`
}
