/**
 * The SQL of the two official forms of a stocktake (defined by Goskomstat, the statistics office): the inventory list
 * ИНВ-3 and the comparison sheet ИНВ-19. Source: docs/decisions/0066.
 */
import { amountSql } from './stock-sql.ts'
import { MIS_SORTS, STOCKTAKE_LINES } from './stocktakes-sql.ts'

/**
 * The numbered lines of the forms. A product has the same number in both forms. Products that wait for a recount are
 * left out, because their count is not known yet.
 */
const NUMBERED = `
  select l.*, row_number() over (order by l.name, l.product_id, l.stocktake_id) as line
    from (${STOCKTAKE_LINES}) as l
   where l.state <> 'recount'`

/**
 * SQL: whether movement `m` happened after line `c` was counted. Revisions are compared. A count that was sent later
 * has no revision, so the times are compared. Movements of the stocktake itself always count as later.
 */
const IS_LATER = `(
  m.stocktake_id is not distinct from c.stocktake_id
  or case when c.window_to_revision is not null then m.revision > c.window_to_revision else m.at > c.counted_at end)`

/**
 * SQL: the value of the stock of line `c` when it was counted, at the cost of its lots; null if the lots do not add up
 * to the quantity in the books. Lots that were created after the count are left out; the id of a lot contains the time.
 */
const BOOK_COST = `(
  select case when coalesce(sum(then_milli), 0) = c.expected_milli
              then coalesce(sum(${amountSql('then_milli', 'unit_cost_minor')}), 0)::bigint end
    from (select o.unit_cost_minor,
                 (o.remaining_milli + coalesce((
                   select sum(case when m.direction > 0 then -d.quantity_milli else d.quantity_milli end)
                     from movement_lots d join movements m on m.company_id = $1 and m.id = d.movement_id
                    where d.company_id = $1 and d.lot_id = o.id and d.movement_id > o.id and ${IS_LATER}), 0))::bigint as then_milli
            from lots o
           where o.company_id = $1 and o.product_id = c.product_id and o.warehouse_id = c.warehouse_id
             and (c.counted_at is null
                  or ('x' || left(replace(o.id::text, '-', ''), 12))::bit(48)::bigint <= floor(extract(epoch from c.counted_at) * 1000))) as lots)`

/**
 * Selects the inventory list: for each product, the quantity found and the quantity in the books, with their costs. The
 * cost of the quantity found is computed as the cost in the books plus the surplus, or minus the shortage, so that both
 * forms agree to the kopeck. The unit cost is an average.
 */
export const INVENTORY_LIST = `
  select c.line, c.stocktake_id, c.number, c.product_id, c.name, c.counted_at,
         coalesce(c.counted, 0) as "found", c.found_cost as "foundCost", c.expected as "book", c.book_cost as "bookCost",
         case when c.expected_milli > 0 then round(c.book_cost * 1000.0 / c.expected_milli)
              when c.counted > 0 then round(c.found_cost * 1000.0 / c.counted) end::bigint as "unitCost"
    from (select c.*, c.book_cost + c."surplusCost" - c."shortageCost" as found_cost
            from (select c.*, ${BOOK_COST} as book_cost from (${NUMBERED}) as c) as c) as c`

/**
 * Selects the comparison sheet. It has only lines with a difference: the part that is netted as mis-sorted goods, and
 * the rest, which posting takes in or writes off.
 */
export const COMPARISON_SHEET = `
  with numbered as materialized (${NUMBERED}),
  pairs as materialized (
    select m.*, missing.line as short_line, extra.line as over_line
      from (${MIS_SORTS}) as m
      join numbered as missing on missing.stocktake_id = m.stocktake_id and missing.product_id = m.short_id
      join numbered as extra on extra.stocktake_id = m.stocktake_id and extra.product_id = m.over_id),
  netted as (
    select stocktake_id, product_id, sum(quantity)::bigint as quantity, string_agg(other::text, ', ' order by other) as others,
           case when count(*) = count(cost) then sum(cost)::bigint end as cost
      from (select stocktake_id, short_id as product_id, quantity, cost, over_line as other from pairs
            union all
            select stocktake_id, over_id, quantity, cost, short_line from pairs) as sides
     group by 1, 2),
  sides as (
    select c.*, case when c."surplus" > 0 then coalesce(n.quantity, 0) else 0 end as extra,
           case when n.product_id is null or c."shortage" > 0 then 0 else n.cost end as extra_cost,
           case when c."shortage" > 0 then coalesce(n.quantity, 0) else 0 end as missing,
           case when n.product_id is null or c."surplus" > 0 then 0 else n.cost end as missing_cost, n.others
      from numbered c
      left join netted n on n.stocktake_id = c.stocktake_id and n.product_id = c.product_id
     where c.is_seen and c."difference" <> 0)
  select line, stocktake_id, number, product_id, name, "surplus", "surplusCost", "shortage", "shortageCost",
         extra as "surplusNetted", extra_cost as "surplusNettedCost", missing as "shortageNetted", missing_cost as "shortageNettedCost",
         others as "nettedWith", "surplus" - extra as "surplusLeft", "surplusCost" - extra_cost as "surplusLeftCost",
         "shortage" - missing as "shortageLeft", "shortageCost" - missing_cost as "shortageLeftCost"
    from sides`

/** The first word of a name says what a product is only if it has at least this many letters. */
const SHORTEST_WORD = 3
/** How many surpluses are proposed for a shortage. */
const MOST_PROPOSED = 5

/** SQL: the first word of a name in lower case; null if it is too short. */
const firstWord = (name: string) =>
  `case when length(split_part(${name}, ' ', 1)) >= ${SHORTEST_WORD} then lower(split_part(${name}, ' ', 1)) end`

/**
 * Selects pairs of a shortage and a surplus: those that are netted already, and those of similar products that could be
 * netted, the most similar first.
 */
export const MIS_SORTED = `
  with lines as materialized (
    select l.stocktake_id, l.number, l.product_id, l.name, l."surplus", l."shortage", ${firstWord('l.name')} as word,
           coalesce(lower(p.record::json ->> 'uom'), '') as uom, coalesce(p.parent_product_id, p.id) as family
      from (${STOCKTAKE_LINES}) as l join products p on p.company_id = $1 and p.id = l.product_id
     where l.is_seen and l.movement_id is null and l.state in ('counted', 'accepted', 'disturbed') and l."difference" <> 0),
  pairs as materialized (${MIS_SORTS}),
  missing as (
    select l.*, l."shortage" - coalesce((select sum(quantity) from pairs m where m.stocktake_id = l.stocktake_id and m.short_id = l.product_id), 0) as left_milli
      from lines l where l."shortage" > 0),
  extra as (
    select l.*, l."surplus" - coalesce((select sum(quantity) from pairs m where m.stocktake_id = l.stocktake_id and m.over_id = l.product_id), 0) as left_milli
      from lines l where l."surplus" > 0),
  alike as (
    select s.stocktake_id, s.product_id, o.product_id as over_id, 1 as rank
      from missing s join extra o on o.stocktake_id = s.stocktake_id and o.uom = s.uom and o.family = s.family
    union all
    select s.stocktake_id, s.product_id, o.product_id, 2
      from missing s join extra o on o.stocktake_id = s.stocktake_id and o.uom = s.uom and o.word = s.word
    union all
    select s.stocktake_id, s.product_id, o.product_id, 3
      from missing s
      join product_filter_values f on f.company_id = $1 and f.product_id = s.product_id
      join product_filter_values g on g.company_id = $1 and g.value_id = f.value_id
      join extra o on o.stocktake_id = s.stocktake_id and o.uom = s.uom and o.product_id = g.product_id),
  proposed as (
    select s.stocktake_id, s.number, s.product_id, s.name, o.product_id as over_id, o.name as over_name, a.rank,
           least(s.left_milli, o.left_milli)::bigint as quantity, abs(s.left_milli - o.left_milli) as apart
      from (select stocktake_id, product_id, over_id, min(rank) as rank from alike group by 1, 2, 3) as a
      join missing s on s.stocktake_id = a.stocktake_id and s.product_id = a.product_id
      join extra o on o.stocktake_id = a.stocktake_id and o.product_id = a.over_id
     where s.left_milli > 0 and o.left_milli > 0)
  select r.stocktake_id, r.number, r.product_id, r.name, r.over_id, r.over_name, r.quantity,
         (array['variant', 'name', 'filter'])[r.rank] as state, null::bigint as cost, r.rank + 1 as rank, r.at
    from (select proposed.*, row_number() over (partition by stocktake_id, product_id order by rank, apart, over_id) as at
            from proposed) as r
   where r.at <= ${MOST_PROPOSED}
  union all
  select m.stocktake_id, t.number, m.short_id, p.name, m.over_id, q.name, m.quantity, 'netted', m.cost, 1, m.position
    from pairs m
    join stocktakes t on t.company_id = $1 and t.id = m.stocktake_id
   cross join json_to_record(t.record::json) as b (blind boolean)
    join products p on p.company_id = $1 and p.id = m.short_id
    join products q on q.company_id = $1 and q.id = m.over_id
   where $3::boolean or not b.blind`
