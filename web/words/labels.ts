/**
 * The labels of fields, which the server provides and the SDK takes from the API document. The app's own texts do not
 * repeat these labels.
 */
import { CHOICES, LABELS } from '../../sdk/labels.ts'
import type { Bilingual, Language } from './languages.ts'

export type LabelledKind = keyof typeof LABELS
type LabelOf<K extends LabelledKind> = keyof (typeof LABELS)[K] & string
type Choices<K> = K extends keyof typeof CHOICES ? (typeof CHOICES)[K] : Record<never, never>
type ChoiceOf<K> = {
  [N in keyof Choices<K> & string]: `${N}-${keyof Choices<K>[N] & string}`
}[keyof Choices<K> & string]

/**
 * The labels of a kind of record: those of fields by the field's name, those of fixed values by keys such as
 * `kind-sale`.
 */
export type Labels<K extends LabelledKind> = Readonly<Record<LabelOf<K> | ChoiceOf<K>, string>>

type ByField = Readonly<Record<string, Bilingual>>
const labels: Readonly<Record<string, ByField>> = LABELS
const choices: Readonly<Record<string, Readonly<Record<string, ByField>>>> = CHOICES

/** Returns the label of a field in both languages; undefined if the server has no such field. */
export const labelOf = (kind: string, field: string): Bilingual | undefined => labels[kind]?.[field]

/** Returns the labels of a field's fixed values, by value; undefined if the field has none. */
export const choicesOf = (kind: string, field: string): ByField | undefined => choices[kind]?.[field]

/** Returns all labels of a kind of record in one language, by key. */
export function labelsOf<K extends LabelledKind>(kind: K, language: Language): Labels<K> {
  const fields = Object.entries<Bilingual>(LABELS[kind]).map(([name, label]) => [name, label[language]])
  const words = Object.entries(choices[kind] ?? {}).flatMap(([name, all]) =>
    Object.entries(all).map(([choice, label]) => [`${name}-${choice}`, label[language]]),
  )
  return Object.fromEntries([...fields, ...words])
}

/** Returns some labels of a kind of record, under keys that the section chooses. */
export const someLabels = <K extends LabelledKind, W extends string>(
  kind: K,
  language: Language,
  fields: Readonly<Record<W, LabelOf<K>>>,
): Readonly<Record<W, string>> =>
  Object.fromEntries(
    Object.entries<LabelOf<K>>(fields).map(([word, name]) => [word, labelOf(kind, name)![language]]),
  ) as Record<W, string>
