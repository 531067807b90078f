/**
 * Checks whether the tables for imports exist, because an operator may postpone the migration that creates them.
 * Source: S-IMPORT-17.
 */
import { Refusal } from '../../domain/refusals.ts'
import type { Database } from '../../store/database.ts'
import { hasJobTables } from './job-sql.ts'

export interface MigrationGate {
  /**
   * Returns whether the tables for imports exist. They do not exist while an operator postpones the migration. Once
   * they exist, the result is cached.
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
 * Returns the refusal used while the tables for imports do not exist. It applies to every request except the one for
 * the import's status.
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
