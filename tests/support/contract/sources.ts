/** What code, tests and documents name is in the repository: rules of docs/specification.md, decisions, files. Each check gives what is not. */
import { posix } from 'node:path'
import type { SourceFile } from './house-rules.ts'

/** What there is to name. */
export interface Named {
  /** `S-ORDER-9` and `S-ORDER`. */
  readonly rules: ReadonlySet<string>
  /** Of all files, from the root, with `/`. */
  readonly paths: ReadonlySet<string>
}

const RULE = /(?<![\w-])S-[A-Z]+(?:-\d+)?(?![\w-])/g
/** A chapter of the specification, whose title may change. */
const CHAPTER = /specification\.md,? "[^"\n]+"/g
const DECISION = /\bdecisions?(?:\/| )(\d{4})(?!\d)/g
const FILE =
  /(?<![\w/.*{}$<>…-])(?:\.{1,2}\/)*[\w@][\w@.-]*(?:\/[\w@.-]+)*\.(?:md|tsx?|sql|css|html)\b(?![\w/(-]|\.\w)/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g
const SQL_COMMENT = /--.*/g
/** Names with a part to fill in, such as NNNN-what.sql. */
const PATTERN = /^NNNN/
/** Tells of its day: files that it names may have gone since. */
const isHistory = (path: string): boolean => path === 'CHANGELOG.md' || path.startsWith('docs/decisions/')

/** Of a document all of it, of code what is said in comments. */
function wordsOf({ path, text }: SourceFile): string {
  if (path.endsWith('.md')) return text
  return (text.match(path.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []).join('\n')
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([found]) => found)

/** Numbers and subjects of rules that the specification does not have, and chapters in place of numbers. */
export const danglingRules = ({ path, text }: SourceFile, { rules }: Named): string[] => [
  ...all(text, RULE)
    .filter((rule) => !rules.has(rule))
    .map((rule) => `${path}: there is no rule ${rule}`),
  ...all(text, CHAPTER).map((chapter) => `${path}: name the rule by its number, not ${chapter}`),
]

/** Decisions that are not in docs/decisions. */
export function danglingDecisions(file: SourceFile, { paths }: Named): string[] {
  const numbers = [...wordsOf(file).matchAll(DECISION)].map(([, number]) => number!)
  return numbers
    .filter((number) => ![...paths].some((path) => path.startsWith(`docs/decisions/${number}-`)))
    .map((number) => `${file.path}: there is no decision ${number}`)
}

/** Every path, and every end of it that begins with a name: `server/engine/state.ts`, `engine/state.ts`, `node/state.ts`. */
export function namesOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap((path) => path.split('/').map((_name, at, names) => names.slice(at).join('/'))))
}

/** Files that are nowhere, neither from the root, nor from the file that names them, nor by the end of a path. `names`: of namesOf. */
export function danglingFiles(file: SourceFile, { paths }: Named, names: ReadonlySet<string>): string[] {
  return all(wordsOf(file), FILE)
    .filter((name) => !PATTERN.test(name) && !(isHistory(file.path) && !name.endsWith('.md')))
    .filter((name) => !paths.has(posix.join(posix.dirname(file.path), name)))
    .filter((name) => !names.has(name.replace(/^(\.{1,2}\/)+/, '')))
    .map((name) => `${file.path}: there is no ${name}`)
}

/** Addresses that lead out of the repository, where a reader of it finds nothing. */
export function leadingOut({ path, text }: SourceFile): string[] {
  const depth = path.split('/').length - 1
  const addresses = [...text.matchAll(/new URL\(\s*['"`]((?:\.\.\/)+)/g)].map(([, steps]) => steps!.length / 3)
  return addresses.filter((steps) => steps > depth).map(() => `${path}: an address leads out of the repository`)
}
