/** What is a cost, and who is shown what is none. Source: S-ROLE, docs/decisions/0021. */
import { type Static, type TSchema, Type } from 'typebox'
import type { Kind } from './records.ts'

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

const COST_KINDS: ReadonlySet<Kind> = new Set<Kind>(['purchases', 'documents', 'payments'])

/** Records of such a kind are about costs and nothing else: in the view without costs there are none of them. */
export function isShown(kind: Kind, view: View): boolean {
  return view === 'full' || !COST_KINDS.has(kind)
}

/**
 * True when a record, as its JSON tells, is about costs though others of its kind are not: it is in no list of the view without costs,
 * so that its text cannot be searched either.
 */
export function isAboutCosts(view: View, kind: Kind, json: string): boolean {
  return view !== 'full' && kind === 'notifications' && JSON.parse(json).kind === 'daily_summary'
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
