/** Our rules for source text, as plain functions of a file's path and text. Each returns the violations it finds. */

export interface SourceFile {
  /** The file's path relative to the project's root, with `/`. */
  readonly path: string
  readonly text: string
}

export type Rule = (file: SourceFile) => string[]

/**
 * The files other than server/config.ts that may read environment variables: code that runs before the configuration is read,
 * and code outside the service.
 */
const ENV_READERS = [
  /^vitest\.config\.ts$/,
  /^server\/config\.ts$/,
  /^server\/postgres\/programs\.ts$/,
  /^(tests|tools|bench)\//,
]

const isCode = ({ path }: SourceFile) => /\.tsx?$/.test(path)

/** Returns the lines that match the pattern, each as `path:line: what: text`, where `what` names the violation. */
function linesWith({ path, text }: SourceFile, pattern: RegExp, what: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1}: ${what}: ${line.trim().slice(0, 80)}`] : [],
    )
}

// Joins two halves of a word. This file writes forbidden words in halves, so that it does not violate its own rules.
const word = (...halves: string[]) => halves.join('')
const SKIPPED = new RegExp(`\\.(${word('sk', 'ip')}|${word('on', 'ly')}|${word('to', 'do')})(If)?\\(`)
const UNFINISHED = new RegExp(`\\b(${word('FIX', 'ME')}|${word('TO', 'DO')}|${word('X', 'XX')})\\b`)
const SILENCED = new RegExp(`@ts-(${word('ig', 'nore')}|${word('no', 'check')})`)
const ENVIRONMENT = new RegExp(`\\b${word('process', '\\.env')}\\b`)

export const noSkippedTests: Rule = (file) => (isCode(file) ? linesWith(file, SKIPPED, 'a test that does not run') : [])

export const nothingUnfinished: Rule = (file) => linesWith(file, UNFINISHED, 'a note to finish later')

export const nothingSilenced: Rule = (file) => (isCode(file) ? linesWith(file, SILENCED, 'a silenced compiler') : [])

/**
 * Phrases that a reader must read twice. Plain alternatives are: again, the caller, users who, can be downloaded, at most
 * 5, finished, needs attention.
 */
const TURNS = [
  word('an', 'ew'),
  word('who(?:ever)?', ' asks?'),
  word('(?:for|by)', ' who'),
  word('can be', ' had'),
  word('for so', ' long'),
  word('as long as', ' that'),
  word('told', ' of'),
  word('borne', ' out'),
  word('given', ' away'),
  word('of', ' then'),
  word('is none', ' of'),
  word('of another', ' form'),
  word('brought to', ' its end'),
  word('wants?', ' a look'),
  word('no more than', ' so'),
]
const TURN = new RegExp(`\\b(?:(?:${TURNS.join('|')})\\b|${word('so', ' (?:many|much)')}[.,;:])`, 'gi')
/**
 * The files in which these phrases are allowed: the changelog stays as it was written, and applied migrations never
 * change.
 */
const KEEPS_OLD_TURNS = /^(CHANGELOG\.md$|server\/migrations\/)/

/** Forbids these phrases. The lines of a comment are joined first, because a phrase may continue on the next line. */
export const plainTurns: Rule = ({ path, text }) =>
  KEEPS_OLD_TURNS.test(path)
    ? []
    : [...text.replace(/\s*\n[\s*/]*/g, ' ').matchAll(TURN)].map(({ 0: turn, index, input }) => {
        const around = input.slice(Math.max(0, index - 30), index + 40)
        return `${path}: say "${turn}" plainly: ${around}`
      })

export const environmentThroughConfig: Rule = (file) =>
  isCode(file) && !ENV_READERS.some((reader) => reader.test(file.path))
    ? linesWith(file, ENVIRONMENT, 'reads the environment')
    : []

const OWN_FORM = 'web/parts/form.tsx'

/**
 * Forbids plain form elements. Forms must use the app's own component, which reports missing fields. With a plain form
 * element the browser would report them, in the browser's language.
 */
export const oneForm: Rule = (file) =>
  /^web\//.test(file.path) && file.path !== OWN_FORM ? linesWith(file, /<form\b/, 'a form of the browser') : []

/**
 * Requires exactly one title in each document. Headings inside fenced code are not counted, because there `# ` may be a
 * shell comment.
 */
export const oneTitle: Rule = ({ path, text }) => {
  if (!path.endsWith('.md')) return []
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const titles = prose.split('\n').filter((line) => line.startsWith('# ')).length
  return titles === 1 ? [] : [`${path}: ${titles} titles`]
}

/** Matches an SQL statement, written as a string or with the query builder kysely. */
const SQL = /[`']\s*(?:select\s+\S|insert into\s|update \w+\s+set\s|delete from\s|with \w+ as\s)|\bsql`/g
const HOLDS_SQL = /^server\/(store|postgres)\/|-sql\.ts$/

export const sqlInItsPlace: Rule = ({ path, text }) =>
  isCode({ path, text }) && path.startsWith('server/') && !HOLDS_SQL.test(path)
    ? [...withoutComments(text).matchAll(SQL)].map(({ 0: found }) => `${path}: SQL: ${found.trim()}`)
    : []

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '')

const TIMER = /\bset(?:Timeout|Interval|Immediate)\b|\bnode:timers\b|\bperformance\.now\b|\bDate\.now\b|\bnew Date\(\)/
/** Matches state that changes after its module was loaded: a variable, or a collection that starts empty. */
const STATE =
  /^(?:export )?(?:let\b|const \w+(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|const \w+(?:: .*\[\])? = \[\]$)/

/**
 * Forbids clocks, timers and module-level state in server/domain/. A rule may run twice for one command, and the state
 * of a module would remember the first run.
 */
export const pureDomain: Rule = (file) =>
  isCode(file) && file.path.startsWith('server/domain/')
    ? [...linesWith(file, TIMER, 'a clock or timer'), ...linesWith(file, STATE, 'state of a module')]
    : []

/**
 * Matches paths that contain the word "import". In the service it is only for tables, MoySklad's data and whole
 * companies; files of purchase documents are called papers.
 */
const SAYS_IMPORT = /(^|[/-])imports?([.-]|$)/
const MAY_SAY_IMPORT =
  /^server\/(tables|moysklad|migrations)\/|^server\/http\/(openapi\/)?table-import|\/import-company\.ts$/

export const importsAreTables: Rule = ({ path }) =>
  path.startsWith('server/') && SAYS_IMPORT.test(path) && !MAY_SAY_IMPORT.test(path) ? [`${path}: says import`] : []

const EXPORT = /^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

/** Returns names that more than one file defines and exports. Re-exports are not counted. */
export function exportedTwice(files: readonly SourceFile[]): string[] {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, name] of text.matchAll(EXPORT)) places.set(name!, (places.get(name!) ?? new Set()).add(path))
  return [...places].flatMap(([name, paths]) => (paths.size > 1 ? [`${name}: ${[...paths].join(', ')}`] : []))
}
