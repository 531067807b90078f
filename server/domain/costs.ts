/** What is a cost. Source: S-ROLE, docs/decisions/0021. */
import { type Static, type TSchema, Type } from 'typebox'

/** What a caller is shown: all of it, or all but costs. */
export type View = 'full' | 'without costs'

/** Marks a field of a record as a cost: in the view without costs its key is not there. The keyword is our own. */
export function costly<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, cost: true })
}

/** True for a field that was marked. */
export function isCost(schema: object): boolean {
  return 'cost' in schema && schema.cost === true
}

/** Stands between what a command did and what that cost, in the last words of its line in the audit log. */
const AT_A_COST = ' at a cost of '

/** A line of the audit log that names a cost. `cost` is a formatted amount. */
export function atCost(summary: string, cost: string): string {
  return `${summary}${AT_A_COST}${cost}`
}

/** The same line without the cost, if it names one. */
export function withoutCost(summary: string): string {
  const at = summary.lastIndexOf(AT_A_COST)
  return at === -1 || !/^[\d.]+$/.test(summary.slice(at + AT_A_COST.length)) ? summary : summary.slice(0, at)
}
