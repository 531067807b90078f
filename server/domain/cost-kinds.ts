/** Which records are about costs, and not shown in the view without them. Source: S-ROLE, docs/decisions/0021. */
import type { View } from './costs.ts'
import type { Kind } from './records.ts'

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
