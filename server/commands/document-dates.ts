/**
 * The number and date on a record's paper document: how commands read them from a body, and the commands that set or
 * correct them later. A correction changes nothing else: no stock, no cost, no time of posting. Source: S-DATE-1 to
 * S-DATE-4, docs/decisions/0073.
 */
import { type Action, log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { checkDocumentDate, dayOfDate } from '../domain/document-dates.ts'
import { PAYMENT } from '../domain/fields/payments.ts'
import { STOCKTAKE } from '../domain/fields/stocktakes.ts'
import { namesOf, nounOf } from '../domain/kinds.ts'
import * as schemas from '../domain/record-schemas.ts'
import { type Movement, put, type RecordOf } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import { Day, DayOrMoment, optional, ShortText, strictObject } from '../domain/schema.ts'
import { type Command, type Context, defineCommand, prefetchedRecord, type Result } from './define.ts'

/** The body fields for the paper document of a new record. */
export const PAPER_BODY = { documentNumber: optional<string>(ShortText), documentDate: optional<string>(Day) }

interface OnPaper {
  readonly documentNumber?: string | null | undefined
  readonly documentDate?: string | null | undefined
}

/**
 * Returns the paper document's fields for a new record, as given in the body. Refuses VALIDATION_FAILED (a date out of
 * range).
 */
export function onPaper(books: Books, { documentNumber, documentDate }: OnPaper, { now }: Pick<Context, 'now'>) {
  checkDocumentDate(documentDate, '/documentDate', { now, timeZone: books.settings.timeZone })
  return { ...(documentNumber ? { documentNumber } : {}), ...(documentDate ? { documentDate } : {}) }
}

/**
 * Returns the record with the paper document's fields from the body; an omitted field stays as it is, null clears it.
 * Refuses in the same cases as `onPaper`.
 */
export function withPaper<R extends OnPaper>(
  books: Books,
  record: R,
  { body, context }: { readonly body: OnPaper; readonly context: Pick<Context, 'now'> },
): R {
  const { documentNumber: number, documentDate: date, ...rest } = record
  const { documentNumber = number, documentDate = date } = body
  return { ...rest, ...onPaper(books, { documentNumber, documentDate }, context) } as R
}

type DatedKind = 'shipments' | 'customerReturns' | 'stocktakes' | 'movements' | 'documents' | 'payments'

/** The names of the fields in which a record stores the paper document's number and date. */
interface PaperFields {
  readonly number: string
  readonly date: string
}

const NEW_FIELDS: PaperFields = { number: 'documentNumber', date: 'documentDate' }
const FIELDS_OF: Readonly<Record<DatedKind, PaperFields>> = {
  shipments: NEW_FIELDS,
  customerReturns: NEW_FIELDS,
  stocktakes: NEW_FIELDS,
  movements: NEW_FIELDS,
  documents: { number: 'reference', date: 'issuedAt' },
  payments: { number: 'reference', date: 'paidAt' },
}

interface Dating<K extends DatedKind> {
  readonly kind: K
  /** The name for the record in the command's description. */
  readonly ofWhat: string
  readonly action: Extract<Action, `${string}.dated`>
  readonly result: Command['result']
  readonly body?: typeof PAYMENT_PAPER | typeof DOCUMENT_PAPER
  readonly example?: Command['example']
}

const DOCUMENT_PAPER = strictObject({
  reference: optional<string>(ShortText),
  issuedAt: optional<string>(DayOrMoment),
})
const PAYMENT_PAPER = strictObject({ reference: optional<string>(ShortText), paidAt: optional<string>(DayOrMoment) })

/**
 * Makes PATCH /…/{id}/document-date for a kind of record. Refuses: NOT_FOUND, PAPER_ELSEWHERE (a movement made by
 * another record), VALIDATION_FAILED (a date out of range). Source: S-DATE-3, S-DATE-4.
 */
function dating<K extends DatedKind>({ kind, ofWhat, action, result, body, example }: Dating<K>): Command {
  const { what, entity, path, idName, tag } = namesOf(kind)
  const fields = FIELDS_OF[kind]
  return defineCommand({
    name: `date${nounOf(kind)}`,
    method: 'PATCH',
    path: `/api/v1/${path}/:${idName}/document-date`,
    may: 'managers',
    refusals: kind === 'movements' ? ['NOT_FOUND', 'PAPER_ELSEWHERE'] : ['NOT_FOUND'],
    summary: `Set or correct the number and date on the paper of ${ofWhat}`,
    description:
      'A field that is left out stays unchanged; null clears it. This is possible in every status. Nothing else changes: no stock, no cost and no time of posting. Statements and debts by age use the new date.',
    tag,
    entity,
    action,
    body: body ?? strictObject(PAPER_BODY),
    result,
    example: example ?? { documentNumber: '17', documentDate: '2026-03-01' },
    facts: (books, { params }) =>
      inBooks(books, kind, params[idName]!) ? [] : [{ fact: 'record', kind, id: params[idName]! }],
    decide(books, { params, body: given, facts }, context) {
      const id = params[idName]!
      const before = inBooks(books, kind, id) ?? prefetchedRecord(facts, kind, id)
      if (before === null) throw notFound(what, id)
      if (kind === 'movements') refuseOther(before as Movement)
      const changed = redated(books, before, { fields, body: given, context })
      const after = { ...changed, ...('updatedAt' in before && { updatedAt: context.now }), revision: context.revision }
      const zone = books.settings.timeZone
      const [is, was] = [paperOf(after, fields, zone), paperOf(before, fields, zone)]
      const said = { paper: is.paper, date: is.date, paperBefore: was.paper, dateBefore: was.date }
      return {
        result: { kind, record: after } as Result,
        changes: [put(kind, after, before)],
        logged: log(action, { ...nameOf(books, before), ...said } as never),
      }
    },
  })
}

/** Returns a record from memory; null if memory does not have it. */
function inBooks<K extends DatedKind>(books: Books, kind: K, id: string): RecordOf[K] | null {
  const held = (books as unknown as Readonly<Record<string, ReadonlyMap<string, RecordOf[K]> | undefined>>)[kind]
  return held?.get(id) ?? null
}

/** Refuses PAPER_ELSEWHERE for a movement made by another record, because the paper document belongs to that record. */
function refuseOther(movement: Movement): void {
  const { shipmentId, documentId, stocktakeId, returnId, orderId } = movement
  const owners = {
    shipment: shipmentId,
    document: documentId,
    stocktake: stocktakeId,
    'customer return': returnId,
    order: orderId,
  }
  for (const [entity, id] of Object.entries(owners))
    if (id !== undefined)
      throw new Refusal('PAPER_ELSEWHERE', `The movement belongs to the ${entity} "${id}". Correct the date there.`, {
        figures: { entity, id },
      })
}

interface Correction {
  readonly fields: PaperFields
  readonly body: object
  readonly context: Pick<Context, 'now'>
}

function redated<R extends object>(books: Books, record: R, { fields, body, context }: Correction): R {
  if (fields === NEW_FIELDS) return withPaper(books, record, { body, context })
  const { [fields.number]: number, [fields.date]: date } = body as Readonly<Record<string, string | null | undefined>>
  checkDocumentDate(date, `/${fields.date}`, { now: context.now, timeZone: books.settings.timeZone })
  return {
    ...record,
    ...(number === undefined ? {} : { [fields.number]: number || null }),
    ...(date === undefined ? {} : { [fields.date]: date }),
  }
}

/**
 * Returns the number and day of the paper document as the audit log shows them. Without a date, the day of posting is
 * shown or, failing that, of creation.
 */
function paperOf(record: object, { number, date }: PaperFields, timeZone: string) {
  const values = record as Readonly<Record<string, string | null | undefined>>
  const { [number]: paper, [date]: dated, postedAt, at, createdAt } = values
  return { paper: paper ?? '—', date: dayOfDate((dated ?? postedAt ?? at ?? createdAt)!, timeZone) }
}

/**
 * Returns how the audit log names a record: by its number or, for a movement, which has none, by its quantity and
 * product.
 */
function nameOf(books: Books, record: RecordOf[DatedKind]) {
  if ('number' in record) return { number: record.number }
  return { quantity: record.quantity, product: books.products.get(record.productId)?.name ?? record.productId }
}

export const dateShipment = dating({
  kind: 'shipments',
  ofWhat: 'a shipment',
  action: 'shipment.dated',
  result: schemas.ShipmentRecord,
})
export const dateCustomerReturn = dating({
  kind: 'customerReturns',
  ofWhat: 'a customer return',
  action: 'customer_return.dated',
  result: schemas.CustomerReturnRecord,
})
export const dateStocktake = dating({
  kind: 'stocktakes',
  ofWhat: 'a stocktake',
  action: 'stocktake.dated',
  result: STOCKTAKE.record,
})
export const dateMovement = dating({
  kind: 'movements',
  ofWhat: 'a receipt, write-off or transfer',
  action: 'stock.dated',
  result: schemas.MovementRecord,
})
export const dateDocument = dating({
  kind: 'documents',
  ofWhat: 'a procurement document',
  action: 'procurement_document.dated',
  result: schemas.DocumentRecord,
  body: DOCUMENT_PAPER,
  example: { reference: 'УПД-1543', issuedAt: '2026-03-01' },
})
export const datePayment = dating({
  kind: 'payments',
  ofWhat: 'a payment',
  action: 'payment.dated',
  result: PAYMENT.record,
  body: PAYMENT_PAPER,
  example: { reference: 'п/п 319', paidAt: '2026-03-02' },
})
