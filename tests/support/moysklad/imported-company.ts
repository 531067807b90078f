/** Compares an imported company, as our API shows it, with the expected outcome of the import. */
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../node/client.ts'
import type { Reply } from '../node/reply.ts'
import { COLLECTIONS, type Collection, type Expected, WATCHED } from './expected-import.ts'
import { named } from './expected-import-values.ts'
import type { Row } from './fake-moysklad-shapes.ts'
import type { SeenRow } from './imports-run.ts'

/** A client that can read the imported company. */
export interface Reader {
  get(path: string): Promise<Reply<Json>>
}

const PAGE = 1_000
/** The names that references use for each type of imported row. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ service: 'product', variant: 'product', bundle: 'product' },
  ...{ purchase_order: 'document', supplier_invoice: 'document', receipt: 'document' },
}
const kindOf = (entityType: string): string => KINDS[entityType] ?? entityType
/** The lists that an import never changes, so that they stay empty. */
const UNTOUCHED = ['movements', 'lots', 'orders', 'purchases', 'procurement/payments', 'contracts', 'filters']

/** Returns every record of a list, following its cursors. */
export async function readAll(reader: Reader, collection: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, text, json } = await reader.get(`/api/v1/${collection}?limit=${PAGE}${query}`)
    if (status !== 200) throw new Error(`${collection} was answered ${status}: ${text}`)
    rows.push(...json.items)
    cursor = json.nextCursor ?? null
  }
  return rows
}

/** Returns our ids of the imported rows, keyed by the placeholders that stand for them in expected records. */
export function idsIn(rows: readonly SeenRow[]): Map<string, string> {
  const known = rows.filter(({ internalId }) => internalId !== undefined)
  return new Map(known.map((row) => [named(kindOf(row.entityType), row.externalId), row.internalId!]))
}

/** Returns all differences from the expected result, or an empty list. `rows` is the import report. */
export async function differences(
  reader: Reader,
  { expected, rows }: { expected: readonly Expected[]; rows: readonly SeenRow[] },
): Promise<string[]> {
  const ids = idsIn(rows)
  const wrong = wrongRows(expected, rows)
  for (const collection of COLLECTIONS) {
    const ofIt = expected.filter((one) => one.collection === collection)
    wrong.push(...wrongRecords(await readAll(reader, collection), { collection, expected: ofIt, ids }))
  }
  wrong.push(...wrongLinks(await readAll(reader, 'external-links'), expected, ids))
  for (const collection of UNTOUCHED) {
    const found = await readAll(reader, collection)
    if (found.length > 0) wrong.push(`${found.length} ${collection}`)
  }
  const { json: state } = await reader.get('/api/v1/bootstrap')
  if (state.stock.length > 0) wrong.push(`${state.stock.length} stock rows`)
  return wrong
}

/** Checks that the report has a row for each MoySklad row, with the expected codes. Returns the differences. */
function wrongRows(expected: readonly Expected[], rows: readonly SeenRow[]): string[] {
  const seen = new Map(rows.map((row) => [`${row.entityType} ${row.externalId}`, row]))
  const wrong: string[] = []
  if (rows.length !== expected.length) wrong.push(`${rows.length} rows of the report for ${expected.length}`)
  for (const { entityType, externalId, record, codes } of expected) {
    const row = seen.get(`${entityType} ${externalId}`)
    const told = new Set(row?.problems.map(({ code }) => code).filter((code) => WATCHED.has(code)))
    const wanted = new Set([...codes].filter((code) => WATCHED.has(code)))
    if (row === undefined) wrong.push(`no row of ${entityType} ${externalId}`)
    else if ((row.action === 'problem') !== (record === null))
      wrong.push(`${entityType} ${externalId} is ${row.action}/${row.status}`)
    if (row !== undefined && !isDeepStrictEqual(told, wanted))
      wrong.push(`${entityType} ${externalId} says ${[...told].sort()} for ${[...wanted].sort()}`)
  }
  return wrong
}

interface Comparison {
  readonly collection: Collection
  readonly expected: readonly Expected[]
  readonly ids: ReadonlyMap<string, string>
}

function wrongRecords(found: readonly Row[], { collection, expected, ids }: Comparison): string[] {
  const wanted = expected.filter(({ record }) => record !== null)
  const byId = new Map(found.map((record) => [record.id as string, record]))
  const wrong = found.length === wanted.length ? [] : [`${found.length} ${collection} for ${wanted.length}`]
  for (const { entityType, externalId, record } of wanted) {
    const seen = byId.get(ids.get(named(kindOf(entityType), externalId)) ?? '')
    if (seen === undefined) wrong.push(`${entityType} ${externalId} is not there`)
    else
      wrong.push(...wrongFields(shown(seen), withIds(record!, ids)).map((one) => `${entityType} ${externalId} ${one}`))
  }
  const numbers = found.map(({ number }) => number).filter((number) => number !== undefined)
  if (new Set(numbers).size !== numbers.length) wrong.push(`${collection} have repeated numbers`)
  return wrong
}

/** Returns a record without the fields that differ in every import. */
function shown({ id: _id, number: _number, createdAt: _createdAt, updatedAt: _updatedAt, ...record }: Row): Row {
  return record
}

/** Replaces placeholders with our ids, in values and in keys. */
function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [ids.get(key) ?? key, withIds(field, ids)]),
  ) as T
}

function wrongFields(seen: Row, wanted: Row): string[] {
  return [...new Set([...Object.keys(seen), ...Object.keys(wanted)])]
    .filter((field) => !isDeepStrictEqual(seen[field], wanted[field]))
    .map((field) => `${field}: ${JSON.stringify(seen[field])} for ${JSON.stringify(wanted[field])}`)
}

/** Checks that each imported product and partner has one external link, and that nothing else has one. Returns the differences. */
function wrongLinks(links: readonly Row[], expected: readonly Expected[], ids: ReadonlyMap<string, string>): string[] {
  const wanted = expected
    .filter(({ record, collection }) => record !== null && ['products', 'partners'].includes(collection))
    .map(({ entityType, externalId }) => {
      const kind = kindOf(entityType)
      return `moysklad ${kind} ${externalId} ${ids.get(named(kind, externalId))}`
    })
  const found = links.map((one) => `${one.source} ${one.entityType} ${one.externalId} ${one.internalId}`)
  const [has, wants] = [new Set(found), new Set(wanted)]
  return [
    ...(found.length === has.size ? [] : ['repeated external links']),
    ...[...wants].filter((one) => !has.has(one)).map((one) => `no link ${one}`),
    ...[...has].filter((one) => !wants.has(one)).map((one) => `a link too many: ${one}`),
  ]
}
