/**
 * Defines which records are only about costs and are hidden in the view without costs. Source: S-ROLE,
 * docs/decisions/0021.
 */
import type { View } from './costs.ts'
import type { Kind } from './records.ts'

const COST_KINDS: ReadonlySet<Kind> = new Set<Kind>(['purchases', 'documents', 'payments'])

/**
 * True when the view shows records of the kind. Kinds that are only about costs are absent from the view without costs.
 */
export function isShown(kind: Kind, view: View): boolean {
  return view === 'full' || !COST_KINDS.has(kind)
}

/**
 * True when this record is only about costs, although others of its kind are not. The view without costs leaves it out
 * of every list, so that its text cannot be searched either.
 */
export function isAboutCosts(view: View, kind: Kind, json: string): boolean {
  return view !== 'full' && kind === 'notifications' && JSON.parse(json).kind === 'daily_summary'
}
