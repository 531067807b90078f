/**
 * Checks whether the tables for imports exist, because an operator may hold back the migration that creates them.
 * Source: S-IMPORT-17.
 */
import { Refusal } from '../../domain/refusals.ts'
import type { Database } from '../../store/database.ts'
import { hasJobTables } from './job-sql.ts'

export interface MigrationGate {
  /**
   * Whether the tables for imports exist. They do not while an operator holds back the migration. The answer is cached
   * once they exist.
   */
  isOpen(): Promise<boolean>
}

export function openMigrationGate(database: Database): MigrationGate {
  let isKnown = false
  return {
    async isOpen() {
      isKnown ||= await hasJobTables(database)
      return isKnown
    },
  }
}

/**
 * Returns the refusal given to every request except for the import's status while the tables for imports do not exist.
 */
export function migrationPending(): Refusal {
  return new Refusal(
    'MIGRATION_PENDING',
    'The import waits for a database update that the operator of the service is holding back. The operator applies it by starting the service without HOLD_MIGRATIONS; then send the command again with a new Idempotency-Key.',
  )
}

/** Refuses with MIGRATION_PENDING unless the tables for imports exist. */
export async function requireTables(gate: MigrationGate): Promise<void> {
  if (!(await gate.isOpen())) throw migrationPending()
}
