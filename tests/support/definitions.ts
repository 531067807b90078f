/** What the app's folders of definitions hold: whatever is put there is looked at by the tests and the screenshots, which name none of it. */
import { readdirSync } from 'node:fs'
import { createClient } from '../../sdk/index.ts'

const WEB = new URL('../../web/', import.meta.url)

export type Bilingual = Readonly<Record<'ru' | 'en', string>>
export type Words = Readonly<Record<string, Bilingual>>

/** A kind of record, as `web/sections/records/spec.ts` describes it. */
export interface RecordDefinition {
  readonly kind: string
  readonly path: string
  readonly may?: string
  readonly entityType: string
  readonly log: Words
}

async function definitionsIn<T>(folder: string): Promise<readonly (T & { readonly file: string })[]> {
  const files = readdirSync(new URL(folder, WEB)).filter((name) => name.endsWith('.ts'))
  const loaded = await Promise.all(
    files.map(async (name) => {
      const found: object = await import(new URL(`${folder}/${name}`, WEB).href)
      return Object.values(found).map((one: T) => ({ ...one, file: `${folder}/${name}` }))
    }),
  )
  return loaded.flat()
}

export const RECORDS = await definitionsIn<RecordDefinition>('records')

/** All texts of a kind of record, as the app collects them. */
export const wordsOfRecords = (await import(new URL('sections/records/spec.ts', WEB).href)).wordsOf as (
  spec: RecordDefinition,
) => Words

interface Methods {
  readonly list: { readonly path: string }
  readonly create?: unknown
  readonly update?: unknown
}
const client = createClient({ baseUrl: 'http://localhost', token: 'unused' }) as unknown as Record<string, Methods>

/** What the SDK can do with records of a kind. */
export const methodsOf = ({ kind }: RecordDefinition): Methods => client[kind]!

/** Where the app shows such records: the list, how one is made, and one of them when it is known. */
export function pagesOfRecords(spec: RecordDefinition, id?: string): string[] {
  const { create, update } = methodsOf(spec)
  return [
    spec.path,
    ...(create === undefined ? [] : [`${spec.path}/new`]),
    ...(id === undefined ? [] : [`${spec.path}/${id}`]),
    ...(id === undefined || update === undefined ? [] : [`${spec.path}/${id}/edit`]),
  ]
}
