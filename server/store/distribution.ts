/**
 * Whether the database is a Citus cluster, whose coordinator sends each statement to the node with the company's rows.
 * Two things do not work there: a setting of a session does not reach the other nodes, only one of a transaction does
 * (deploy/citus/distribute.sql); and one statement cannot write rows of several companies.
 */
import type { Statements } from './statements.ts'

export class Distribution {
  private readonly statements: Statements
  private asked: Promise<boolean> | null = null

  constructor(statements: Statements) {
    this.statements = statements
  }

  /** Asks the database the first time, and again after a failure. */
  isCluster(): Promise<boolean> {
    this.asked ??= this.ask().catch((error: unknown) => {
      this.asked = null
      throw error
    })
    return this.asked
  }

  private async ask(): Promise<boolean> {
    const { rows } = await this.statements.query<{ is_cluster: boolean }>({
      text: `select exists (select from pg_extension where extname = 'citus') as is_cluster`,
    })
    return rows[0]!.is_cluster
  }
}
