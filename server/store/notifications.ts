/** Notifications that are to be mailed, to whom, and whose day is to be summed up. */
import type { Database, Tx } from './database.ts'

export interface UnmailedNotification {
  id: string
  title: string
  text: string
  company_name: string
}

/** Ids of the notifications after an id that were not mailed, oldest first. */
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

/** What the mail about a notification says; null when there is no such notification, or it was mailed. */
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

/** Notes that a notification was mailed. It is no part of the record: who reads it sees the same before and after. */
export async function markMailed(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.query('update notifications set mailed_at = now() where company_id = $1 and id = $2', [companyId, id])
}

/** Addresses of the company's owners. */
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

/** A page of the companies after an id for whom somebody can act: those with a member or a token. */
export async function listCompanyIds(database: Database, after: string, limit: number): Promise<string[]> {
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

export interface DayFigures {
  readonly ordersPlaced: number
  readonly placedTotalMinor: bigint
  readonly ordersShipped: number
  readonly shippedTotalMinor: bigint
  readonly shippedCostMinor: bigint
  readonly receipts: number
  readonly receivedCostMinor: bigint
}

/** What was traded on the day before `day` (YYYY-MM-DD) in a time zone. */
export async function readDayBefore(
  tx: Tx,
  companyId: string,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<DayFigures> {
  const { rows } = await tx.query<{ [K in keyof DayFigures]: string }>(
    `with yesterday as (
       select ($2::date - 1)::timestamp at time zone $3 as since, $2::date::timestamp at time zone $3 as until
     ), placed as (
       select count(*) as orders, coalesce(sum(total_minor), 0) as total
         from orders, yesterday
        where company_id = $1 and status <> 'cancelled' and ordered_at >= since and ordered_at < until
     ), shipped as (
       select count(*) as orders, coalesce(sum(total_minor), 0) as total, coalesce(sum(cost_minor), 0) as cost
         from orders, yesterday
        where company_id = $1 and status = 'shipped' and shipped_at >= since and shipped_at < until
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
    [companyId, day, timeZone],
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

/** True when the company wants a summary every morning. */
export async function wantsSummary(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.query('select 1 from settings where company_id = $1 and daily_summary', [companyId])
  return rows.length > 0
}
