/**
 * Checks that everything that code, tests and documents refer to exists: rules of docs/specification.md, decisions and
 * files. Each check returns the references whose target is missing.
 */
import { posix } from 'node:path'
import type { SourceFile } from './house-rules.ts'
import { entriesOf, rulesOf } from './specification.ts'

/** The names of rules and files to which texts may refer. */
export interface Named {
  /** Rule numbers such as `S-ORDER-9`, and subjects such as `S-ORDER`. */
  readonly rules: ReadonlySet<string>
  /** The paths of all files, relative to the root, with `/`. */
  readonly paths: ReadonlySet<string>
}

const RULE = /(?<![\w-])S-[A-Z]+(?:-\d+)?(?![\w-])/g
/** Matches a reference to a chapter of the specification by its title, which is forbidden because titles may change. */
const CHAPTER = /specification\.md,? "[^"\n]+"/g
const DECISION = /\bdecisions?(?:\/| )(\d{4})(?!\d)/g
const FILE =
  /(?<![\w/.*{}$<>…-])(?:\.{1,2}\/)*[\w@][\w@.-]*(?:\/[\w@.-]+)*\.(?:md|tsx?|sql|css|html)\b(?![\w/(-]|\.\w)/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g
const SQL_COMMENT = /--.*/g
/** Matches file names with a placeholder, such as NNNN-what.sql. */
const PATTERN = /^NNNN/
/** Whether a document describes the past, so that files it refers to may have been deleted. */
const isHistory = (path: string): boolean => path === 'CHANGELOG.md' || path.startsWith('docs/decisions/')

/** Returns the text to check: all of a document, but only the comments of code. */
function wordsOf({ path, text }: SourceFile): string {
  if (path.endsWith('.md')) return text
  return (text.match(path.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []).join('\n')
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([found]) => found)

/** Returns rule numbers and subjects that the specification lacks, and chapters referred to by title. */
export const danglingRules = ({ path, text }: SourceFile, { rules }: Named): string[] => [
  ...all(text, RULE)
    .filter((rule) => !rules.has(rule))
    .map((rule) => `${path}: there is no rule ${rule}`),
  ...all(text, CHAPTER).map((chapter) => `${path}: name the rule by its number, not ${chapter}`),
]

/** Returns references to decisions that are not in docs/decisions. */
export function danglingDecisions(file: SourceFile, { paths }: Named): string[] {
  const numbers = [...wordsOf(file).matchAll(DECISION)].map(([, number]) => number!)
  return numbers
    .filter((number) => ![...paths].some((path) => path.startsWith(`docs/decisions/${number}-`)))
    .map((number) => `${file.path}: there is no decision ${number}`)
}

/**
 * Returns every path, together with each of its endings that begins after a `/`. For `server/engine/state.ts`, these
 * are `engine/state.ts` and `state.ts`.
 */
export function namesOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap((path) => path.split('/').map((_name, at, names) => names.slice(at).join('/'))))
}

/**
 * Returns references to files that do not exist: not from the root, not relative to the referring file, and not as the end of
 * any path. `names` comes from namesOf.
 */
export function danglingFiles(file: SourceFile, { paths }: Named, names: ReadonlySet<string>): string[] {
  return all(wordsOf(file), FILE)
    .filter((name) => !PATTERN.test(name) && !(isHistory(file.path) && !name.endsWith('.md')))
    .filter((name) => !paths.has(posix.join(posix.dirname(file.path), name)))
    .filter((name) => !names.has(name.replace(/^(\.{1,2}\/)+/, '')))
    .map((name) => `${file.path}: there is no ${name}`)
}

/** Returns relative paths that lead out of the repository, where readers have no such files. */
export function leadingOut({ path, text }: SourceFile): string[] {
  const depth = path.split('/').length - 1
  const addresses = [...text.matchAll(/new URL\(\s*['"`]((?:\.\.\/)+)/g)].map(([, steps]) => steps!.length / 3)
  return addresses.filter((steps) => steps > depth).map(() => `${path}: an address leads out of the repository`)
}

/** Returns the names of rules and files to which texts may refer. `files` must include docs/specification.md. */
export function namedIn(files: readonly SourceFile[], paths: readonly string[]): Named {
  const specification = files.find(({ path }) => path === 'docs/specification.md')!
  return { rules: rulesOf(entriesOf(specification.text)), paths: new Set(paths) }
}

/**
 * Checks all references in the repository. Returns references to missing rules, decisions and files, and paths that
 * lead out of the repository.
 */
export function danglingSources(files: readonly SourceFile[], paths: readonly string[]) {
  const [named, names] = [namedIn(files, paths), namesOf(paths)]
  // Released migrations never change, so they refer to files by the names of that time.
  const living = files.filter(({ path }) => !path.startsWith('server/migrations/'))
  return {
    rules: files.flatMap((file) => danglingRules(file, named)),
    decisions: files.flatMap((file) => danglingDecisions(file, named)),
    files: living.flatMap((file) => danglingFiles(file, named, names)),
    addresses: files.flatMap(leadingOut),
  }
}
