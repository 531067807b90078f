-- What the lists are searched, filtered and sorted by; docs/lists.md says how they use it and what each index costs.
-- Generated columns, so that the commit function need not know of them. They are columns and not expressions of indexes, since
-- row-level security lets an index serve only conditions that cannot leak: comparisons of columns cannot, functions may.

-- Products, partners and the like are not listed from here: memory has them.

-- A text as it is searched: small letters, ё as е, like searchText in domain/search-words.ts.
create function search_text(value text) returns text
language sql immutable strict parallel safe
return translate(lower(value), 'ё', 'е');

create index lots_by_source on lots (company_id, source_lot_id) where source_lot_id is not null;

-- A row is written once, whatever becomes of the stock later.
create index stock_by_warehouse on stock (company_id, warehouse_id, product_id);

-- Most orders have no number from outside; then this costs the look into the text.
alter table orders
  add column external_number text collate "C" generated always as (
    case when strpos(record, '"externalNumber":null') = 0 then record::json ->> 'externalNumber' end) stored;
create index orders_by_external_number on orders (company_id, external_number) where external_number is not null;
create index orders_by_number on orders (company_id, number collate "C");
create index orders_by_time on orders (company_id, ordered_at, id);
create index orders_cancelled on orders (company_id, id) where status = 'cancelled';
drop index orders_by_customer;
create index orders_by_customer on orders (company_id, customer_id, id);

-- What is no shipment is a small part of the movements, and the one that is looked for by type.
create index movements_by_type on movements (company_id, type, id) where type <> 'shipment';
create index movements_by_order on movements (company_id, order_id, id) where order_id is not null;

-- The history of what is not traded by the thousand; that of an order is found by its time.
create index commands_by_entity on commands (company_id, entity_id, revision)
  where revision is not null and entity_type <> 'order' and entity_type <> 'movement';

-- The last revision of a company at or before a moment, 0 when there was none: times never go back, so halving finds it.
create function revision_at(p_company uuid, p_at timestamptz) returns bigint
language plpgsql stable
as $$
declare
  low bigint := 0;
  high bigint := coalesce((select revision from companies where company_id = p_company), 0);
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select at from commands where company_id = p_company and revision = middle) <= p_at then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end
$$;
