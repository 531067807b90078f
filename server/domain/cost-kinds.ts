/**
 * Defines which records are only about costs, and so are hidden from callers who may not see costs.
 * Source: S-ROLE, docs/decisions/0021.
 */
import type { View } from './costs.ts'
import type { Kind } from './records.ts'

const COST_KINDS: ReadonlySet<Kind> = new Set<Kind>(['purchases', 'documents', 'payments'])

/**
 * True when callers with this view may see records of this kind. Kinds that are only about costs are hidden from
 * callers who may not see costs.
 */
export function isShown(kind: Kind, view: View): boolean {
  return view === 'full' || !COST_KINDS.has(kind)
}

/**
 * True when this record is only about costs, although other records of its kind are not. Lists never return such a
 * record to callers who may not see costs, so these callers cannot search its text either.
 */
export function isAboutCosts(view: View, kind: Kind, json: string): boolean {
  return view !== 'full' && kind === 'notifications' && JSON.parse(json).kind === 'daily_summary'
}
