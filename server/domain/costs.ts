/** Defines which values are costs. Source: S-ROLE, docs/decisions/0021. */
import { type Static, type TSchema, Type } from 'typebox'

/** What a caller may see: everything, or everything except costs. */
export type View = 'full' | 'without costs'

/**
 * Marks a field of a record as a cost, so that callers who may not see costs do not get the field.
 * The schema keyword for this is our own.
 */
export function costly<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, cost: true })
}

/** True when the schema belongs to a field that is marked as a cost. */
export function isCost(schema: object): boolean {
  return 'cost' in schema && schema.cost === true
}
