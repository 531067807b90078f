/**
 * The field labels of the service, which the SDK takes from the API document. The app's own words never repeat them.
 */
import { CHOICES, LABELS } from '../../sdk/labels.ts'
import type { Bilingual, Language } from './languages.ts'

export type LabelledKind = keyof typeof LABELS
type LabelOf<K extends LabelledKind> = keyof (typeof LABELS)[K] & string
type Choices<K> = K extends keyof typeof CHOICES ? (typeof CHOICES)[K] : Record<never, never>
type ChoiceOf<K> = {
  [N in keyof Choices<K> & string]: `${N}-${keyof Choices<K>[N] & string}`
}[keyof Choices<K> & string]

/** The labels of a kind by field name, and of its fixed words as `kind-sale`. */
export type Labels<K extends LabelledKind> = Readonly<Record<LabelOf<K> | ChoiceOf<K>, string>>

type ByField = Readonly<Record<string, Bilingual>>
const labels: Readonly<Record<string, ByField>> = LABELS
const choices: Readonly<Record<string, Readonly<Record<string, ByField>>>> = CHOICES

/** The label of a field in both languages; undefined if the service has no such field. */
export const labelOf = (kind: string, field: string): Bilingual | undefined => labels[kind]?.[field]

/** The labels of a field's fixed words. */
export const choicesOf = (kind: string, field: string): ByField | undefined => choices[kind]?.[field]

/** The labels for the words of a section that shows such records. */
export function labelsOf<K extends LabelledKind>(kind: K, language: Language): Labels<K> {
  const fields = Object.entries<Bilingual>(LABELS[kind]).map(([name, label]) => [name, label[language]])
  const words = Object.entries(choices[kind] ?? {}).flatMap(([name, all]) =>
    Object.entries(all).map(([choice, label]) => [`${name}-${choice}`, label[language]]),
  )
  return Object.fromEntries([...fields, ...words])
}

/** Some of the labels under the section's own message keys. */
export const someLabels = <K extends LabelledKind, W extends string>(
  kind: K,
  language: Language,
  fields: Readonly<Record<W, LabelOf<K>>>,
): Readonly<Record<W, string>> =>
  Object.fromEntries(
    Object.entries<LabelOf<K>>(fields).map(([word, name]) => [word, labelOf(kind, name)![language]]),
  ) as Record<W, string>
