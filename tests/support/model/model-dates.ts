/** The model's rules for the numbers and dates on records' papers, written from S-DATE. */
import { differences, keptText, type Model, type Rule } from './model.ts'
import type { Json } from './model-kinds.ts'

/** The fields for the number and the date of a record's paper. */
const NEW_FIELDS = ['documentNumber', 'documentDate'] as const

/**
 * The model's data about papers: the movements with their own paper (`own`), those whose paper belongs to another
 * record (`others`), and the number and date on each paper (`said`).
 */
interface Papers {
  readonly own: Set<string>
  readonly others: Set<string>
  readonly said: Map<string, readonly (string | undefined)[]>
}
const PAPERS = new WeakMap<Model, Papers>()

export function papersOf(model: Model): Papers {
  const papers = PAPERS.get(model) ?? { own: new Set(), others: new Set(), said: new Map() }
  PAPERS.set(model, papers)
  return papers
}

const dateCodes = (date: string | null | undefined) =>
  date != null && (date < '2000-01-01' || date > '2150-01-01') ? ['VALIDATION_FAILED'] : []

/** Returns an optional field's value after a request; undefined means that the record lacks the field. */
const left = (given: string | null | undefined, before: string | undefined) =>
  given === undefined ? before : given?.trim() || undefined

/** Records the number and date that a request body gives for a record's paper, and compares them with the response. */
function takePaper(model: Model, body: Json, result: Json): string[] {
  const { said } = papersOf(model)
  const before = said.get(result.id) ?? []
  const after = NEW_FIELDS.map((name, at) => left(body[name], before[at]))
  said.set(result.id, after)
  const diff = differences()
  diff.expect(`paper of ${result.id}`, [result.documentNumber, result.documentDate], after)
  return diff.found
}

/** Extends a command's rule with the record's paper, which is stored and changes nothing else. */
export const onPaper = (rule: Rule): Rule => ({
  refusals: (model, asked) => [...dateCodes(asked.body.documentDate), ...rule.refusals(model, asked)],
  take(model, asked, seen) {
    const { own, others } = papersOf(model)
    if ('lots' in seen.result) own.add(seen.result.id)
    else for (const { id } of seen.movements ?? []) others.add(id)
    return [...rule.take(model, asked, seen), ...takePaper(model, asked.body, seen.result)]
  },
})

const dating = (idName: string, has: (model: Model, id: string) => boolean): Rule => ({
  refusals: (model, { params, body }) => [
    ...(has(model, params[idName]!) ? [] : ['NOT_FOUND']),
    ...dateCodes(body.documentDate),
  ],
  take: (model, { body }, { result }) => takePaper(model, body, result),
})

const dateMovement: Rule = {
  refusals(model, { params, body }) {
    const { own, others } = papersOf(model)
    if (others.has(params.movementId!)) return ['PAPER_ELSEWHERE']
    return [...(own.has(params.movementId!) ? [] : ['NOT_FOUND']), ...dateCodes(body.documentDate)]
  },
  take: (model, { body }, { result }) => takePaper(model, body, result),
}

const dateDocument: Rule = {
  refusals: (model, { params, body }) => [
    ...(model.documents.has(params.documentId!) ? [] : ['NOT_FOUND']),
    ...dateCodes(body.issuedAt),
  ],
  take(model, { params, body }, { result }) {
    const document = model.documents.get(params.documentId!)!
    document.reference = keptText(body.reference, document.reference)
    document.issuedAt = keptText(body.issuedAt, document.issuedAt)
    const diff = differences()
    diff.expect('paper', [result.reference, result.issuedAt], [document.reference, document.issuedAt])
    diff.expect('status', result.status, document.status)
    return diff.found
  },
}

const datePayment: Rule = {
  refusals: (model, { params, body }) => [
    ...(model.payments.has(params.paymentId!) ? [] : ['NOT_FOUND']),
    ...dateCodes(body.paidAt),
  ],
  take(model, { params, body }, { result }) {
    const payment = model.payments.get(params.paymentId!)!
    payment.reference = keptText(body.reference, payment.reference)
    const diff = differences()
    diff.expect('paper', [result.reference, result.status], [payment.reference, payment.status])
    if (body.paidAt !== undefined) diff.expect('date of the payment', result.paidAt, body.paidAt)
    return diff.found
  },
}

export const DATE_RULES: Readonly<Record<string, Rule>> = {
  dateShipment: dating('shipmentId', (model, id) => model.shipments.has(id)),
  dateCustomerReturn: dating('customerReturnId', (model, id) => model.returns.has(id)),
  dateMovement,
  dateDocument,
  datePayment,
}
