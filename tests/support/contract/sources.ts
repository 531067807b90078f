/**
 * Checks that everything named in code, tests and documents exists: rules of docs/specification.md, decisions and files. Each
 * check returns what is missing.
 */
import { posix } from 'node:path'
import type { SourceFile } from './house-rules.ts'

/** What can be named. */
export interface Named {
  /** `S-ORDER-9` and `S-ORDER`. */
  readonly rules: ReadonlySet<string>
  /** All files, relative to the root, with `/`. */
  readonly paths: ReadonlySet<string>
}

const RULE = /(?<![\w-])S-[A-Z]+(?:-\d+)?(?![\w-])/g
/** A specification chapter named by its title, which may change. */
const CHAPTER = /specification\.md,? "[^"\n]+"/g
const DECISION = /\bdecisions?(?:\/| )(\d{4})(?!\d)/g
const FILE =
  /(?<![\w/.*{}$<>…-])(?:\.{1,2}\/)*[\w@][\w@.-]*(?:\/[\w@.-]+)*\.(?:md|tsx?|sql|css|html)\b(?![\w/(-]|\.\w)/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g
const SQL_COMMENT = /--.*/g
/** File names with a part to fill in, such as NNNN-what.sql. */
const PATTERN = /^NNNN/
/** Describes its own day: files that it names may be gone since. */
const isHistory = (path: string): boolean => path === 'CHANGELOG.md' || path.startsWith('docs/decisions/')

/** Returns the whole text of a document, or only the comments of code. */
function wordsOf({ path, text }: SourceFile): string {
  if (path.endsWith('.md')) return text
  return (text.match(path.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []).join('\n')
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([found]) => found)

/** Returns rule numbers and subjects that the specification lacks, and chapters named instead of numbers. */
export const danglingRules = ({ path, text }: SourceFile, { rules }: Named): string[] => [
  ...all(text, RULE)
    .filter((rule) => !rules.has(rule))
    .map((rule) => `${path}: there is no rule ${rule}`),
  ...all(text, CHAPTER).map((chapter) => `${path}: name the rule by its number, not ${chapter}`),
]

/** Returns decisions that are not in docs/decisions. */
export function danglingDecisions(file: SourceFile, { paths }: Named): string[] {
  const numbers = [...wordsOf(file).matchAll(DECISION)].map(([, number]) => number!)
  return numbers
    .filter((number) => ![...paths].some((path) => path.startsWith(`docs/decisions/${number}-`)))
    .map((number) => `${file.path}: there is no decision ${number}`)
}

/** Returns every path and every ending of it that begins with a name: `server/engine/state.ts`, `engine/state.ts`, `state.ts`. */
export function namesOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap((path) => path.split('/').map((_name, at, names) => names.slice(at).join('/'))))
}

/**
 * Returns named files that do not exist: neither from the root, nor relative to the naming file, nor as the end of a path.
 * `names`: from namesOf.
 */
export function danglingFiles(file: SourceFile, { paths }: Named, names: ReadonlySet<string>): string[] {
  return all(wordsOf(file), FILE)
    .filter((name) => !PATTERN.test(name) && !(isHistory(file.path) && !name.endsWith('.md')))
    .filter((name) => !paths.has(posix.join(posix.dirname(file.path), name)))
    .filter((name) => !names.has(name.replace(/^(\.{1,2}\/)+/, '')))
    .map((name) => `${file.path}: there is no ${name}`)
}

/** Returns relative paths that lead out of the repository, where a reader finds nothing. */
export function leadingOut({ path, text }: SourceFile): string[] {
  const depth = path.split('/').length - 1
  const addresses = [...text.matchAll(/new URL\(\s*['"`]((?:\.\.\/)+)/g)].map(([, steps]) => steps!.length / 3)
  return addresses.filter((steps) => steps > depth).map(() => `${path}: an address leads out of the repository`)
}
