/** Every kind of record defined in `web/records/`. Loaded with the first screen that shows one of them. */
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
 * Returns the words of a definition. For use outside components, which need `useSpecWords` to re-render when the
 * language changes.
 */
export const sayOfRecords = (spec: AnyFields): SayAny => sayOwn(partOf(spec))

/** Returns the words of a definition; if the kind has its own pages, also the words of their section. */
export function useSpecWords(spec: AnyFields): SayAny {
  useLanguage()
  return sayOfRecords(spec)
}

/** The SDK methods for records of this kind. */
export const commandsOf = ({ kind }: AnySpec) => client[kind] as unknown as Commands

/** What the address shows: a kind of record, and optionally one record (`new` for a new one), to view or edit. */
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
 * Loads all words that a record screen needs before it is shown. Resolves to whether the address belongs to a defined
 * kind.
 */
export async function loadRecordsAt(pathname: string): Promise<boolean> {
  const found = recordsAt(pathname)
  await Promise.all((found?.spec.texts ?? []).map(loadWords))
  return found !== null
}

/** The name by which people know a record of a defined kind. */
export function nameOfRecord<K extends 'contracts'>(kind: K, record: Records[K]): string {
  const spec = RECORDS.find((one) => one.kind === kind)!
  return spec.nameOf(record as never, sayOfRecords(spec))
}

/** The kind whose audit log entries have this entity type. */
export const recordsOfEntity = (entityType: string): AnySpec | undefined => RECORDS.find(({ log }) => entityType in log)

/** The definition whose plain fields appear in audit log entries of this entity type. */
export const fieldsOfEntity = (entityType: string): AnyFields | undefined =>
  recordsOfEntity(entityType) ?? FIELDS.find((spec) => spec.entityType === entityType)

/** The SDK methods for this kind; none if the user may not change such records. */
export function useCommands(spec: AnySpec): Commands {
  return useMay()(spec.mayChange ?? 'managers') ? commandsOf(spec) : {}
}
