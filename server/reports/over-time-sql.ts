/** Reports over time: the value of stock, and the flow of money, period by period. */
import { amountSql, DRAWN, type LotFilter } from './stock-sql.ts'

/**
 * Computes quantity and value at the end of each period, backwards from the current stock, by subtracting all changes
 * after that end. `$2`: the ends of the periods as ids, ascending; `$3`: the names of the periods. Since each lot's
 * value is rounded, the value is computed for each change of a lot, and the differences are summed.
 */
export function stockValuesSql({ warehouse, product }: LotFilter): string {
  const ofLots = [
    'l.company_id = $1',
    ...(product === undefined ? [] : [`l.product_id = ${product}`]),
    ...(warehouse === undefined ? [] : [`l.warehouse_id = ${warehouse}`]),
  ].join(' and ')
  const ends = '$2::uuid[]'
  const first = '($2::uuid[])[1]'
  // When the report covers one product, the few lots of this product are found by their index.
  const drawnOf = product === undefined ? '' : `and lot_id = any(array(select l.id from lots l where ${ofLots}))`
  const taken = 'coalesce(sum(taken) over later, 0)'
  return `
    with changes as (
      -- A lot that came is what was taken of it the other way round. A receipt names its lot as a draw does, just before: that is none.
      select lot_id, place, sum_bigint(taken) as taken
        from (select lot_id, width_bucket(movement_id, ${ends}) as place, ${DRAWN} as taken
                from movement_lots where company_id = $1 and movement_id >= ${first} and movement_id > lot_id ${drawnOf}
               union all
              select l.id, width_bucket(l.id, ${ends}), -l.received_milli
                from lots l where ${ofLots} and l.id >= ${first}) as c
       group by lot_id, place),
    remainders as (
      select place, l.unit_cost_minor, (l.remaining_milli + ${taken})::bigint as after,
             (l.remaining_milli + ${taken} + taken)::bigint as before
        from changes c join lots l on ${ofLots} and l.id = c.lot_id
      window later as (partition by c.lot_id order by place desc rows between unbounded preceding and 1 preceding)),
    differences as (
      select place, sum_bigint(after - before) as quantity,
             sum(${amountSql('after', 'unit_cost_minor')} - ${amountSql('before', 'unit_cost_minor')}) as value
        from remainders
       group by place),
    present as (
      select coalesce(sum_bigint(remaining_milli), 0) as quantity,
             coalesce(sum(${amountSql('remaining_milli', 'unit_cost_minor')}), 0) as value
        from lots l where ${ofLots} and l.is_open)
    select p.period, n.quantity - coalesce(sum(d.quantity), 0) as quantity, n.value - coalesce(sum(d.value), 0) as value
      from unnest($3::text[]) with ordinality as p (period, place)
     cross join present n
      left join differences d on d.place >= p.place
     group by p.period, n.quantity, n.value`
}

/**
 * Sums posted payments by the day on which the money moved or, if that is unknown, the time of posting. `$2`, `$3`: the
 * start and the end of the report, with the end excluded; `$4`: when each period begins; `$5`: the first day of each
 * period; `$6`: the last day of the report. A date without a time is compared as a day.
 */
export const CASH_FLOW = `
    with dated as (
      select direction, amount_minor, coalesce(record::json ->> 'paidAt', record::json ->> 'postedAt') as moved
        from payments
       where company_id = $1 and status = 'posted'),
    days as (
      select direction, amount_minor, width_bucket(moved collate "C", $5::text[]) as place
        from dated
       where length(moved) = 10 and moved collate "C" between ($5::text[])[1] and $6),
    moments as (
      select direction, amount_minor, width_bucket(moved, $4::timestamptz[]) as place
        from (select direction, amount_minor, moved::timestamptz as moved from dated where length(moved) > 10) as m
       where moved >= $2 and moved < $3),
    sums as (
      select place, count(*) as payments,
             coalesce(sum_bigint(amount_minor) filter (where direction = 'incoming'), 0) as received,
             coalesce(sum_bigint(amount_minor) filter (where direction = 'outgoing'), 0) as paid
        from (select * from days union all select * from moments) as all_of_them
       group by place)
    select p.period, coalesce(s.payments, 0) as payments, coalesce(s.received, 0) as received, coalesce(s.paid, 0) as paid,
           coalesce(s.received - s.paid, 0) as balance
      from unnest($5::text[]) with ordinality as p (period, place)
      left join sums s using (place)`
