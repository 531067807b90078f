-- One call commits the decided commands of one company: compare-and-swap on the revision, the command log, the records.
-- Lists of texts come joined by U+001E, which cannot stand inside JSON text; records come as the JSON that the engine keeps.
-- Returns false, having written nothing, when the company is no longer at p_expected: another node wrote.
-- A key that is already used raises unique_violation on commands_pkey.

create function commit_batch(
  p_company uuid,
  p_expected bigint,
  p_revision bigint,
  p_at timestamptz,
  p_totals json,
  p_counters json,
  p_commands json,
  p_results text,
  p_changes text,
  p_settings text,
  p_warehouses text,
  p_price_types text,
  p_partners text,
  p_products text,
  p_stock json,
  p_lots text,
  p_orders text,
  p_order_items json,
  p_movements text,
  p_deleted json
) returns boolean
language plpgsql
as $$
declare
  separator constant text := e'\x1e';
begin
  perform set_config('app.company_id', p_company::text, true);

  update companies
     set revision = p_revision, last_at = p_at, totals = p_totals, counters = p_counters
   where company_id = p_company and revision = p_expected;
  if not found then
    return false;
  end if;

  insert into commands (company_id, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                        action, entity_type, entity_id, summary, changes)
  select p_company, c.key, c.id, c.revision, c.at, c.fingerprint, c.status, c.result, c."actorType", c."actorId",
         c."actorName", c.action, c."entityType", c."entityId", c.summary, case when c.revision is not null then c.changes end
    from rows from (
           json_to_recordset(p_commands) as (
             key text, id uuid, revision bigint, at timestamptz, fingerprint text, status smallint, "actorType" text,
             "actorId" text, "actorName" text, action text, "entityType" text, "entityId" text, summary text),
           string_to_table(p_results, separator),
           string_to_table(p_changes, separator)
         ) as c (key, id, revision, at, fingerprint, status, "actorType", "actorId", "actorName", action, "entityType",
                 "entityId", summary, result, changes);

  if p_settings is not null then
    update settings
       set revision = r.revision, company_name = r."companyName", low_stock_alerts = r."lowStockAlerts",
           daily_summary = r."dailySummary", record = p_settings::json
      from json_to_record(p_settings::json)
           as r (revision bigint, "companyName" text, "lowStockAlerts" boolean, "dailySummary" boolean)
     where company_id = p_company;
  end if;

  if p_warehouses is not null then
    insert into warehouses (company_id, id, revision, name, archived, record)
    select p_company, r.id, r.revision, r.name, r.archived, t.body::json
      from string_to_table(p_warehouses, separator) as t (body),
           json_to_record(t.body::json) as r (id uuid, revision bigint, name text, archived boolean)
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, archived = excluded.archived, record = excluded.record;
  end if;

  if p_price_types is not null then
    insert into price_types (company_id, id, revision, name, archived, record)
    select p_company, r.id, r.revision, r.name, r.archived, t.body::json
      from string_to_table(p_price_types, separator) as t (body),
           json_to_record(t.body::json) as r (id uuid, revision bigint, name text, archived boolean)
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, archived = excluded.archived, record = excluded.record;
  end if;

  if p_partners is not null then
    insert into partners (company_id, id, revision, name, type, phone, email, inn, price_type_id, archived, record)
    select p_company, r.id, r.revision, r.name, r.type, r.phone, r.email, r.inn, r."priceTypeId", r.archived, t.body::json
      from string_to_table(p_partners, separator) as t (body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, type text, phone text, email text, inn text, "priceTypeId" uuid,
             archived boolean)
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, type = excluded.type, phone = excluded.phone,
           email = excluded.email, inn = excluded.inn, price_type_id = excluded.price_type_id,
           archived = excluded.archived, record = excluded.record;
  end if;

  if p_products is not null then
    perform commit_products(p_company, string_to_array(p_products, separator)::json[]);
  end if;

  if p_lots is not null then
    insert into lots (company_id, id, revision, product_id, warehouse_id, supplier_id, source_lot_id, unit_cost_minor,
                      received_milli, remaining_milli, received_at, record)
    select p_company, r.id, r.revision, r."productId", r."warehouseId", r."supplierId", r."sourceLotId", r."unitCost",
           r.received, r.remaining, r."receivedAt", t.body::json
      from string_to_table(p_lots, separator) as t (body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, "productId" uuid, "warehouseId" uuid, "supplierId" uuid, "sourceLotId" uuid,
             "unitCost" bigint, received bigint, remaining bigint, "receivedAt" timestamptz)
        on conflict (company_id, id) do update
       set revision = excluded.revision, remaining_milli = excluded.remaining_milli, record = excluded.record;
  end if;

  if p_stock is not null then
    insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)
    select p_company, r."productId", r."warehouseId", r.revision, r."onHand", r.reserved
      from json_to_recordset(p_stock) as r (
             "productId" uuid, "warehouseId" uuid, revision bigint, "onHand" bigint, reserved bigint)
        on conflict (company_id, product_id, warehouse_id) do update
       set revision = excluded.revision, on_hand_milli = excluded.on_hand_milli, reserved_milli = excluded.reserved_milli;
  end if;

  if p_orders is not null then
    insert into orders (company_id, id, revision, number, status, customer_id, warehouse_id, channel, external_source,
                        external_id, ordered_at, shipped_at, total_minor, cost_minor, record)
    select p_company, r.id, r.revision, r.number, r.status, r."customerId", r."warehouseId", r.channel, r."externalSource",
           r."externalId", r."orderedAt", r."shippedAt", r.total, r.cost, t.body::json
      from string_to_table(p_orders, separator) as t (body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, status text, "customerId" uuid, "warehouseId" uuid, channel text,
             "externalSource" text, "externalId" text, "orderedAt" timestamptz, "shippedAt" timestamptz, total bigint,
             cost bigint)
        on conflict (company_id, id) do update
       set revision = excluded.revision, status = excluded.status, shipped_at = excluded.shipped_at,
           total_minor = excluded.total_minor, cost_minor = excluded.cost_minor, record = excluded.record;
  end if;

  if p_order_items is not null then
    insert into order_items (company_id, order_id, position, product_id, quantity_milli, price_minor, amount_minor)
    select p_company, r."orderId", r.position, r."productId", r.quantity, r.price, r.amount
      from json_to_recordset(p_order_items) as r (
             "orderId" uuid, position integer, "productId" uuid, quantity bigint, price bigint, amount bigint);
  end if;

  if p_movements is not null then
    perform commit_movements(p_company, string_to_array(p_movements, separator)::json[]);
  end if;

  if p_deleted is not null then
    perform commit_deletes(p_company, p_deleted);
  end if;

  return true;
end
$$;

create function commit_products(p_company uuid, p_products json[]) returns void
language plpgsql
as $$
begin
  insert into products (company_id, id, revision, kind, name, sku, code, category, price_minor, cost_minor, min_stock_milli,
                        preferred_supplier_id, parent_product_id, archived, record)
  select p_company, r.id, r.revision, r.kind, r.name, r.sku, r.code, r.category, r.price, r.cost, r."minStock",
         r."preferredSupplierId", r."parentProductId", r.archived, t.body
    from unnest(p_products) as t (body),
         json_to_record(t.body) as r (
           id uuid, revision bigint, kind text, name text, sku text, code text, category text, price bigint, cost bigint,
           "minStock" bigint, "preferredSupplierId" uuid, "parentProductId" uuid, archived boolean)
      on conflict (company_id, id) do update
     set revision = excluded.revision, kind = excluded.kind, name = excluded.name, sku = excluded.sku, code = excluded.code,
         category = excluded.category, price_minor = excluded.price_minor, cost_minor = excluded.cost_minor,
         min_stock_milli = excluded.min_stock_milli, preferred_supplier_id = excluded.preferred_supplier_id,
         parent_product_id = excluded.parent_product_id, archived = excluded.archived, record = excluded.record;

  delete from product_components
   where company_id = p_company
     and product_id in (select (body ->> 'id')::uuid from unnest(p_products) as t (body));
  insert into product_components (company_id, product_id, component_id, quantity_milli)
  select p_company, (t.body ->> 'id')::uuid, c."productId", c.quantity
    from unnest(p_products) as t (body),
         json_to_recordset(t.body -> 'components') as c ("productId" uuid, quantity bigint);

  delete from product_prices
   where company_id = p_company
     and product_id in (select (body ->> 'id')::uuid from unnest(p_products) as t (body));
  insert into product_prices (company_id, product_id, price_type_id, price_minor)
  select p_company, (t.body ->> 'id')::uuid, c."priceTypeId", c.price
    from unnest(p_products) as t (body),
         json_to_recordset(t.body -> 'prices') as c ("priceTypeId" uuid, price bigint);
end
$$;

create function commit_movements(p_company uuid, p_movements json[]) returns void
language plpgsql
as $$
begin
  insert into movements (company_id, id, revision, type, at, product_id, warehouse_id, to_warehouse_id, quantity_milli,
                         cost_minor, order_id, record)
  select p_company, r.id, r.revision, r.type, r.at, r."productId", r."warehouseId", r."toWarehouseId", r.quantity, r.cost,
         r."orderId", t.body
    from unnest(p_movements) as t (body),
         json_to_record(t.body) as r (
           id uuid, revision bigint, type text, at timestamptz, "productId" uuid, "warehouseId" uuid, "toWarehouseId" uuid,
           quantity bigint, cost bigint, "orderId" uuid);

  insert into movement_lots (company_id, movement_id, lot_id, quantity_milli, unit_cost_minor)
  select p_company, (t.body ->> 'id')::uuid, l."lotId", l.quantity, l."unitCost"
    from unnest(p_movements) as t (body),
         json_to_recordset(t.body -> 'lots') as l ("lotId" uuid, quantity bigint, "unitCost" bigint);
end
$$;

-- Children before parents. What still refers to a record makes the whole commit fail: the rules should have refused it.
create function commit_deletes(p_company uuid, p_deleted json) returns void
language plpgsql
as $$
begin
  delete from order_items where company_id = p_company and order_id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'orders');
  delete from orders where company_id = p_company and id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'orders');
  delete from product_components where company_id = p_company and product_id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'products');
  delete from product_prices where company_id = p_company and product_id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'products');
  delete from products where company_id = p_company and id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'products');
  delete from partners where company_id = p_company and id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'partners');
  delete from price_types where company_id = p_company and id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'priceTypes');
  delete from warehouses where company_id = p_company and id in (
    select d.id from json_to_recordset(p_deleted) as d (kind text, id uuid) where d.kind = 'warehouses');
end
$$;

-- The company's revision in one round trip, row-level security included. Null when there is no such company.
create function company_revision(p_company uuid) returns bigint
language plpgsql
as $$
begin
  perform set_config('app.company_id', p_company::text, true);
  return (select revision from companies where company_id = p_company);
end
$$;
