/** Chooses the sentence for a refusal: the service sends codes and numbers, the app words them. */
import type { Blocker, FieldError } from '../../sdk/types.ts'

type Figures = Readonly<Record<string, string | number>>

export interface Sentence {
  /** A key of the words for refusals. */
  readonly word: string
  readonly figures: Figures
}

/** What is known of a refusal; `figures` belong to the code. */
export interface Told {
  readonly code: string
  readonly figures?: object | null | undefined
}

/** The sentence for the code and the reason its figures name. Answers from older versions have no figures. */
export function sentenceOfRefusal({ code, figures }: Told): Sentence {
  if (figures == null) return { word: code, figures: {} }
  const { reason = 'figures' }: { reason?: string } = figures
  return { word: `${code}-${reason}`, figures: { ...figures } }
}

export const sentenceOfField = ({ code = 'NOT_VALID', figures = {} }: FieldError): Sentence => ({
  word: `field-${code}`,
  figures: { ...figures } as Figures,
})

/** `dayOf` formats a date. Returns null if nothing is known beyond the blocker's label. */
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
