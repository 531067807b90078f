import type { QueryConfig, QueryResult } from 'pg'

/** Where statements are run: the pool, or a connection. */
export interface Statements {
  query<T extends object>(statement: QueryConfig): Promise<QueryResult<T>>
}
