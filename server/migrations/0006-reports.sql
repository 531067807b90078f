-- What the reports read, so that a million movements are summed from indexes and not from rows with their whole records.
-- Two primary keys carry more columns with them instead of having a second index beside them; measured, see docs/reports.md.

-- Ids begin with their time (docs/decisions/0009), so a period is a range of this key. Columns of fixed width come first: what stands
-- behind a text or a null is found more slowly.
alter table movements
  drop constraint movements_pkey,
  add constraint movements_pkey primary key (company_id, id)
    include (product_id, good_milli, cost_minor, warehouse_id, direction, type, to_warehouse_id, revenue_minor);

-- What was drawn of a lot since a moment is a range of this key.
alter table movement_lots
  drop constraint movement_lots_pkey,
  add constraint movement_lots_pkey primary key (company_id, lot_id, movement_id) include (quantity_milli);

-- Cancelled documents, which are few.
create index movements_reversals on movements (company_id, id) where type = 'reversal';

create index orders_shipped on orders (company_id, shipped_at) include (id, customer_id, channel, total_minor, cost_minor)
  where shipped_at is not null;

-- sum(bigint) is numeric, and the state it adds up lies apart for each group: over a million rows this takes a third less. It cannot
-- be wrong, only refuse: above 9.2 * 10^18, which is 92 quadrillion roubles in one row of a report.
create aggregate sum_bigint(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
