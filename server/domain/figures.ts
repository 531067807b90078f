/**
 * The `figures` of refusals: values and names that a refusal reports besides its message, each with its kind. There is
 * no kind for money, because refusals are also shown to roles that may not see costs. docs/decisions/0052
 */
import { MILLI_PER_UNIT, type Milli } from '../../amounts/quantity.ts'
import type { Words } from './languages.ts'

/** For each kind of value in `figures`, the type of the value that a rule passes. */
interface Given {
  /** A quantity in thousandths. Responses show it in main units, such as kilograms. */
  readonly quantity: Milli
  readonly count: number
  /** A limit for a number, in main units as in requests and responses. */
  readonly bound: number
  /** A calendar day, YYYY-MM-DD. */
  readonly day: string
  readonly id: string
  /** A name that people use for a record, such as the number of a document. */
  readonly name: string
  /** A word of the API, such as a status or the kind of a record. */
  readonly word: string
  readonly words: readonly string[]
  /** The number of records of each kind, such as 3 orders and 1 payment. */
  readonly counts: readonly { readonly entity: string; readonly count: number }[]
}

/** The kind of a value in `figures`. An array of words means that the value is one of these words. */
export type FigureKind = keyof Given | readonly string[]
export type FigureKinds = Readonly<Record<string, FigureKind>>

/** `figures` in the form in which rules pass them: quantities in thousandths. */
export type FiguresGiven<K> = {
  readonly [N in keyof K]: K[N] extends readonly (infer W)[] ? W : K[N] extends keyof Given ? Given[K[N]] : never
}

/** `figures` in the form used in responses. */
export type ShownFigures = Readonly<Record<string, unknown>>

/** One of several reasons for the same refusal code. */
interface Reason {
  readonly figures: FigureKinds
  /**
   * The app's message for this reason, with `{{name}}` in place of a value. When omitted, the app shows its message for
   * the code.
   */
  readonly told?: Words
}

/** The data that a refusal code reports; a code without data omits all of these fields. */
export interface Telling {
  readonly figures?: FigureKinds
  /** The app's message when the refusal has `figures`. When omitted, the app shows its message for the code. */
  readonly told?: Words
  /**
   * Replaces `figures` and `told` for a code with several reasons. The value `reason` in `figures` states which reason
   * applies.
   */
  readonly reasons?: Readonly<Record<string, Reason>>
}

/** The `figures` that a rule must pass with a code. */
export type FiguresOf<T> = T extends { readonly reasons: infer R }
  ? {
      [N in keyof R]: { readonly reason: N } & (R[N] extends { figures: infer K } ? FiguresGiven<K> : never)
    }[keyof R]
  : T extends { readonly figures: infer K }
    ? FiguresGiven<K>
    : null

/** Returns the `figures` in the form used in responses, in the order in which the code declares them. */
export function showFigures({ figures, reasons }: Telling, given: ShownFigures): ShownFigures {
  const kinds = reasons === undefined ? figures : reasons[String(given.reason)]?.figures
  const shown = Object.entries(kinds ?? {}).map(([name, kind]) => [name, showFigure(kind, given[name])])
  return { ...(reasons !== undefined && { reason: given.reason }), ...Object.fromEntries(shown) }
}

const showFigure = (kind: FigureKind, value: unknown): unknown =>
  kind === 'quantity' ? Number(value) / MILLI_PER_UNIT : value
