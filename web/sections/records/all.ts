/** Every kind of record that has a definition in `web/records/`. This is loaded with the first screen that shows any of them. */
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

/** The texts of a definition, outside of a component that is drawn anew when the language changes. */
export const sayOfRecords = (spec: AnyFields): SayAny => sayOwn(partOf(spec))

/** The texts of a definition; where its kind has pages of its own, also those of its section. */
export function useSpecWords(spec: AnyFields): SayAny {
  useLanguage()
  return sayOfRecords(spec)
}

/** What the SDK can do with such records. */
export const commandsOf = ({ kind }: AnySpec) => client[kind] as unknown as Commands

/** What an address shows: records of this kind, and of them one, which may be `new`, to be looked at or edited. */
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

/** Before a screen is shown: whether there are such records, and all texts that it needs. */
export async function loadRecordsAt(pathname: string): Promise<boolean> {
  const found = recordsAt(pathname)
  await Promise.all((found?.spec.texts ?? []).map(loadWords))
  return found !== null
}

/** By what name people know a record of a kind that has a definition. */
export function nameOfRecord<K extends 'contracts'>(kind: K, record: Records[K]): string {
  const spec = RECORDS.find((one) => one.kind === kind)!
  return spec.nameOf(record as never, sayOfRecords(spec))
}

/** The kind whose entries the audit log calls so. */
export const recordsOfEntity = (entityType: string): AnySpec | undefined => RECORDS.find(({ log }) => entityType in log)

/** That whose plain fields such entries have. */
export const fieldsOfEntity = (entityType: string): AnyFields | undefined =>
  recordsOfEntity(entityType) ?? FIELDS.find((spec) => spec.entityType === entityType)

/** Of what can be done with such records, what one may. */
export function useCommands(spec: AnySpec): Commands {
  return useMay()(spec.mayChange ?? 'managers') ? commandsOf(spec) : {}
}
