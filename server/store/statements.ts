import type { QueryConfig, QueryResult } from 'pg'

/** Anything that can run SQL statements: the connection pool, or a single connection. */
export interface Statements {
  query<T extends object>(statement: QueryConfig): Promise<QueryResult<T>>
}
