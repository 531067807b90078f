/** Deciding commands over the books: every command sees what those before it decided; nothing is committed yet. */
import type { Facts, Result } from '../commands/define.ts'
import { lowStockNotices } from '../commands/low-stock.ts'
import { type Applied, applyChange, type Books, type Counters, type Totals, undoChange } from '../domain/books.ts'
import {
  type AnyRecord,
  type Change,
  isHistoryKind,
  type Kind,
  type Movement,
  type Order,
  type RecordOf,
} from '../domain/records.ts'
import { problemOf, Refusal } from '../domain/refusals.ts'
import { type Sales, salesOf } from '../domain/sales.ts'
import { type Batch, type CommandRow, type OrderItemRow, REFERENCE_KINDS, type Written } from '../store/commits.ts'
import { printLogEntry } from './change-log.ts'
import type { CompanyClock } from './clock.ts'
import { printKept } from './kept-records.ts'
import { packTotals } from './records.ts'
import type { CommandRequest } from './request.ts'
import { serializeRecord } from './serialize.ts'

export type Decided = {
  readonly request: CommandRequest
  readonly at: string
  readonly row: CommandRow
  /** JSON of the result, or of the problem. */
  readonly result: string
  /** What is stored of it: null when a replay finds the result in the state as of then. */
  readonly storedResult: string | null
  /** The command's entries in the change log, as JSON; null when refused. */
  readonly log: string | null
  readonly changes: readonly Change[]
  /** The totals after the command. */
  readonly totals: Totals
}

/** Commands that are committed together at most. */
const MAX_BATCH_COMMANDS = 128
/** Changes of a batch that takes no more commands. */
const MAX_BATCH_CHANGES = 1_000
/** A command with more changes is decided, committed and applied in steps, by itself. */
const LONG_CHANGES = 500
/** Changes of such a command that are printed, or applied to the books, in one step: less than a millisecond. */
const STEP_CHANGES = 50

/** Each record as it is last in the batch, with its JSON, by kind and id; null = deleted. */
type Latest = Map<Kind, Map<string, Written<AnyRecord> | null>>

export interface DecidingCompany {
  readonly id: string
  readonly books: Books
  readonly clock: CompanyClock
  /** The revision on which the batch builds. */
  readonly revision: number
}

/** A batch in the making: commands are decided over the books one after the other, until it is closed or undone. */
export class OpenBatch {
  readonly decided: Decided[] = []
  private readonly company: DecidingCompany
  private readonly totals: Totals
  private readonly counters: Counters
  private readonly latest: Latest = new Map()
  /** The items of the orders that got other ones, as they are last in the batch, by the order's id. */
  private readonly orderItems = new Map<string, OrderItemRow[]>()
  /** Orders that became shipped, as they did. */
  private readonly shipped: Order[] = []
  private readonly applied: Applied[] = []
  private revision: number

  constructor(company: DecidingCompany) {
    this.company = company
    this.revision = company.revision
    this.totals = { ...company.books.totals }
    this.counters = { ...company.books.counters }
  }

  /** True when the batch has so many records that its commit would keep the thread: the next command goes into the next batch. */
  get isFull(): boolean {
    return this.decided.length >= MAX_BATCH_COMMANDS || this.applied.length > MAX_BATCH_CHANGES
  }

  /**
   * Decides one more command. One that its rule refuses changes nothing and is answered with the problem. An error that is no
   * Refusal is a bug: it is thrown, and the books are as before the command.
   * @returns false when it changes so many records that it must be decided in steps: nothing was done.
   */
  decide(request: CommandRequest, facts: Facts): boolean {
    // A step ends before the books are touched.
    return this.decideInSteps(request, facts).next().done === true
  }

  /** The same in steps of some milliseconds; one, when the command changes few records. Nothing else may use the books meanwhile. */
  *decideInSteps(request: CommandRequest, facts: Facts): Generator<void, void> {
    const { books, clock } = this.company
    const at = clock.tick()
    const row = newRow(request, this.revision + 1, at, clock.newId())
    try {
      yield* this.run({ request, at, row }, this.stillTrue(facts))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const problem = problemOf(error.code, error.message, error.extras, request.requestId)
      row.revision = null
      row.status = problem.status
      row.entityId = Object.values(request.params)[0] ?? '-'
      row.summary = `${error.code}: ${error.message}`
      const result = JSON.stringify(problem)
      const { totals } = books
      this.decided.push({ request, at, row, result, storedResult: result, log: null, changes: [], totals })
    }
  }

  private *run({ request, at, row }: Pick<Decided, 'request' | 'at' | 'row'>, facts: Facts): Generator<void, void> {
    const { books, clock } = this.company
    const { command, params, body } = request
    const context = { now: at, revision: this.revision + 1, newId: () => clock.newId() }
    const decision = command.decide(books, { params, body, facts }, context)
    const notices = lowStockNotices(books, decision.changes, context)
    const changes = notices.length === 0 ? decision.changes : [...decision.changes, ...notices]
    // All that can go wrong goes wrong before the books are touched.
    const result = printResult(decision.result)
    const texts: string[] = []
    for (const change of changes) {
      texts.push(textOf(change, decision.result, result))
      if (endsStep(texts.length, changes)) yield
    }
    row.action = decision.action ?? command.action
    row.entityId = idOf(decision.result)
    row.summary = decision.summary
    const log = yield* this.apply(changes, texts)
    this.revision += 1
    const storedResult = isFoundInState(decision.result) ? null : result
    this.decided.push({ request, at, row, result, storedResult, log, changes, totals: { ...books.totals } })
  }

  /** Facts were read before the batch: a record that a command of this batch deleted is gone all the same. */
  private stillTrue(facts: Facts): Facts {
    const { records, idByExternalId } = facts
    if (records === undefined && idByExternalId == null) return facts
    const isDeleted = (kind: Kind, id: string) => this.latest.get(kind)?.get(id) === null
    const isFree =
      idByExternalId != null && (isDeleted('orders', idByExternalId) || isDeleted('purchases', idByExternalId))
    return {
      ...facts,
      ...(records === undefined ? {} : { records: records.filter(({ kind, record }) => !isDeleted(kind, record.id)) }),
      ...(isFree ? { idByExternalId: null } : {}),
    }
  }

  /** Puts the books back as they were before the batch. Batches are undone newest first. */
  undo(): void {
    const { books } = this.company
    for (const { inverse } of this.applied.reverse()) undoChange(books, inverse)
    this.applied.length = 0
    Object.assign(books.totals, this.totals)
    Object.assign(books.counters, this.counters)
  }

  /** All that must be written. Called before any later batch is opened. */
  close(): Batch {
    const { company, decided } = this
    const deleted: Batch['deleted'] = []
    const writtenOf = <K extends Kind>(kind: K): Written<RecordOf[K]>[] => {
      const written: Written<RecordOf[K]>[] = []
      for (const [id, latest] of this.latest.get(kind) ?? []) {
        if (latest === null) deleted.push({ kind, id })
        else written.push(latest as Written<RecordOf[K]>)
      }
      return written
    }
    const references = REFERENCE_KINDS.flatMap((kind) => writtenOf(kind).map(({ json }) => ({ kind, json })))
    const orders = writtenOf('orders')
    // An order that the same batch deletes again has no items to write.
    for (const { id } of deleted) this.orderItems.delete(id)
    const movements = writtenOf('movements')
    return {
      companyId: company.id,
      expectedRevision: company.revision,
      revision: this.revision,
      at: decided.at(-1)!.at,
      totals: packTotals(company.books.totals),
      counters: JSON.stringify(company.books.counters),
      commands: decided.map((one) => one.row),
      results: decided.map((one) => one.storedResult),
      changes: decided.map((one) => one.log),
      references,
      stock: writtenOf('stock').map(({ record }) => record),
      lots: writtenOf('lots'),
      orders,
      orderItems: [...this.orderItems.values()].flat(),
      movements,
      ...salesOfAll(
        this.shipped,
        movements.map(({ record }) => record),
      ),
      deleted,
    }
  }

  /** Applies a command's changes to the books and prints its entries in the change log. `texts`: each record as JSON. */
  private *apply(changes: readonly Change[], texts: readonly string[]): Generator<void, string> {
    let log = ''
    for (const [position, change] of changes.entries()) {
      if (endsStep(position, changes)) yield
      const applied = applyChange(this.company.books, change)
      this.applied.push(applied)
      const records = this.latest.get(change.kind) ?? new Map<string, Written<AnyRecord> | null>()
      this.latest.set(change.kind, records)
      records.set(change.id, change.record === null ? null : { record: change.record, json: texts[position]! })
      if (change.kind === 'orders' && change.record !== null && hasOtherItems(change.record, applied.before))
        this.orderItems.set(change.id, itemRows(change.record))
      if (change.kind === 'orders' && change.record?.status === 'shipped' && isNewlyShipped(applied.before))
        this.shipped.push(change.record)
      // What stands in no state is not looked for in the log, which would only repeat its table.
      if (!isHistoryKind(change.kind)) log += `${log === '' ? '' : ','}${printLogEntry(change, applied.before)}`
    }
    return `[${log}]`
  }
}

export interface DecidedBatch {
  readonly decided: readonly Decided[]
  readonly batch: Batch
  undo(): void
}

/** Decides a whole list of requests, in steps. When one fails with a bug, the books are put back and the error is thrown. */
export function* decideBatch(
  company: DecidingCompany,
  requests: readonly { request: CommandRequest; facts: Facts }[],
): Generator<void, DecidedBatch> {
  const open = new OpenBatch(company)
  try {
    for (const { request, facts } of requests) {
      yield* open.decideInSteps(request, facts)
      yield
    }
  } catch (error) {
    open.undo()
    throw error
  }
  return { decided: open.decided, batch: open.close(), undo: () => open.undo() }
}

function newRow(
  { key, fingerprint, actor, command }: CommandRequest,
  revision: number,
  at: string,
  id: string,
): CommandRow {
  return {
    key,
    id,
    revision,
    at,
    fingerprint,
    status: 200,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    action: command.action,
    entityType: command.entity,
    entityId: '',
    summary: '',
  }
}

function endsStep(position: number, { length }: readonly Change[]): boolean {
  return length > LONG_CHANGES && position % STEP_CHANGES === 0
}

/** An order that was just placed is open, and so stands in the state of its revision: storing it a third time would only cost. */
function isFoundInState(result: Result): boolean {
  if (!('record' in result) || result.kind !== 'orders') return false
  const { status, createdAt, updatedAt } = result.record
  return status === 'new' && createdAt === updatedAt
}

/**
 * A changed record as its table keeps it; empty when none is written, for what is deleted and for stock, which stands in columns alone.
 * `shown`: the result as it was printed.
 */
function textOf({ kind, record }: Change, result: Result, shown: string): string {
  if (record === null || kind === 'stock') return ''
  const isResult = 'record' in result && result.record === record && result.extra === undefined
  return printKept<Kind>(kind, record, isResult ? shown : undefined)
}

function itemRows({ id, items }: Order): OrderItemRow[] {
  return items.map(({ productId, quantity, price, amount }, position) => ({
    orderId: id,
    position,
    productId,
    quantity,
    price,
    amount,
  }))
}

function hasOtherItems({ items }: Order, before: AnyRecord | null): boolean {
  return before === null || (before as Order).items !== items
}

function isNewlyShipped(before: AnyRecord | null): boolean {
  return before === null || (before as Order).status !== 'shipped'
}

/** The sales of a batch: those of each order that it ships, from the movements that it ships it with. */
function salesOfAll(orders: readonly Order[], movements: readonly Movement[]): Sales {
  const ofOrder = new Map<string, Movement[]>(orders.map(({ id }) => [id, []]))
  for (const movement of movements) if (movement.type === 'shipment') ofOrder.get(movement.orderId!)!.push(movement)
  const each = orders.map((order) => salesOf(order, ofOrder.get(order.id)!))
  return {
    sales: each.flatMap(({ sales }) => sales),
    revenues: new Map(each.flatMap(({ revenues }) => [...revenues])),
  }
}

function idOf(result: Result): string {
  if ('deleted' in result) return result.deleted
  return 'id' in result.record ? result.record.id : result.kind
}

function printResult(result: Result): string {
  if ('deleted' in result) return `{"id":${JSON.stringify(result.deleted)},"deleted":true}`
  const json = serializeRecord(result.kind, result.record as never)
  if (result.extra === undefined) return json
  return `${json.slice(0, -1)},${JSON.stringify(result.extra).slice(1)}`
}
