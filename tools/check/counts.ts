/** Counts that show whether the code is in good order. None of them may exceed its limit. */
import { posix } from 'node:path'
import { KINDS } from '../../server/domain/kinds.ts'
import { REPORTS } from '../../server/reports/report-list.ts'
import { noSentenceTakenApart } from '../../tests/support/contract/house-labels.ts'
import { exportedTwice, type SourceFile } from '../../tests/support/contract/house-rules.ts'
import { danglingSources } from '../../tests/support/contract/sources.ts'
import { clonesIn } from './clones.ts'

export interface Count {
  readonly name: string
  readonly now: number
  /** The largest number that is allowed. */
  readonly bound: number
  /** The items that were counted, one per line. */
  readonly found: readonly string[]
}

/** The output of the tools that run before the counts. */
export interface Printed {
  readonly biome: string
  /** The JSON that knip printed. */
  readonly knip: string
}

/**
 * Equal pieces of code that stay as they are, as `path repeats path`, each for a reason. They are not counted.
 * Loops over the pixels or blocks of a page: a function called for each of millions of pixels would take longer.
 */
export const LEFT_ALONE: readonly string[] = [
  'server/recognition/picture/light-blocks.ts repeats server/recognition/picture/bands.ts',
  'server/recognition/picture/paper-edges.ts repeats server/recognition/picture/flatten.ts',
]

/** Whether a copied piece of code is one of LEFT_ALONE. */
export const isLeftAlone = (clone: string): boolean => LEFT_ALONE.includes(clone.replaceAll(/:[\d-]+/g, ''))

/**
 * The current number of names that two files of the app export, such as `bodyOf` for the body that each form sends. Lower
 * it when it becomes smaller.
 */
const MAX_NAMES_OF_APP = 27

const CIRCLE = /^\S+ lint\/suspicious\/noImportCycles/gm

/** Returns the imports that form a cycle, as reported by Biome. */
export const circlesIn = (biome: string): string[] => biome.match(CIRCLE) ?? []

/**
 * Returns the unused files, exports and packages that knip reports, and the packages that are used but missing from
 * package.json.
 */
export function unusedIn(knip: string): string[] {
  const { issues } = JSON.parse(knip) as { issues: ({ file: string } & Record<string, unknown>)[] }
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, of]) =>
      Array.isArray(of) ? of.map((one) => `${file}: ${kind}: ${one.name ?? JSON.stringify(one)}`) : [],
    ),
  )
}

/**
 * Returns the folder of the service to which a file belongs, such as `server/http`. Subfolders are not distinguished.
 */
const roomOf = (path: string): string => posix.dirname(path).split('/').slice(0, 2).join('/')

const roomsWith = (files: readonly SourceFile[], pattern: RegExp): string[] => [
  ...new Set(files.filter(({ text }) => pattern.test(text)).map(({ path }) => roomOf(path))),
]

/**
 * Returns, for each report, the folders that mention its name as a string, as part of a path or as a key. A report with
 * the same name as a kind of record is left out, because there the name usually means the records.
 */
export function roomsOfReports(server: readonly SourceFile[]): Map<string, string[]> {
  const names = Object.keys(REPORTS).filter((name) => !(name in KINDS))
  const naming = (name: string) => new RegExp(`['"\`/]${name}['"\`/?]|^ +${name}: {`, 'm')
  return new Map(names.map((name) => [name, roomsWith(server, naming(name))]))
}

/**
 * Returns the folders that use the list tables. The result is the same for all lists, because these tables define every
 * list.
 */
export const roomsOfLists = (server: readonly SourceFile[]): string[] =>
  roomsWith(server, /export const (?:LIST_TABLES|STATE_LISTS)\b|from '[^']*\/(?:list-tables|state-lists)\.ts'/)

/**
 * Computes all counts. `files` are the repository's sources and documents, `paths` the paths of all files in the
 * repository.
 */
export function countsOf(files: readonly SourceFile[], paths: readonly string[], printed: Printed): Count[] {
  // Do not compare migrations and schema.sql, because migrations never change, and a later migration that changes a
  // function repeats all of it.
  const server = files.filter(({ path }) => path.startsWith('server/') && path.endsWith('.ts'))
  const app = files.filter(({ path }) => /^web\/.*\.tsx?$/.test(path))
  const count = (name: string, bound: number, found: readonly string[], now = found.length): Count => ({
    name,
    now,
    bound,
    found,
  })
  const reports = [...roomsOfReports(server)]
  const rooms = reports.map(([name, folders]) => `${name}: ${folders.join(', ')}`)
  const lists = roomsOfLists(server)
  return [
    count('imports in a circle, of types or values', 0, circlesIn(printed.biome)),
    count('unused files, exports and packages', 0, unusedIn(printed.knip)),
    count('places that take apart our own sentences', 0, files.flatMap(noSentenceTakenApart)),
    count('references to missing rules, decisions or files', 0, Object.values(danglingSources(files, paths)).flat()),
    count('names exported by two files of server/', 0, exportedTwice(server)),
    count('names exported by two files of web/', MAX_NAMES_OF_APP, exportedTwice(app)),
    count(
      'folders of server/ that one report is in',
      2,
      rooms,
      Math.max(...reports.map(([, folders]) => folders.length)),
    ),
    count('folders of server/ that one list is in', 2, lists),
    count(
      'copied pieces of code in server/',
      0,
      clonesIn(server).filter((clone) => !isLeftAlone(clone)),
    ),
  ]
}

/**
 * Formats the counts as a table, followed by the findings of each count that exceeds its limit, or of every count if
 * `isWhole` is true.
 */
export function tableOf(counts: readonly Count[], isWhole: boolean): string {
  const width = Math.max(...counts.map(({ name }) => name.length))
  const row = (name: string, now: string, bound: string) =>
    `${name.padEnd(width)}  ${now.padStart(4)}  ${bound.padStart(5)}`
  const rows = counts.map(
    ({ name, now, bound }) => row(name, String(now), String(bound)) + (now > bound ? '  too many' : ''),
  )
  const lists = counts
    .filter(({ now, bound, found }) => found.length > 0 && (isWhole || now > bound))
    .map(({ name, found }) => `\n${name}:\n${found.map((one) => `  ${one}`).join('\n')}`)
  return [row('count', 'now', 'bound'), ...rows, ...lists].join('\n')
}
