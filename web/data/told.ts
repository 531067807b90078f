/** Which sentence says what the service refused: it tells codes and figures, and the app puts them into its own words. */
import type { Blocker, FieldError } from '../../sdk/types.ts'

type Figures = Readonly<Record<string, string | number>>

export interface Sentence {
  /** Of the texts of refusals. */
  readonly word: string
  readonly figures: Figures
}

/** What a rule refused, as far as it is kept; `figures` are those of the code. */
export interface Told {
  readonly code: string
  readonly figures?: object | null | undefined
}

/** With its figures, for the reason that they name. An answer that is older than figures has none. */
export function sentenceOfRefusal({ code, figures }: Told): Sentence {
  if (figures == null) return { word: code, figures: {} }
  const { reason = 'figures' }: { reason?: string } = figures
  return { word: `${code}-${reason}`, figures: { ...figures } }
}

export const sentenceOfField = ({ code = 'NOT_VALID', figures = {} }: FieldError): Sentence => ({
  word: `field-${code}`,
  figures: { ...figures } as Figures,
})

/** `dayOf` writes a day. Null: nothing is known but the label. */
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
