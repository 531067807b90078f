/** The rule of the house about labels: what the service calls a field, the app does not write again. */
import { LABELS } from '../../../sdk/labels.ts'
import type { Rule } from './house-rules.ts'

export type ByField = Readonly<Record<string, Readonly<Record<'ru' | 'en', string>>>>
const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
const FIELDS = KINDS.flatMap(([kind, fields]) => Object.entries(fields).map(([name, label]) => ({ kind, name, label })))
/** Others have such a field too: a user his e-mail, a line of an order its price, a table its total. */
export const OF_MANY = new Set([
  'total',
  'name',
  'kind',
  'number',
  'price',
  'email',
  'archived',
  'createdAt',
  'updatedAt',
])
/** In Russian these are other words than the field's: a heading, and a price where there is no room. */
const OTHER_WORDS = new Set(['stock.rows', 'files.price', 'purchasing.cost', 'purchasing.unitCost'])
const TEXT = /^ +'?([\w-]+)'?: '(.*)',$/gm

/** A label of two words is that of the field, whatever it stands under; a single one may be a word like any other. */
export const labelsSaidOnce: Rule = ({ path, text }) => {
  const [, part, found] = /^web\/words\/(\w+)\.(ru|en)\.ts$/.exec(path) ?? []
  const language = found as 'ru' | 'en' | undefined
  if (language === undefined) return []
  return [...text.matchAll(TEXT)].flatMap(([, word, said]) => {
    if (OTHER_WORDS.has(`${part}.${word}`)) return []
    const field = FIELDS.find(
      ({ name, label }) =>
        !OF_MANY.has(name) && label[language] === said && (word === name || label[language].includes(' ')),
    )
    return field === undefined ? [] : [`${path}: ${word} is “${said}”, which ${field.kind}.${field.name} says already`]
  })
}

const PROSE = '(?:detail|message|summary|hint)'
const READ_BY_PATTERN = new RegExp(
  [
    `\\.(?:exec|test)\\([^)]*\\b${PROSE}\\b`,
    `\\b${PROSE}\\b\\??\\)?\\.(?:match|matchAll|search|replace|replaceAll|split|slice|substring|indexOf|lastIndexOf|includes|startsWith|endsWith)\\(`,
    `\\bsentenceFor\\w*\\([^)]*\\b${PROSE}\\b`,
  ].join('|'),
)

/** The line of the audit log is all that names what was deleted. */
const LINES_OF_THE_LOG = 'web/sections/settings/audit-sentence.ts'

/** The app reads codes and figures: sentences that the service writes for people and logs are never taken apart. */
export const noSentenceTakenApart: Rule = ({ path, text }) => {
  if (!/^web\/.*\.tsx?$/.test(path) || path === LINES_OF_THE_LOG) return []
  return text
    .split('\n')
    .flatMap((line, at) =>
      READ_BY_PATTERN.test(line) ? [`${path}:${at + 1}: takes a sentence of the service apart`] : [],
    )
}
