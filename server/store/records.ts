/** Reads records in the form in which their tables store them: as JSON strings. */
import pg from 'pg'
import { aboutKind } from '../domain/kinds.ts'
import {
  FINISHED_STATUSES,
  type FinishableKind,
  isFinishable,
  type Kind,
  MAX_FINISHED_SHOWN,
  openStatuses,
} from '../domain/records.ts'
import type { Tx } from './database.ts'

/** The table for records of all kinds that need no columns of their own. */
export const PLAIN_TABLE = 'plain_records'

export const tableOf = (kind: Kind): string => aboutKind(kind).table ?? PLAIN_TABLE

export const hasTable = (kind: Kind): boolean => aboutKind(kind).table !== undefined

/** Returns the extra condition that selects a kind's rows in a table shared by several kinds. */
export const ofKind = (kind: Kind): string => (hasTable(kind) ? '' : ` and kind = '${kind}'`)

/** Returns the SQL after `from` that selects the rows of a kind in company `$1`. */
export const rowsOf = (kind: Kind): string => `${tableOf(kind)} where company_id = $1${ofKind(kind)}`

/**
 * An SQL expression that builds a stock row in the form used in memory. The table of stock has no record column,
 * because all values are in columns of their own.
 */
const STOCK_RECORD = `json_strip_nulls(json_build_object('productId', product_id, 'warehouseId', warehouse_id, 'onHand', on_hand_milli,
  'reserved', reserved_milli, 'available', on_hand_milli - reserved_milli, 'waiting', nullif(waiting_milli, 0), 'revision', revision))::text`

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** Returns the statement that reads the records of a kind that belong in memory, in key order. */
function loaderOf(kind: Kind): string {
  if (kind === 'settings') return 'select record from settings where company_id = $1'
  if (kind === 'stock')
    return `select ${STOCK_RECORD} from stock where company_id = $1 order by product_id, warehouse_id`
  if (kind === 'lots') return 'select record from lots where company_id = $1 and is_open order by id'
  if (!isFinishable(kind)) return `select record from ${rowsOf(kind)} order by id`
  // The statuses are listed in two conditions instead of one condition and its negation, because there is a partial
  // index for each of the two.
  const finished = `status in (${quoted(FINISHED_STATUSES[kind])})`
  return `(select record, id from ${rowsOf(kind)} and status in (${quoted(openStatuses(kind))}))
          union all
          (select record, id from ${rowsOf(kind)} and ${finished} order by id desc limit ${MAX_FINISHED_SHOWN})
          order by id`
}

/**
 * The number of records that are read together. Their texts are dropped before the next records arrive, so the garbage
 * collector need not copy the texts of a whole kind.
 */
const READ_TOGETHER = 1_000

const cursorOf = (kind: Kind) => `load_${kind.toLowerCase()}`

/** Opens a cursor for each of these kinds, for `fetchRecords`, in one round trip. The transaction must stay open. */
export async function openRecords(tx: Tx, companyId: string, kinds: readonly Kind[]): Promise<void> {
  const company = pg.escapeLiteral(companyId)
  const declared = kinds.map((kind) => {
    return `declare ${cursorOf(kind)} no scroll cursor for ${loaderOf(kind).replaceAll('$1', company)}`
  })
  // Tell the planner that all rows will be read.
  await tx.query([`select set_config('cursor_tuple_fraction', '1', true)`, ...declared].join(';'))
}

/** Reads the next records of a kind, in key order, and states whether they are the last. */
export async function fetchRecords(tx: Tx, kind: Kind): Promise<{ texts: string[]; areLast: boolean }> {
  const { rows } = await tx.query<[string]>({
    text: `fetch forward ${READ_TOGETHER} from ${cursorOf(kind)}`,
    rowMode: 'array',
  })
  return { texts: rows.map((row) => row[0]), areLast: rows.length < READ_TOGETHER }
}

/** Reads the records of one kind that belong in memory, in key order. */
export async function loadRecords(tx: Tx, companyId: string, kind: Kind): Promise<string[]> {
  const { rows } = await tx.query<[string]>({ text: loaderOf(kind), values: [companyId], rowMode: 'array' })
  return rows.map((row) => row[0])
}

function finderOf(kind: Kind): string {
  if (kind === 'settings') return `select record from settings where company_id = $1 and 'settings' = any($2::text[])`
  if (kind === 'stock')
    return `select ${STOCK_RECORD}
              from stock
             where company_id = $1 and product_id = any ($2) and product_id || '/' || warehouse_id = any ($3::text[])`
  const notRejected = kind === 'imports' ? ` and status <> 'rejected'` : ''
  return `select record from ${rowsOf(kind)} and id = any($2)${notRejected}`
}

/**
 * Returns records of one kind by their keys, as JSON strings in no particular order. Keys without a record are omitted.
 */
export async function findRecords(tx: Tx, companyId: string, kind: Kind, keys: string[]): Promise<string[]> {
  // Pass ids as separate values, because under row-level security a cast of a key column would prevent the use of the
  // index.
  const productIds = kind === 'stock' ? [[...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))]] : []
  const values = [companyId, ...productIds, keys]
  const { rows } = await tx.query<[string]>({ text: finderOf(kind), values, rowMode: 'array' })
  return rows.map((row) => row[0])
}

/**
 * Returns the newest finished records of a kind that have not changed since a revision. Used to rebuild the state at
 * that revision.
 */
export async function listFinishedAsOf(
  tx: Tx,
  companyId: string,
  kind: FinishableKind,
  asOf: { readonly revision: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    `select record
       from ${rowsOf(kind)} and status in (${quoted(FINISHED_STATUSES[kind])}) and revision <= $2
      order by id desc
      limit $3`,
    [companyId, asOf.revision, asOf.limit],
  )
  return rows.map((row) => row.record)
}
