/**
 * SQL for debts between partners and the company, from orders, receipts, returns and payments. Source: docs/reports.md,
 * "Settlements". Rules: S-REPORT-13 to S-REPORT-16.
 */

/**
 * Builds an SQL expression that converts a stored date to a timestamp. A date without a time becomes the start of that
 * day in the time zone `zone`, which is a parameter or a literal.
 */
const momentOf = (date: string, zone: string) =>
  `case when length(${date}) = 10 then (${date})::timestamp at time zone ${zone} else (${date})::timestamptz end`

/** Builds an SQL expression that formats a timestamp as the API does. */
const utc = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Builds the SQL columns `moved`, `paper`, `posted` and `at` of a row, computed from `document_date` (the day on the
 * paper document) and `at` (the time of posting). For `at`, a day becomes the time at which it starts. `moved` is not
 * known yet: formatting it for every row of all years would take most of the time of a report.
 */
const dated = (row: string, zone: string) => `
             null::text as moved, ${row}.document_date as paper, ${row}.at as posted,
             coalesce(${row}.document_date::timestamp at time zone ${zone}, ${row}.at) as at`

/**
 * Selects all goods that change a balance. `debit` is the amount that the partner owes us: for goods shipped for orders
 * (negative for a cancelled shipment) and goods returned to the supplier. `credit` is the amount that we owe: for
 * received goods, and goods returned by a customer (negative for a cancelled return). Receipts without a document
 * belong to their lot's supplier. `id` is the id of the order or document (for a return, that of its order if it has
 * one); `part` is the id of the shipment, return or document. `moved` is the date on the paper document or, without
 * one, the time of posting; if it is null, it follows from `paper` and `posted`. `at` is the corresponding timestamp.
 * `number` is null for shipments and returns, which have it in their own tables. `$1` is the company.
 */
const goods = (zone: string) => `
      select d.customer_id as partner_id, case when r.id is null then 'order' else 'customer_return' end as kind,
             null::text as number, d.order_id as id, d.id as part, ${dated('d', zone)},
             case when r.id is null then revenue_minor else 0 end as debit,
             case when r.id is null then 0 else -revenue_minor end as credit
        from deliveries d
        left join customer_returns r on r.company_id = $1 and r.id = d.id
       where d.company_id = $1
      union all
      select supplier_id, kind, number, id, id, moved, null, null, ${momentOf('moved', zone)},
             case kind when 'receipt' then 0 else total_minor end, case kind when 'receipt' then total_minor else 0 end
        from documents
       where company_id = $1 and kind in ('receipt', 'supplier_return') and status in ('posted', 'closed')
      union all
      select l.supplier_id, 'stock_receipt', null, m.id, m.id, ${dated('m', zone)}, 0, m.cost_minor
        from movements m
        join movement_lots d on d.company_id = $1 and d.movement_id = m.id
        join lots l on l.company_id = $1 and l.id = d.lot_id
       where m.company_id = $1 and m.type = 'receipt' and m.document_id is null`

/**
 * Builds the SQL columns for the debit and the credit of a payment. Money paid to the partner is a debit, money from
 * the partner a credit.
 */
const sides = (direction: string, amount: string) =>
  `case ${direction} when 'outgoing' then ${amount} else 0 end, case ${direction} when 'incoming' then ${amount} else 0 end`

/** Selects posted payments as entries, one per payment. */
const payments = (zone: string) => `
      select partner_id, direction, number, id, null::uuid, moved, null, null, ${momentOf('moved', zone)},
             ${sides('direction', 'amount_minor')}
        from payments
       where company_id = $1 and status = 'posted'`

/**
 * Selects posted payments as entries, one per part of a payment. `id` is the id of the order or document that the part
 * pays for, or otherwise the id of the payment.
 */
const paymentParts = (zone: string) => `
      select p.partner_id, p.direction, p.number, o.order_id, null::uuid, p.moved, null, null, ${momentOf('p.moved', zone)},
             ${sides('p.direction', 'o.amount_minor')}
        from payments p
        join payment_orders o on o.company_id = $1 and o.payment_id = p.id
       where p.company_id = $1 and p.status = 'posted'
      union all
      select partner_id, direction, number, coalesce(document_id, return_id, id), null, moved, null, null,
             ${momentOf('moved', zone)}, ${sides('direction', 'unassigned_minor')}
        from payments
       where company_id = $1 and status = 'posted' and unassigned_minor > 0`

/** Sums each partner's entries up to now. */
export const BALANCES = `
    with entries as (${goods("'UTC'")} union all ${payments("'UTC'")}),
    sums as (
      select partner_id, sum_bigint(debit) filter (where kind = 'order') as shipped,
             sum_bigint(debit) filter (where kind = 'supplier_return') as returned,
             sum_bigint(credit) filter (where kind = 'customer_return') as taken_back,
             sum_bigint(credit) filter (where kind in ('receipt', 'stock_receipt')) as received,
             sum_bigint(credit) filter (where kind = 'incoming') as paid_in,
             sum_bigint(debit) filter (where kind = 'outgoing') as paid_out,
             sum_bigint(debit) - sum_bigint(credit) as balance
        from entries
       group by partner_id)
    select partner_id, coalesce(shipped, 0) as shipped, coalesce(returned, 0) as returned,
           coalesce(received, 0) as received, coalesce(taken_back, 0) as "takenBack", coalesce(paid_in, 0) as "paidIn", coalesce(paid_out, 0) as "paidOut",
           greatest(balance, 0) as receivable, greatest(-balance, 0) as payable
      from sums`

/** Sorts by the largest debt first, whether the partner or the company owes it. */
export const BALANCES_ORDER = 'r.receivable + r.payable desc, r.partner_id'

/** SQL for the number of an entry `e`. Shipments have that of their order, and so has a return without one of its own. */
const NUMBER = `
             case when e.kind in ('order', 'customer_return') then coalesce(
               (select number from customer_returns where company_id = $1 and id = e.part),
               (select number from orders where company_id = $1 and id = e.id)) else e.number end as number`

/** SQL for the date on the paper document of an entry `e` or, without one, the time of posting. */
const MOVED = `coalesce(e.moved, to_char(e.paper, 'YYYY-MM-DD'), ${utc('e.posted')}) as moved`

/**
 * Selects each partner's entries in a period, preceded by the balance before the period and followed by the balance
 * after it. `$2`, `$3`: the start and the end of the period, with the end excluded; `$4`: the time zone of days; `$5`:
 * a partner, or null for all.
 */
export const STATEMENT = `
    with entries as (
      select *
        from (${goods('$4')} union all ${payments('$4')}) as e
       where $5::uuid is null or partner_id = $5),
    opening as (
      select partner_id, sum_bigint(debit) - sum_bigint(credit) as balance
        from entries where at < $2 group by partner_id),
    within as (select * from entries where at >= $2 and at < $3),
    partners_in as (select partner_id from within union select partner_id from opening where balance <> 0),
    lines as (
      select partner_id, 1 as place, kind, ${NUMBER}, case kind when 'customer_return' then part else id end as id,
             ${MOVED}, at, debit, credit
        from within as e
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

/**
 * Whether a debt is owed by a partner to the company or by the company to a partner. The values are the names of the
 * columns in the balances.
 */
export type Debt = 'receivable' | 'payable'

/**
 * Divides debts by age. Entries about one order or one document belong together: payments for it pay for its oldest
 * goods first, and the unpaid amount of each shipment or document is a debt of that age. Goods and money that the other
 * side has given in advance pay the oldest debts first, so that a partner's debts add up to its balance. Goods that
 * were shipped and taken back count neither as debt nor as an advance. `$2`: the time zone of days; `$3`: only entries
 * before this time count, or all if null; `$4`: the time whose day ages are counted up to; if it is null or in the
 * future, they are counted up to today.
 */
export function agesSql(debt: Debt): string {
  const owed =
    debt === 'receivable' ? 'sum_bigint(debit) - sum_bigint(credit)' : 'sum_bigint(credit) - sum_bigint(debit)'
  return `
    with entries as (
      select * from (${goods('$2')} union all ${paymentParts('$2')}) as e where $3::timestamptz is null or at < $3),
    parts as (
      select partner_id, id, part, ${owed} as amount, min(at) as since
        from entries
       group by partner_id, id, part),
    -- Whose parts need not be divided: a partner who owes nothing on the whole has no debt of any age.
    owing as (select partner_id from parts group by partner_id having sum(amount) > 0),
    -- What is left of each part. The money for an order or document is below zero and comes first.
    rests as (
      select partner_id, id, part, since, amount, greatest(0, least(amount, sum(amount) over sofar)) as rest
        from parts
       where amount <> 0 and partner_id in (select partner_id from owing)
      window sofar as (partition by partner_id, id order by amount > 0, since, part rows unbounded preceding)),
    debts as (
      select partner_id, since, rest as amount, sum(rest) over sofar as up_to
        from rests
       where rest > 0
      window sofar as (partition by partner_id order by since, id, part rows unbounded preceding)),
    advances as (select partner_id, sum(rest) - sum(amount) as amount from rests group by partner_id),
    unpaid as (
      select d.partner_id, least(d.amount, d.up_to - a.amount) as amount,
             (least($4::timestamptz, now()) at time zone $2)::date - (d.since at time zone $2)::date as days
        from debts d
        join advances a on a.partner_id = d.partner_id
       where d.up_to > a.amount)
    select partner_id, coalesce(sum_bigint(amount::bigint) filter (where days <= 30), 0) as "days30",
           coalesce(sum_bigint(amount::bigint) filter (where days between 31 and 60), 0) as "days60",
           coalesce(sum_bigint(amount::bigint) filter (where days between 61 and 90), 0) as "days90",
           coalesce(sum_bigint(amount::bigint) filter (where days > 90), 0) as older,
           sum_bigint(amount::bigint) as debt
      from unpaid
     group by partner_id`
}

export const AGES_ORDER = 'r.debt desc, r.partner_id'
