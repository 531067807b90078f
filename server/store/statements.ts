import type { QueryConfig, QueryResult } from 'pg'

/** Anything that can run SQL statements: the pool, or a connection. */
export interface Statements {
  query<T extends object>(statement: QueryConfig): Promise<QueryResult<T>>
}
