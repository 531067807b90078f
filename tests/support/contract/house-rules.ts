/** The rules of the house over the source text, as plain functions of a file's path and text: each gives what is wrong. */
import { posix } from 'node:path'

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
/** What runs for people: the service, and the app. */
const isServer = ({ path }: SourceFile) => /^(server|web|spellings)\//.test(path) && /\.tsx?$/.test(path)

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
const DEFAULT_EXPORT = new RegExp(`^export ${word('def', 'ault')}\\b|^export .*\\bas ${word('def', 'ault')}\\b`)
const ENVIRONMENT = new RegExp(`\\b${word('process', '\\.env')}\\b`)

export const noSkippedTests: Rule = (file) => (isCode(file) ? linesWith(file, SKIPPED, 'a test that does not run') : [])

export const nothingUnfinished: Rule = (file) => linesWith(file, UNFINISHED, 'a note to finish later')

export const nothingSilenced: Rule = (file) => (isCode(file) ? linesWith(file, SILENCED, 'a silenced compiler') : [])

export const noDefaultExport: Rule = (file) =>
  isCode(file) && !/\.config\.ts$/.test(file.path) ? linesWith(file, DEFAULT_EXPORT, 'a default export') : []

export const environmentThroughConfig: Rule = (file) =>
  isCode(file) && !ENV_READERS.some((reader) => reader.test(file.path))
    ? linesWith(file, ENVIRONMENT, 'reads the environment')
    : []

/** Folder → the folders of server/ that it may import. What is not named may import anything but http. */
const ARROWS: Record<string, readonly string[]> = {
  domain: ['domain'],
  commands: ['commands', 'domain'],
  store: ['store', 'domain'],
  recognition: ['recognition', 'domain'],
  engine: ['engine', 'commands', 'domain', 'store'],
  queries: ['queries', 'engine', 'commands', 'domain', 'store'],
  access: ['access', 'engine', 'commands', 'domain', 'store', 'integrations'],
  tables: ['tables', 'access', 'queries', 'engine', 'commands', 'domain', 'store', 'recognition', 'integrations'],
  extsys: ['extsys', 'access', 'engine', 'commands', 'domain', 'store', 'recognition'],
}
const MAY_IMPORT_HTTP = /^server\/(http\/|service\.ts$)/

const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** What service and app share: how people write figures and units. It imports nothing. */
const SPELLINGS = 'spellings/'

export const importArrows: Rule = (file) => {
  if (!isServer(file)) return []
  if (file.path.startsWith(SPELLINGS))
    return [...file.text.matchAll(IMPORT)].map((match) => `${file.path}: imports ${match[1]}`)
  const folder = folderOf(file.path)
  return [...file.text.matchAll(IMPORT)].flatMap((match) => {
    const path = posix.join(posix.dirname(file.path), match[1]!)
    const target = folderOf(path)
    if (path.startsWith(SPELLINGS)) return []
    const isAllowed =
      target === 'http' ? MAY_IMPORT_HTTP.test(file.path) : (ARROWS[folder] ?? [target]).includes(target)
    return isAllowed ? [] : [`${file.path}: ${folder === '' ? 'this file' : folder} imports ${match[1]}`]
  })
}

/** `domain` for `server/domain/lots.ts`; '' for a file of server/ itself. */
function folderOf(path: string): string {
  return /^server\/([^/]+)\//.exec(path)?.[1] ?? ''
}

/** Folder of web/ → the folders of web/ that it may import. The files of web/ itself may import all. */
const APP_ARROWS: Record<string, readonly string[]> = {
  words: ['words'],
  codes: ['codes'],
  components: ['components', 'codes'],
  data: ['data', 'words', 'codes'],
  // What is defined there is found, not named; but pages of their own name the plain fields that they show.
  sections: ['sections', 'components', 'data', 'words', 'records', 'codes'],
  records: ['sections', 'data', 'words'],
  reports: ['sections', 'data', 'words'],
}

/** What the service calls the fields of records, and says of its refusals. */
const SDK_WORDS = /^sdk\/(labels|refusals\.(ru|en))\.ts$/

const OWN_FORM = 'web/parts/form.tsx'

/** A form of the app says itself what is missing: a plain one would have the browser say it, in its own language. */
export const oneForm: Rule = (file) =>
  /^web\//.test(file.path) && file.path !== OWN_FORM ? linesWith(file, /<form\b/, 'a form of the browser') : []

/** The app is a client like any other: of what is not in web/ it may import the SDK and spellings/, its words no more of the SDK than its words, its components none of it. */
export const appArrows: Rule = (file) => {
  const folder = /^web\/([^/]+)\//.exec(file.path)?.[1]
  const allowed = folder === undefined ? undefined : APP_ARROWS[folder]
  if (allowed === undefined || !isCode(file)) return []
  return [...file.text.matchAll(IMPORT)].flatMap((match) => {
    const target = posix.join(posix.dirname(file.path), match[1]!)
    const isSdk =
      target.startsWith('sdk/') &&
      (folder === 'words' ? SDK_WORDS.test(target) : folder !== 'components' && folder !== 'codes')
    const inside = /^web\/([^/]+)\//.exec(target)?.[1]
    const isAllowed = isSdk || target.startsWith(SPELLINGS) || (inside !== undefined && allowed.includes(inside))
    return isAllowed ? [] : [`${file.path}: ${folder} imports ${match[1]}`]
  })
}

/** Outside fenced code, where `# ` may be a comment of a shell. */
export const oneTitle: Rule = ({ path, text }) => {
  if (!path.endsWith('.md')) return []
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const titles = prose.split('\n').filter((line) => line.startsWith('# ')).length
  return titles === 1 ? [] : [`${path}: ${titles} titles`]
}

/** An import or export statement, whose end may stand on a line of its own. */
const STATEMENT = /^(?:import|export|\}).*from ['"](\.{1,2}\/[^'"]+)['"]/gm

export const typeScriptEndings: Rule = (file) =>
  isCode(file)
    ? [...file.text.matchAll(STATEMENT)]
        .filter((match) => !/\.(tsx?|json|md|css)$/.test(match[1]!))
        .map((match) => `${file.path}: imports ${match[1]}, which does not end in .ts`)
    : []
