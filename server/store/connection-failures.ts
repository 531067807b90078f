/** Distinguishes failures of the connection or the server from failures of a statement. */

const LOST_CONNECTION =
  /terminated|not queryable|connection (error|ended|closed)|timeout exceeded|read timeout|ended by/i

/** Whether an error is a failure of the connection or the server, rather than a refused statement or a bug of ours. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code === undefined) return LOST_CONNECTION.test(message ?? '')
  // SQLSTATE classes: 08 means connection trouble; 53, out of resources; 57, shut down or cancelled. Code 25006 means
  // that the database is read-only, for example after a failover. Codes that begin with E are socket errors.
  return /^((08|53|57)...|25006)$/.test(code) || /^E[A-Z]{3,}$/.test(code)
}

/** Whether the database stopped a statement, because it took longer than its limit or an operator cancelled it. */
export function isStopped(error: unknown): boolean {
  return (error as { code?: string }).code === '57014'
}

/** Whether an error means that the database does not accept writes: its disk is full or broken, or it is read-only. */
export function isWriteRefused(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '53100' || code === '58030' || code === '25006'
}
