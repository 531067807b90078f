/** Writing a batch of decided commands, and finding out what became of one. */
import type { Kind, Lot, Movement, Order, Stock } from '../domain/records.ts'
import type { Sales } from '../domain/sales.ts'
import type { Database, Tx } from './database.ts'

/** One row of the command log as it is written. */
export interface CommandRow {
  key: string
  id: string
  /** null: refused. */
  revision: number | null
  at: string
  fingerprint: string
  status: number
  actorType: 'token' | 'user' | 'system'
  actorId: string
  actorName: string
  action: string
  entityType: string
  entityId: string
  summary: string
}

/** A record and its JSON as its table keeps it. */
export interface Written<T> {
  readonly record: T
  readonly json: string
}

export interface OrderItemRow {
  readonly orderId: string
  readonly position: number
  readonly productId: string
  readonly quantity: number
  readonly price: number | null
  readonly amount: number | null
}

/** The kinds that change seldom, and so are written the slow and simple way. */
export const REFERENCE_KINDS = [
  'settings',
  'warehouses',
  'priceTypes',
  'filters',
  'partners',
  'products',
  'organizations',
  'contracts',
  'customFields',
  'purchases',
  'documents',
  'payments',
  'externalLinks',
  'notifications',
  'imports',
  'recognitions',
] as const satisfies readonly Kind[]
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]

/** All that one commit writes. Records that change seldom come as JSON alone. */
export interface Batch extends Sales {
  companyId: string
  expectedRevision: number
  revision: number
  at: string
  totals: string
  counters: string
  commands: CommandRow[]
  /** For each command, the JSON of its result or of its problem; null when it is found in the state as of then. */
  results: (string | null)[]
  /** For each command, the JSON of its entries in the change log; null when it was refused. */
  changes: (string | null)[]
  references: { kind: ReferenceKind; json: string }[]
  stock: Stock[]
  lots: Written<Lot>[]
  orders: Written<Order>[]
  orderItems: OrderItemRow[]
  movements: Written<Movement>[]
  deleted: { kind: string; id: string }[]
}

/** These cannot stand inside JSON text, where control characters are escaped, nor in a header. */
const SEPARATOR = '\u001e'
const NULL = '\u001d'

/** One column of many rows as a PostgreSQL array of numbers, UUIDs or moments, which need no quotes; null for no rows. */
function column<T>(rows: readonly T[], pick: (row: T) => string | number | null | undefined): string | null {
  if (rows.length === 0) return null
  let array = '{'
  for (let index = 0; index < rows.length; index += 1) {
    const value = pick(rows[index]!)
    array += `${index === 0 ? '' : ','}${value ?? 'NULL'}`
  }
  return `${array}}`
}

/** A text that people wrote: what separates texts here becomes a space in the column. The record keeps it as it was. */
function free(text: string | null): string | null {
  if (text === null || !(text.includes(SEPARATOR) || text.includes(NULL))) return text
  return text.replaceAll(SEPARATOR, ' ').replaceAll(NULL, ' ')
}

/** One column of texts, joined. None of them is empty: a single empty text would be no row at all. */
function texts<T>(rows: readonly T[], pick: (row: T) => string | null | undefined): string | null {
  if (rows.length === 0) return null
  let text = pick(rows[0]!) ?? NULL
  for (let index = 1; index < rows.length; index += 1) text += SEPARATOR + (pick(rows[index]!) ?? NULL)
  return text
}

function commandColumns({ commands, results, changes }: Batch): (string | null)[] {
  return [
    texts(commands, (row) => row.key),
    column(commands, (row) => row.id),
    column(commands, (row) => row.revision),
    column(commands, (row) => row.at),
    texts(commands, (row) => row.fingerprint),
    column(commands, (row) => row.status),
    texts(results, (result) => result),
    texts(commands, (row) => row.actorType),
    texts(commands, (row) => row.actorId),
    texts(commands, (row) => free(row.actorName)),
    texts(commands, (row) => row.action),
    texts(commands, (row) => row.entityType),
    texts(commands, (row) => row.entityId),
    texts(commands, (row) => free(row.summary)),
    texts(changes, (entries) => entries),
  ]
}

function stockColumns(rows: Batch['stock']): (string | null)[] {
  return [
    column(rows, (row) => row.productId),
    column(rows, (row) => row.warehouseId),
    column(rows, (row) => row.revision),
    column(rows, (row) => row.onHand),
    column(rows, (row) => row.reserved),
  ]
}

function lotColumns(rows: Batch['lots']): (string | null)[] {
  return [
    column(rows, ({ record }) => record.id),
    column(rows, ({ record }) => record.revision),
    column(rows, ({ record }) => record.productId),
    column(rows, ({ record }) => record.warehouseId),
    column(rows, ({ record }) => record.supplierId),
    column(rows, ({ record }) => record.sourceLotId),
    column(rows, ({ record }) => record.unitCost),
    column(rows, ({ record }) => record.received),
    column(rows, ({ record }) => record.remaining),
    column(rows, ({ record }) => record.receivedAt),
    texts(rows, ({ json }) => json),
  ]
}

function orderColumns(rows: Batch['orders']): (string | null)[] {
  return [
    column(rows, ({ record }) => record.id),
    column(rows, ({ record }) => record.revision),
    texts(rows, ({ record }) => record.number),
    texts(rows, ({ record }) => record.status),
    column(rows, ({ record }) => record.customerId),
    column(rows, ({ record }) => record.warehouseId),
    texts(rows, ({ record }) => free(record.channel)),
    texts(rows, ({ record }) => free(record.externalSource)),
    texts(rows, ({ record }) => free(record.externalId)),
    column(rows, ({ record }) => record.orderedAt),
    column(rows, ({ record }) => record.shippedAt),
    column(rows, ({ record }) => record.total),
    column(rows, ({ record }) => record.cost),
    texts(rows, ({ json }) => json),
  ]
}

function itemColumns(rows: Batch['orderItems']): (string | null)[] {
  return [
    column(rows, (row) => row.productId),
    column(rows, (row) => row.orderId),
    column(rows, (row) => row.position),
    column(rows, (row) => row.quantity),
    column(rows, (row) => row.price),
    column(rows, (row) => row.amount),
  ]
}

/** What a movement does to the stock of its warehouse: 1 in, -1 out; 0: out, and in at the other warehouse. */
function directionOf({ type, reverses }: Movement): -1 | 0 | 1 {
  if (type === 'transfer') return 0
  return type === 'receipt' || (type === 'reversal' && reverses === 'return') ? 1 : -1
}

function movementColumns({ movements: rows, revenues }: Batch): (string | null)[] {
  const draws = rows.flatMap(({ record }) => record.lots.map((draw) => ({ movementId: record.id, ...draw })))
  return [
    column(rows, ({ record }) => record.id),
    column(rows, ({ record }) => record.revision),
    texts(rows, ({ record }) => record.type),
    column(rows, ({ record }) => record.at),
    column(rows, ({ record }) => record.productId),
    column(rows, ({ record }) => record.warehouseId),
    column(rows, ({ record }) => record.toWarehouseId),
    column(rows, ({ record }) => directionOf(record)),
    column(rows, ({ record }) => record.quantity),
    column(rows, ({ record }) => record.good ?? record.quantity),
    column(rows, ({ record }) => record.cost),
    revenues.size === 0 ? null : column(rows, ({ record }) => revenues.get(record.id)),
    column(rows, ({ record }) => record.orderId),
    column(rows, ({ record }) => record.documentId),
    column(rows, ({ record }) => record.purchaseId),
    texts(rows, ({ json }) => json),
    column(draws, (draw) => draw.movementId),
    column(draws, (draw) => draw.lotId),
    column(draws, (draw) => draw.quantity),
    column(draws, (draw) => draw.unitCost),
  ]
}

function saleColumns(rows: Batch['sales']): (string | null)[] {
  return [
    column(rows, (row) => row.shippedAt),
    column(rows, (row) => row.orderId),
    column(rows, (row) => row.productId),
    column(rows, (row) => row.quantity),
    column(rows, (row) => row.revenue),
    column(rows, (row) => row.cost),
    column(rows, (row) => row.unpricedItems),
    column(rows, (row) => row.unpricedCost),
  ]
}

const PARAMETERS = 88
const COMMIT_BATCH = `select commit_batch(${Array.from({ length: PARAMETERS }, (_, index) => `$${index + 1}`).join(',')}) as committed`

/**
 * Commits a batch in one round trip.
 * @returns false, nothing written, when the company is not at the expected revision.
 * Throws unique_violation on `commands_pkey` when a key is already used; then nothing is written either.
 */
export async function commitBatch(connection: Database | Tx, batch: Batch): Promise<boolean> {
  const { rows } = await connection.query<{ committed: boolean }>({
    name: 'commit_batch',
    text: COMMIT_BATCH,
    values: [
      batch.companyId,
      batch.expectedRevision,
      batch.revision,
      batch.at,
      batch.totals,
      batch.counters,
      ...commandColumns(batch),
      texts(batch.references, ({ kind }) => kind),
      texts(batch.references, ({ json }) => json),
      ...stockColumns(batch.stock),
      ...lotColumns(batch.lots),
      ...orderColumns(batch.orders),
      ...itemColumns(batch.orderItems),
      ...movementColumns(batch),
      ...saleColumns(batch.sales),
      batch.deleted.length === 0 ? null : JSON.stringify(batch.deleted),
    ],
  })
  return rows[0]!.committed
}

/** Rows of a table that one statement writes when a batch is written in parts: putting them into words takes some milliseconds. */
const PART_ROWS = 1_000

/** True for a batch with so many rows that it is written in parts. */
export function isLong({ references, stock, lots, movements, sales }: Batch): boolean {
  return [references, stock, lots, movements, sales].some(({ length }) => length > PART_ROWS)
}

/** Commits a long batch within a transaction, one statement after the other. Results and failures as of `commitBatch`. */
export async function commitInParts(tx: Tx, batch: Batch): Promise<boolean> {
  for (const part of partsOf(batch)) if (!(await commitBatch(tx, part))) return false
  return true
}

/** In the order of commit_batch: what is named before what names it. */
function* partsOf(batch: Batch): Generator<Batch> {
  const { revision, commands, results, changes, orders, orderItems, deleted } = batch
  const none = {
    references: [],
    stock: [],
    lots: [],
    orders: [],
    orderItems: [],
    movements: [],
    sales: [],
    deleted: [],
  }
  const later: Batch = { ...batch, ...none, expectedRevision: revision, commands: [], results: [], changes: [] }
  yield { ...batch, ...none, commands, results, changes }
  // Values of a filter go when no product has them any more.
  const others = batch.references.filter(({ kind }) => kind !== 'filters')
  for (const references of inParts(others)) yield { ...later, references }
  yield { ...later, references: batch.references.filter(({ kind }) => kind === 'filters') }
  for (const lots of inParts(batch.lots)) yield { ...later, lots }
  for (const stock of inParts(batch.stock)) yield { ...later, stock }
  yield { ...later, orders, orderItems }
  for (const movements of inParts(batch.movements)) yield { ...later, movements }
  for (const sales of inParts(batch.sales)) yield { ...later, sales }
  yield { ...later, deleted }
}

function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += PART_ROWS) yield rows.slice(at, at + PART_ROWS)
}

/** True for the violation that says that a key of the batch was used before. */
export function isKeyViolation(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'commands_pkey'
}

/**
 * Takes the company's row lock: until the transaction ends no other node can commit. For a node that lost the compare-and-swap
 * several times in a row, and to wait for a commit whose connection broke.
 * @returns the revision.
 */
export async function lockCompany(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    'select revision from companies where company_id = $1 for update',
    [companyId],
  )
  return rows[0]!.revision
}

/** Runs `work` in a read-write transaction of one company. */
export async function writeCompany<T>(database: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await database.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query(`select set_config('app.company_id', $1, true)`, [companyId])
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}
