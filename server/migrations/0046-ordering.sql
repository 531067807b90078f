-- Stock rules and supplier items (docs/decisions/0070). In the books a product has one rule for each warehouse and one item of each
-- supplier. Several commands are written to these tables at once, and a record may be deleted and made anew in between, so this is only
-- checked when the transaction ends.
create table stock_rules (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  product_id uuid not null,
  -- Null: all warehouses together.
  warehouse_id uuid,
  min_milli bigint not null check (min_milli >= 0),
  max_milli bigint check (max_milli >= min_milli),
  safety_days integer not null check (safety_days between 0 and 365),
  cover_days integer not null check (cover_days between 0 and 365),
  -- Null: the preferred supplier of the product.
  supplier_id uuid,
  record text not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, product_id, warehouse_id) deferrable initially deferred,
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id),
  foreign key (company_id, supplier_id) references partners (company_id, id)
);
create index stock_rules_by_warehouse on stock_rules (company_id, warehouse_id, id);
create index stock_rules_by_supplier on stock_rules (company_id, supplier_id, id);
select isolate_company('stock_rules');

create table supplier_items (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  product_id uuid not null,
  supplier_id uuid not null,
  code text,
  price_minor bigint check (price_minor >= 0),
  pack_milli bigint check (pack_milli > 0),
  least_milli bigint check (least_milli > 0),
  lead_days integer not null check (lead_days between 0 and 365),
  record text not null,
  primary key (company_id, id),
  unique (company_id, product_id, supplier_id) deferrable initially deferred,
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, supplier_id) references partners (company_id, id)
);
create index supplier_items_by_supplier on supplier_items (company_id, supplier_id, id);
select isolate_company('supplier_items');

create function commit_ordering(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
begin
  insert into stock_rules (company_id, id, revision, product_id, warehouse_id, min_milli, max_milli, safety_days, cover_days, supplier_id,
                           record)
  select p_company, r.id, r.revision, r."productId", r."warehouseId", milli(r."minStock"), milli(r."maxStock"), r."safetyDays",
         r."coverDays", r."supplierId", t.body
    from unnest(r_kind, r_record) as t (kind, body),
         json_to_record(t.body::json) as r (
           id uuid, revision bigint, "productId" uuid, "warehouseId" uuid, "minStock" numeric, "maxStock" numeric,
           "safetyDays" integer, "coverDays" integer, "supplierId" uuid)
   where t.kind = 'stockRules'
      on conflict (company_id, id) do update
     set revision = excluded.revision, product_id = excluded.product_id, warehouse_id = excluded.warehouse_id,
         min_milli = excluded.min_milli, max_milli = excluded.max_milli, safety_days = excluded.safety_days,
         cover_days = excluded.cover_days, supplier_id = excluded.supplier_id, record = excluded.record;

  insert into supplier_items (company_id, id, revision, product_id, supplier_id, code, price_minor, pack_milli, least_milli, lead_days,
                              record)
  select p_company, r.id, r.revision, r."productId", r."supplierId", r.code, minor(r.price), milli(r."packQuantity"),
         milli(r."minQuantity"), r."leadDays", t.body
    from unnest(r_kind, r_record) as t (kind, body),
         json_to_record(t.body::json) as r (
           id uuid, revision bigint, "productId" uuid, "supplierId" uuid, code text, price numeric, "packQuantity" numeric,
           "minQuantity" numeric, "leadDays" integer)
   where t.kind = 'supplierItems'
      on conflict (company_id, id) do update
     set revision = excluded.revision, product_id = excluded.product_id, supplier_id = excluded.supplier_id, code = excluded.code,
         price_minor = excluded.price_minor, pack_milli = excluded.pack_milli, least_milli = excluded.least_milli,
         lead_days = excluded.lead_days, record = excluded.record;
end
$$;

-- The functions that write records, otherwise as they were.
do $migration$
declare
  edit text[];
  written text;
begin
  foreach edit slice 1 in array array[
    ['table_of(text)', $$when 'customerReturns' then 'customer_returns'$$,
     $$when 'customerReturns' then 'customer_returns'
    when 'stockRules' then 'stock_rules'
    when 'supplierItems' then 'supplier_items'$$],
    ['commit_references(uuid, text[], text[])', $$if 'customerReturns' = any (r_kind) then$$,
     $$if r_kind && array['stockRules', 'supplierItems'] then
    perform commit_ordering(p_company, r_kind, r_record);
  end if;
  if 'customerReturns' = any (r_kind) then$$],
    ['commit_deletes(uuid, json)', $$array['externalLinks',$$, $$array['stockRules', 'supplierItems', 'externalLinks',$$],
    ['commit_deletes(uuid, json)', $$      when 'warehouses' then$$,
     $$      when 'stockRules' then
        delete from stock_rules where company_id = p_company and id = any (gone.ids);
      when 'supplierItems' then
        delete from supplier_items where company_id = p_company and id = any (gone.ids);
      when 'warehouses' then$$]
  ] loop
    written := pg_get_functiondef(edit[1]::regprocedure);
    if strpos(written, edit[2]) = 0 then
      raise exception '% has no "%"', edit[1], edit[2];
    end if;
    execute replace(written, edit[2], edit[3]);
  end loop;
end
$migration$;
