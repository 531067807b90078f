/** The rules of the house over the source text, as plain functions of a file's path and text: each gives what is wrong. */

export interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string
  readonly text: string
}

export type Rule = (file: SourceFile) => string[]

/** Who may read the environment beside server/config.ts: what runs before there is a config, and what is no part of the service. */
const ENV_READERS = [
  /^vitest\.config\.ts$/,
  /^server\/config\.ts$/,
  /^server\/postgres\/programs\.ts$/,
  /^(tests|tools|bench)\//,
]

const isCode = ({ path }: SourceFile) => /\.tsx?$/.test(path)

/** Lines that match, as `path:line: what`. */
function linesWith({ path, text }: SourceFile, pattern: RegExp, what: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1}: ${what}: ${line.trim().slice(0, 80)}`] : [],
    )
}

// Written in two halves, so that this file keeps the rules too.
const word = (...halves: string[]) => halves.join('')
const SKIPPED = new RegExp(`\\.(${word('sk', 'ip')}|${word('on', 'ly')}|${word('to', 'do')})(If)?\\(`)
const UNFINISHED = new RegExp(`\\b(${word('FIX', 'ME')}|${word('TO', 'DO')}|${word('X', 'XX')})\\b`)
const SILENCED = new RegExp(`@ts-(${word('ig', 'nore')}|${word('no', 'check')})`)
const ENVIRONMENT = new RegExp(`\\b${word('process', '\\.env')}\\b`)

export const noSkippedTests: Rule = (file) => (isCode(file) ? linesWith(file, SKIPPED, 'a test that does not run') : [])

export const nothingUnfinished: Rule = (file) => linesWith(file, UNFINISHED, 'a note to finish later')

export const nothingSilenced: Rule = (file) => (isCode(file) ? linesWith(file, SILENCED, 'a silenced compiler') : [])

export const environmentThroughConfig: Rule = (file) =>
  isCode(file) && !ENV_READERS.some((reader) => reader.test(file.path))
    ? linesWith(file, ENVIRONMENT, 'reads the environment')
    : []

const OWN_FORM = 'web/parts/form.tsx'

/** A form of the app says itself what is missing: a plain one would have the browser say it, in its own language. */
export const oneForm: Rule = (file) =>
  /^web\//.test(file.path) && file.path !== OWN_FORM ? linesWith(file, /<form\b/, 'a form of the browser') : []

/** Outside fenced code, where `# ` may be a comment of a shell. */
export const oneTitle: Rule = ({ path, text }) => {
  if (!path.endsWith('.md')) return []
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const titles = prose.split('\n').filter((line) => line.startsWith('# ')).length
  return titles === 1 ? [] : [`${path}: ${titles} titles`]
}

/** A statement on tables, in a text of its own or as kysely has it. */
const SQL = /[`']\s*(?:select\s+\S|insert into\s|update \w+\s+set\s|delete from\s|with \w+ as\s)|\bsql`/g
const HOLDS_SQL = /^server\/(store|postgres)\/|-sql\.ts$/

export const sqlInItsPlace: Rule = ({ path, text }) =>
  isCode({ path, text }) && path.startsWith('server/') && !HOLDS_SQL.test(path)
    ? [...withoutComments(text).matchAll(SQL)].map(({ 0: found }) => `${path}: SQL: ${found.trim()}`)
    : []

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '')

const TIMER = /\bset(?:Timeout|Interval|Immediate)\b|\bnode:timers\b|\bperformance\.now\b|\bDate\.now\b|\bnew Date\(\)/
/** What changes after the module was loaded: a variable, or a collection that begins empty. */
const STATE =
  /^(?:export )?(?:let\b|const \w+(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|const \w+(?:: .*\[\])? = \[\]$)/

/** Rules may be decided twice: what they know is in the books. */
export const pureDomain: Rule = (file) =>
  isCode(file) && file.path.startsWith('server/domain/')
    ? [...linesWith(file, TIMER, 'a clock or timer'), ...linesWith(file, STATE, 'state of a module')]
    : []

/** Uploaded purchase files are papers; what is imported are tables, and MoySklad's data. */
const SAYS_IMPORT = /(^|[/-])imports?([.-]|$)/
const MAY_SAY_IMPORT = /^server\/(tables|moysklad|migrations)\/|^server\/http\/(openapi\/)?table-import/

export const importsAreTables: Rule = ({ path }) =>
  path.startsWith('server/') && SAYS_IMPORT.test(path) && !MAY_SAY_IMPORT.test(path) ? [`${path}: says import`] : []

const EXPORT = /^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

/** Names that several files export, each of their own; what is exported from elsewhere is one. */
export function exportedTwice(files: readonly SourceFile[]): string[] {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, name] of text.matchAll(EXPORT)) places.set(name!, (places.get(name!) ?? new Set()).add(path))
  return [...places].flatMap(([name, paths]) => (paths.size > 1 ? [`${name}: ${[...paths].join(', ')}`] : []))
}
