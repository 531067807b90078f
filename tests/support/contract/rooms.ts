/** Reads from the tables in ARCHITECTURE.md and docs/app.md which folder may import which others, and checks the imports. */
import { posix } from 'node:path'
import type { Rule, SourceFile } from './house-rules.ts'

/**
 * The allowed imports: for each folder, such as `server/lists`, the other folders and files that its files may import;
 * null means any.
 */
export type Rooms = ReadonlyMap<string, readonly string[] | null>

/** Folders that the service and the app share: anything may import them, and they import none of our other folders. */
const SHARED = ['amounts', 'spellings']

const ANYTHING = 'anything'
const NOTHING = 'nothing'
const FOLDER = /`([\w/-]+)\/`/g

/**
 * Returns the rows of a table with the columns `Folder | What it is | May import`, for folders below `root`. The names in the
 * third column are relative to `root`.
 */
export function roomsIn(markdown: string, root: string): Rooms {
  const rooms = new Map<string, readonly string[] | null>()
  for (const line of markdown.split('\n')) {
    const [, first, , third] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (first === undefined || !third) continue
    const folders = [...first.matchAll(FOLDER)].map((match) => match[1]!).filter((one) => one.startsWith(`${root}/`))
    const may = third === ANYTHING ? null : third === NOTHING ? [] : third.split(',').map((one) => placeOf(one, root))
    for (const folder of folders) rooms.set(folder, may)
  }
  return rooms
}

/** Resolves a word in the table's third column: a folder or file below the root, or the SDK. */
function placeOf(word: string, root: string): string {
  const name = word.trim().replaceAll('`', '')
  return /^sdk\b/.test(name) ? name : `${root}/${name}`
}

const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)

/** Returns the table row that covers a file: the row of the file's folder or, with `isNested`, of a parent folder. */
function roomOf(path: string, rooms: Rooms, isNested: boolean): string | null {
  for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) {
    if (rooms.has(at)) return at
    if (!isNested) return null
  }
  return null
}

interface Table {
  readonly rooms: Rooms
  /** The root folder, such as `server` or `web`. Files directly in it may import anything. */
  readonly root: string
  /** Whether a row also covers the folders inside its folder. */
  readonly isNested: boolean
}

/** Returns the rule that every file below the root is in a folder of the table, and imports only what that folder may import. */
export const roomRule =
  ({ rooms, root, isNested }: Table): Rule =>
  (file) => {
    if (!isWithin(file.path, root) || posix.dirname(file.path) === root || !isCode(file)) return []
    const room = roomOf(file.path, rooms, isNested)
    if (room === null) return [`${file.path}: its folder has no row in the table`]
    const may = rooms.get(room)!
    if (may === null) return []
    return importsOf(file).flatMap((path) => {
      const isAllowed = [room, ...SHARED, ...may].some((place) => isWithin(path, place))
      return isAllowed ? [] : [`${file.path}: ${room} imports ${path}`]
    })
  }

/** The rule that a file in a shared folder imports none of our files except those in the same folder. */
export const sharedRule: Rule = (file) => {
  const room = SHARED.find((one) => isWithin(file.path, one))
  return room === undefined
    ? []
    : importsOf(file).flatMap((path) => (isWithin(path, room) ? [] : [`${file.path}: ${room} imports ${path}`]))
}

/** Returns folders that the table allows to import each other. A folder and one inside it count as one. */
export function circlesOf(rooms: Rooms): string[] {
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>()
    const look = (room: string) => {
      for (const other of rooms.keys()) {
        const isAllowed = rooms.get(room)?.some((place) => isWithin(other, place)) ?? false
        if (!isAllowed || seen.has(other) || isWithin(other, room) || isWithin(room, other)) continue
        seen.add(other)
        look(other)
      }
    }
    look(from)
    return seen
  }
  return [...rooms.keys()].filter((room) => reached(room).has(room))
}

/** Returns words in the table's third column that are neither an existing folder nor an existing file. */
export function unknownPlaces(rooms: Rooms, paths: readonly string[]): string[] {
  return [...new Set([...rooms.values()].flatMap((may) => may ?? []))].filter(
    (place) => !paths.some((path) => isWithin(path, place)),
  )
}

const isCode = ({ path }: SourceFile) => /\.tsx?$/.test(path)

const importsOf = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(IMPORT)].map((match) => posix.join(posix.dirname(path), match[1]!))
