/** Defines which values are costs. Source: S-ROLE, docs/decisions/0021. */
import { type Static, type TSchema, Type } from 'typebox'

/** The part of the data that a caller may see: all data, or all data except costs. */
export type View = 'full' | 'without costs'

/** Marks a record's field as a cost, which hides it from callers who may not see costs. Uses our own schema keyword. */
export function costly<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, cost: true })
}

/** True when the schema belongs to a field that is marked as a cost. */
export function isCost(schema: object): boolean {
  return 'cost' in schema && schema.cost === true
}
