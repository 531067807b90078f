/**
 * Decides commands on the books. Each command is decided on the results of the earlier commands, even before these are
 * committed.
 */
import type { Prefetched, Result } from '../commands/define.ts'
import { lowStockNotices } from '../commands/low-stock.ts'
import { withWaiting } from '../commands/waiting.ts'
import { type Applied, applyChange, type Books, type Counters, type Totals, undoChange } from '../domain/books.ts'
import { beyondLimit } from '../domain/limits.ts'
import {
  type Change,
  type CustomerReturn,
  isHistoryKind,
  type Kind,
  type Lot,
  type Movement,
  type Shipment,
  type Stock,
} from '../domain/records.ts'
import { problemOfRule, Refusal } from '../domain/refusals.ts'
import { salesOf, salesReturned, salesTakenBack } from '../domain/sales.ts'
import { concat, openEnd, type Text } from '../domain/text.ts'
import type { Batch, CommandRow } from '../store/batches.ts'
import type { Image } from '../store/fresh-images.ts'
import { AfterImages } from './after-images.ts'
import { BundleRowsOf, type FinishedHead, finishedBeside } from './beside-changes.ts'
import { printLogEntry } from './change-log.ts'
import type { CompanyClock } from './clock.ts'
import { packTotals } from './packed-totals.ts'
import type { CommandRequest } from './request.ts'
import { serializeText } from './serialize.ts'
import { printStoredRecordText } from './stored-records.ts'

export type Decided = {
  readonly request: CommandRequest
  readonly at: string
  readonly row: CommandRow
  /** The result of the command, or the problem of a refused command, as JSON. */
  readonly result: Text
  /**
   * The part of the result to store, or null when a repeated command can take the result from the state at its
   * revision.
   */
  readonly storedResult: Text | null
  /** The command's entries in the change log, as JSON; null when the command was refused. */
  readonly log: string | null
  /** The command's after-images, as JSON; null when the command was refused. */
  readonly after: Text | null
  /** The command's after-images one by one, used to update the tables; empty when the command was refused. */
  readonly images: readonly Image[]
  readonly changes: readonly Change[]
  /** The totals after the command. */
  readonly totals: Totals
}

/** The maximum number of commands in one commit. */
const MAX_BATCH_COMMANDS = 128
/** The number of changes from which a batch takes no more commands. */
const MAX_BATCH_CHANGES = 1_000
/** The number of changes from which a command is decided, committed and applied in steps and on its own. */
export const LONG_CHANGES = 500
/**
 * How many changes of a long command are serialized or applied to the books in one step, which takes less than a
 * millisecond.
 */
const STEP_CHANGES = 50

export interface DecidingCompany {
  readonly id: string
  readonly books: Books
  readonly clock: CompanyClock
  readonly finished: FinishedHead
  /** The revision on which the batch is based. */
  readonly revision: number
  /** How many products the company may have; null without a limit. */
  readonly productLimit: number | null
}

/**
 * A batch that is still open: commands are decided on the books one after another, until the batch is closed or undone.
 */
export class OpenBatch {
  readonly decided: Decided[] = []
  private readonly company: DecidingCompany
  private readonly totals: Totals
  private readonly counters: Counters
  private readonly finishedIds: FinishedHead['ids']
  /** The records deleted by the commands so far, by kind and id. */
  private readonly deleted = new Set<string>()
  /** Numbers in the written records that must not be negative. The database checks them too. */
  private readonly figures: number[] = []
  private readonly applied: Applied[] = []
  private revision: number

  constructor(company: DecidingCompany) {
    this.company = company
    this.revision = company.revision
    this.totals = { ...company.books.totals }
    this.counters = { ...company.books.counters }
    this.finishedIds = company.finished.ids
  }

  /**
   * Whether the batch is so large that committing more would block the thread. The next command then goes into the next
   * batch.
   */
  get isFull(): boolean {
    return this.decided.length >= MAX_BATCH_COMMANDS || this.applied.length > MAX_BATCH_CHANGES
  }

  /**
   * Decides one more command. A command refused by its rule changes nothing and is answered with the problem. Any
   * other error is a bug: it is thrown, and the books are as before the command. @returns false, without having done
   * anything, when the command changes so many records that it must be decided in steps.
   */
  decide(request: CommandRequest, facts: Prefetched): boolean {
    // At this point a long command can still be abandoned, because the first step ends before the books are changed.
    return this.decideInSteps(request, facts).next().done === true
  }

  /**
   * Decides one command in steps of some milliseconds; a command with few changes takes one step. Nothing else may use
   * the books until the last step has been taken.
   */
  *decideInSteps(request: CommandRequest, facts: Prefetched): Generator<void, void> {
    const { books, clock } = this.company
    const at = clock.tick()
    const row = newRow(request, this.revision + 1, at, clock.newId())
    try {
      yield* this.run({ request, at, row }, this.stillTrue(facts))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const problem = problemOfRule(error, request.requestId)
      row.revision = null
      row.status = problem.status
      row.entityId = Object.values(request.params)[0] ?? '-'
      row.summary = `${error.code}: ${error.message}`
      const result = JSON.stringify(problem)
      const nothing = { log: null, after: null, images: [], changes: [], totals: books.totals }
      this.decided.push({ request, at, row, result, storedResult: result, ...nothing })
    }
  }

  private *run(
    { request, at, row }: Pick<Decided, 'request' | 'at' | 'row'>,
    facts: Prefetched,
  ): Generator<void, void> {
    const { books, clock } = this.company
    const { command, params, body } = request
    const { view, actor, role } = request
    const context = { now: at, revision: this.revision + 1, view, actor, role, newId: () => clock.newId() }
    const decided = command.decide(books, { params, body, facts }, context)
    refuseBeyondProducts(books, decided.changes, this.company.productLimit)
    const decision = yield* withWaiting(books, decided, context)
    const notices = lowStockNotices(books, decision.changes, context)
    const changes = notices.length === 0 ? decision.changes : [...decision.changes, ...notices]
    // Do everything that can fail before changing the books.
    const result = printResult(decision.result)
    const texts: Text[] = []
    for (const change of changes) {
      texts.push(textOf(change, decision.result, result))
      if (endsStep(texts.length, changes)) yield
    }
    row.action = decision.logged.action
    row.entityId = idOf(decision.result)
    row.figures = JSON.stringify(decision.logged.figures)
    const left = yield* this.apply(changes, texts)
    this.revision += 1
    const storedResult = isFoundInLog(decision.result) ? null : result
    this.decided.push({ request, at, row, result, storedResult, ...left, changes, totals: { ...books.totals } })
  }

  /**
   * Updates prefetched facts with the changes that the batch has made since: records that its commands deleted no
   * longer exist.
   */
  private stillTrue(facts: Prefetched): Prefetched {
    const { records, idByExternalId } = facts
    if (records === undefined && idByExternalId == null) return facts
    const isDeleted = (kind: Kind, id: string) => this.deleted.has(`${kind} ${id}`)
    const isFree =
      idByExternalId != null && (isDeleted('orders', idByExternalId) || isDeleted('purchases', idByExternalId))
    return {
      ...facts,
      ...(records === undefined ? {} : { records: records.filter(({ kind, record }) => !isDeleted(kind, record.id)) }),
      ...(isFree ? { idByExternalId: null } : {}),
    }
  }

  /**
   * Restores the books to their state before the batch. If there are several batches, the newest must be undone first.
   */
  undo(): void {
    const { books, finished } = this.company
    for (const { inverse } of this.applied.reverse()) undoChange(books, inverse)
    this.applied.length = 0
    Object.assign(books.totals, this.totals)
    Object.assign(books.counters, this.counters)
    finished.ids = this.finishedIds
  }

  /** Returns all rows that the batch must write. Call it before opening a later batch. */
  close(): Batch {
    const { company, decided, figures } = this
    return {
      companyId: company.id,
      expectedRevision: company.revision,
      revision: this.revision,
      at: decided.at(-1)!.at,
      totals: packTotals(company.books.totals),
      counters: JSON.stringify(company.books.counters),
      figures,
      commands: decided.map((one) => one.row),
      results: decided.map((one) => one.storedResult),
      changes: decided.map((one) => one.log),
      after: decided.map((one) => one.after),
    }
  }

  /**
   * Applies a command's changes to the books, and serializes the records before and after the changes for the log.
   * `texts`: each record as JSON.
   */
  private *apply(
    changes: readonly Change[],
    texts: readonly Text[],
  ): Generator<void, { log: string; after: Text; images: readonly Image[] }> {
    const { books, finished } = this.company
    const after = new AfterImages()
    const bundleRows = new BundleRowsOf(books, changes)
    const done: { change: Change; before: Change['record'] }[] = []
    const shipments: Shipment[] = []
    let log = ''
    for (const [position, change] of changes.entries()) {
      if (endsStep(position, changes)) yield
      const applied = applyChange(books, change)
      this.applied.push(applied)
      done.push({ change, before: applied.before })
      after.add(change, texts[position]!)
      this.note(change)
      if (isMoved(change)) shipments.push(change.record)
      // Records that are not part of the state are not logged, because no earlier state needs them.
      if (!isHistoryKind(change.kind)) log += `${log === '' ? '' : ','}${printLogEntry(change, applied.before)}`
    }
    after.addBeside({ ...finishedBeside(finished, done), bundles: bundleRows.changed() })
    for (const shipment of shipments) addSales(after, shipment, changes)
    for (const { change, before } of done) addReturned(after, change, before)
    return { log: `[${log}]`, after: after.print(books.totals), images: after.images }
  }

  /**
   * Notes the deletions that later commands of the batch must take into account, and the numbers that the database
   * checks.
   */
  private note({ kind, id, record }: Change): void {
    if (record === null) this.deleted.add(`${kind} ${id}`)
    else if (this.deleted.size > 0) this.deleted.delete(`${kind} ${id}`)
    if (record === null) return
    if (kind === 'stock') {
      const { onHand, reserved } = record as Stock
      this.figures.push(reserved!, onHand! - reserved!)
    }
    if (kind === 'lots') this.figures.push((record as Lot).remaining)
  }
}

export interface DecidedBatch {
  readonly decided: readonly Decided[]
  readonly batch: Batch
  undo(): void
}

/**
 * Decides a whole list of requests, in steps. When one of them fails because of a bug, the books are restored and the
 * error is thrown.
 */
export function* decideBatch(
  company: DecidingCompany,
  requests: readonly { request: CommandRequest; facts: Prefetched }[],
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

/**
 * Refuses with COMPANY_LIMIT_REACHED a command that adds more products than the company may have. The commit compares
 * revisions, so the limit holds over all nodes. Changes and deletions pass, even if there are too many products.
 */
function refuseBeyondProducts({ products }: Books, changes: readonly Change[], limit: number | null): void {
  if (limit === null) return
  const added = changes.filter(({ kind, id, record }) => kind === 'products' && record !== null && !products.has(id))
  const used = products.size
  if (added.length > 0 && used + added.length > limit) throw beyondLimit('products', { limit, used })
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
    figures: null,
  }
}

function endsStep(position: number, { length }: readonly Change[]): boolean {
  return length > LONG_CHANGES && position % STEP_CHANGES === 0
}

/**
 * Whether the result is a newly placed order. It need not be stored again, because it is in the command's after-images.
 */
function isFoundInLog(result: Result): boolean {
  if (!('record' in result) || result.kind !== 'orders') return false
  const { status, createdAt, updatedAt } = result.record
  return status === 'new' && createdAt === updatedAt
}

/**
 * Returns a changed record as its table stores it; empty for deletions and for stock rows, which the log stores in a
 * compact form. `shown`: the serialized result.
 */
function textOf({ kind, record }: Change, result: Result, shown: Text): Text {
  if (record === null || kind === 'stock') return ''
  const isResult = 'record' in result && result.record === record && result.extra === undefined
  return printStoredRecordText<Kind>(kind, record, isResult ? shown : undefined)
}

/**
 * Whether a change posts or cancels a shipment. Correcting a shipment's date does neither, so it sells nothing and
 * takes nothing back.
 */
function isMoved(change: Change): change is Change & { readonly kind: 'shipments'; readonly record: Shipment } {
  if (change.kind !== 'shipments' || change.record === null) return false
  return change.before?.status !== change.record.status
}

/** Adds to the log the sales of a shipment or, when the shipment is cancelled, their reversal. */
function addSales(after: AfterImages, shipment: Shipment, changes: readonly Change[]): void {
  const { id, status } = shipment
  const movements = changes.flatMap(({ kind, record }) =>
    kind === 'movements' && (record as Movement).shipmentId === id ? [record as Movement] : [],
  )
  if (status === 'posted') after.addSales(id, salesOf(shipment, movements))
  else after.addSales(`${id} cancelled`, { sales: salesTakenBack(shipment), revenues: new Map() })
}

/** Logs the sales that a customer return takes back when it is posted, or restores when it is cancelled. */
function addReturned(after: AfterImages, { kind, record }: Change, before: Change['record']): void {
  if (kind !== 'customerReturns' || record === null || record.postedAt === null) return
  // A refund changes a posted return but not its status.
  if ((before as CustomerReturn).status === record.status) return
  const key = record.status === 'posted' ? record.id : `${record.id} cancelled`
  after.addSales(key, { sales: salesReturned(record), revenues: new Map() })
}

function idOf(result: Result): string {
  if ('deleted' in result) return result.deleted
  return 'id' in result.record ? result.record.id : result.kind
}

function printResult(result: Result): Text {
  if ('deleted' in result) return `{"id":${JSON.stringify(result.deleted)},"deleted":true}`
  const json = serializeText(result.kind, result.record as never)
  if (result.extra === undefined) return json
  return concat(openEnd(json), `,${JSON.stringify(result.extra).slice(1)}`)
}
