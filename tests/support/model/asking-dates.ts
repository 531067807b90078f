/**
 * Generates random numbers and dates for records' papers, and commands that correct them, in the way described in
 * asking.ts.
 */
import { type Ask, type Asking, bodyOf, maybe, someId } from './asking-basics.ts'
import type { Asked } from './model.ts'
import { papersOf } from './model-dates.ts'

const DATES = ['2000-01-01', '2019-12-31', '2026-03-01']
/** Days that are just outside the allowed range of document dates. */
const NO_DATES = ['1999-12-31', '2190-01-01']

const someDate = ({ chance }: Asking, wrong = 0.03) => chance.pick(chance.happens(wrong) ? NO_DATES : DATES)

/** Adds a paper's number and date to some requests. */
export const withPaper =
  (ask: Ask): Ask =>
  (asking) => {
    const { chance } = asking
    const asked = ask(asking)
    const paper = {
      documentDate: maybe(chance, 0.3, () => someDate(asking)),
      documentNumber: maybe(chance, 0.2, () => chance.pick(['17', ' 18-б ', '', null])),
    }
    return { ...asked, body: bodyOf({ ...asked.body, ...paper }) }
  }

function dated(
  asking: Asking,
  name: string,
  params: Asked['params'],
  [number, date]: readonly [string, string],
): Asked {
  const { chance } = asking
  const body = {
    [date]: maybe(chance, 0.8, () => (chance.happens(0.15) ? null : someDate(asking, 0.12))),
    [number]: maybe(chance, 0.4, () => chance.pick(['19', '', null])),
  }
  return { name, params, body: bodyOf(body) }
}

const NEW_FIELDS = ['documentNumber', 'documentDate'] as const

/** Sets or corrects the number and the date on a random record's paper. */
export const dateAnything: Ask = (asking) => {
  const { chance, model } = asking
  const { own, others } = papersOf(model)
  const movements = [...(others.size > 0 && chance.happens(0.15) ? others : own)].map((id) => ({ id }))
  return chance.pick([
    () => dated(asking, 'dateShipment', { shipmentId: someId(asking, model.shipments.values()) }, NEW_FIELDS),
    () => dated(asking, 'dateCustomerReturn', { customerReturnId: someId(asking, model.returns.values()) }, NEW_FIELDS),
    () => dated(asking, 'dateMovement', { movementId: someId(asking, movements) }, NEW_FIELDS),
    () =>
      dated(asking, 'dateDocument', { documentId: someId(asking, model.documents.values()) }, [
        'reference',
        'issuedAt',
      ]),
    () => dated(asking, 'datePayment', { paymentId: someId(asking, model.payments.values()) }, ['reference', 'paidAt']),
  ])()
}
