import type { QueryConfig, QueryResult } from 'pg'

/** An object that can run SQL statements: the connection pool, or a single connection. */
export interface Statements {
  query<T extends object>(statement: QueryConfig): Promise<QueryResult<T>>
}

/**
 * Returns the rows of a statement without parameters that calls a function for several companies. It is sent as the
 * second of two statements, which PostgreSQL runs in one transaction block, because only there a Citus cluster tells
 * other nodes which company the function has set.
 */
export async function listAsBlock<T extends object>(statements: Statements, text: string): Promise<T[]> {
  const results = (await statements.query<T>({ text: `select; ${text}` })) as unknown as QueryResult<T>[]
  return results[1]!.rows
}
