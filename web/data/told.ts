/** Chooses the sentence for a refusal. The server sends only codes and values, and the app turns them into text. */
import type { Blocker, FieldError } from '../../sdk/types.ts'

type Figures = Readonly<Record<string, string | number>>

export interface Sentence {
  /** The key of the sentence in the part `refusals` of the app's texts. */
  readonly word: string
  readonly figures: Figures
}

/** The server's report of a refusal. `figures` contains the values that belong to its code. */
export interface Told {
  readonly code: string
  readonly figures?: object | null | undefined
}

/**
 * Returns the sentence for a refusal, chosen by its code and by the reason in its `figures`. Refusals that older
 * versions stored have no `figures`.
 */
export function sentenceOfRefusal({ code, figures }: Told): Sentence {
  if (figures == null) return { word: code, figures: {} }
  const { reason = 'figures' }: { reason?: string } = figures
  return { word: `${code}-${reason}`, figures: { ...figures } }
}

/** Returns the sentence about what is wrong with a field; `dayOf` formats a date. */
export function sentenceOfField(
  { code = 'NOT_VALID', figures = {} }: FieldError,
  dayOf: (isoDay: string) => string,
): Sentence {
  const { first, last, ...rest } = figures
  const days = { ...(first !== undefined && { first: dayOf(first) }), ...(last !== undefined && { last: dayOf(last) }) }
  return { word: `field-${code}`, figures: { ...rest, ...days } as Figures }
}

/**
 * Returns the sentence that states what blocks an action; `dayOf` formats a date. Returns null if only the label of the
 * blocking record is known.
 */
export function sentenceOfBlocker(
  { entity, name, day, kind }: Blocker,
  dayOf: (isoDay: string) => string,
): Sentence | null {
  const word = `blocker-${entity.replaceAll(' ', '_')}`
  if (name !== undefined) return { word: entity === 'lot' ? `${word}-product` : word, figures: { name } }
  if (day !== undefined) return { word, figures: { name: dayOf(day) } }
  if (kind !== undefined) return { word: `${word}-${kind}`, figures: {} }
  return entity === 'stock row' ? { word, figures: {} } : null
}
