/** What to look at in a document's head before a draft is made of it. */
import type { HeadDoubt, Reading, Warning } from '../words/extraction.ts'

const CODES = {
  number: 'NUMBER_DOUBTFUL',
  date: 'DATE_DOUBTFUL',
  supplier: 'SUPPLIER_DOUBTFUL',
} as const satisfies Record<HeadDoubt, Warning['code']>

/** A warning for each thing that was not found, or read in more than one way. */
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
