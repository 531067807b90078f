/** Audit log entries, with typed `figures`. */
import type { AuditAction, AuditEntry, FiguresByAction } from './types.ts'

/** An entry for one action. Entries written before `figures` were introduced do not have them. */
export type EntryOf<A extends AuditAction> = Omit<AuditEntry, 'action' | 'figures'> & {
  readonly action: A
  readonly figures?: FiguresByAction[A]
}

/** Whether an audit log entry is for this action. Narrows the type of its figures accordingly. */
export function isEntryOf<A extends AuditAction>(action: A, entry: AuditEntry): entry is AuditEntry & EntryOf<A> {
  return entry.action === action
}
