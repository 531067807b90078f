/** The rule of the house about labels: what the service calls a field, the app does not write again. */
import { LABELS } from '../../sdk/labels.ts'
import type { Rule } from './house-rules.ts'

export type ByField = Readonly<Record<string, Readonly<Record<'ru' | 'en', string>>>>
const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
const FIELDS = KINDS.flatMap(([kind, fields]) => Object.entries(fields).map(([name, label]) => ({ kind, name, label })))
/** Others have such a field too: a user his e-mail, a line of an order its price. */
export const OF_MANY = new Set(['name', 'kind', 'number', 'price', 'email', 'archived', 'createdAt', 'updatedAt'])
const TEXT = /^ +'?([\w-]+)'?: '(.*)',$/gm

/** A label of two words is that of the field, whatever it stands under; a single one may be a word like any other. */
export const labelsSaidOnce: Rule = ({ path, text }) => {
  const language = /^web\/words\/\w+\.(ru|en)\.ts$/.exec(path)?.[1] as 'ru' | 'en' | undefined
  if (language === undefined) return []
  return [...text.matchAll(TEXT)].flatMap(([, word, said]) => {
    const field = FIELDS.find(
      ({ name, label }) =>
        !OF_MANY.has(name) && label[language] === said && (word === name || label[language].includes(' ')),
    )
    return field === undefined ? [] : [`${path}: ${word} is “${said}”, which ${field.kind}.${field.name} says already`]
  })
}
