/**
 * Serializes records as JSON according to their schema. The schema determines the order of keys and the units, so equal
 * records give equal bytes on every node, whatever the order of their keys in memory.
 */
import type { TObject } from 'typebox'
import { MILLI_PER_UNIT, MINOR_PER_UNIT } from '../../amounts/quantity.ts'
import type { ResultOf } from '../commands/define.ts'
import { isCost, type View } from '../domain/costs.ts'
import { KINDS, ofEachKind } from '../domain/kinds.ts'
import * as records from '../domain/record-schemas.ts'
import type { Order } from '../domain/records.ts'
import type { Text } from '../domain/text.ts'
import { type Composition, printComposition } from './compositions.ts'

export type Serializer<T = unknown> = (value: T) => string

interface Schema {
  type?: string | string[]
  unit?: 'milli' | 'minor' | 'percent'
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/**
 * Builds the function that serializes values of the given schema as JSON in a view. Optional properties that are
 * undefined are left out.
 */
export function compileSerializer(schema: object, view: View = 'full'): Serializer {
  const { unit, properties, items, required } = schema as Schema
  if (unit !== undefined) return unitSerializer(unit)
  if (properties !== undefined) return objectSerializer(shownOf(properties, view), required ?? [], view)
  if (items === (records.OrderComponent as Schema)) return compositionSerializer(compileSerializer(items, view))
  if (items !== undefined) return arraySerializer(compileSerializer(items, view))
  return scalar
}

function shownOf(properties: Record<string, Schema>, view: View): Record<string, Schema> {
  if (view === 'full') return properties
  return Object.fromEntries(Object.entries(properties).filter(([, schema]) => !isCost(schema)))
}

/**
 * Matches strings without quotes, backslashes, control characters or surrogates. JSON contains such strings unchanged.
 */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Serializes a value as JSON.stringify does, but is faster for strings and numbers, because their type is known. */
function scalar(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

function unitSerializer(unit: 'milli' | 'minor' | 'percent'): Serializer {
  const divisor = unit === 'milli' ? MILLI_PER_UNIT : MINOR_PER_UNIT
  return (value) => (value === null ? 'null' : String((value as number) / divisor))
}

function objectSerializer(properties: Record<string, Schema>, required: string[], view: View): Serializer {
  const fields = Object.entries(properties).map(([name, schema], position) => ({
    name,
    prefix: `${position === 0 ? '' : ','}${JSON.stringify(name)}:`,
    serialize: compileSerializer(schema, view),
    isRequired: required.includes(name),
  }))
  if (fields[0]?.isRequired === false) throw new Error('The first property of a record must be required')
  return (value) => {
    const source = value as Record<string, unknown>
    let json = '{'
    for (const field of fields) {
      const fieldValue = source[field.name]
      if (fieldValue === undefined && !field.isRequired) continue
      json += field.prefix + field.serialize(fieldValue ?? null)
    }
    return `${json}}`
  }
}

function arraySerializer(serialize: Serializer): Serializer {
  return (value) => {
    const entries = value as unknown[]
    if (entries.length === 0) return '[]'
    let json = `[${serialize(entries[0])}`
    for (let index = 1; index < entries.length; index += 1) json += `,${serialize(entries[index])}`
    return `${json}]`
  }
}

function compositionSerializer(serialize: Serializer): Serializer {
  const print = arraySerializer(serialize)
  return (value) => printComposition(value as Composition, print)
}

/**
 * The schemas of the records that the API shows: one for each kind, and one for each part of a record that a response
 * can show on its own.
 */
export const SHOWN = {
  ...ofEachKind((kind): TObject => KINDS[kind].of.record),
  filterValues: records.FilterValueRecord,
  images: records.ProductImage,
  deliveries: records.DeliveryRecord,
} satisfies Record<keyof ResultOf, TObject>

type Serializers = { [K in keyof ResultOf]: Serializer<ResultOf[K]> }

const serializersOf = (view: View) =>
  Object.fromEntries(
    Object.entries(SHOWN).map(([kind, schema]) => [kind, compileSerializer(schema, view)]),
  ) as Serializers

const SERIALIZERS: Record<View, Serializers> = {
  full: serializersOf('full'),
  'without costs': serializersOf('without costs'),
}

/** Serializes a record as the API shows it: in main units, with the schema's keys in the schema's order. */
export function serializeRecord<K extends keyof ResultOf>(kind: K, record: ResultOf[K], view: View = 'full'): string {
  return SERIALIZERS[view][kind](record)
}

/** The total number of components above which an order is serialized in pieces. */
const MANY_COMPONENTS = 1_000
const NO_ITEMS = '"items":[]'
const ITEM = (records.OrderRecord.properties.items as Schema).items!
const ITEM_SERIALIZERS: Record<View, Serializer> = {
  full: compileSerializer(ITEM, 'full'),
  'without costs': compileSerializer(ITEM, 'without costs'),
}

/**
 * Serializes a record that may be long. An order with many components is serialized in pieces, one per line of the
 * order.
 */
export function serializeText<K extends keyof ResultOf>(kind: K, record: ResultOf[K], view: View = 'full'): Text {
  if (kind !== 'orders') return serializeRecord(kind, record, view)
  const order = record as Order
  const components = order.items.reduce((sum, { components: some = [] }) => sum + some.length, 0)
  if (components <= MANY_COMPONENTS) return serializeRecord(kind, record, view)
  // The text to be replaced, `"items":[]`, cannot occur inside a JSON string, because quotes there have a backslash
  // before them.
  const empty = serializeRecord('orders', { ...order, items: [] }, view)
  const start = empty.indexOf(NO_ITEMS) + NO_ITEMS.length - 1
  const lines = order.items.map((item, position) => `${position === 0 ? '' : ','}${ITEM_SERIALIZERS[view](item)}`)
  return [empty.slice(0, start), ...lines, empty.slice(start)]
}

/** True when records of the kind contain a cost. Records of other kinds look the same in every view. */
export function hasCosts(kind: keyof ResultOf): boolean {
  return mentionsCost(SHOWN[kind])
}

function mentionsCost(schema: object): boolean {
  const { properties = {}, items } = schema as Schema
  return isCost(schema) || [...Object.values(properties), ...(items ? [items] : [])].some(mentionsCost)
}
