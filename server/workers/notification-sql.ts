/** Reads the notifications to e-mail and their recipients, and the companies whose daily summary is due. */
import type { DayFigures } from '../domain/day-figures.ts'
import type { Database, Tx } from '../store/database.ts'

export interface UnmailedNotification {
  id: string
  title: string
  text: string
  company_name: string
}

/** Returns the ids of notifications after a given id that have not been e-mailed yet, oldest first. */
export async function listUnmailed(tx: Tx, companyId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id
       from notifications
      where company_id = $1 and id > $2 and mailed_at is null
      order by id
      limit $3`,
    [companyId, after, limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns the content of a notification's e-mail; null when the notification does not exist or has already been
 * e-mailed.
 */
export async function findUnmailed(tx: Tx, companyId: string, id: string): Promise<UnmailedNotification | null> {
  const { rows } = await tx.query<UnmailedNotification>(
    `select n.id, n.record::json ->> 'title' as title, n.record::json ->> 'text' as text, s.company_name
       from notifications as n
       join settings as s on s.company_id = n.company_id
      where n.company_id = $1 and n.id = $2 and n.mailed_at is null`,
    [companyId, id],
  )
  return rows[0] ?? null
}

/**
 * Records that a notification was e-mailed. Clients do not receive this as a change, because it is not part of the
 * notification's record.
 */
export async function markMailed(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.query('update notifications set mailed_at = now() where company_id = $1 and id = $2', [companyId, id])
}

/** Returns the e-mail addresses of the company's owners. */
export async function listOwnerEmails(database: Database, companyId: string): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `select u.email
       from memberships as m
       join users as u on u.id = m.user_id
      where m.company_id = $1 and m.role = 'owner'
      order by u.email`,
    [companyId],
  )
  return rows.map(({ email }) => email)
}

/** Returns a page of the companies that have a member or a token, starting after an id. */
export async function listActiveCompanies(database: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ company_id: string }>(
    `select company_id from memberships where company_id > $1
      union
     select company_id from tokens where company_id > $1 and revoked_at is null
      order by company_id
      limit $2`,
    [after, limit],
  )
  return rows.map(({ company_id }) => company_id)
}

/**
 * Counts the orders and receipts of a period, and sums their amounts. The period includes its start but not its end.
 */
export async function readTrade(
  tx: Tx,
  companyId: string,
  { since, until }: { since: Date; until: Date },
): Promise<DayFigures> {
  const { rows } = await tx.query<{ [K in keyof DayFigures]: string }>(
    `with yesterday as (
       select $2::timestamptz as since, $3::timestamptz as until
     ), placed as (
       select count(*) as orders, coalesce(sum(total_minor), 0) as total
         from orders, yesterday
        where company_id = $1 and status <> 'cancelled' and ordered_at >= since and ordered_at < until
     ), shipped as (
       select count(distinct order_id) filter (where channel is not null) as orders, coalesce(sum(revenue_minor), 0) as total, coalesce(sum(cost_minor), 0) as cost
         from deliveries, yesterday
        where company_id = $1 and at >= since and at < until
     ), received as (
       select count(*) as receipts, coalesce(sum(cost_minor), 0) as cost
         from movements, yesterday
        where company_id = $1 and type = 'receipt' and at >= since and at < until
     )
     select placed.orders::text as "ordersPlaced", placed.total::text as "placedTotalMinor",
            shipped.orders::text as "ordersShipped", shipped.total::text as "shippedTotalMinor",
            shipped.cost::text as "shippedCostMinor",
            received.receipts::text as "receipts", received.cost::text as "receivedCostMinor"
       from placed, shipped, received`,
    [companyId, since, until],
  )
  const row = rows[0]!
  return {
    ordersPlaced: Number(row.ordersPlaced),
    placedTotalMinor: BigInt(row.placedTotalMinor),
    ordersShipped: Number(row.ordersShipped),
    shippedTotalMinor: BigInt(row.shippedTotalMinor),
    shippedCostMinor: BigInt(row.shippedCostMinor),
    receipts: Number(row.receipts),
    receivedCostMinor: BigInt(row.receivedCostMinor),
  }
}

/** Returns the time zone in which the company wants its morning summary; null when it wants none. */
export async function findSummaryZone(tx: Tx, companyId: string): Promise<string | null> {
  const { rows } = await tx.query<{ time_zone: string }>('select time_zone from summary_zones where company_id = $1', [
    companyId,
  ])
  return rows[0]?.time_zone ?? null
}

/** Returns the time zones in which companies want a summary. Uses one index look-up per zone. */
export async function listSummaryZones(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ time_zone: string }>(
    `with recursive zones as (
       select min(time_zone) as time_zone from summary_zones
        union all
       select (select min(s.time_zone) from summary_zones as s where s.time_zone > z.time_zone)
         from zones as z
        where z.time_zone is not null)
     select time_zone from zones where time_zone is not null`,
  )
  return rows.map((row) => row.time_zone)
}

/**
 * Returns a page of companies, starting after an id, that want a summary in a time zone and have wanted it since a
 * given time or earlier.
 */
export async function listToSummarize(
  database: Database,
  { timeZone, at, after, limit }: { timeZone: string; at: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await database.query<{ company_id: string }>(
    `select company_id
       from summary_zones
      where time_zone = $1 and since <= $2 and company_id > $3
      order by company_id
      limit $4`,
    [timeZone, at, after, limit],
  )
  return rows.map(({ company_id }) => company_id)
}
