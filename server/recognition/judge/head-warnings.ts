/** Warnings about a document's number, date and supplier, for a person to check before a draft is created. */
import type { HeadDoubt, Reading, Warning } from '../words/extraction.ts'

const CODES = {
  number: 'NUMBER_DOUBTFUL',
  date: 'DATE_DOUBTFUL',
  supplier: 'SUPPLIER_DOUBTFUL',
} as const satisfies Record<HeadDoubt, Warning['code']>

/**
 * Returns a warning for each of the fields number, date and supplier that was not found, or for which reading attempts
 * disagree.
 */
export function headWarnings({ reference, issuedAt, supplier, doubts = [] }: Reading): Warning[] {
  const found = {
    number: reference,
    date: issuedAt,
    supplier: supplier.name ?? supplier.inn,
  }
  const words = { number: 'number of the document', date: 'date of the document', supplier: 'supplier' }
  return doubts.map((doubt) => ({
    code: CODES[doubt],
    message:
      found[doubt] === null
        ? `The ${words[doubt]} was not found. Enter it from the document.`
        : `The ${words[doubt]} is hard to read: ${found[doubt]}. Compare it with the document.`,
  }))
}
