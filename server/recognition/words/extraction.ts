/**
 * The types of a reading, which contains everything read from a document, and of the extraction made from the reading.
 */
import type { Milli, Minor } from '../../../amounts/quantity.ts'
import type { Place } from '../picture/places.ts'
import type { NumberReading } from './numbers.ts'

/**
 * The kinds of documents. `invoice`: счёт на оплату. `torg12`: ТОРГ-12. `upd`: УПД or счёт-фактура. `receipt`: any
 * other delivery note, till receipt or list.
 */
export type DocumentKind = 'invoice' | 'torg12' | 'upd' | 'receipt'

/** The place of an item line. Pages are counted from 1. */
export interface LinePlace extends Place {
  readonly page: number
}

/** The clockwise rotation, in degrees, that makes a page upright. Places refer to the rotated page. */
interface PageTurn {
  readonly rotation: number
}

/** The positions, counted from 0, of letters on which the reading attempts disagree. */
interface LetterDoubts {
  readonly name: readonly number[]
  readonly sku: readonly number[]
}

/**
 * An item line as read. Each of its numbers is a list of plausible readings, the best reading first. The list is empty
 * if the number was unreadable.
 */
export interface ReadLine {
  readonly name: string
  readonly sku: string | null
  readonly unit: string | null
  readonly quantity: readonly NumberReading[]
  readonly unitCost: readonly NumberReading[]
  readonly amount: readonly NumberReading[]
  /** The amount with VAT, if the document has a column for it. */
  readonly amountWithVat: readonly NumberReading[]
  /**
   * Whether nothing in the table shows which of the two factors is the quantity, or which of several prices is the
   * right price.
   */
  readonly isOrderDoubtful?: boolean
  /** Whether no headings identify the columns, so that only a total can confirm them. */
  readonly areColumnsUnnamed?: boolean
  /**
   * Whether the document has no amount for the line. `amount` is then computed from quantity and price, and is only as
   * reliable as these two.
   */
  readonly isWithoutAmount?: boolean
  /** Doubtful letters of the name and the code. Absent when every letter was read clearly. */
  readonly doubts?: LetterDoubts
  /** The line's place on the page. Some recognizers do not report places. */
  readonly place?: LinePlace
}

/**
 * An amount below the item lines, classified by the words before it.
 * - `payable`: to be paid.
 * - `words`: written out in words.
 * - `code`: from a QR or other matrix code, so it cannot be misread.
 * - `discount`, `extra`: subtracted from the sum of the lines, or added to it.
 * - `other`: the label is unreadable.
 */
export interface ReadTotal {
  readonly label: 'payable' | 'sum' | 'vat' | 'words' | 'other' | 'discount' | 'extra' | 'code'
  readonly minor: Minor
  /** Whether the amount is between item lines, like a subtotal of a group or page. */
  readonly isAside?: boolean
  /** The index of the text row. Amounts with the same index are side by side in one row. */
  readonly row?: number
}

/** A field above the item lines that is missing, or on which the reading attempts disagree. */
export type HeadDoubt = 'number' | 'date' | 'supplier'

/** The result of a recognizer: a whole document as read, before arithmetic has checked its numbers. */
export interface Reading {
  /** All text of the document, in reading order. */
  readonly text: string
  readonly kind: DocumentKind
  readonly reference: string | null
  /** The date of the document, as `YYYY-MM-DD`. */
  readonly issuedAt: string | null
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  /** The fields among number, date and supplier that are doubtful. Some recognizers do not report doubts. */
  readonly doubts?: readonly HeadDoubt[]
  readonly lines: readonly ReadLine[]
  readonly totals: readonly ReadTotal[]
  /** The rotation that each page needs. Present if item lines have places. */
  readonly pages?: readonly PageTurn[]
  /** Unreadable pages, counted from 1. */
  readonly unread?: readonly number[]
  /** Pages whose picture also shows another paper, which was not read. */
  readonly besideOthers?: readonly number[]
}

export interface ExtractedLine {
  readonly name: string
  readonly sku: string | null
  readonly unit: string | null
  /** The quantity; null when it is unreadable. */
  readonly quantity: Milli | null
  /** The price as printed. It is without VAT if the document's amounts are without VAT. */
  readonly unitCost: Minor | null
  /** The line's amount; null when it is unreadable or the document has no amounts for its lines. */
  readonly amount: Minor | null
  /**
   * From 0 to 1: the confidence that quantity and unit cost are right. A value of 0.9 or more means that arithmetic
   * confirms them.
   */
  readonly confidence: number
  readonly doubts?: LetterDoubts
  readonly place?: LinePlace
}

/** Something that a person should check. */
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

/** The recognized document. `matchExtraction` adds `partnerId` and `productId`. Source: S-FILE-6. */
export interface Extraction {
  readonly kind: DocumentKind
  readonly reference: string | null
  readonly issuedAt: string | null
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  readonly lines: readonly ExtractedLine[]
  /** The amount payable, including VAT. */
  readonly total: Minor | null
  readonly warnings: readonly Warning[]
  readonly text: string
  readonly pages?: readonly PageTurn[]
  readonly recognition: { readonly model: string; readonly startedAt: string; readonly durationSeconds: number }
}
