/** Deciding a batch over the books: every command sees what those before it decided; nothing is committed yet. */
import type { Facts, Result } from '../commands/define.ts'
import { type Applied, applyChange, type Books, type Counters, type Totals, undoChange } from '../domain/books.ts'
import type { Change, Kind } from '../domain/records.ts'
import { problemOf, Refusal } from '../domain/refusals.ts'
import type { Batch, CommandRow } from '../store/commits.ts'
import type { CompanyClock } from './clock.ts'
import { packTotals } from './records.ts'
import type { CommandRequest } from './request.ts'
import { serializeRecord } from './serialize.ts'

export type Decided = {
  readonly request: CommandRequest
  readonly at: string
  readonly row: CommandRow
  /** JSON of the result, or of the problem. */
  readonly result: string
  /** The command's entries in the change log, as JSON; '' when refused. */
  readonly log: string
  readonly changes: readonly Change[]
  /** The totals after the command. */
  readonly totals: Totals
}

export interface DecidedBatch {
  readonly decided: readonly Decided[]
  readonly batch: Batch
  /** Puts the books back as they were before the batch. */
  undo(): void
}

/** The JSON of each record as it is last in the batch, by kind and id; null = deleted. */
type Latest = Map<Kind, Map<string, string | null>>

interface Deciding {
  readonly books: Books
  readonly clock: CompanyClock
  readonly latest: Latest
  readonly orderItems: string[]
  readonly applied: Applied[]
}

/**
 * Decides the requests in order. A request that its rule refuses changes nothing and is answered with the problem.
 * An error that is no Refusal is a bug: it is thrown, with the books put back.
 */
export function decideBatch(
  company: { id: string; books: Books; clock: CompanyClock; revision: number },
  requests: readonly { request: CommandRequest; facts: Facts }[],
): DecidedBatch {
  const { books, clock } = company
  const totals = { ...books.totals }
  const counters: Counters = { ...books.counters }
  const deciding: Deciding = { books, clock, latest: new Map(), orderItems: [], applied: [] }
  const undo = () => {
    for (const { inverse } of deciding.applied.reverse()) undoChange(books, inverse)
    Object.assign(books.totals, totals)
    Object.assign(books.counters, counters)
  }
  try {
    const decided: Decided[] = []
    let revision = company.revision
    for (const { request, facts } of requests) {
      const one = decideOne(deciding, request, facts, revision + 1)
      if (one.row.revision !== null) revision += 1
      decided.push(one)
    }
    return { decided, batch: toBatch(company, deciding, decided, revision), undo }
  } catch (error) {
    undo()
    throw error
  }
}

function decideOne(deciding: Deciding, request: CommandRequest, facts: Facts, revision: number): Decided {
  const { books, clock } = deciding
  const { command, actor } = request
  const at = clock.tick()
  const row: CommandRow = {
    key: request.key,
    id: clock.newId(),
    revision,
    at,
    fingerprint: request.fingerprint,
    status: 200,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    action: command.action,
    entityType: command.entity,
    entityId: '',
    summary: '',
  }
  try {
    const input = { params: request.params, body: request.body, facts }
    const decision = command.decide(books, input, { now: at, revision, newId: () => clock.newId() })
    const log = applyAll(deciding, decision.changes)
    row.action = decision.action ?? command.action
    row.entityId = idOf(decision.result)
    row.summary = decision.summary
    return {
      request,
      at,
      row,
      result: printResult(decision.result),
      log,
      changes: decision.changes,
      totals: { ...books.totals },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = problemOf(error.code, error.message, error.extras, request.requestId)
    row.revision = null
    row.status = problem.status
    return { request, at, row, result: JSON.stringify(problem), log: '', changes: [], totals: books.totals }
  }
}

/** Applies a command's changes to the books and prints its entries in the change log. */
function applyAll(deciding: Deciding, changes: readonly Change[]): string {
  const entries: string[] = []
  for (const change of changes) {
    const applied = applyChange(deciding.books, change)
    deciding.applied.push(applied)
    const json = change.record === null ? null : JSON.stringify(change.record)
    const records = deciding.latest.get(change.kind) ?? new Map<string, string | null>()
    deciding.latest.set(change.kind, records)
    records.set(change.id, json)
    if (change.kind === 'orders' && change.record !== null && applied.previousRevision === 0)
      for (const [position, item] of change.record.items.entries())
        deciding.orderItems.push(
          JSON.stringify({
            orderId: change.id,
            position,
            productId: item.productId,
            quantity: item.quantity,
            price: item.price,
            amount: item.amount,
          }),
        )
    // Movements are never changed and stand in no state: the log would only repeat their table.
    if (change.kind !== 'movements')
      entries.push(
        `{"kind":"${change.kind}","id":"${change.id}","previous":${applied.previousRevision},"record":${json}}`,
      )
  }
  return `[${entries.join(',')}]`
}

function idOf(result: Result): string {
  if ('deleted' in result) return result.deleted
  return 'id' in result.record ? result.record.id : ''
}

function printResult(result: Result): string {
  if ('deleted' in result) return `{"id":${JSON.stringify(result.deleted)},"deleted":true}`
  const json = serializeRecord(result.kind, result.record as never)
  if (result.extra === undefined) return json
  return `${json.slice(0, -1)},${JSON.stringify(result.extra).slice(1)}`
}

function toBatch(
  company: { id: string; books: Books; revision: number },
  deciding: Deciding,
  decided: readonly Decided[],
  revision: number,
): Batch {
  const deleted: Batch['deleted'] = []
  const textsOf = (kind: Kind): string[] => {
    const texts: string[] = []
    for (const [id, json] of deciding.latest.get(kind) ?? []) {
      if (json === null) deleted.push({ kind, id })
      else texts.push(json)
    }
    return texts
  }
  return {
    companyId: company.id,
    expectedRevision: company.revision,
    revision,
    at: decided.at(-1)!.at,
    totals: packTotals(company.books.totals),
    counters: JSON.stringify(company.books.counters),
    commands: decided.map((one) => one.row),
    results: decided.map((one) => one.result),
    changes: decided.map((one) => one.log),
    settings: textsOf('settings')[0] ?? null,
    warehouses: textsOf('warehouses'),
    priceTypes: textsOf('priceTypes'),
    partners: textsOf('partners'),
    products: textsOf('products'),
    stock: textsOf('stock'),
    lots: textsOf('lots'),
    orders: textsOf('orders'),
    // An order that the same batch deletes again has no items to write.
    orderItems:
      deleted.length === 0 ? deciding.orderItems : deciding.orderItems.filter((json) => !isDeleted(deleted, json)),
    movements: textsOf('movements'),
    deleted,
  }
}

function isDeleted(deleted: Batch['deleted'], itemJson: string): boolean {
  const { orderId } = JSON.parse(itemJson) as { orderId: string }
  return deleted.some(({ kind, id }) => kind === 'orders' && id === orderId)
}
