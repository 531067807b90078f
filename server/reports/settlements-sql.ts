/**
 * What partners and the company owe each other, from orders, receipts, returns and payments. Source: docs/reports.md,
 * "Settlements". Rules: S-REPORT-13, S-REPORT-14.
 */

/** SQL: a stored date as a moment. A day without a time is its first moment in the time zone `$4`. */
const momentOf = (date: string) =>
  `case when length(${date}) = 10 then (${date})::timestamp at time zone $4 else (${date})::timestamptz end`

/** SQL: prints a moment as the API does. */
const utc = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Selects all that changes a balance. `debit` is what the partner owes us for: what was shipped of orders (below zero for
 * a cancelled shipment), goods returned to the supplier, money paid to the partner. `credit` is what we owe for: received goods, money that came from the partner.
 * Receipts without a document belong to the supplier of their lot. `moved` is the date on the paper where there is
 * one, else the moment of posting. `$1` is the company.
 */
const ENTRIES = `
      select customer_id as partner_id, 'order' as kind,
             (select o.number from orders o where o.company_id = $1 and o.id = d.order_id) as number, order_id as id,
             ${utc('at')} as moved, revenue_minor as debit, 0::bigint as credit
        from deliveries d
       where company_id = $1
      union all
      select supplier_id, kind, number, id, coalesce(record::json ->> 'issuedAt', record::json ->> 'postedAt'),
             case kind when 'receipt' then 0 else total_minor end, case kind when 'receipt' then total_minor else 0 end
        from documents
       where company_id = $1 and kind in ('receipt', 'supplier_return') and status in ('posted', 'closed')
      union all
      select partner_id, direction, number, id, coalesce(record::json ->> 'paidAt', record::json ->> 'postedAt'),
             case direction when 'outgoing' then amount_minor else 0 end,
             case direction when 'incoming' then amount_minor else 0 end
        from payments
       where company_id = $1 and status = 'posted'
      union all
      select l.supplier_id, 'stock_receipt', null, m.id, ${utc('m.at')}, 0, m.cost_minor
        from movements m
        join movement_lots d on d.company_id = $1 and d.movement_id = m.id
        join lots l on l.company_id = $1 and l.id = d.lot_id
       where m.company_id = $1 and m.type = 'receipt' and m.document_id is null`

/** Sums the entries of each partner, up to now. */
export const BALANCES = `
    with entries as (${ENTRIES}),
    sums as (
      select partner_id, sum_bigint(debit) filter (where kind = 'order') as shipped,
             sum_bigint(debit) filter (where kind = 'supplier_return') as returned,
             sum_bigint(credit) filter (where kind in ('receipt', 'stock_receipt')) as received,
             sum_bigint(credit) filter (where kind = 'incoming') as paid_in,
             sum_bigint(debit) filter (where kind = 'outgoing') as paid_out,
             sum_bigint(debit) - sum_bigint(credit) as balance
        from entries
       group by partner_id)
    select partner_id, coalesce(shipped, 0) as shipped, coalesce(returned, 0) as returned,
           coalesce(received, 0) as received, coalesce(paid_in, 0) as "paidIn", coalesce(paid_out, 0) as "paidOut",
           greatest(balance, 0) as receivable, greatest(-balance, 0) as payable
      from sums`

/** The largest debt first, whoever owes it. */
export const BALANCES_ORDER = 'r.receivable + r.payable desc, r.partner_id'

/**
 * The entries of each partner in a period, between the balance before it and the balance after it. `$2`, `$3`: from and
 * up to before; `$4`: the time zone of days; `$5`: one partner, or null for all.
 */
export const STATEMENT = `
    with entries as (
      select *, ${momentOf('moved')} as at
        from (${ENTRIES}) as e
       where $5::uuid is null or partner_id = $5),
    opening as (
      select partner_id, sum_bigint(debit) - sum_bigint(credit) as balance
        from entries where at < $2 group by partner_id),
    within as (select * from entries where at >= $2 and at < $3),
    partners_in as (select partner_id from within union select partner_id from opening where balance <> 0),
    lines as (
      select partner_id, 1 as place, kind, number, id, moved, at, debit, credit from within
      union all
      select partner_id, 0, 'opening', null, null, to_char($2::timestamptz at time zone $4, 'YYYY-MM-DD'), $2, 0, 0
        from partners_in
      union all
      select partner_id, 2, 'closing', null, null,
             to_char(($3::timestamptz - interval '1 millisecond') at time zone $4, 'YYYY-MM-DD'), $3, 0, 0
        from partners_in)
    select l.partner_id, l.place, l.kind, l.number, l.id, l.moved, l.at, l.debit, l.credit,
           coalesce(o.balance, 0) + sum(l.debit - l.credit) over sofar as balance
      from lines l
      left join opening o on o.partner_id = l.partner_id
    window sofar as (partition by l.partner_id order by l.place, l.at, l.id rows unbounded preceding)`

export const STATEMENT_ORDER = 'r.partner_id, r.place, r.at, r.id'
