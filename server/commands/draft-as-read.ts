/** Takes the fields that are omitted from a request for a draft from the recognized file. */
import type { Static } from 'typebox'
import type { Milli, Minor } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { looksLikeDay, readDay } from '../domain/moments.ts'
import type { ImportFile } from '../domain/records.ts'
import { invalid } from '../domain/refusals.ts'
import { MAX_NAME_LENGTH } from '../domain/schema.ts'
import { type NewDocumentBody, UpdateBody } from './documents.ts'

type Extraction = NonNullable<ImportFile['extraction']>
type Line = Static<typeof NewDocumentBody>['lines'][number]

/** The fields of a new document, all optional: an omitted field takes the value read from the file. */
export const DraftFromImportBody = UpdateBody

const MAX_TOLD_LINES = 10

/**
 * Returns the body of a new document. Given fields stay as they are (null included); omitted fields take the values
 * read from the file. The supplier and the products are those that recognition proposed, if they still exist. Refuses
 * VALIDATION_FAILED when `lines` are omitted and some lines in the file lack a product, a quantity or a price, because
 * a draft with only the complete lines would look like the whole document.
 */
export function asRead(
  books: Books,
  body: Static<typeof DraftFromImportBody>,
  { kind, reference, issuedAt, supplier, lines }: Extraction,
): Static<typeof NewDocumentBody> {
  const { partnerId } = supplier
  return {
    ...body,
    kind: body.kind ?? (kind === 'invoice' ? 'supplier_invoice' : 'receipt'),
    reference: orRead(body.reference, reference?.trim().slice(0, MAX_NAME_LENGTH)),
    issuedAt: orRead(body.issuedAt, isDay(issuedAt) ? issuedAt : null),
    supplierId: orRead(body.supplierId, partnerId !== undefined && books.partners.has(partnerId) ? partnerId : null),
    lines: body.lines ?? linesRead(books, lines),
  }
}

/**
 * Returns the given value, or the value read from the file when none was given. A given null means
 * no value.
 */
const orRead = (given: string | null | undefined, read: string | null | undefined): string | null =>
  (given === undefined ? read : given) ?? null

const isDay = (text: string | null): boolean => text !== null && looksLikeDay(text) && readDay(text) !== null

function linesRead(books: Books, lines: Extraction['lines']): Line[] {
  const [whole, faults]: [Line[], string[]] = [[], []]
  for (const [at, { name, productId, quantity, unitCost }] of lines.entries()) {
    const lacks = [
      ...(productId !== undefined && books.products.has(productId) ? [] : ['product']),
      ...(quantity !== null && quantity > 0 ? [] : ['quantity']),
      ...(unitCost !== null ? [] : ['price']),
    ]
    if (lacks.length === 0)
      whole.push({ productId: productId!, quantity: quantity as Milli, unitCost: unitCost as Minor })
    else faults.push(`line ${at + 1} "${name}" has no ${lacks.join(', no ')}`)
  }
  if (faults.length === 0) return whole
  const more = faults.length > MAX_TOLD_LINES ? `; and ${faults.length - MAX_TOLD_LINES} more` : ''
  throw invalid(
    '/lines',
    `must be given, because some of what was read cannot be used: ${faults.slice(0, MAX_TOLD_LINES).join('; ')}${more}`,
    'REQUIRED',
  )
}
