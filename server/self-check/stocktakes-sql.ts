/** SQL checks of statements that must always be true of stocktakes. See stock-sql.ts. Source: docs/decisions/0066. */
export const STOCKTAKE_CHECKS: Readonly<Record<string, string>> = {
  'a stocktake moved the differences that it posted, and took back what was cancelled': `
    with moved as (
      select stocktake_id, product_id,
             sum(direction * good_milli) filter (where type <> 'reversal') as moved,
             coalesce(sum(direction * good_milli) filter (where type = 'reversal'), 0) as taken_back
        from movements where company_id = $1 and stocktake_id is not null group by 1, 2),
    counted as (
      select l.*, s.status from stocktake_lines l join stocktakes s on s.company_id = $1 and s.id = l.stocktake_id where l.company_id = $1)
    select coalesce(c.stocktake_id, m.stocktake_id) || ' ' || coalesce(c.product_id, m.product_id)
      from counted c full join moved m on m.stocktake_id = c.stocktake_id and m.product_id = c.product_id
     where c.id is null
        or m.moved is distinct from case when c.movement_id is not null then c.difference_milli end
        or coalesce(m.taken_back, 0) <> case when c.reversal_id is null then 0 else -c.difference_milli end
        or (c.status = 'posted' and coalesce(m.moved, 0) is distinct from c.difference_milli)
        or (c.status = 'cancelled' and (c.movement_id is null) <> (c.reversal_id is null))`,

  'a stocktake tells how many lines it has posted': `
    select s.number || ': ' || r."postedLines" || ', lines ' || coalesce(l.posted, 0)
      from stocktakes s
     cross join json_to_record(s.record::json) as r ("postedLines" integer)
      left join (select stocktake_id, count(*) filter (where movement_id is not null and reversal_id is null) as posted
                   from stocktake_lines where company_id = $1 group by 1) as l on l.stocktake_id = s.id
     where s.company_id = $1 and r."postedLines" <> coalesce(l.posted, 0)`,

  'no product of a warehouse is in two open stocktakes': `
    select l.product_id || ' at ' || s.warehouse_id
      from stocktake_lines l join stocktakes s on s.company_id = $1 and s.id = l.stocktake_id
     where l.company_id = $1 and s.status in ('counting', 'review')
     group by l.product_id, s.warehouse_id
    having count(*) > 1`,

  'a stocktake nets no more than is short and over, and moves that cost': `
    with pairs as (
      select s.id, s.number, e."shortProductId" as short_id, e."overProductId" as over_id, milli(e.quantity) as quantity, minor(e.cost) as cost
        from stocktakes s
       cross join json_to_recordset(s.record::json -> 'misSorts')
               as e ("shortProductId" uuid, "overProductId" uuid, quantity numeric, cost numeric)
       where s.company_id = $1),
    sides as (
      select id, number, short_id as product_id, -1 as sign, sum(quantity) as netted, null::numeric as cost from pairs group by 1, 2, 3
      union all
      select id, number, over_id, 1, sum(quantity), sum(cost) from pairs group by 1, 2, 3)
    select s.number || ': ' || s.product_id
      from sides s
      left join stocktake_lines l on l.company_id = $1 and l.stocktake_id = s.id and l.product_id = s.product_id
      left join movements m on m.company_id = $1 and m.id = l.movement_id
     where s.netted > s.sign * coalesce(l.difference_milli, 0)
        or (s.sign = 1 and m.id is not null
            and (s.cost is null or s.cost > m.cost_minor or (s.netted = l.difference_milli and s.cost <> m.cost_minor)))`,

  'what a stocktake counted of a product is the sum of its sheets': `
    select l.id::text
      from stocktake_lines l
     cross join json_to_record(l.record::json) as r (
             id uuid, revision bigint, round integer, counted numeric, expected numeric, difference numeric, counts json, accepted boolean,
             "stocktakeId" uuid, "warehouseId" uuid, "productId" uuid, "movementId" uuid, "reversalId" uuid)
      join stocktakes s on s.company_id = $1 and s.id = l.stocktake_id
     where l.company_id = $1
       and ((l.id, l.revision, l.counted_milli, l.expected_milli, l.difference_milli, l.accepted, l.stocktake_id, l.warehouse_id,
             l.product_id, l.movement_id, l.reversal_id)
            is distinct from (r.id, r.revision, milli(r.counted), milli(r.expected), milli(r.difference), r.accepted, r."stocktakeId",
                 r."warehouseId", r."productId", r."movementId", r."reversalId")
            or l.warehouse_id <> s.warehouse_id
            or (json_array_length(r.counts) > 0
                and l.counted_milli is distinct from (
                  select sum(milli(c.quantity)) from json_to_recordset(r.counts) as c (round integer, quantity numeric)
                   where c.round = r.round)))`,
}
