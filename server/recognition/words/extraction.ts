/** What is read from a document, and what is made of it. */
import type { Milli, Minor } from '../../../amounts/quantity.ts'
import type { Place } from '../picture/places.ts'
import type { NumberReading } from './numbers.ts'

/** `invoice` счёт на оплату, `torg12` ТОРГ-12, `upd` УПД or счёт-фактура, `receipt` any other delivery note, till receipt or list. */
export type DocumentKind = 'invoice' | 'torg12' | 'upd' | 'receipt'

/** Where a line stands; pages are counted from 1. */
export interface LinePlace extends Place {
  readonly page: number
}

/** How a page is turned to be shown upright: in degrees clockwise. Places are those on the page so turned. */
interface PageTurn {
  readonly rotation: number
}

/** Places of letters that were read in more than one way, counted from 0. */
interface LetterDoubts {
  readonly name: readonly number[]
  readonly sku: readonly number[]
}

/** A line as read: every number with all its plausible readings, the best first; none when nothing could be read. */
export interface ReadLine {
  readonly name: string
  readonly sku: string | null
  readonly unit: string | null
  readonly quantity: readonly NumberReading[]
  readonly unitCost: readonly NumberReading[]
  readonly amount: readonly NumberReading[]
  /** The amount with VAT, where the document has a column of it. */
  readonly amountWithVat: readonly NumberReading[]
  /** Nothing in the table tells which of the two factors is the quantity, or which of several prices is meant. */
  readonly isOrderDoubtful?: boolean
  /** No headings speak for its columns: only a total can bear them out. */
  readonly areColumnsUnnamed?: boolean
  /** The document has no sum of the line: `amount` is what quantity and price make, whatever of them is right. */
  readonly isWithoutAmount?: boolean
  /** Where every letter was read plainly, there are none. */
  readonly doubts?: LetterDoubts
  /** Not every recognizer tells. */
  readonly place?: LinePlace
}

/**
 * An amount that stands below the lines, by the words in front of it. `payable`: what is to be paid; `words`: written out in words; `code`: read
 * from a code of dots, without reading a letter; `discount`, `extra`: taken off the lines or put on top of them; `other`: its label is not legible.
 */
export interface ReadTotal {
  readonly label: 'payable' | 'sum' | 'vat' | 'words' | 'other' | 'discount' | 'extra' | 'code'
  readonly minor: Minor
  /** It stands between lines, as sums of groups and pages do. */
  readonly isAside?: boolean
  /** Amounts with the same number stand in one row, each below a column of its own. */
  readonly row?: number
}

/** What of a document's head is missing, or was read in more than one way. */
export type HeadDoubt = 'number' | 'date' | 'supplier'

/** What a recognizer gives: one reading of a whole document, not yet judged. */
export interface Reading {
  /** All the text, in reading order. */
  readonly text: string
  readonly kind: DocumentKind
  readonly reference: string | null
  /** `YYYY-MM-DD` */
  readonly issuedAt: string | null
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  /** Not every recognizer tells. */
  readonly doubts?: readonly HeadDoubt[]
  readonly lines: readonly ReadLine[]
  readonly totals: readonly ReadTotal[]
  /** Of every page, where lines have places. */
  readonly pages?: readonly PageTurn[]
  /** Pages that cannot be read at all, counted from 1. */
  readonly unread?: readonly number[]
  /** Pages whose pictures show another paper beside the one that was read. */
  readonly besideOthers?: readonly number[]
}

export interface ExtractedLine {
  readonly name: string
  readonly sku: string | null
  readonly unit: string | null
  /** null: not legible. */
  readonly quantity: Milli | null
  /** The price as it stands in the document; without VAT where the document's amounts are without. */
  readonly unitCost: Minor | null
  /** null too where the document has no sums of its lines. */
  readonly amount: Minor | null
  /** 0 to 1: how sure it is that quantity and unit cost are right. At 0.9 and above the arithmetic bears them out. */
  readonly confidence: number
  readonly doubts?: LetterDoubts
  readonly place?: LinePlace
}

/** A thing that an owner should look at. */
export interface Warning {
  readonly code:
    | 'LINE_DOES_NOT_ADD_UP'
    | 'LINE_MENDED'
    | 'COLUMNS_DOUBTFUL'
    | 'NAME_DOUBTFUL'
    | 'TOTAL_DIFFERS'
    | 'TOTAL_NOT_FOUND'
    | 'NO_LINES'
    | 'INN_CHECK_FAILED'
    | 'PRICE_ROUNDED'
    | 'NUMBER_DOUBTFUL'
    | 'DATE_DOUBTFUL'
    | 'SUPPLIER_DOUBTFUL'
    | 'PAGE_NOT_LEGIBLE'
    | 'TWO_PAPERS'
  readonly message: string
}

/** Source: S-FILE-6; `partnerId` and `productId` are added by `matchExtraction`. */
export interface Extraction {
  readonly kind: DocumentKind
  readonly reference: string | null
  readonly issuedAt: string | null
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  readonly lines: readonly ExtractedLine[]
  /** What is to be paid, with VAT. */
  readonly total: Minor | null
  readonly warnings: readonly Warning[]
  readonly text: string
  readonly pages?: readonly PageTurn[]
  readonly recognition: { readonly model: string; readonly startedAt: string; readonly durationSeconds: number }
}
