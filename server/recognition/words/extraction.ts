/** The types of what is read from a document, and of what is made of it. */
import type { Milli, Minor } from '../../../amounts/quantity.ts'
import type { Place } from '../picture/places.ts'
import type { NumberReading } from './numbers.ts'

/**
 * `invoice` счёт на оплату, `torg12` ТОРГ-12, `upd` УПД or счёт-фактура, `receipt` any other delivery note, till
 * receipt or list.
 */
export type DocumentKind = 'invoice' | 'torg12' | 'upd' | 'receipt'

/** The place of a line; pages are counted from 1. */
export interface LinePlace extends Place {
  readonly page: number
}

/** How far a page must be rotated to be upright, in degrees clockwise. Places refer to the rotated page. */
interface PageTurn {
  readonly rotation: number
}

/** Positions of letters that were read in more than one way, counted from 0. */
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
  /** The amount with VAT, where the document has a column for it. */
  readonly amountWithVat: readonly NumberReading[]
  /** Nothing in the table shows which of the two factors is the quantity, or which of several prices is meant. */
  readonly isOrderDoubtful?: boolean
  /** No headings identify the columns: only a total can confirm them. */
  readonly areColumnsUnnamed?: boolean
  /** The document has no sum for the line: `amount` is computed from quantity and price, right or wrong. */
  readonly isWithoutAmount?: boolean
  /** Absent when every letter was read clearly. */
  readonly doubts?: LetterDoubts
  /** The line's place on the page; absent with some recognizers. */
  readonly place?: LinePlace
}

/**
 * An amount below the lines, classified by the words before it.
 * - `payable`: to be paid.
 * - `words`: written out in words.
 * - `code`: from a QR or other matrix code, without recognizing letters.
 * - `discount`, `extra`: taken off the lines, or added to them.
 * - `other`: the label is not readable.
 */
export interface ReadTotal {
  readonly label: 'payable' | 'sum' | 'vat' | 'words' | 'other' | 'discount' | 'extra' | 'code'
  readonly minor: Minor
  /** Whether the amount is between lines, like sums of groups and pages. */
  readonly isAside?: boolean
  /** The row's index: amounts with the same index are in one row, each in a column of its own. */
  readonly row?: number
}

/** A field of a document's head that is missing, or was read in more than one way. */
export type HeadDoubt = 'number' | 'date' | 'supplier'

/** A recognizer's result: one reading of a whole document, not yet judged. */
export interface Reading {
  /** All the text, in reading order. */
  readonly text: string
  readonly kind: DocumentKind
  readonly reference: string | null
  /** `YYYY-MM-DD` */
  readonly issuedAt: string | null
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  /** Doubtful fields of the head; absent with some recognizers. */
  readonly doubts?: readonly HeadDoubt[]
  readonly lines: readonly ReadLine[]
  readonly totals: readonly ReadTotal[]
  /** How each page must be rotated, if lines have places. */
  readonly pages?: readonly PageTurn[]
  /** Unreadable pages, counted from 1. */
  readonly unread?: readonly number[]
  /** Pages whose pictures show another paper beside the one that was read. */
  readonly besideOthers?: readonly number[]
}

export interface ExtractedLine {
  readonly name: string
  readonly sku: string | null
  readonly unit: string | null
  /** The quantity; null: not readable. */
  readonly quantity: Milli | null
  /** The price as printed; without VAT if the document's amounts are without VAT. */
  readonly unitCost: Minor | null
  /** The line's amount; null when it is not readable, or the document has no sums per line. */
  readonly amount: Minor | null
  /** 0 to 1: the confidence that quantity and unit cost are right. From 0.9 on the arithmetic confirms them. */
  readonly confidence: number
  readonly doubts?: LetterDoubts
  readonly place?: LinePlace
}

/** Something that an owner should check. */
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

/** Source: S-FILE-6; `matchExtraction` adds `partnerId` and `productId`. */
export interface Extraction {
  readonly kind: DocumentKind
  readonly reference: string | null
  readonly issuedAt: string | null
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  readonly lines: readonly ExtractedLine[]
  /** The amount to be paid, with VAT. */
  readonly total: Minor | null
  readonly warnings: readonly Warning[]
  readonly text: string
  readonly pages?: readonly PageTurn[]
  readonly recognition: { readonly model: string; readonly startedAt: string; readonly durationSeconds: number }
}
