-- Rebuilding the tables beside a running service (`npm run reindex`): some records at a time, each time under the row of the projection,
-- so that nothing is projected between what is read and what is written.

-- Writes again what the log says last of some records. p_revisions: when each of them was last left behind, in a snapshot whose tables had
-- the log up to p_seen. What the tables do not have yet, or no longer after a crash, is left to the projection.
create function restore_images(p_company uuid, p_kinds text[], p_keys text[], p_revisions bigint[], p_seen bigint) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  upto bigint;
  kinds text[];
  keys text[];
  revisions bigint[];
  images text[];
begin
  perform set_config('app.company_id', p_company::text, true);
  select revision into upto from projections where company_id = p_company for update;
  select array_agg(kind), array_agg(key), array_agg(revision), array_agg(image) into kinds, keys, revisions, images
    from (select distinct on (k.key collate "C", r.key collate "C") k.key as kind, r.key as key, c.revision,
                 nullif(r.value::text, 'null') as image
            from commands c
           cross join lateral json_each(c.after::json) as k
           cross join lateral json_each(k.value) with ordinality as r (key, value, position)
           where c.company_id = p_company
             and c.revision <= upto
             and (c.revision = any (p_revisions) or c.revision > p_seen)
             and json_typeof(k.value) = 'object'
             and (case when k.key = 'revenues' then 'movements ' else k.key || ' ' end) || r.key
                   in (select kind || ' ' || key from unnest(p_kinds, p_keys) as asked (kind, key))
           order by k.key collate "C", r.key collate "C", c.revision desc, r.position desc) as latest
   where not (kind = 'imports' and image is null);
  if kinds is null then
    return;
  end if;
  -- Of these no row is written over.
  delete from recognitions
   where company_id = p_company
     and id in (select key::uuid from unnest(kinds, keys) as t (kind, key) where kind = 'recognitions');
  delete from movement_lots
   where company_id = p_company
     and (lot_id, movement_id) in (
       select (draw ->> 'lotId')::uuid, key::uuid
         from unnest(kinds, keys, images) as t (kind, key, image), json_array_elements(image::json -> 'lots') as draw
        where kind = 'movements');
  delete from movements
   where company_id = p_company
     and id in (select key::uuid from unnest(kinds, keys) as t (kind, key) where kind = 'movements');
  perform write_images(p_company, kinds, keys, revisions, images);
end
$$;

-- Makes the columns and the lists of some records of a kind anew from their texts: those after an id, in the order of ids.
-- @returns the last id, null when there was none.
create function reindex_records(p_company uuid, p_kind text, p_after uuid, p_most integer) returns uuid
language plpgsql
set enable_seqscan = off
as $$
declare
  tables constant json := '{"warehouses": "warehouses", "priceTypes": "price_types", "filters": "filters", "partners": "partners",
    "products": "products", "organizations": "organizations", "contracts": "contracts", "customFields": "custom_fields",
    "purchases": "purchases", "documents": "documents", "payments": "payments", "externalLinks": "external_links",
    "notifications": "notifications", "imports": "procurement_imports", "lots": "lots", "orders": "orders", "movements": "movements"}';
  ids uuid[];
  records text[];
  bodies json[];
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  execute format(
    'select array_agg(id order by id), array_agg(record order by id)
       from (select id, record from %I where company_id = $1 and id > $2 %s order by id limit $3) as next',
    tables ->> p_kind, case when p_kind = 'imports' then 'and status <> ''rejected''' else '' end)
    into ids, records using p_company, p_after, p_most;
  if ids is null then
    return null;
  end if;
  bodies := records::json[];
  if p_kind = 'orders' then
    perform reindex_orders(p_company, ids, records);
  elsif p_kind = 'movements' then
    perform reindex_movements(p_company, ids, bodies);
  elsif p_kind = 'lots' then
    perform write_images(p_company, array_fill('lots'::text, array[cardinality(ids)]), ids::text[],
                         array_fill(0::bigint, array[cardinality(ids)]), records);
  else
    perform commit_references(p_company, array_fill(p_kind, array[cardinality(ids)]), records);
    case p_kind
      when 'products' then
        perform commit_product_components(p_company, bodies);
        perform commit_product_prices(p_company, bodies);
        perform commit_product_filter_values(p_company, bodies);
        perform commit_product_images(p_company, bodies);
      when 'documents' then
        perform commit_document_lines(p_company, bodies);
      when 'filters' then
        perform commit_filter_values(p_company, bodies);
      else
        null;
    end case;
  end if;
  return ids[cardinality(ids)];
end
$$;

-- Orders: their columns, then the items that are other than those of the record, or missing.
create function reindex_orders(p_company uuid, o_id uuid[], o_record text[]) returns void
language plpgsql
as $$
declare
  bodies constant json[] := o_record::json[];
  i_order uuid[];
  i_position integer[];
  i_product uuid[];
  i_quantity bigint[];
  i_price bigint[];
  i_amount bigint[];
begin
  perform project_orders(p_company, o_id, o_record);
  select array_agg(r.id), array_agg(item.position - 1), array_agg(item."productId"), array_agg(milli(item.quantity)),
         array_agg(minor(item.price)), array_agg(minor(item.amount))
    into i_order, i_position, i_product, i_quantity, i_price, i_amount
    from unnest(bodies) as t (body),
         json_to_record(t.body) as r (id uuid, items json),
         rows from (json_to_recordset(r.items) as ("productId" uuid, quantity numeric, price numeric, amount numeric))
           with ordinality as item ("productId", quantity, price, amount, position);
  insert into order_items (company_id, product_id, order_id, position, quantity_milli, price_minor, amount_minor)
  select p_company, *
    from (select unnest(i_product), unnest(i_order), unnest(i_position), unnest(i_quantity), unnest(i_price), unnest(i_amount)
          except
          select product_id, order_id, position, quantity_milli, price_minor, amount_minor
            from order_items
           where company_id = p_company and product_id = any (i_product) and order_id = any (o_id)) as other
      on conflict (company_id, product_id, order_id, position) do update
     set quantity_milli = excluded.quantity_milli, price_minor = excluded.price_minor, amount_minor = excluded.amount_minor;
end
$$;

-- Movements: columns that differ, and what they drew from lots.
create function reindex_movements(p_company uuid, m_id uuid[], bodies json[]) returns void
language plpgsql
as $$
declare
  d_movement uuid[];
  d_lot uuid[];
  d_quantity bigint[];
  d_unit_cost bigint[];
begin
  update movements as m
     set revision = d.revision, type = d.type, at = d.at, product_id = d.product_id, warehouse_id = d.warehouse_id,
         to_warehouse_id = d.to_warehouse_id, direction = d.direction, quantity_milli = d.quantity_milli, good_milli = d.good_milli,
         cost_minor = d.cost_minor, order_id = d.order_id, document_id = d.document_id, purchase_id = d.purchase_id
    from (select r.id, r.revision, r.type, r.at, r."productId" as product_id, r."warehouseId" as warehouse_id,
                 r."toWarehouseId" as to_warehouse_id,
                 case when r.type = 'transfer' then 0
                      when r.type = 'receipt' or (r.type = 'reversal' and r.reverses = 'return') then 1
                      else -1 end as direction,
                 milli(r.quantity) as quantity_milli, milli(coalesce(r.good, r.quantity)) as good_milli, minor(r.cost) as cost_minor,
                 r."orderId" as order_id, r."documentId" as document_id, r."purchaseId" as purchase_id
            from unnest(bodies) as t (body),
                 json_to_record(t.body) as r (
                   id uuid, revision bigint, type text, at timestamptz, "productId" uuid, "warehouseId" uuid, "toWarehouseId" uuid,
                   quantity numeric, good numeric, cost numeric, reverses text, "orderId" uuid, "documentId" uuid,
                   "purchaseId" uuid)) as d
   where m.company_id = p_company and m.id = any (m_id) and m.id = d.id
     and (m.revision, m.type, m.at, m.product_id, m.warehouse_id, m.to_warehouse_id, m.direction, m.quantity_milli, m.good_milli,
          m.cost_minor, m.order_id, m.document_id, m.purchase_id)
         is distinct from (d.revision, d.type, d.at, d.product_id, d.warehouse_id, d.to_warehouse_id, d.direction, d.quantity_milli,
                           d.good_milli, d.cost_minor, d.order_id, d.document_id, d.purchase_id);

  select array_agg(r.id), array_agg(draw."lotId"), array_agg(milli(draw.quantity)), array_agg(minor(draw."unitCost"))
    into d_movement, d_lot, d_quantity, d_unit_cost
    from unnest(bodies) as t (body),
         json_to_record(t.body) as r (id uuid, lots json),
         json_to_recordset(r.lots) as draw ("lotId" uuid, quantity numeric, "unitCost" numeric);
  insert into movement_lots (company_id, movement_id, lot_id, quantity_milli, unit_cost_minor)
  select p_company, *
    from (select unnest(d_movement), unnest(d_lot), unnest(d_quantity), unnest(d_unit_cost)
          except
          select movement_id, lot_id, quantity_milli, unit_cost_minor
            from movement_lots
           where company_id = p_company and lot_id = any (d_lot) and movement_id = any (m_id)) as other
      on conflict (company_id, lot_id, movement_id) do update
     set quantity_milli = excluded.quantity_milli, unit_cost_minor = excluded.unit_cost_minor;
end
$$;

-- Rows that no record had in a snapshot, and has none still: items of orders, and what movements drew.
create function delete_excess_items(p_company uuid, i_order uuid[], i_position integer[], i_product uuid[]) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  delete from order_items as i
   where company_id = p_company and product_id = any (i_product) and order_id = any (i_order)
     and (order_id, position, product_id) in (select * from unnest(i_order, i_position, i_product))
     and not exists (
       select from orders o, json_array_elements(o.record::json -> 'items') with ordinality as item (body, position)
        where o.company_id = p_company and o.id = i.order_id and item.position - 1 = i.position
          and (item.body ->> 'productId')::uuid = i.product_id);
end
$$;

create function delete_excess_draws(p_company uuid, d_movement uuid[], d_lot uuid[]) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  delete from movement_lots as d
   where company_id = p_company and lot_id = any (d_lot) and movement_id = any (d_movement)
     and (movement_id, lot_id) in (select * from unnest(d_movement, d_lot))
     and not exists (
       select from movements m, json_array_elements(m.record::json -> 'lots') as draw
        where m.company_id = p_company and m.id = d.movement_id and (draw ->> 'lotId')::uuid = d.lot_id);
end
$$;

-- What some shipped orders sold, as domain/sales.ts has it, written where it differs: sales by themselves, and the revenues of movements.
create function replace_sales(p_company uuid, p_orders uuid[], p_sales json, p_revenues json) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  delete from sales
   where company_id = p_company and order_id = any (p_orders)
     and shipped_at = any (array(select shipped_at from orders where company_id = p_company and id = any (p_orders)))
     and (order_id, product_id) not in (select s."orderId", s."productId" from json_to_recordset(p_sales) as s ("orderId" uuid, "productId" uuid));
  insert into sales (company_id, shipped_at, order_id, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                     unpriced_cost_minor)
  select p_company, s."shippedAt", s."orderId", s."productId", s.quantity, s.revenue, s.cost, s."unpricedItems", s."unpricedCost"
    from json_to_recordset(p_sales) as s (
           "orderId" uuid, "shippedAt" timestamptz, "productId" uuid, quantity bigint, revenue bigint, cost bigint,
           "unpricedItems" integer, "unpricedCost" bigint)
      on conflict (company_id, shipped_at, order_id, product_id) do update
     set quantity_milli = excluded.quantity_milli, revenue_minor = excluded.revenue_minor, cost_minor = excluded.cost_minor,
         unpriced_items = excluded.unpriced_items, unpriced_cost_minor = excluded.unpriced_cost_minor
   where (sales.quantity_milli, sales.revenue_minor, sales.cost_minor, sales.unpriced_items, sales.unpriced_cost_minor)
         is distinct from (excluded.quantity_milli, excluded.revenue_minor, excluded.cost_minor, excluded.unpriced_items,
                           excluded.unpriced_cost_minor);
  update movements as m
     set revenue_minor = r.revenue
    from (select m.id, r.revenue
            from movements m
            left join json_to_recordset(p_revenues) as r (id uuid, revenue bigint) on r.id = m.id
           where m.company_id = p_company and m.order_id = any (p_orders)) as r
   where m.company_id = p_company and m.id = r.id and m.revenue_minor is distinct from r.revenue;
end
$$;
