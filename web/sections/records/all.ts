/**
 * Collects the definitions of the kinds of records in `web/records/`. This code is loaded with the first screen that
 * shows a record of one of these kinds.
 */
import { client } from '../../data/client.ts'
import type { Records } from '../../data/kinds.ts'
import { useMay } from '../../data/session.ts'
import { addWords, loadWords, type SayAny, sayOwn, useLanguage } from '../../words/words.ts'
import {
  type AnyFields,
  type AnySpec,
  type Commands,
  partOf,
  placeOf,
  type RecordPlace,
  wordsOf,
  wordsOfFields,
} from './spec.ts'

const FILES = import.meta.glob<Readonly<Record<string, AnySpec | AnyFields>>>('../../records/*.ts', { eager: true })
const ALL = Object.values(FILES).flatMap((file) => Object.values(file))

export const RECORDS: readonly AnySpec[] = ALL.filter((spec) => 'path' in spec).sort(
  (one, other) => one.order - other.order,
)
const FIELDS: readonly AnyFields[] = ALL.filter((spec) => !('path' in spec))

for (const spec of RECORDS) addWords(partOf(spec), wordsOf(spec))
for (const spec of FIELDS) addWords(partOf(spec), wordsOfFields(spec), spec.section)

export const recordsIn = (place: RecordPlace) => RECORDS.filter((spec) => placeOf(spec) === place)

/**
 * Returns a function that gives the texts of a definition. It is for code outside components. Components need
 * `useSpecWords`, so that they are rendered again when the language changes.
 */
export const sayOfRecords = (spec: AnyFields): SayAny => sayOwn(partOf(spec))

/**
 * A hook that returns a function for the texts of a definition. If the kind of record has its own pages, the texts of
 * their section are included.
 */
export function useSpecWords(spec: AnyFields): SayAny {
  useLanguage()
  return sayOfRecords(spec)
}

/** Returns the methods of the SDK for this kind of record. */
export const commandsOf = ({ kind }: AnySpec) => client[kind] as unknown as Commands

/**
 * The parts of a page address: a kind of record and, optionally, one record of it (`new` for a new record), to view or
 * to edit.
 */
export interface RecordAddress {
  readonly spec: AnySpec
  readonly id: string | undefined
  readonly mode: string | undefined
}

export function recordsAt(pathname: string): RecordAddress | null {
  const spec = RECORDS.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  if (spec === undefined) return null
  const [id, mode] = pathname.slice(spec.path.length).split('/').filter(Boolean)
  return { spec, id, mode }
}

/**
 * Loads all texts that the screen of a record needs, before the screen is shown. Resolves to true if the address
 * belongs to a defined kind of record.
 */
export async function loadRecordsAt(pathname: string): Promise<boolean> {
  const found = recordsAt(pathname)
  await Promise.all((found?.spec.texts ?? []).map(loadWords))
  return found !== null
}

/** Returns the name of a record as the app shows it. */
export function nameOfRecord<K extends 'contracts'>(kind: K, record: Records[K]): string {
  const spec = RECORDS.find((one) => one.kind === kind)!
  return spec.nameOf(record as never, sayOfRecords(spec))
}

/**
 * Returns the definition of the kind of record that an entity type of the audit log stands for; undefined if there is
 * none.
 */
export const recordsOfEntity = (entityType: string): AnySpec | undefined => RECORDS.find(({ log }) => entityType in log)

/**
 * Returns the definition that describes the plain fields of an entity type of the audit log; undefined if there is
 * none.
 */
export const fieldsOfEntity = (entityType: string): AnyFields | undefined =>
  recordsOfEntity(entityType) ?? FIELDS.find((spec) => spec.entityType === entityType)

/** Returns the SDK methods for this kind of record, or none if the user may not change such records. */
export function useCommands(spec: AnySpec): Commands {
  return useMay()(spec.mayChange ?? 'managers') ? commandsOf(spec) : {}
}
