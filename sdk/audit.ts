/** Types for the entries of the audit log. The type of an entry's `figures` depends on its action. */
import type { AuditAction, AuditEntry, FiguresByAction } from './types.ts'

/** An audit log entry for one action. Entries written before the field `figures` was introduced do not have it. */
export type EntryOf<A extends AuditAction> = Omit<AuditEntry, 'action' | 'figures'> & {
  readonly action: A
  readonly figures?: FiguresByAction[A]
}

/** Whether an audit log entry is for this action. If so, TypeScript also knows the type of the entry's `figures`. */
export function isEntryOf<A extends AuditAction>(action: A, entry: AuditEntry): entry is AuditEntry & EntryOf<A> {
  return entry.action === action
}
