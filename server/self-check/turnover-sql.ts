/**
 * SQL checks of statements that must be true of the turnover's stored totals. They have the same form as the checks in
 * stock-sql.ts.
 */
export const TURNOVER_CHECKS: Readonly<Record<string, string>> = {
  'the stored totals of a past year are the sums of its movements': `
    with kept as (
      select year, product_id, type, direction, good_milli as quantity, cost_minor as cost
        from turnover_totals where company_id = $1),
    due as (
      select y.year, m.product_id, m.type, m.direction, sum(m.good_milli)::bigint as quantity, sum(m.cost_minor)::bigint as cost
        from turnover_years y
        join movements m on m.company_id = $1 and m.id >= y.starts and m.id < y.ends and m.type <> 'transfer'
       where y.company_id = $1
       group by 1, 2, 3, 4)
    select year || ': ' || product_id || ', ' || type
      from ((select * from due except all select * from kept) union all
            (select * from kept except all select * from due)) as difference
    union all
    select y.year || ' was not over'
      from turnover_years y join companies c on c.company_id = y.company_id
     where y.company_id = $1 
       and ('x' || left(replace(y.ends::text, '-', ''), 12))::bit(48)::bigint > round(extract(epoch from c.last_at) * 1000)`,
}
