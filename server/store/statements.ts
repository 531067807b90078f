import type { QueryConfig, QueryResult } from 'pg'

/** An object that can run SQL statements: the connection pool, or a single connection. */
export interface Statements {
  query<T extends object>(statement: QueryConfig): Promise<QueryResult<T>>
}
