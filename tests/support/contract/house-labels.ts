/** The house rule about labels: the app must not define a label again if the service already names the field. */
import { LABELS } from '../../../sdk/labels.ts'
import type { Rule } from './house-rules.ts'

export type ByField = Readonly<Record<string, Readonly<Record<'ru' | 'en', string>>>>
const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
const FIELDS = KINDS.flatMap(([kind, fields]) => Object.entries(fields).map(([name, label]) => ({ kind, name, label })))
/** Fields that other things have too: a user has an e-mail, an order line a price, a table a total. */
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
/** Labels that differ from the field's in Russian: a heading, and a short price label where space is limited. */
const OTHER_WORDS = new Set(['stock.rows', 'files.price', 'purchasing.cost', 'purchasing.unitCost'])
const TEXT = /^ +'?([\w-]+)'?: '(.*)',$/gm

/** A label of two or more words must be the field's own label, in any section. A single word may be a coincidence. */
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

/** The audit log's line is the only place that names a deleted record. */
const LINES_OF_THE_LOG = 'web/sections/settings/audit-sentence.ts'

/** The app reads codes and figures; it never parses sentences that the service writes for people and logs. */
export const noSentenceTakenApart: Rule = ({ path, text }) => {
  if (!/^web\/.*\.tsx?$/.test(path) || path === LINES_OF_THE_LOG) return []
  return text
    .split('\n')
    .flatMap((line, at) =>
      READ_BY_PATTERN.test(line) ? [`${path}:${at + 1}: takes a sentence of the service apart`] : [],
    )
}
