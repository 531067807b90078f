/**
 * Our rules about texts of the app: a label must not repeat the service's label for the same field, and sentences must
 * not be parsed.
 */
import { LABELS } from '../../../sdk/labels.ts'
import type { Rule } from './house-rules.ts'

export type ByField = Readonly<Record<string, Readonly<Record<'ru' | 'en', string>>>>
const KINDS: readonly (readonly [kind: string, fields: ByField])[] = Object.entries(LABELS)
const FIELDS = KINDS.flatMap(([kind, fields]) => Object.entries(fields).map(([name, label]) => ({ kind, name, label })))
/**
 * Field names that are too general to compare, because they occur with several meanings: users have an e-mail address,
 * order lines a price, tables a total.
 */
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
/**
 * Labels that are meant to differ from the field's label in Russian: a heading, and a short form of a price's label where space
 * is limited.
 */
const OTHER_WORDS = new Set(['stock.rows', 'files.price', 'purchasing.cost', 'purchasing.unitCost'])
const TEXT = /^ +'?([\w-]+)'?: '(.*)',$/gm

/**
 * Forbids labels that repeat a field's label. In every section of the app, a label of two or more words must be taken
 * from the field. A single word may be the same by coincidence.
 */
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

/**
 * Matches code that parses a `summary`. In the service, `message` and `detail` can also come from other programs, whose
 * texts may be parsed.
 */
const SUMMARY_BY_PATTERN = new RegExp(READ_BY_PATTERN.source.replaceAll(PROSE, 'summary'))

/**
 * Forbids parsing sentences. The app must use the codes and `figures` of a response, and not the sentences that the
 * service writes for people and logs. The service must not parse its own sentences in the audit log.
 */
export const noSentenceTakenApart: Rule = ({ path, text }) => {
  const [, root] = /^(web|server)\/.*\.tsx?$/.exec(path) ?? []
  if (root === undefined) return []
  const pattern = root === 'web' ? READ_BY_PATTERN : SUMMARY_BY_PATTERN
  return text
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: takes a sentence of the service apart`] : []))
}
