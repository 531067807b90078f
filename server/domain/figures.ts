/**
 * What refusals tell as data beside their sentence: the figures and names, each of a kind. There is no kind for money: a refusal is read
 * by roles that are shown no costs. docs/decisions/0052
 */
import { MILLI_PER_UNIT, type Milli } from '../../amounts/quantity.ts'
import type { Words } from './languages.ts'

/** What rules give of each kind. */
interface Given {
  /** In main units in answers. */
  readonly quantity: Milli
  readonly count: number
  /** A bound of a number as requests and answers have it, in main units. */
  readonly bound: number
  readonly id: string
  /** What people call it: a name, a number of a document. */
  readonly name: string
  /** A word of the API, such as a status or what sort of record it is. */
  readonly word: string
  readonly words: readonly string[]
  /** How many records there are of each sort. */
  readonly counts: readonly { readonly entity: string; readonly count: number }[]
}

/** An array: one of its words. */
export type FigureKind = keyof Given | readonly string[]
export type FigureKinds = Readonly<Record<string, FigureKind>>

/** Figures as a rule gives them: quantities in thousandths. */
export type FiguresGiven<K> = {
  readonly [N in keyof K]: K[N] extends readonly (infer W)[] ? W : K[N] extends keyof Given ? Given[K[N]] : never
}

/** As answers have them. */
export type ShownFigures = Readonly<Record<string, unknown>>

/** One of the reasons for which a code is given. */
interface Reason {
  readonly figures: FigureKinds
  /** What the app says, with `{{name}}` for a figure; without it what it says of the code. */
  readonly told?: Words
}

/** What a code tells as data; a code that has nothing to tell but itself has none of it. */
export interface Telling {
  readonly figures?: FigureKinds
  /** What the app says with the figures; without it what it says of the code. */
  readonly told?: Words
  /** In place of those where a code is given for several reasons: the figures name theirs as `reason`. */
  readonly reasons?: Readonly<Record<string, Reason>>
}

/** What a rule must give with a code. */
export type FiguresOf<T> = T extends { readonly reasons: infer R }
  ? {
      [N in keyof R]: { readonly reason: N } & (R[N] extends { figures: infer K } ? FiguresGiven<K> : never)
    }[keyof R]
  : T extends { readonly figures: infer K }
    ? FiguresGiven<K>
    : null

/** The figures as answers have them, in the order in which they are described. */
export function showFigures({ figures, reasons }: Telling, given: ShownFigures): ShownFigures {
  const kinds = reasons === undefined ? figures : reasons[String(given.reason)]?.figures
  const shown = Object.entries(kinds ?? {}).map(([name, kind]) => [name, showFigure(kind, given[name])])
  return { ...(reasons !== undefined && { reason: given.reason }), ...Object.fromEntries(shown) }
}

const showFigure = (kind: FigureKind, value: unknown): unknown =>
  kind === 'quantity' ? Number(value) / MILLI_PER_UNIT : value
