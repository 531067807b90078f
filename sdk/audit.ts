/** Entries of the audit log, with the type of their figures. */
import type { AuditAction, AuditEntry, FiguresByAction } from './types.ts'

/** An entry of one action. `figures` is missing in entries that were written before there were figures. */
export type EntryOf<A extends AuditAction> = Omit<AuditEntry, 'action' | 'figures'> & {
  readonly action: A
  readonly figures?: FiguresByAction[A]
}

/** Whether an entry of the audit log is of this action, which gives its figures their type. */
export function isEntryOf<A extends AuditAction>(action: A, entry: AuditEntry): entry is AuditEntry & EntryOf<A> {
  return entry.action === action
}
