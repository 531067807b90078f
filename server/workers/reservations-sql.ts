/** SQL that finds expired reservations. */
import type { Database, Tx } from '../store/database.ts'

/** Returns the companies that have reservations which expired by a given time, starting after an id. */
export async function listWithEnded(
  database: Database,
  { at, after, limit }: { at: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await database.query<{ company_id: string }>(
    `select distinct company_id
       from ending_reservations
      where ends_at <= $1 and company_id > $2
      order by company_id
      limit $3`,
    [at, after, limit],
  )
  return rows.map(({ company_id }) => company_id)
}

/**
 * Returns a name that identifies the first reservation of any company to have expired by a given time, or null when
 * none has.
 */
export async function findFirstEnded(database: Database, at: Date): Promise<string | null> {
  const { rows } = await database.query<{ name: string }>(
    `select order_id || ' ' || ends_at as name from ending_reservations where ends_at <= $1 order by ends_at limit 1`,
    [at],
  )
  return rows[0]?.name ?? null
}

export interface Ended {
  readonly orderId: string
  readonly reservedUntil: string
}

/** Returns a company's reservations that expired by a given time, earliest first. */
export async function listEnded(tx: Tx, companyId: string, at: Date, limit: number): Promise<Ended[]> {
  const { rows } = await tx.query<Ended>(
    `select e.order_id as "orderId", o.record::json ->> 'reservedUntil' as "reservedUntil"
       from ending_reservations e join orders o on o.company_id = e.company_id and o.id = e.order_id
      where e.company_id = $1 and e.ends_at <= $2
      order by e.ends_at
      limit $3`,
    [companyId, at, limit],
  )
  return rows
}
