/**
 * Generates the tables in docs/import.md from the code: `node tools/import-tables.ts` writes them between markers in
 * the document. A test checks that they are current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { FIELD_GUIDE, type GuideEntry, type GuideKind, reasonOf } from '../server/moysklad/mapping/field-guide.ts'
import { type MappingProblemCode, PROBLEM_CODES, sentenceOf } from '../server/moysklad/mapping/problem-codes.ts'

const DOCUMENT = new URL('../docs/import.md', import.meta.url)
const KINDS = Object.keys(FIELD_GUIDE) as GuideKind[]
const SEVERITIES = { error: 'not transferred', warning: 'look at it', info: 'nothing to do' } as const
/** The shortest interval between requests (S-IMPORT-23). */
const SECONDS_PER_REQUEST = 5.1
const COUNTS = [1_000, 10_000, 100_000]

/** Returns the document with its tables generated again. */
export function withTables(text: string): string {
  const tables: [string, string][] = [
    ...KINDS.map((kind): [string, string] => [`fields-${kind}`, fieldTable(kind)]),
    ['codes', codeTable()],
    ['pace', paceTable()],
  ]
  return tables.reduce((whole, [name, table]) => replaced(whole, name, table), text)
}

function replaced(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from === -1 || to === -1) throw new Error(`docs/import.md has no place for the table "${name}"`)
  return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function fieldTable(kind: GuideKind): string {
  return table(
    ['In MoySklad', '', 'Field of its API', 'Here', 'Possible remarks in the report'],
    FIELD_GUIDE[kind].map((entry) => [
      entry.label,
      entry.english,
      `\`${entry.source}\``,
      placeOf(entry),
      saidOf(entry),
    ]),
  )
}

function placeOf({ target }: GuideEntry): string {
  return target === null ? 'only in the report' : `\`${target}\``
}

function saidOf(entry: GuideEntry): string {
  const codes = entry.codes.map((code) => `\`${code}\``).join(', ')
  const reason = entry.target === null ? reasonOf(entry, 'en') : null
  return [reason ?? '', codes].filter((part) => part !== '').join(' ')
}

function codeTable(): string {
  const words = { field: '…', value: '…' }
  return table(
    ['Code', '', 'What it says', 'По-русски'],
    Object.entries(PROBLEM_CODES).map(([code, { severity }]) => [
      `\`${code}\``,
      SEVERITIES[severity],
      sentenceOf(code as MappingProblemCode, words, 'en'),
      sentenceOf(code as MappingProblemCode, words, 'ru'),
    ]),
  )
}

function paceTable(): string {
  const cells = (perPage: number) => COUNTS.map((count) => durationOf(Math.ceil(count / perPage) * SECONDS_PER_REQUEST))
  return table(
    ['Records', 'of a page', ...COUNTS.map((count) => count.toLocaleString('en'))],
    [
      ['products, services, variants, warehouses', '1,000', ...cells(1_000)],
      ['partners, organizations, bundles, purchases (with their lists)', '100', ...cells(100)],
    ],
  )
}

function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

if (import.meta.main) writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8')))
