/** Builds the parts of a MoySklad row: references, nested collections, decimals. */
import type { Chance } from '../chance/chance.ts'

/** MoySklad's address in stored rows. The fake replaces it with its own address in its responses. */
export const SOURCE_ORIGIN = 'https://api.moysklad.ru'
export const SOURCE_PATH = '/api/remap/1.2'
const BASE = SOURCE_ORIGIN + SOURCE_PATH

/** A row in the form of MoySklad's JSON. */
// biome-ignore lint/suspicious/noExplicitAny: rows are JSON of any shape, made and read by tests
export type Row = Record<string, any>

const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }

/** Returns a number that is serialized with exactly this text, such as `80000.0`, as in MoySklad's JSON. */
export const decimal = (text: string): object => rawJSON(text)
/** Returns an amount in kopecks as MoySklad writes it: whole kopecks usually end with `.0`. */
export const kopecks = (value: number): object => decimal(Number.isInteger(value) ? `${value}.0` : String(value))

export function newId(chance: Chance): string {
  const hex = (length: number) => Array.from({ length }, () => chance.below(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-11e${chance.between(6, 9)}-${hex(4)}-${hex(12)}`
}

/** Returns the `meta` that every row begins with. */
export function metaOf(type: string, id: string, path = `/entity/${type}`): { meta: Row } {
  return {
    meta: {
      href: `${BASE}${path}/${id}`,
      metadataHref: `${BASE}/entity/${type}/metadata`,
      type,
      mediaType: 'application/json',
      uuidHref: `https://online.moysklad.ru/app/#${type}/edit?id=${id}`,
    },
  }
}

/** Returns a reference to a row. */
export const refTo = ({ meta }: Row): Row => ({ meta })

/** Returns a collection inside a row, which has no `rows` until it is expanded. */
export function nested(path: string, type: string, rows: readonly Row[]): Row {
  return {
    meta: { href: `${BASE}${path}`, type, mediaType: 'application/json', size: rows.length, limit: 1000, offset: 0 },
    rows,
  }
}

/** Returns a time in MoySklad's format: Moscow time without a zone. `minutes` counts from 1 January 2024. */
export function momentAt(minutes: number, precision: 'minutes' | 'milliseconds' = 'minutes'): string {
  const text = new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString().replace('T', ' ').replace('Z', '')
  return precision === 'minutes' ? text : text.replace(/000$/, String(100 + (minutes % 900)))
}

/** Returns an optional field. An empty field is usually missing, and sometimes null or "". */
export function optionally(chance: Chance, name: string, probability: number, value: () => unknown): Row {
  if (chance.happens(probability)) return { [name]: value() }
  return chance.weigh<Row>([
    [8, {}],
    [1, { [name]: null }],
    [1, { [name]: '' }],
  ])
}

export { BASE as SOURCE_BASE }
