-- What the migrations come to. Written by `npm run schema`, compared by tests/contract/schema.test.ts; never run.

CREATE OR REPLACE FUNCTION public.commit_batch(p_company uuid, p_expected bigint, p_revision bigint, p_at timestamp with time zone, p_totals text, p_counters text, p_shapes smallint, p_figures bigint[], c_key text[], c_id uuid[], c_revision bigint[], c_at timestamp with time zone[], c_fingerprint text[], c_status smallint[], c_result text[], c_actor_type text[], c_actor_id text[], c_actor_name text[], c_action text[], c_entity_type text[], c_entity_id text[], c_summary text[], c_changes text[], c_after text[], c_figures text[] DEFAULT NULL::text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform set_config('app.company_id', p_company::text, true);

  update companies
     set revision = p_revision, last_at = p_at, totals = p_totals, counters = p_counters
   where company_id = p_company and revision = p_expected;
  if not found then
    return false;
  end if;

  if 0 > any (p_figures) then
    raise check_violation using message = 'stock or a lot would be below zero';
  end if;

  insert into commands (company_id, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                        action, entity_type, entity_id, summary, changes, after, v, figures)
  select p_company, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
         action, entity_type, entity_id, summary, changes, after, p_shapes, figures
    from unnest(c_key, c_id, c_revision, c_at, c_fingerprint, c_status, c_result, c_actor_type, c_actor_id, c_actor_name,
                c_action, c_entity_type, c_entity_id, c_summary, c_changes, c_after, c_figures)
           as c (key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                 action, entity_type, entity_id, summary, changes, after, figures);
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_batches(b_company uuid[], b_expected bigint[], b_revision bigint[], b_at timestamp with time zone[], b_totals text[], b_counters text[], b_commands integer[], b_figures integer[], p_shapes smallint, p_figures bigint[], c_key text[], c_id uuid[], c_revision bigint[], c_at timestamp with time zone[], c_fingerprint text[], c_status smallint[], c_result text[], c_actor_type text[], c_actor_id text[], c_actor_name text[], c_action text[], c_entity_type text[], c_entity_id text[], c_summary text[], c_changes text[], c_after text[], c_figures text[] DEFAULT NULL::text[])
 RETURNS boolean[]
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  outcomes boolean[] := '{}';
  -- The commands and the figures of a batch: from, to.
  f integer := 1;
  t integer;
  figure integer := 1;
begin
  for i in 1 .. cardinality(b_company) loop
    t := f + b_commands[i] - 1;
    perform set_config('app.company_id', b_company[i]::text, true);
    perform from companies where company_id = b_company[i] for update skip locked;
    if found then
      outcomes := outcomes || commit_batch(
        b_company[i], b_expected[i], b_revision[i], b_at[i], b_totals[i], b_counters[i], p_shapes,
        p_figures[figure : figure + b_figures[i] - 1],
        c_key[f:t], c_id[f:t], c_revision[f:t], c_at[f:t], c_fingerprint[f:t], c_status[f:t], c_result[f:t],
        c_actor_type[f:t], c_actor_id[f:t], c_actor_name[f:t], c_action[f:t], c_entity_type[f:t], c_entity_id[f:t],
        c_summary[f:t], c_changes[f:t], c_after[f:t], c_figures[f:t]);
    else
      outcomes := outcomes || null::boolean;
    end if;
    f := t + 1;
    figure := figure + b_figures[i];
  end loop;
  return outcomes;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_customer_returns(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids uuid[];
begin
  with written as (
    insert into customer_returns (company_id, id, revision, number, status, order_id, customer_id, warehouse_id, product_ids, amount_minor,
                                  refunded_minor, cost_minor, posted_at, cancelled_at, record)
    select p_company, r.id, r.revision, r.number, r.status, r."orderId", r."customerId", r."warehouseId",
           array(select distinct line."productId" from json_to_recordset(r.lines) as line ("productId" uuid)), minor(r.amount),
           minor(r.refunded), minor(r.cost), r."postedAt", r."cancelledAt", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, status text, "orderId" uuid, "customerId" uuid, "warehouseId" uuid, lines json,
             amount numeric, refunded numeric, cost numeric, "postedAt" timestamptz, "cancelledAt" timestamptz)
     where t.kind = 'customerReturns'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, status = excluded.status, order_id = excluded.order_id,
           customer_id = excluded.customer_id, warehouse_id = excluded.warehouse_id, product_ids = excluded.product_ids,
           amount_minor = excluded.amount_minor, refunded_minor = excluded.refunded_minor, cost_minor = excluded.cost_minor,
           posted_at = excluded.posted_at, cancelled_at = excluded.cancelled_at, record = excluded.record
    returning id, posted_at)
  select array_agg(id) into ids from written where posted_at is not null;
  perform note_returns(p_company, ids);
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_deletes(p_company uuid, p_deleted json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  gone record;
begin
  for gone in
    select d.kind, array_agg(d.id) as ids from json_to_recordset(p_deleted) as d (kind text, id uuid) group by d.kind
     order by array_position(array['stockRules', 'supplierItems', 'externalLinks', 'customerReturns', 'orders', 'payments', 'documents', 'purchases', 'contracts', 'organizations',
                                   'customFields', 'products', 'filters', 'partners', 'priceTypes', 'warehouses', 'imports'],
                             d.kind)
  loop
    case gone.kind
      when 'externalLinks' then
        delete from external_links where company_id = p_company and id = any (gone.ids);
      when 'orders' then
        delete from order_items
         where company_id = p_company and order_id = any (gone.ids)
           and product_id = any (array(
             select (item ->> 'productId')::uuid
               from orders o, json_array_elements(o.record::json -> 'items') as item
              where o.company_id = p_company and o.id = any (gone.ids)));
        delete from ending_reservations where company_id = p_company and order_id = any (gone.ids);
        delete from orders where company_id = p_company and id = any (gone.ids);
      when 'payments' then
        delete from payment_orders where company_id = p_company and payment_id = any (gone.ids);
        delete from payments where company_id = p_company and id = any (gone.ids);
      when 'documents' then
        delete from document_lines where company_id = p_company and document_id = any (gone.ids);
        delete from documents where company_id = p_company and id = any (gone.ids);
      when 'purchases' then
        delete from purchases where company_id = p_company and id = any (gone.ids);
      when 'contracts' then
        delete from contracts where company_id = p_company and id = any (gone.ids);
      when 'organizations' then
        delete from organizations where company_id = p_company and id = any (gone.ids);
      when 'customFields' then
        delete from custom_fields where company_id = p_company and id = any (gone.ids);
      when 'products' then
        perform commit_product_deletes(p_company, gone.ids);
      when 'filters' then
        delete from filter_values where company_id = p_company and filter_id = any (gone.ids);
        delete from filters where company_id = p_company and id = any (gone.ids);
      when 'partners' then
        delete from partners where company_id = p_company and id = any (gone.ids);
      when 'priceTypes' then
        delete from price_types where company_id = p_company and id = any (gone.ids);
      when 'imports' then
        update procurement_imports set status = 'rejected' where company_id = p_company and id = any (gone.ids);
      when 'customerReturns' then
        delete from customer_returns where company_id = p_company and id = any (gone.ids);
      when 'stockRules' then
        delete from stock_rules where company_id = p_company and id = any (gone.ids);
      when 'supplierItems' then
        delete from supplier_items where company_id = p_company and id = any (gone.ids);
      when 'warehouses' then
        delete from warehouses where company_id = p_company and id = any (gone.ids);
      else
        if table_of(gone.kind) is not null then
          raise exception 'Records of % are never deleted', gone.kind;
        end if;
        delete from plain_records where company_id = p_company and kind = gone.kind and id = any (gone.ids);
    end case;
  end loop;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_delivery_photos(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into delivery_photos (company_id, id, revision, document_id, sha256, content_type, record)
  select p_company, r.id, r.revision, r."documentId", r.sha256, r."contentType", t.body
    from unnest(r_kind, r_record) as t (kind, body),
         json_to_record(t.body::json) as r (id uuid, revision bigint, "documentId" uuid, sha256 text, "contentType" text)
   where t.kind = 'deliveryPhotos'
      on conflict (company_id, id) do update
     set revision = excluded.revision, document_id = excluded.document_id, sha256 = excluded.sha256,
         content_type = excluded.content_type, record = excluded.record;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_document_lines(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
begin
  delete from document_lines
   where company_id = p_company and document_id = any (ids)
     and (document_id, position) not in (
       select (t.body ->> 'id')::uuid, generate_series(0, json_array_length(t.body -> 'lines') - 1) from unnest(bodies) as t (body));
  insert into document_lines (company_id, document_id, position, product_id, quantity_milli, unit_cost_minor, amount_minor)
  select p_company, *
    from (select (t.body ->> 'id')::uuid, line.position - 1, (line.body ->> 'productId')::uuid,
                 milli((line.body ->> 'quantity')::numeric), minor((line.body ->> 'unitCost')::numeric),
                 minor((line.body ->> 'amount')::numeric)
            from unnest(bodies) as t (body), json_array_elements(t.body -> 'lines') with ordinality as line (body, position)
          except
          select document_id, position, product_id, quantity_milli, unit_cost_minor, amount_minor
            from document_lines
           where company_id = p_company and document_id = any (ids)) as other
      on conflict (company_id, document_id, position) do update
     set product_id = excluded.product_id, quantity_milli = excluded.quantity_milli,
         unit_cost_minor = excluded.unit_cost_minor, amount_minor = excluded.amount_minor;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_filter_values(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into filter_values (company_id, id, filter_id, name, archived)
  select p_company, *
    from (select v.id, v."filterId", v.name, v.archived
            from unnest(bodies) as t (body),
                 json_to_recordset(t.body -> 'values') as v (id uuid, "filterId" uuid, name text, archived boolean)
          except
          select id, filter_id, name, archived
            from filter_values
           where company_id = p_company
             and filter_id = any (array(select (body ->> 'id')::uuid from unnest(bodies) as body))) as other
      on conflict (company_id, id) do update set name = excluded.name, archived = excluded.archived;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_ordering(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.commit_payment_orders(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  o_payment uuid[];
  o_order uuid[];
  o_amount bigint[];
begin
  select array_agg((t.body ->> 'id')::uuid), array_agg(part."orderId"), array_agg(minor(part.amount))
    into o_payment, o_order, o_amount
    from unnest(bodies) as t (body), json_to_recordset(t.body -> 'orders') as part ("orderId" uuid, amount numeric);
  delete from payment_orders
   where company_id = p_company and payment_id = any (ids)
     and (payment_id, order_id, amount_minor) not in (select * from unnest(o_payment, o_order, o_amount));
  insert into payment_orders (company_id, payment_id, order_id, amount_minor)
  select p_company, * from unnest(o_payment, o_order, o_amount)
      on conflict (company_id, payment_id, order_id) do nothing;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_procurement(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- The documents of which a line is other than before.
  of_lines json[];
  bodies json[];
begin
  if 'purchases' = any (r_kind) then
    insert into purchases (company_id, id, revision, number, status, product_id, warehouse_id, supplier_id,
                        external_source, external_id, quantity_milli, unit_cost_minor,
                        received_milli, damaged_milli, missing_milli, record)
    select p_company, r.id, r.revision, r.number, r.status, r."productId", r."warehouseId", r."supplierId",
           r."externalSource", r."externalId", milli(r.quantity), minor(r."unitCost"), milli(r.received), milli(r.damaged), milli(r.missing),
           t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, status text, "productId" uuid, "warehouseId" uuid, "supplierId"
             uuid, "externalSource" text, "externalId" text, quantity numeric, "unitCost" numeric,
             received numeric, damaged numeric, missing numeric)
     where t.kind = 'purchases'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, status = excluded.status, 
           product_id = excluded.product_id, warehouse_id = excluded.warehouse_id, supplier_id = excluded.supplier_id,
           external_source = excluded.external_source, external_id = excluded.external_id, 
           quantity_milli = excluded.quantity_milli, unit_cost_minor = excluded.unit_cost_minor, 
           received_milli = excluded.received_milli, damaged_milli = excluded.damaged_milli, 
           missing_milli = excluded.missing_milli, record = excluded.record;
  end if;

  if 'documents' = any (r_kind) then
    bodies := array(select body::json from unnest(r_kind, r_record) as t (kind, body) where kind = 'documents');
    select with_other_list(bodies, 'lines', array_agg(id), array_agg(record)) into of_lines
      from documents
     where company_id = p_company and id = any (array(select (body ->> 'id')::uuid from unnest(bodies) as body));
    insert into documents (company_id, id, revision, number, kind, status, reference, supplier_id, organization_id,
                        contract_id, warehouse_id, source_document_id, import_id, total_minor,
                        has_custom_values, record)
    select p_company, r.id, r.revision, r.number, r.kind, r.status, r.reference, r."supplierId", r."organizationId",
           r."contractId", r."warehouseId", r."sourceDocumentId", r."importId", minor(r.total), r."customValues"::text <> '{}', t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, kind text, status text, reference text, "supplierId" uuid,
             "organizationId" uuid, "contractId" uuid, "warehouseId" uuid, "sourceDocumentId" uuid,
             "importId" uuid, total numeric, "customValues" json)
     where t.kind = 'documents'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, kind = excluded.kind, status = excluded.status,
           reference = excluded.reference, supplier_id = excluded.supplier_id, 
           organization_id = excluded.organization_id, contract_id = excluded.contract_id, 
           warehouse_id = excluded.warehouse_id, source_document_id = excluded.source_document_id, 
           import_id = excluded.import_id, total_minor = excluded.total_minor, has_custom_values = excluded.has_custom_values, record = excluded.record;

    perform commit_document_lines(p_company, of_lines);
  end if;

  if 'payments' = any (r_kind) then
    insert into payments (company_id, id, revision, number, status, direction, method, partner_id, organization_id,
                        contract_id, document_id, amount_minor, unassigned_minor, record)
    select p_company, r.id, r.revision, r.number, r.status, r.direction, r.method, r."partnerId", r."organizationId",
           r."contractId", r."documentId", minor(r.amount), minor(coalesce(r.unassigned, r.amount)), t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, status text, direction text, method text, "partnerId" uuid,
             "organizationId" uuid, "contractId" uuid, "documentId" uuid, amount numeric, unassigned numeric)
     where t.kind = 'payments'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, status = excluded.status, 
           direction = excluded.direction, method = excluded.method, partner_id = excluded.partner_id, organization_id
           = excluded.organization_id, contract_id = excluded.contract_id, 
           document_id = excluded.document_id, amount_minor = excluded.amount_minor, unassigned_minor = excluded.unassigned_minor, record = excluded.record;
    perform commit_payment_orders(
      p_company, array(select body::json from unnest(r_kind, r_record) as t (kind, body) where kind = 'payments'));
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_product_components(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  products uuid[];
  components uuid[];
  quantities bigint[];
begin
  select array_agg((t.body ->> 'id')::uuid), array_agg(e."productId"), array_agg(milli(e.quantity))
    into products, components, quantities
    from unnest(bodies) as t (body), json_to_recordset(t.body -> 'components') as e ("productId" uuid, quantity numeric);
  delete from product_components
   where company_id = p_company and product_id = any (ids)
     and (product_id, component_id) not in (select unnest(products), unnest(components));
  insert into product_components (company_id, product_id, component_id, quantity_milli)
  select p_company, *
    from (select unnest(products), unnest(components), unnest(quantities)
          except
          select product_id, component_id, quantity_milli
            from product_components
           where company_id = p_company and product_id = any (ids)) as other
      on conflict (company_id, product_id, component_id) do update set quantity_milli = excluded.quantity_milli;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_product_deletes(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from order_items where company_id = p_company and product_id = any (p_ids))
     or exists (select from movements where company_id = p_company and product_id = any (p_ids)) then
    raise foreign_key_violation using message = 'a deleted product is named by an order or a movement';
  end if;
  delete from product_components where company_id = p_company and product_id = any (p_ids);
  delete from product_prices where company_id = p_company and product_id = any (p_ids);
  delete from product_filter_values where company_id = p_company and product_id = any (p_ids);
  delete from product_images where company_id = p_company and product_id = any (p_ids);
  delete from products where company_id = p_company and id = any (p_ids);
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_product_filter_values(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  products uuid[];
  filter_values uuid[];
begin
  select array_agg((t.body ->> 'id')::uuid), array_agg(e.id::uuid)
    into products, filter_values
    from unnest(bodies) as t (body), json_array_elements_text(t.body -> 'filterValueIds') as e (id);
  delete from product_filter_values
   where company_id = p_company and product_id = any (ids)
     and (product_id, value_id) not in (select unnest(products), unnest(filter_values));
  insert into product_filter_values (company_id, product_id, value_id)
  select p_company, *
    from (select unnest(products), unnest(filter_values)
          except
          select product_id, value_id from product_filter_values where company_id = p_company and product_id = any (ids)) as other;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_product_images(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  kept_ids uuid[];
begin
  delete from product_images
   where company_id = p_company and product_id = any (ids)
     and id not in (select e.id from unnest(bodies) as t (body), json_to_recordset(t.body -> 'images') as e (id uuid));
  kept_ids := array(select id from product_images where company_id = p_company and product_id = any (ids));
  insert into product_images (company_id, id, product_id, sha256, content_type)
  select p_company, e.id, (t.body ->> 'id')::uuid, e.sha256, e."contentType"
    from unnest(bodies) as t (body),
         rows from (json_to_recordset(t.body -> 'images') as (id uuid, "contentType" text),
                    json_array_elements_text(t.body -> 'imageHashes')) as e (id, "contentType", sha256)
   where e.id <> all (kept_ids);
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_product_prices(p_company uuid, bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  products uuid[];
  price_types uuid[];
  prices bigint[];
begin
  select array_agg((t.body ->> 'id')::uuid), array_agg(e."priceTypeId"), array_agg(minor(e.price))
    into products, price_types, prices
    from unnest(bodies) as t (body), json_to_recordset(t.body -> 'prices') as e ("priceTypeId" uuid, price numeric);
  delete from product_prices
   where company_id = p_company and product_id = any (ids)
     and (product_id, price_type_id) not in (select unnest(products), unnest(price_types));
  insert into product_prices (company_id, product_id, price_type_id, price_minor)
  select p_company, *
    from (select unnest(products), unnest(price_types), unnest(prices)
          except
          select product_id, price_type_id, price_minor
            from product_prices
           where company_id = p_company and product_id = any (ids)) as other
      on conflict (company_id, product_id, price_type_id) do update set price_minor = excluded.price_minor;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_products(p_company uuid, p_products text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  bodies constant json[] := p_products::json[];
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  known_ids uuid[];
  known_records text[];
  -- The products of which a list is other than before.
  of_components json[];
  of_prices json[];
  of_values json[];
  of_images json[];
begin
  select array_agg(id), array_agg(record) into known_ids, known_records
    from products
   where company_id = p_company and id = any (ids);
  -- Equal lists are equal texts (docs/decisions/0015).
  select array_agg(n.body) filter (where n.components::text is distinct from coalesce(o.components::text, '[]')),
         array_agg(n.body) filter (where n.prices::text is distinct from coalesce(o.prices::text, '[]')),
         array_agg(n.body) filter (where n."filterValueIds"::text is distinct from coalesce(o."filterValueIds"::text, '[]')),
         array_agg(n.body) filter (where n.images::text is distinct from coalesce(o.images::text, '[]'))
    into of_components, of_prices, of_values, of_images
    from (select t.body, r.*
            from unnest(bodies) as t (body),
                 json_to_record(t.body) as r (id uuid, components json, prices json, "filterValueIds" json, images json)) as n
    left join (select t.id, r.*
                 from unnest(known_ids, known_records) as t (id, record),
                      json_to_record(t.record::json) as r (components json, prices json, "filterValueIds" json, images json)) as o
      on o.id = n.id;

  insert into products (company_id, id, revision, kind, name, sku, code, category, price_minor, cost_minor, min_stock_milli,
                        preferred_supplier_id, parent_product_id, archived, record)
  select p_company, r.id, r.revision, r.kind, r.name, r.sku, r.code, r.category, minor(r.price), minor(r.cost), milli(r."minStock"),
         r."preferredSupplierId", r."parentProductId", r.archived, t.body
    from unnest(p_products) as t (body),
         json_to_record(t.body::json) as r (
           id uuid, revision bigint, kind text, name text, sku text, code text, category text, price numeric, cost numeric,
           "minStock" numeric, "preferredSupplierId" uuid, "parentProductId" uuid, archived boolean)
      on conflict (company_id, id) do update
     set revision = excluded.revision, kind = excluded.kind, name = excluded.name, sku = excluded.sku, code = excluded.code,
         category = excluded.category, price_minor = excluded.price_minor, cost_minor = excluded.cost_minor,
         min_stock_milli = excluded.min_stock_milli, preferred_supplier_id = excluded.preferred_supplier_id,
         parent_product_id = excluded.parent_product_id, archived = excluded.archived, record = excluded.record;

  if of_components is not null then
    perform commit_product_components(p_company, of_components);
  end if;
  if of_prices is not null then
    perform commit_product_prices(p_company, of_prices);
  end if;
  if of_values is not null then
    perform commit_product_filter_values(p_company, of_values);
  end if;
  if of_images is not null then
    perform commit_product_images(p_company, of_images);
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_reference_records(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- The filters of which a value is other than before, or there for the first or the last time.
  of_values json[];
  bodies json[];
begin
  if 'settings' = any (r_kind) then
    update settings
       set revision = r.revision, company_name = r."companyName",
           daily_summary = r."dailySummary", record = t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json)
             as r (revision bigint, "companyName" text, "dailySummary" boolean)
     where company_id = p_company and t.kind = 'settings';
  end if;

  if 'warehouses' = any (r_kind) then
    insert into warehouses (company_id, id, revision, name, archived, record)
    select p_company, r.id, r.revision, r.name, r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, archived boolean)
     where t.kind = 'warehouses'
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, archived = excluded.archived, record = excluded.record;
  end if;

  if 'priceTypes' = any (r_kind) then
    insert into price_types (company_id, id, revision, name, archived, record)
    select p_company, r.id, r.revision, r.name, r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, archived boolean)
     where t.kind = 'priceTypes'
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, archived = excluded.archived, record = excluded.record;
  end if;

  if 'filters' = any (r_kind) then
    bodies := array(select body::json from unnest(r_kind, r_record) as t (kind, body) where kind = 'filters');
    select with_other_list(bodies, 'values', array_agg(id), array_agg(record)) into of_values
      from filters
     where company_id = p_company and id = any (array(select (body ->> 'id')::uuid from unnest(bodies) as body));
    insert into filters (company_id, id, revision, name, archived, record)
    select p_company, r.id, r.revision, r.name, r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, archived boolean)
     where t.kind = 'filters'
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, archived = excluded.archived, record = excluded.record;

    perform commit_filter_values(p_company, of_values);
  end if;

  if 'partners' = any (r_kind) then
    insert into partners (company_id, id, revision, name, type, phone, email, inn, price_type_id, archived, record)
    select p_company, r.id, r.revision, r.name, r.type, r.phone, r.email, r.inn, r."priceTypeId", r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, type text, phone text, email text, inn text, "priceTypeId" uuid,
             archived boolean)
     where t.kind = 'partners'
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, type = excluded.type, phone = excluded.phone, 
           email = excluded.email, inn = excluded.inn, price_type_id = excluded.price_type_id, 
           archived = excluded.archived, record = excluded.record;
  end if;

  if 'products' = any (r_kind) then
    perform commit_products(
      p_company, (select array_agg(body) from unnest(r_kind, r_record) as t (kind, body) where kind = 'products'));
  end if;

  if of_values is not null then
    -- Values that their filter no longer has; products that had them are written by now.
    delete from filter_values
     where company_id = p_company and filter_id = any (array(select (body ->> 'id')::uuid from unnest(of_values) as body))
       and id not in (select v.id from unnest(of_values) as body, json_to_recordset(body -> 'values') as v (id uuid));
  end if;

  if 'organizations' = any (r_kind) then
    insert into organizations (company_id, id, revision, name, inn, archived, record)
    select p_company, r.id, r.revision, r.name, r.inn, r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, inn text, archived boolean)
     where t.kind = 'organizations'
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, inn = excluded.inn, archived = excluded.archived,
           record = excluded.record;
  end if;

  if 'contracts' = any (r_kind) then
    insert into contracts (company_id, id, revision, partner_id, organization_id, kind, number, archived, record)
    select p_company, r.id, r.revision, r."partnerId", r."organizationId", r.kind, r.number, r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, "partnerId" uuid, "organizationId" uuid, kind text, number text, archived
             boolean)
     where t.kind = 'contracts'
        on conflict (company_id, id) do update
       set revision = excluded.revision, partner_id = excluded.partner_id, organization_id = excluded.organization_id,
           kind = excluded.kind, number = excluded.number, archived = excluded.archived, 
           record = excluded.record;
  end if;

  if 'customFields' = any (r_kind) then
    insert into custom_fields (company_id, id, revision, name, archived, record)
    select p_company, r.id, r.revision, r.name, r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, name text, archived boolean)
     where t.kind = 'customFields'
        on conflict (company_id, id) do update
       set revision = excluded.revision, name = excluded.name, 
           archived = excluded.archived, record = excluded.record;
  end if;

  perform commit_procurement(p_company, r_kind, r_record);

  if 'externalLinks' = any (r_kind) then
    insert into external_links (company_id, id, revision, source, entity_type, external_id, internal_id, record)
    select p_company, r.id, r.revision, r.source, r."entityType", r."externalId", r."internalId", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, source text, "entityType" text, "externalId" text, "internalId" uuid)
     where t.kind = 'externalLinks'
        on conflict (company_id, id) do update
       set revision = excluded.revision, source = excluded.source, entity_type = excluded.entity_type, 
           external_id = excluded.external_id, internal_id = excluded.internal_id, record = excluded.record;
  end if;

  if 'notifications' = any (r_kind) then
    insert into notifications (company_id, id, revision, kind, created_at, read_at, record)
    select p_company, r.id, r.revision, r.kind, r."createdAt", r."readAt", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, kind text, "createdAt" timestamptz, "readAt" timestamptz)
     where t.kind = 'notifications'
        on conflict (company_id, id) do update
       set revision = excluded.revision, kind = excluded.kind, created_at = excluded.created_at, 
           read_at = excluded.read_at, record = excluded.record;
  end if;

  if 'imports' = any (r_kind) then
    insert into procurement_imports (company_id, id, revision, status, sha256, attempt, queued_at, document_id, record)
    select p_company, r.id, r.revision, r.status, r.sha256, r.attempt, r."queuedAt", r."documentId", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, status text, sha256 text, attempt integer, "queuedAt" timestamptz, "documentId" uuid)
     where t.kind = 'imports'
        on conflict (company_id, id) do update
       set revision = excluded.revision, status = excluded.status, attempt = excluded.attempt,
           queued_at = excluded.queued_at, document_id = excluded.document_id, record = excluded.record;
  end if;

  if 'recognitions' = any (r_kind) then
    insert into recognitions (company_id, id, revision, import_id, model, duration_ms, record)
    select p_company, r.id, r.revision, r."importId", r.model, r."durationMs", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, "importId" uuid, model text, "durationMs" bigint)
     where t.kind = 'recognitions';
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_references(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform commit_reference_records(p_company, r_kind, r_record);
  perform commit_stocktakes(p_company, r_kind, r_record);
  if r_kind && array['stockRules', 'supplierItems'] then
    perform commit_ordering(p_company, r_kind, r_record);
  end if;
  if 'deliveryPhotos' = any (r_kind) then
    perform commit_delivery_photos(p_company, r_kind, r_record);
  end if;
  if 'customerReturns' = any (r_kind) then
    perform commit_customer_returns(p_company, r_kind, r_record);
  end if;
  if 'settings' = any (r_kind) then
    perform note_summary_zone(p_company);
  end if;
  if exists (select from unnest(r_kind) as kind where table_of(kind) is null) then
    insert into plain_records (company_id, kind, id, revision, record)
    select p_company, t.kind, r.id, r.revision, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (id uuid, revision bigint)
     where table_of(t.kind) is null
        on conflict (company_id, kind, id) do update set revision = excluded.revision, record = excluded.record;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.commit_stocktakes(p_company uuid, r_kind text[], r_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if 'stocktakes' = any (r_kind) then
    insert into stocktakes (company_id, id, revision, number, status, warehouse_id, record)
    select p_company, r.id, r.revision, r.number, r.status, r."warehouseId", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (id uuid, revision bigint, number text, status text, "warehouseId" uuid)
     where t.kind = 'stocktakes'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, status = excluded.status, warehouse_id = excluded.warehouse_id,
           record = excluded.record;
  end if;

  if 'stocktakeLines' = any (r_kind) then
    insert into stocktake_lines (company_id, id, revision, stocktake_id, warehouse_id, product_id, counted_milli, expected_milli,
                                 difference_milli, counted_at, window_from_at, window_from_revision, window_to_at, window_to_revision,
                                 accepted, movement_id, reversal_id, record)
    select p_company, r.id, r.revision, r."stocktakeId", r."warehouseId", r."productId", milli(r.counted), milli(r.expected),
           milli(r.difference), r."countedAt", r."windowFromAt", r."windowFromRevision", r."windowToAt", r."windowToRevision",
           r.accepted, r."movementId", r."reversalId", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, "stocktakeId" uuid, "warehouseId" uuid, "productId" uuid, counted numeric, expected numeric,
             difference numeric, "countedAt" timestamptz, "windowFromAt" timestamptz, "windowFromRevision" bigint,
             "windowToAt" timestamptz, "windowToRevision" bigint, accepted boolean, "movementId" uuid, "reversalId" uuid)
     where t.kind = 'stocktakeLines'
        on conflict (company_id, id) do update
       set revision = excluded.revision, counted_milli = excluded.counted_milli, expected_milli = excluded.expected_milli,
           difference_milli = excluded.difference_milli, counted_at = excluded.counted_at, window_from_at = excluded.window_from_at,
           window_from_revision = excluded.window_from_revision, window_to_at = excluded.window_to_at,
           window_to_revision = excluded.window_to_revision, accepted = excluded.accepted, movement_id = excluded.movement_id,
           reversal_id = excluded.reversal_id, record = excluded.record;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.companies_behind()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
AS $function$
declare
  one uuid;
begin
  for one in select company_id from memberships union select company_id from tokens loop
    if exists (select from company_revisions(one) as r where r.projected < r.revision) then
      return next one;
    end if;
  end loop;
end
$function$
;

CREATE OR REPLACE FUNCTION public.companies_of_user(wanted text)
 RETURNS TABLE(company_id uuid, company_name text, role text, joined_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
declare
  member record;
begin
  for member in
    select m.company_id, m.role, m.created_at from memberships as m where m.user_id = wanted order by m.created_at, m.company_id
  loop
    perform set_config('app.company_id', member.company_id::text, true);
    return query
      select s.company_id, company_name_now(s.company_id), member.role, member.created_at
        from settings as s
       where s.company_id = member.company_id;
  end loop;
  perform set_config('app.company_id', '', true);
end
$function$
;

CREATE OR REPLACE FUNCTION public.company_heads(ids uuid[])
 RETURNS TABLE(id uuid, name text, revision bigint, projected bigint, created_at timestamp with time zone, last_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
declare
  one uuid;
begin
  foreach one in array ids loop
    perform set_config('app.company_id', one::text, true);
    return query
      select c.company_id, company_name_now(one), c.revision, p.revision, c.created_at, c.last_at
        from companies c join projections p on p.company_id = c.company_id
       where c.company_id = one;
  end loop;
end
$function$
;

CREATE OR REPLACE FUNCTION public.company_name_now(p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return coalesce(
    (select c.after::json -> 'settings' -> 'settings' ->> 'companyName'
       from projections p join commands c on c.company_id = p.company_id and c.revision > p.revision
      where p.company_id = p_company and c.entity_id = 'settings' and c.entity_type = 'settings'
      order by c.revision desc
      limit 1),
    (select company_name from settings where company_id = p_company));
end
$function$
;

CREATE OR REPLACE FUNCTION public.company_revision(p_company uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.company_id', p_company::text, true);
  return (select revision from companies where company_id = p_company);
end
$function$
;

CREATE OR REPLACE FUNCTION public.company_revisions(p_company uuid, OUT revision bigint, OUT projected bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.company_id', p_company::text, true);
  return query
    select c.revision, p.revision from companies c join projections p on p.company_id = c.company_id where c.company_id = p_company;
end
$function$
;

CREATE OR REPLACE FUNCTION public.count_stored_files(p_company uuid, OUT files bigint, OUT bytes bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('files ' || p_company, 0));
  with missing as materialized (
    select n.sha256 from named_files(p_company) as n (sha256)
    except select s.sha256 from stored_files as s where s.company_id = p_company
  ), sizes as (
    select i.sha256, (image ->> 'size')::bigint as size
      from missing
      join product_images as i on i.company_id = p_company and i.sha256 = missing.sha256
      join products as p on p.company_id = p_company and p.id = i.product_id
     cross join lateral json_array_elements(p.record::json -> 'images') as image
     where image ->> 'id' = i.id::text
    union all
    select d.sha256, (d.record::json ->> 'size')::bigint
      from missing join delivery_photos as d on d.company_id = p_company and d.sha256 = missing.sha256
    union all
    select f.sha256, (f.record::json ->> 'size')::bigint
      from missing join procurement_imports as f on f.company_id = p_company and f.sha256 = missing.sha256
    union all
    select t.sha256, t.size from missing join table_imports as t on t.company_id = p_company and t.sha256 = missing.sha256
  )
  insert into stored_files (company_id, sha256, size, kept_at)
  select p_company, s.sha256, max(s.size), '-infinity' from sizes as s group by s.sha256;
  delete from stored_files as s
   where s.company_id = p_company and s.kept_at < now() - interval '1 day'
     and s.sha256 not in (select n.sha256 from named_files(p_company) as n (sha256));
  select count(*), coalesce(sum(s.size), 0) into files, bytes from stored_files as s where s.company_id = p_company;
end
$function$
;

CREATE OR REPLACE FUNCTION public.delete_excess_draws(p_company uuid, d_movement uuid[], d_lot uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.delete_excess_items(p_company uuid, i_order uuid[], i_position integer[], i_product uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.first_id_at(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
RETURN ((lpad(to_hex((floor((EXTRACT(epoch FROM moment) * (1000)::numeric)))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid
;

CREATE OR REPLACE FUNCTION public.isolate_company(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy company_isolation on %I using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)',
    name
  );
  execute format('grant select, insert, update, delete on %I to skladno_app', name);
end
$function$
;

CREATE OR REPLACE FUNCTION public.lines_of(p_order text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(p_order::json ->> 'items',
                        ',"shipped":[0-9.]+,"cancelled":[0-9.]+,"reserved":[0-9.]+(,"waiting":[0-9.]+)?(,"shippedAmount":[0-9.]+)?'
                        || '(,"returned":[0-9.]+)?(,"returnedAmount":[0-9.]+)?', '', 'g')
$function$
;

CREATE OR REPLACE FUNCTION public.lock_records(p_company uuid, p_kind text, p_after uuid, p_most integer)
 RETURNS TABLE(id text, record text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  return query execute format(
    'select t.id::text, t.record from %I as t where t.company_id = $1 and t.id > $2 %s order by t.id limit $3',
    coalesce(table_of(p_kind), 'plain_records'),
    case when table_of(p_kind) is null then format('and t.kind = %L', p_kind) else '' end)
    using p_company, p_after, p_most;
end
$function$
;

CREATE OR REPLACE FUNCTION public.milli(units numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((units * (1000)::numeric))::bigint
;

CREATE OR REPLACE FUNCTION public.minor(units numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((units * (100)::numeric))::bigint
;

CREATE OR REPLACE FUNCTION public.named_files(p_company uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select sha256 from product_images where company_id = p_company
  union select sha256 from delivery_photos where company_id = p_company
  union select sha256 from procurement_imports where company_id = p_company
  union select sha256 from table_imports where company_id = p_company
$function$
;

CREATE OR REPLACE FUNCTION public.note_deliveries(p_company uuid, p_shipments uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor, document_date)
  select p_company, e.at, s.id, e.is_reversal, s.order_id, o.customer_id, o.channel, e.sign * s.amount_minor, e.sign * s.cost_minor,
         case when not e.is_reversal then (s.record::json ->> 'documentDate')::date end
    from shipments as s
    join orders as o on o.company_id = p_company and o.id = s.order_id
   cross join lateral (
           values (s.at, false, 1), ((s.record::json ->> 'cancelledAt')::timestamptz, true, -1)) as e (at, is_reversal, sign)
   where s.company_id = p_company and s.id = any (p_shipments) and e.at is not null
      on conflict (company_id, at, id, is_reversal) do update
     set document_date = excluded.document_date
   where deliveries.document_date is distinct from excluded.document_date;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_ending_reservations(p_company uuid, o_id uuid[], o_record text[], p_known text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(p_known) as record where strpos(record, '"reservedUntil":') > 0) then
    delete from ending_reservations where company_id = p_company and order_id = any (o_id);
  end if;
  if exists (select from unnest(o_record) as record where strpos(record, '"reservedUntil":') > 0) then
    insert into ending_reservations (company_id, order_id, ends_at)
    select p_company, id, (record::json ->> 'reservedUntil')::timestamptz
      from unnest(o_id, o_record) as t (id, record)
     where strpos(record, '"reservedUntil":') > 0
        on conflict (company_id, order_id) do update set ends_at = excluded.ends_at;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_extsys_work(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from extsys_work
   where company_id = p_company
     and not exists (select from extsys_jobs where company_id = p_company and status in ('previewing', 'applying'));

  insert into extsys_work (company_id, due_at)
  select company_id, coalesce(paused_until, '-infinity')
    from extsys_jobs
   where company_id = p_company and status in ('previewing', 'applying')
      on conflict (company_id) do update set due_at = excluded.due_at where extsys_work.due_at <> excluded.due_at;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_returns(p_company uuid, p_returns uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor, document_date)
  select p_company, e.at, r.id, e.is_reversal, coalesce(r.order_id, r.id), r.customer_id, o.channel, e.sign * r.amount_minor,
         e.sign * r.cost_minor, case when e.is_reversal then (r.record::json ->> 'documentDate')::date end
    from customer_returns as r
    left join orders as o on o.company_id = p_company and o.id = r.order_id
   cross join lateral (values (r.posted_at, true, -1), (r.cancelled_at, false, 1)) as e (at, is_reversal, sign)
   where r.company_id = p_company and r.id = any (p_returns) and r.posted_at is not null and e.at is not null
      on conflict (company_id, at, id, is_reversal) do update
     set document_date = excluded.document_date
   where deliveries.document_date is distinct from excluded.document_date;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_summary_zone(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from summary_zones
   where company_id = p_company
     and not exists (select from settings where company_id = p_company and daily_summary);

  insert into summary_zones (company_id, time_zone, since)
  select company_id, coalesce(s.record::json ->> 'timeZone', 'Europe/Moscow'),
         coalesce((select at from commands where company_id = p_company and revision = s.revision), c.last_at)
    from settings as s join companies as c using (company_id)
   where company_id = p_company and s.daily_summary
      on conflict (company_id) do update set time_zone = excluded.time_zone, since = excluded.since
   where summary_zones.time_zone <> excluded.time_zone;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_whole_deliveries(p_company uuid, p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
  select p_company, o.shipped_at, o.id, false, o.id, o.customer_id, o.channel, o.total_minor, o.cost_minor
    from orders as o
   where o.company_id = p_company and o.id = any (p_orders) and o.shipped_at is not null
     and o.record::json ->> 'shipmentCount' is null
      on conflict do nothing;
end
$function$
;

CREATE OR REPLACE FUNCTION public.project_company(p_company uuid, p_most integer, p_most_bytes bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  since bigint;
  upto bigint;
  found_rows bigint;
  has_all boolean;
begin
  perform set_config('app.company_id', p_company::text, true);
  -- What a crash takes of an index is made again from the log.
  perform set_config('synchronous_commit', 'off', true);
  select revision into since from projections where company_id = p_company for update;
  select max(revision), count(*), bool_and(is_kept) into upto, found_rows, has_all
    from (select revision, is_kept, sum(bytes) over (order by revision) - bytes as bytes_before
            from (select revision, after is not null as is_kept, octet_length(after) as bytes
                    from commands
                   where company_id = p_company and revision > since
                   order by revision
                   limit p_most) as newer) as measured
   where bytes_before < p_most_bytes;
  if upto is null then
    return since;
  end if;
  if not has_all or found_rows <> upto - since then
    raise data_corrupted using message = 'the log does not have all that was left behind after revision ' || since;
  end if;
  perform project_images(p_company, since, upto);
  update projections set revision = upto where company_id = p_company;
  return upto;
end
$function$
;

CREATE OR REPLACE FUNCTION public.project_given(p_company uuid, p_since bigint, p_upto bigint, p_kinds text[], p_keys text[], p_revisions bigint[], p_images text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  since bigint;
begin
  perform set_config('app.company_id', p_company::text, true);
  perform set_config('synchronous_commit', 'off', true);
  select revision into since from projections where company_id = p_company for update;
  if since is distinct from p_since then
    return since;
  end if;
  if not exists (select from commands where company_id = p_company and revision = p_upto) then
    raise data_corrupted using message = 'the log does not reach up to revision ' || p_upto;
  end if;
  perform write_images(p_company, p_kinds, p_keys, p_revisions, p_images);
  update projections set revision = p_upto where company_id = p_company;
  return p_upto;
end
$function$
;

CREATE OR REPLACE FUNCTION public.project_images(p_company uuid, p_since bigint, p_upto bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  kinds text[];
  keys text[];
  revisions bigint[];
  images text[];
begin
  select array_agg(kind), array_agg(key), array_agg(revision), array_agg(image) into kinds, keys, revisions, images
    from (select distinct on (k.key collate "C", r.key collate "C") k.key as kind, r.key as key, c.revision,
                 nullif(r.value::text, 'null') as image
            from commands c
           cross join lateral json_each(c.after::json) as k
           cross join lateral json_each(k.value) with ordinality as r (key, value, position)
           where c.company_id = p_company and c.revision > p_since and c.revision <= p_upto and json_typeof(k.value) = 'object'
           order by k.key collate "C", r.key collate "C", c.revision desc, r.position desc) as latest;

  if exists (select from unnest(kinds, images) as t (kind, image) where kind = 'imports' and image is null) then
    -- The row of a rejected file stays, so that its bytes do: also of one that was uploaded just before.
    select kinds || array_agg('imports'::text), keys || array_agg(key), revisions || array_agg(revision), images || array_agg(image)
      into kinds, keys, revisions, images
      from (select distinct on (r.key) r.key, c.revision, r.value::text as image
              from commands c
             cross join lateral json_each(c.after::json -> 'imports') as r
             where c.company_id = p_company and c.revision > p_since and c.revision <= p_upto
               and json_typeof(r.value) <> 'null'
               and r.key in (select t.key from unnest(kinds, keys, images) as t (kind, key, image)
                              where t.kind = 'imports' and t.image is null)
             order by r.key, c.revision desc) as uploaded;
  end if;

  if kinds is not null then
    perform write_images(p_company, kinds, keys, revisions, images);
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.project_movements(p_company uuid, m_record text[], v_movement text[], v_revenue bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  bodies constant json[] := m_record::json[];
  m_product uuid[];
  m_warehouse uuid[];
  d_movement uuid[];
  d_lot uuid[];
  d_quantity bigint[];
  d_unit_cost bigint[];
begin
  select array_agg(distinct r."productId"),
         array_agg(distinct r."warehouseId") || array_agg(distinct r."toWarehouseId") filter (where r."toWarehouseId" is not null)
    into m_product, m_warehouse
    from unnest(bodies) as t (body),
         json_to_record(t.body) as r ("productId" uuid, "warehouseId" uuid, "toWarehouseId" uuid);
  select array_agg(r.id), array_agg(draw."lotId"), array_agg(milli(draw.quantity)), array_agg(minor(draw."unitCost"))
    into d_movement, d_lot, d_quantity, d_unit_cost
    from unnest(bodies) as t (body),
         json_to_record(t.body) as r (id uuid, lots json),
         json_to_recordset(r.lots) as draw ("lotId" uuid, quantity numeric, "unitCost" numeric);
  if (select count(*) from products where company_id = p_company and id = any (m_product)) < cardinality(m_product)
     or (select count(*) from warehouses where company_id = p_company and id = any (m_warehouse))
       < (select count(distinct id) from unnest(m_warehouse) as id)
     or (select count(*) from lots where company_id = p_company and id = any (d_lot))
       < (select count(distinct id) from unnest(d_lot) as id) then
    raise foreign_key_violation using message = 'movements: a product, warehouse or lot does not exist';
  end if;

  insert into movements (company_id, return_id, stocktake_id, id, revision, type, at, product_id, warehouse_id, to_warehouse_id, direction,
                         quantity_milli, good_milli, cost_minor, revenue_minor, order_id, shipment_id, document_id, purchase_id, document_date, record)
  select p_company, r."returnId", r."stocktakeId", r.id, r.revision, r.type, r.at, r."productId", r."warehouseId", r."toWarehouseId",
         -- What it does to the stock of its warehouse: 1 in, -1 out; 0: out, and in at the other warehouse.
         case when r.type = 'transfer' then 0
              when r.type in ('receipt', 'surplus', 'customer_return') or (r.type = 'reversal' and r.reverses = 'writeoff') or (r.type = 'reversal' and r.reverses in ('return', 'shipment')) then 1
              else -1 end,
         milli(r.quantity), milli(coalesce(r.good, r.quantity)), minor(r.cost), sold.revenue, r."orderId", r."shipmentId", r."documentId",
         r."purchaseId", r."documentDate", t.record
    from unnest(m_record) as t (record)
   cross join json_to_record(t.record::json) as r (
           id uuid, "returnId" uuid, "stocktakeId" uuid, revision bigint, type text, at timestamptz, "productId" uuid, "warehouseId" uuid, "toWarehouseId" uuid,
           quantity numeric, good numeric, cost numeric, reverses text, "orderId" uuid, "shipmentId" uuid, "documentId" uuid, "purchaseId" uuid, "documentDate" date)
    left join unnest(v_movement::uuid[], v_revenue) as sold (movement, revenue) on sold.movement = r.id
      on conflict (company_id, id) do update
     set revision = excluded.revision, document_date = excluded.document_date, record = excluded.record;

  if d_movement is not null then
    insert into movement_lots (company_id, movement_id, lot_id, quantity_milli, unit_cost_minor)
    select p_company, unnest(d_movement), unnest(d_lot), unnest(d_quantity), unnest(d_unit_cost)
        on conflict do nothing;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.project_orders(p_company uuid, o_id uuid[], o_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  known_ids uuid[];
  known_records text[];
  -- Orders that had other items, and those that have the same.
  other_ids uuid[];
  same_ids uuid[];
  i_order uuid[];
  i_position integer[];
  i_product uuid[];
  i_quantity bigint[];
  i_price bigint[];
  i_amount bigint[];
begin
  select array_agg(id), array_agg(record) into known_ids, known_records
    from orders
   where company_id = p_company and id = any (o_id);
  if known_ids is not null then
    -- Equal lists are equal texts (docs/decisions/0015).
    select array_agg(id) filter (where is_other), array_agg(id) filter (where not is_other) into other_ids, same_ids
      from (select n.id, lines_of(n.record) is distinct from lines_of(o.record) as is_other
              from unnest(o_id, o_record) as n (id, record)
              join unnest(known_ids, known_records) as o (id, record) on o.id = n.id) as compared;
  end if;

  perform note_ending_reservations(p_company, o_id, o_record, known_records);

  if other_ids is not null then
    -- By the items that the orders had until now.
    delete from order_items
     where company_id = p_company and order_id = any (other_ids)
       and product_id = any (array(
         select (item ->> 'productId')::uuid
           from unnest(known_ids, known_records) as o (id, record), json_array_elements(o.record::json -> 'items') as item
          where o.id = any (other_ids)));
  end if;

  with parsed as materialized (
    select r.*, t.record
      from unnest(o_record) as t (record),
           json_to_record(t.record::json) as r (
             id uuid, revision bigint, number text, status text, "customerId" uuid, "warehouseId" uuid, channel text,
             "externalSource" text, "externalId" text, "orderedAt" timestamptz, "shippedAt" timestamptz, total numeric, cost numeric, paid numeric, payment text, waiting numeric,
             items json, "shipmentCount" integer)),
  written as (
    insert into orders (company_id, id, revision, number, status, customer_id, warehouse_id, channel, external_source,
                        external_id, ordered_at, shipped_at, total_minor, cost_minor, paid_minor, payment, waits, record)
    select p_company, r.id, r.revision, r.number, r.status, r."customerId", r."warehouseId", r.channel, r."externalSource",
           r."externalId", r."orderedAt", r."shippedAt", minor(r.total), minor(r.cost), coalesce(minor(r.paid), 0), coalesce(r.payment, 'unpaid'), r.waiting is not null, r.record
      from parsed as r
        on conflict (company_id, id) do update
       set revision = excluded.revision, status = excluded.status, customer_id = excluded.customer_id,
           warehouse_id = excluded.warehouse_id, channel = excluded.channel, external_source = excluded.external_source,
           external_id = excluded.external_id, ordered_at = excluded.ordered_at,
           shipped_at = excluded.shipped_at, total_minor = excluded.total_minor, cost_minor = excluded.cost_minor, paid_minor = excluded.paid_minor, payment = excluded.payment, waits = excluded.waits,
           record = excluded.record),
  -- Reports count what was shipped under the customer and the channel that the order has now.
  moved as (
    update deliveries as d
       set customer_id = r."customerId", channel = r.channel
      from parsed as r
     where r."shipmentCount" is not null and d.company_id = p_company and d.order_id = r.id
       and (d.customer_id, d.channel) is distinct from (r."customerId", r.channel)),
  -- An order that was shipped as a whole before there were shipments.
  delivered as (
    insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
    select p_company, r."shippedAt", r.id, false, r.id, r."customerId", r.channel, minor(r.total), minor(r.cost)
      from parsed as r
     where r."shippedAt" is not null and r."shipmentCount" is null
        on conflict do nothing)
  select array_agg(r.id), array_agg(item.position - 1), array_agg(item."productId"), array_agg(milli(item.quantity)),
         array_agg(minor(item.price)), array_agg(minor(item.amount))
    into i_order, i_position, i_product, i_quantity, i_price, i_amount
    from parsed as r,
         rows from (json_to_recordset(r.items) as ("productId" uuid, quantity numeric, price numeric, amount numeric))
           with ordinality as item ("productId", quantity, price, amount, position)
   where same_ids is null or r.id <> all (same_ids);
  if i_order is null then
    return;
  end if;
  if (select count(*) from products where company_id = p_company and id = any (i_product))
       < (select count(distinct id) from unnest(i_product) as id) then
    raise foreign_key_violation using message = 'order_items: a product does not exist';
  end if;
  insert into order_items (company_id, product_id, order_id, position, quantity_milli, price_minor, amount_minor)
  select p_company, unnest(i_product), unnest(i_order), unnest(i_position), unnest(i_quantity), unnest(i_price), unnest(i_amount);
end
$function$
;

CREATE OR REPLACE FUNCTION public.project_shipments(p_company uuid, p_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  ids uuid[];
begin
  with written as (
    insert into shipments (company_id, id, revision, number, order_id, status, at, amount_minor, cost_minor, record)
    select p_company, r.id, r.revision, r.number, r."orderId", r.status, r.at, minor(r.amount), minor(r.cost), t.record
      from unnest(p_record) as t (record),
           json_to_record(t.record::json) as r (
             id uuid, revision bigint, number text, "orderId" uuid, status text, at timestamptz, amount numeric, cost numeric)
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, order_id = excluded.order_id, status = excluded.status,
           at = excluded.at, amount_minor = excluded.amount_minor, cost_minor = excluded.cost_minor, record = excluded.record
    returning id)
  select array_agg(id) into ids from written;
  perform note_deliveries(p_company, ids);
end
$function$
;

CREATE OR REPLACE FUNCTION public.reindex_movements(p_company uuid, m_id uuid[], bodies json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  d_movement uuid[];
  d_lot uuid[];
  d_quantity bigint[];
  d_unit_cost bigint[];
begin
  update movements as m
     set return_id = d.return_id, stocktake_id = d.stocktake_id, revision = d.revision, type = d.type, at = d.at, product_id = d.product_id, warehouse_id = d.warehouse_id,
         to_warehouse_id = d.to_warehouse_id, direction = d.direction, quantity_milli = d.quantity_milli, good_milli = d.good_milli,
         cost_minor = d.cost_minor, order_id = d.order_id, shipment_id = d.shipment_id, document_id = d.document_id, purchase_id = d.purchase_id, document_date = d.document_date
    from (select r.id, r."returnId" as return_id, r."stocktakeId" as stocktake_id, r.revision, r.type, r.at, r."productId" as product_id, r."warehouseId" as warehouse_id,
                 r."toWarehouseId" as to_warehouse_id,
                 case when r.type = 'transfer' then 0
                      when r.type in ('receipt', 'surplus', 'customer_return') or (r.type = 'reversal' and r.reverses = 'writeoff') or (r.type = 'reversal' and r.reverses in ('return', 'shipment')) then 1
                      else -1 end as direction,
                 milli(r.quantity) as quantity_milli, milli(coalesce(r.good, r.quantity)) as good_milli, minor(r.cost) as cost_minor,
                 r."orderId" as order_id, r."shipmentId" as shipment_id, r."documentId" as document_id, r."purchaseId" as purchase_id, r."documentDate" as document_date
            from unnest(bodies) as t (body),
                 json_to_record(t.body) as r (
                   id uuid, "returnId" uuid, "stocktakeId" uuid, revision bigint, type text, at timestamptz, "productId" uuid, "warehouseId" uuid, "toWarehouseId" uuid,
                   quantity numeric, good numeric, cost numeric, reverses text, "orderId" uuid, "shipmentId" uuid, "documentId" uuid,
                   "purchaseId" uuid, "documentDate" date)) as d
   where m.company_id = p_company and m.id = any (m_id) and m.id = d.id
     and (m.return_id, m.stocktake_id, m.revision, m.type, m.at, m.product_id, m.warehouse_id, m.to_warehouse_id, m.direction, m.quantity_milli, m.good_milli,
          m.cost_minor, m.order_id, m.shipment_id, m.document_id, m.purchase_id, m.document_date)
         is distinct from (d.return_id, d.stocktake_id, d.revision, d.type, d.at, d.product_id, d.warehouse_id, d.to_warehouse_id, d.direction, d.quantity_milli,
                           d.good_milli, d.cost_minor, d.order_id, d.shipment_id, d.document_id, d.purchase_id, d.document_date);

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
$function$
;

CREATE OR REPLACE FUNCTION public.reindex_orders(p_company uuid, o_id uuid[], o_record text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.reindex_records(p_company uuid, p_kind text, p_after uuid, p_most integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  ids uuid[];
  records text[];
  bodies json[];
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  execute format(
    'select array_agg(id order by id), array_agg(record order by id)
       from (select id, record from %I where company_id = $1 and id > $2 %s order by id limit $3) as next',
    coalesce(table_of(p_kind), 'plain_records'),
    case when p_kind = 'imports' then 'and status <> ''rejected'''
         when table_of(p_kind) is null then format('and kind = %L', p_kind)
         else '' end)
    into ids, records using p_company, p_after, p_most;
  if ids is null then
    return null;
  end if;
  bodies := records::json[];
  if p_kind = 'orders' then
    perform reindex_orders(p_company, ids, records);
  elsif p_kind = 'movements' then
    perform reindex_movements(p_company, ids, bodies);
  elsif p_kind = 'shipments' then
    perform project_shipments(p_company, records);
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
$function$
;

CREATE OR REPLACE FUNCTION public.replace_sales(p_company uuid, p_orders uuid[], p_sales json, p_revenues json)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  delete from deliveries where company_id = p_company and order_id = any (p_orders);
  perform note_whole_deliveries(p_company, p_orders);
  perform note_deliveries(p_company, array(
    select id from shipments where company_id = p_company and order_id = any (p_orders)));
  perform note_returns(p_company, array(
    select id from customer_returns where company_id = p_company and (order_id = any (p_orders) or id = any (p_orders))));
  delete from sales
   where company_id = p_company and order_id = any (p_orders)
     and shipped_at = any (array(select at from deliveries where company_id = p_company and order_id = any (p_orders)))
     and (order_id, shipped_at, product_id) not in (
       select s."orderId", s."shippedAt", s."productId"
         from json_to_recordset(p_sales) as s ("orderId" uuid, "shippedAt" timestamptz, "productId" uuid));
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
$function$
;

CREATE OR REPLACE FUNCTION public.restore_images(p_company uuid, p_kinds text[], p_keys text[], p_revisions bigint[], p_seen bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.revision_at(p_company uuid, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.search_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(value), 'ё'::text, 'е'::text)
;

CREATE OR REPLACE FUNCTION public.table_of(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case p_kind
    when 'settings' then 'settings'
    when 'warehouses' then 'warehouses'
    when 'priceTypes' then 'price_types'
    when 'filters' then 'filters'
    when 'products' then 'products'
    when 'partners' then 'partners'
    when 'organizations' then 'organizations'
    when 'contracts' then 'contracts'
    when 'customFields' then 'custom_fields'
    when 'stock' then 'stock'
    when 'lots' then 'lots'
    when 'purchases' then 'purchases'
    when 'documents' then 'documents'
    when 'payments' then 'payments'
    when 'orders' then 'orders'
    when 'movements' then 'movements'
    when 'externalLinks' then 'external_links'
    when 'notifications' then 'notifications'
    when 'imports' then 'procurement_imports'
    when 'recognitions' then 'recognitions'
    when 'shipments' then 'shipments'
    when 'stocktakes' then 'stocktakes'
    when 'customerReturns' then 'customer_returns'
    when 'deliveryPhotos' then 'delivery_photos'
    when 'stockRules' then 'stock_rules'
    when 'supplierItems' then 'supplier_items'
    when 'stocktakeLines' then 'stocktake_lines'
  end
$function$
;

CREATE OR REPLACE FUNCTION public.take_file_room(p_company uuid, p_sha256 text, p_size bigint, p_max_files bigint, p_max_bytes bigint, OUT reached text, OUT files bigint, OUT bytes bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select c.files, c.bytes into files, bytes from count_stored_files(p_company) as c;
  update stored_files as s set kept_at = now() where s.company_id = p_company and s.sha256 = p_sha256;
  if found then
    return;
  end if;
  reached := case when files + 1 > p_max_files then 'files' when bytes + p_size > p_max_bytes then 'bytes' end;
  if reached is null then
    insert into stored_files (company_id, sha256, size, kept_at) values (p_company, p_sha256, p_size, now());
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.take_requests(p_company uuid, p_limit integer, p_share integer, OUT of_minute bigint, OUT given integer, OUT used integer, OUT seconds_left double precision)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  now_seconds double precision;
begin
  perform set_config('app.company_id', p_company::text, true);
  insert into request_counts (company_id, minute, taken) values (p_company, 0, 0) on conflict do nothing;
  select c.minute, c.taken into of_minute, used from request_counts as c where c.company_id = p_company for update;
  -- Only now, because waiting for the row may have taken until the next minute.
  now_seconds := extract(epoch from clock_timestamp());
  if of_minute <> floor(now_seconds / 60)::bigint then
    of_minute := floor(now_seconds / 60)::bigint;
    used := 0;
  end if;
  given := greatest(0, least(p_share, p_limit - used));
  used := used + given;
  update request_counts as c set minute = of_minute, taken = used where c.company_id = p_company;
  seconds_left := (of_minute + 1) * 60 - now_seconds;
end
$function$
;

CREATE OR REPLACE FUNCTION public.with_other_list(bodies json[], list text, ids uuid[], records text[])
 RETURNS json[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return (
    select array_agg(n.body)
      from unnest(bodies) as n (body)
      left join unnest(ids, records) as o (id, record) on o.id = (n.body ->> 'id')::uuid
     where (n.body ->> list) is distinct from coalesce(o.record::json ->> list, '[]'));
end
$function$
;

CREATE OR REPLACE FUNCTION public.write_images(p_company uuid, p_kinds text[], p_keys text[], p_revisions bigint[], p_images text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  r_kind text[];
  r_record text[];
  l_record text[];
  s_key text[];
  s_revision bigint[];
  s_image text[];
  o_id uuid[];
  o_record text[];
  m_record text[];
  h_record text[];
  e_order text[];
  e_image text[];
  v_movement text[];
  v_revenue bigint[];
  gone json;
begin
  select array_agg(kind) filter (where is_reference),
         array_agg(image) filter (where is_reference),
         array_agg(image) filter (where kind = 'lots' and image is not null),
         array_agg(key) filter (where kind = 'stock' and image is not null),
         array_agg(revision) filter (where kind = 'stock' and image is not null),
         array_agg(image) filter (where kind = 'stock' and image is not null),
         array_agg(key::uuid) filter (where kind = 'orders' and image is not null),
         array_agg(image) filter (where kind = 'orders' and image is not null),
         array_agg(image) filter (where kind = 'movements' and image is not null),
         array_agg(image) filter (where kind = 'shipments' and image is not null),
         array_agg(key) filter (where kind = 'sales'),
         array_agg(image) filter (where kind = 'sales'),
         array_agg(key) filter (where kind = 'revenues'),
         array_agg(image::bigint) filter (where kind = 'revenues'),
         json_agg(json_build_object('kind', kind, 'id', key)) filter (where image is null)
    into r_kind, r_record, l_record, s_key, s_revision, s_image, o_id, o_record, m_record, h_record, e_order, e_image, v_movement,
         v_revenue, gone
    from (select kind, key, revision, image,
                 image is not null and kind not in ('lots', 'stock', 'orders', 'movements', 'shipments', 'sales', 'revenues')
                   as is_reference
            from unnest(p_kinds, p_keys, p_revisions, p_images) as t (kind, key, revision, image)) as images;

  if r_kind is not null then
    perform commit_references(p_company, r_kind, r_record);
  end if;

  if l_record is not null then
    insert into lots (company_id, id, revision, product_id, warehouse_id, supplier_id, source_lot_id, unit_cost_minor,
                      received_milli, remaining_milli, received_at, record)
    select p_company, r.id, r.revision, r."productId", r."warehouseId", r."supplierId", r."sourceLotId", minor(r."unitCost"),
           milli(r.received), milli(r.remaining), r."receivedAt", t.image
      from unnest(l_record) as t (image),
           json_to_record(t.image::json) as r (
             id uuid, revision bigint, "productId" uuid, "warehouseId" uuid, "supplierId" uuid, "sourceLotId" uuid,
             "unitCost" numeric, received numeric, remaining numeric, "receivedAt" timestamptz)
        on conflict (company_id, id) do update
       set revision = excluded.revision, remaining_milli = excluded.remaining_milli, record = excluded.record;
  end if;

  if s_key is not null then
    insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli, waiting_milli)
    select p_company, split_part(key, '/', 1)::uuid, split_part(key, '/', 2)::uuid, revision, (image::json ->> 0)::bigint,
           (image::json ->> 1)::bigint, coalesce((image::json ->> 2)::bigint, 0)
      from unnest(s_key, s_revision, s_image) as t (key, revision, image)
        on conflict (company_id, product_id, warehouse_id) do update
       set revision = excluded.revision, on_hand_milli = excluded.on_hand_milli, reserved_milli = excluded.reserved_milli,
           waiting_milli = excluded.waiting_milli;
  end if;

  if o_id is not null then
    perform project_orders(p_company, o_id, o_record);
  end if;

  if m_record is not null then
    perform project_movements(p_company, m_record, v_movement, v_revenue);
  end if;

  if h_record is not null then
    perform project_shipments(p_company, h_record);
  end if;

  if e_order is not null then
    -- A shipment and its cancelling, or two shipments of an order, may be in one millisecond: then they are one row.
    insert into sales (company_id, shipped_at, order_id, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                       unpriced_cost_minor)
    select p_company, (sale ->> 0)::timestamptz, coalesce(sale ->> 7, t.key)::uuid, (sale ->> 1)::uuid, sum((sale ->> 2)::bigint),
           sum((sale ->> 3)::bigint), sum((sale ->> 4)::bigint), sum((sale ->> 5)::integer), sum((sale ->> 6)::bigint)
      from unnest(e_order, e_image) as t (key, image), json_array_elements(t.image::json) as sale
     group by 2, 3, 4
        on conflict (company_id, shipped_at, order_id, product_id) do update
       set quantity_milli = sales.quantity_milli + excluded.quantity_milli,
           revenue_minor = sales.revenue_minor + excluded.revenue_minor, cost_minor = sales.cost_minor + excluded.cost_minor,
           unpriced_items = sales.unpriced_items + excluded.unpriced_items,
           unpriced_cost_minor = sales.unpriced_cost_minor + excluded.unpriced_cost_minor;
  end if;

  if gone is not null then
    perform commit_deletes(p_company, gone);
  end if;
end
$function$
;

create table access_log (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  at timestamp with time zone not null,
  actor_type text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  summary text not null,
  result text not null,
  figures text,
  constraint access_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['token'::text, 'user'::text, 'system'::text]))) NOT VALID,
  constraint access_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint access_log_pkey PRIMARY KEY (company_id, id)
);

create table accounts (
  id text not null,
  account_id text not null,
  provider_id text not null,
  user_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table checkpoints (
  company_id uuid not null,
  revision bigint not null,
  command_id uuid not null,
  head bytea not null,
  constraint checkpoints_pkey PRIMARY KEY (company_id, revision)
);

create table commands (
  company_id uuid not null,
  key text not null,
  id uuid not null,
  revision bigint,
  at timestamp with time zone not null,
  fingerprint text not null,
  status smallint not null,
  result text,
  actor_type text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  summary text not null,
  changes text,
  after text,
  v smallint default 1 not null,
  figures text,
  constraint commands_actor_type_check CHECK ((actor_type = ANY (ARRAY['token'::text, 'user'::text, 'system'::text]))),
  constraint commands_check CHECK (((revision IS NULL) = (changes IS NULL))),
  constraint commands_pkey PRIMARY KEY (company_id, key),
  constraint commands_status_check CHECK (((revision IS NULL) OR (status = 200))) NOT VALID,
  constraint commands_written_now CHECK (((v >= 7) OR (after IS NULL))) NOT VALID
) with (toast_tuple_target=8160);

create table companies (
  company_id uuid not null,
  revision bigint default 0 not null,
  last_at timestamp with time zone not null,
  totals text not null,
  counters text not null,
  created_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (company_id),
  constraint companies_revision_check CHECK ((revision >= 0))
) with (fillfactor=50);

create table company_deletions (
  company_id uuid not null,
  revision bigint not null,
  begun_at timestamp with time zone not null,
  rows_before text not null,
  users_before integer not null,
  finished_at timestamp with time zone,
  asked text,
  receipt_key bytea,
  files_before text,
  receipt text,
  receipt_sha256 text,
  constraint company_deletions_pkey PRIMARY KEY (company_id)
);

create table company_limits (
  company_id uuid not null,
  limits text not null,
  changed_at timestamp with time zone not null,
  constraint company_limits_pkey PRIMARY KEY (company_id)
);

create table contracts (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  partner_id uuid not null,
  organization_id uuid not null,
  kind text not null,
  number text,
  archived boolean not null,
  record text not null,
  constraint contracts_company_id_organization_id_fkey FOREIGN KEY (company_id, organization_id) REFERENCES organizations(company_id, id),
  constraint contracts_company_id_partner_id_fkey FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, id),
  constraint contracts_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'sale'::text, 'commission'::text]))),
  constraint contracts_pkey PRIMARY KEY (company_id, id)
);

create table custom_fields (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  constraint custom_fields_pkey PRIMARY KEY (company_id, id)
);

create table customer_returns (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null,
  order_id uuid,
  customer_id uuid not null,
  warehouse_id uuid not null,
  product_ids uuid[] not null,
  amount_minor bigint not null,
  refunded_minor bigint not null,
  cost_minor bigint,
  posted_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  record text not null,
  moved text generated always as (COALESCE(((record)::json ->> 'documentDate'::text), ((record)::json ->> 'postedAt'::text), ((record)::json ->> 'createdAt'::text))) stored not null,
  constraint customer_returns_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint customer_returns_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor))),
  constraint customer_returns_check1 CHECK (((refunded_minor = 0) OR (status = 'posted'::text))),
  constraint customer_returns_check2 CHECK (((status = 'cancelled'::text) OR ((posted_at IS NOT NULL) = (status = 'posted'::text)))),
  constraint customer_returns_check3 CHECK (((cancelled_at IS NOT NULL) = (status = 'cancelled'::text))),
  constraint customer_returns_check4 CHECK (((posted_at IS NULL) = (cost_minor IS NULL))),
  constraint customer_returns_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES partners(company_id, id),
  constraint customer_returns_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint customer_returns_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint customer_returns_pkey PRIMARY KEY (company_id, id),
  constraint customer_returns_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'posted'::text, 'cancelled'::text])))
) with (fillfactor=90);

create table deliveries (
  company_id uuid not null,
  at timestamp with time zone not null,
  id uuid not null,
  is_reversal boolean not null,
  order_id uuid not null,
  customer_id uuid not null,
  channel text,
  revenue_minor bigint not null,
  cost_minor bigint not null,
  document_date date,
  constraint deliveries_check CHECK (
CASE
    WHEN is_reversal THEN ((revenue_minor <= 0) AND (cost_minor <= 0))
    ELSE ((revenue_minor >= 0) AND (cost_minor >= 0))
END),
  constraint deliveries_pkey PRIMARY KEY (company_id, at, id, is_reversal) INCLUDE (order_id, customer_id, channel, revenue_minor, cost_minor)
);

create table delivery_photos (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  document_id uuid not null,
  sha256 text not null,
  content_type text not null,
  record text not null,
  constraint delivery_photos_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES documents(company_id, id),
  constraint delivery_photos_pkey PRIMARY KEY (company_id, id)
);

create table document_lines (
  company_id uuid not null,
  document_id uuid not null,
  "position" integer not null,
  product_id uuid not null,
  quantity_milli bigint not null,
  unit_cost_minor bigint not null,
  amount_minor bigint not null,
  constraint document_lines_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint document_lines_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES documents(company_id, id),
  constraint document_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint document_lines_pkey PRIMARY KEY (company_id, document_id, "position"),
  constraint document_lines_quantity_milli_check CHECK ((quantity_milli >= 0)),
  constraint document_lines_unit_cost_minor_check CHECK ((unit_cost_minor >= 0))
);

create table documents (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  kind text not null,
  status text not null,
  reference text,
  supplier_id uuid,
  organization_id uuid,
  contract_id uuid,
  warehouse_id uuid,
  source_document_id uuid,
  import_id uuid,
  total_minor bigint not null,
  has_custom_values boolean not null,
  record text not null,
  moved text generated always as (COALESCE(((record)::json ->> 'issuedAt'::text), ((record)::json ->> 'postedAt'::text), ((record)::json ->> 'createdAt'::text))) stored not null,
  constraint documents_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint documents_company_id_organization_id_fkey FOREIGN KEY (company_id, organization_id) REFERENCES organizations(company_id, id),
  constraint documents_company_id_source_document_id_fkey FOREIGN KEY (company_id, source_document_id) REFERENCES documents(company_id, id),
  constraint documents_company_id_supplier_id_fkey FOREIGN KEY (company_id, supplier_id) REFERENCES partners(company_id, id),
  constraint documents_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['purchase_order'::text, 'supplier_invoice'::text, 'receipt'::text, 'supplier_return'::text, 'internal_order'::text]))),
  constraint documents_pkey PRIMARY KEY (company_id, id),
  constraint documents_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'posted'::text, 'closed'::text, 'cancelled'::text]))),
  constraint documents_total_minor_check CHECK ((total_minor >= 0))
) with (fillfactor=90);

create table ending_reservations (
  company_id uuid not null,
  order_id uuid not null,
  ends_at timestamp with time zone not null,
  constraint ending_reservations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint ending_reservations_pkey PRIMARY KEY (company_id, order_id)
);

create table external_links (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  source text not null,
  entity_type text not null,
  external_id text not null,
  internal_id uuid not null,
  record text not null,
  constraint external_links_entity_type_check CHECK ((entity_type = ANY (ARRAY['product'::text, 'partner'::text, 'order'::text]))),
  constraint external_links_pkey PRIMARY KEY (company_id, id)
);

create table extsys_connections (
  company_id uuid not null,
  sealed_token text not null,
  account_id text not null,
  account_name text not null,
  employee_name text not null,
  rights text not null,
  connected_at timestamp with time zone not null,
  connected_by_id text not null,
  connected_by_name text not null,
  constraint extsys_connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint extsys_connections_pkey PRIMARY KEY (company_id)
);

create table extsys_jobs (
  company_id uuid not null,
  id uuid not null,
  status text not null,
  phase text not null,
  options text not null,
  account_id text not null,
  created_at timestamp with time zone not null,
  created_by_id text not null,
  created_by_name text not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  error text,
  paused_until timestamp with time zone,
  setbacks integer default 0 not null,
  checkpoint text not null,
  version integer default 0 not null,
  row_count integer default 0 not null,
  create_count integer default 0 not null,
  update_count integer default 0 not null,
  unchanged_count integer default 0 not null,
  problem_count integer default 0 not null,
  written_count integer default 0 not null,
  failed_count integer default 0 not null,
  constraint extsys_jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint extsys_jobs_phase_check CHECK ((phase = ANY (ARRAY['preview'::text, 'apply'::text]))),
  constraint extsys_jobs_pkey PRIMARY KEY (company_id, id),
  constraint extsys_jobs_status_check CHECK ((status = ANY (ARRAY['previewing'::text, 'ready'::text, 'applying'::text, 'paused'::text, 'failed'::text, 'cancelled'::text, 'done'::text])))
);

create table extsys_links (
  company_id uuid not null,
  kind text not null,
  external_id text not null,
  internal_id uuid not null,
  last text not null,
  constraint extsys_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint extsys_links_pkey PRIMARY KEY (company_id, kind, external_id)
);

create table extsys_pace (
  key bytea not null,
  starts timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  next_start timestamp with time zone default '-infinity'::timestamp with time zone not null,
  holder uuid,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  refusals integer default 0 not null,
  paused_until timestamp with time zone,
  urgent_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint extsys_pace_pkey PRIMARY KEY (key),
  constraint extsys_pace_refusals_check CHECK ((refusals >= 0))
);

create table extsys_rows (
  company_id uuid not null,
  job_id uuid not null,
  number integer not null,
  id uuid not null,
  entity_type text not null,
  external_id text not null,
  name text not null,
  action text not null,
  status text not null,
  internal_id uuid,
  problems text not null,
  severity smallint not null,
  data text not null,
  body text,
  archived boolean not null,
  is_due boolean default false not null,
  is_archive_due boolean default false not null,
  constraint extsys_rows_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'unchanged'::text, 'problem'::text]))),
  constraint extsys_rows_company_id_job_id_fkey FOREIGN KEY (company_id, job_id) REFERENCES extsys_jobs(company_id, id),
  constraint extsys_rows_pkey PRIMARY KEY (company_id, job_id, number),
  constraint extsys_rows_severity_check CHECK (((severity >= 0) AND (severity <= 3))),
  constraint extsys_rows_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'written'::text, 'failed'::text, 'skipped'::text])))
);

create table extsys_source_rows (
  company_id uuid not null,
  job_id uuid not null,
  list text not null,
  external_id text not null,
  number integer not null,
  source text not null,
  suppliers text[] default '{}'::text[] not null,
  constraint extsys_source_rows_company_id_job_id_fkey FOREIGN KEY (company_id, job_id) REFERENCES extsys_jobs(company_id, id),
  constraint extsys_source_rows_pkey PRIMARY KEY (company_id, job_id, list, external_id)
);

create table extsys_work (
  company_id uuid not null,
  due_at timestamp with time zone not null,
  constraint extsys_work_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint extsys_work_pkey PRIMARY KEY (company_id)
);

create table filter_values (
  company_id uuid not null,
  id uuid not null,
  filter_id uuid not null,
  name text not null,
  archived boolean not null,
  constraint filter_values_company_id_filter_id_fkey FOREIGN KEY (company_id, filter_id) REFERENCES filters(company_id, id),
  constraint filter_values_pkey PRIMARY KEY (company_id, id)
);

create table filters (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  constraint filters_pkey PRIMARY KEY (company_id, id)
);

create table histories (
  id smallint default 1 not null,
  epoch text not null,
  place text,
  limits_version bigint default 0 not null,
  constraint histories_epoch_check CHECK ((epoch ~ '^[0-9a-f]{12}$'::text)),
  constraint histories_id_check CHECK ((id = 1)),
  constraint histories_pkey PRIMARY KEY (id)
);

create table invitations (
  token_hash bytea not null,
  invitation_id uuid not null,
  company_id uuid not null,
  email text,
  role text not null,
  sees_costs boolean not null,
  is_mailed boolean not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint invitations_invitation_id_key UNIQUE (invitation_id),
  constraint invitations_pkey PRIMARY KEY (token_hash),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'storekeeper'::text, 'viewer'::text])))
);

create table lots (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  supplier_id uuid,
  source_lot_id uuid,
  unit_cost_minor bigint not null,
  received_milli bigint not null,
  remaining_milli bigint not null,
  is_open boolean generated always as ((remaining_milli > 0)) stored not null,
  received_at timestamp with time zone not null,
  record text not null,
  constraint lots_check CHECK ((remaining_milli <= received_milli)),
  constraint lots_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint lots_company_id_source_lot_id_fkey FOREIGN KEY (company_id, source_lot_id) REFERENCES lots(company_id, id),
  constraint lots_company_id_supplier_id_fkey FOREIGN KEY (company_id, supplier_id) REFERENCES partners(company_id, id),
  constraint lots_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint lots_pkey PRIMARY KEY (company_id, id),
  constraint lots_received_milli_check CHECK ((received_milli > 0)),
  constraint lots_remaining_milli_check CHECK ((remaining_milli >= 0)),
  constraint lots_unit_cost_minor_check CHECK ((unit_cost_minor >= 0))
) with (fillfactor=80);

create table memberships (
  user_id text not null,
  company_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  sees_costs boolean default true not null,
  constraint memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint memberships_pkey PRIMARY KEY (user_id, company_id),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'storekeeper'::text, 'viewer'::text]))),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table movement_lots (
  company_id uuid not null,
  movement_id uuid not null,
  lot_id uuid not null,
  quantity_milli bigint not null,
  unit_cost_minor bigint not null,
  constraint movement_lots_pkey PRIMARY KEY (company_id, lot_id, movement_id) INCLUDE (quantity_milli),
  constraint movement_lots_quantity_milli_check CHECK ((quantity_milli > 0)),
  constraint movement_lots_unit_cost_minor_check CHECK ((unit_cost_minor >= 0))
);

create table movements (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  type text not null,
  at timestamp with time zone not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  to_warehouse_id uuid,
  direction smallint not null,
  quantity_milli bigint not null,
  good_milli bigint not null,
  cost_minor bigint not null,
  revenue_minor bigint,
  order_id uuid,
  document_id uuid,
  purchase_id uuid,
  record text not null,
  stocktake_id uuid,
  shipment_id uuid,
  return_id uuid,
  document_date date,
  constraint movements_check CHECK (((good_milli >= 0) AND (good_milli <= quantity_milli))),
  constraint movements_check1 CHECK (((to_warehouse_id IS NULL) = (direction <> 0))),
  constraint movements_check2 CHECK (((revenue_minor IS NULL) OR (type = 'shipment'::text))),
  constraint movements_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint movements_direction_check CHECK ((direction = ANY (ARRAY['-1'::integer, 0, 1]))),
  constraint movements_pkey PRIMARY KEY (company_id, id) INCLUDE (product_id, good_milli, cost_minor, warehouse_id, direction, type, to_warehouse_id, revenue_minor),
  constraint movements_quantity_milli_check CHECK ((quantity_milli > 0)),
  constraint movements_revenue_minor_check CHECK ((revenue_minor >= 0)),
  constraint movements_type_check CHECK ((type = ANY (ARRAY['receipt'::text, 'writeoff'::text, 'surplus'::text, 'customer_return'::text, 'transfer'::text, 'shipment'::text, 'return'::text, 'reversal'::text])))
);

create table notifications (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  kind text not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  record text not null,
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['low_stock'::text, 'daily_summary'::text]))),
  constraint notifications_pkey PRIMARY KEY (company_id, id)
);

create table order_items (
  company_id uuid not null,
  product_id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  quantity_milli bigint not null,
  price_minor bigint,
  amount_minor bigint,
  constraint order_items_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint order_items_pkey PRIMARY KEY (company_id, product_id, order_id, "position"),
  constraint order_items_price_minor_check CHECK ((price_minor >= 0)),
  constraint order_items_quantity_milli_check CHECK ((quantity_milli > 0))
);

create table orders (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null,
  customer_id uuid not null,
  warehouse_id uuid not null,
  channel text not null,
  external_source text,
  external_id text,
  ordered_at timestamp with time zone not null,
  shipped_at timestamp with time zone,
  total_minor bigint not null,
  cost_minor bigint,
  record text not null,
  external_number text generated always as (
CASE
    WHEN (strpos(record, '"externalNumber":null'::text) = 0) THEN ((record)::json ->> 'externalNumber'::text)
    ELSE NULL::text
END) stored,
  paid_minor bigint default 0 not null,
  payment text default 'unpaid'::text not null,
  waits boolean default false not null,
  constraint orders_check CHECK (((external_source IS NULL) = (external_id IS NULL))),
  constraint orders_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES partners(company_id, id),
  constraint orders_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint orders_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint orders_paid_minor_check CHECK ((paid_minor >= 0)),
  constraint orders_payment_check CHECK ((payment = ANY (ARRAY['unpaid'::text, 'part'::text, 'paid'::text, 'overpaid'::text]))),
  constraint orders_pkey PRIMARY KEY (company_id, id),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['new'::text, 'picking'::text, 'shipped'::text, 'cancelled'::text]))),
  constraint orders_total_minor_check CHECK ((total_minor >= 0))
) with (fillfactor=90, toast_tuple_target=8160);

create table organizations (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  name text not null,
  inn text,
  archived boolean not null,
  record text not null,
  constraint organizations_pkey PRIMARY KEY (company_id, id)
);

create table partners (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  name text not null,
  type text,
  phone text,
  email text,
  inn text,
  price_type_id uuid,
  archived boolean not null,
  record text not null,
  constraint partners_company_id_price_type_id_fkey FOREIGN KEY (company_id, price_type_id) REFERENCES price_types(company_id, id),
  constraint partners_pkey PRIMARY KEY (company_id, id)
);

create table payment_orders (
  company_id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  amount_minor bigint not null,
  constraint payment_orders_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_orders_company_id_order_id_fkey FOREIGN KEY (company_id, order_id) REFERENCES orders(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint payment_orders_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id),
  constraint payment_orders_pkey PRIMARY KEY (company_id, payment_id, order_id)
);

create table payments (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null,
  direction text not null,
  method text not null,
  partner_id uuid not null,
  organization_id uuid,
  contract_id uuid,
  document_id uuid,
  amount_minor bigint not null,
  record text not null,
  unassigned_minor bigint default 0 not null,
  return_id uuid generated always as ((((record)::json ->> 'returnId'::text))::uuid) stored,
  moved text generated always as (COALESCE(((record)::json ->> 'paidAt'::text), ((record)::json ->> 'postedAt'::text), ((record)::json ->> 'createdAt'::text))) stored not null,
  constraint payments_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payments_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint payments_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES documents(company_id, id),
  constraint payments_company_id_organization_id_fkey FOREIGN KEY (company_id, organization_id) REFERENCES organizations(company_id, id),
  constraint payments_company_id_partner_id_fkey FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, id),
  constraint payments_direction_check CHECK ((direction = ANY (ARRAY['outgoing'::text, 'incoming'::text]))),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['bank'::text, 'cash'::text]))),
  constraint payments_pkey PRIMARY KEY (company_id, id),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'posted'::text, 'cancelled'::text]))),
  constraint payments_unassigned_minor_check CHECK ((unassigned_minor >= 0))
) with (fillfactor=90);

create table plain_records (
  company_id uuid not null,
  kind text not null,
  id uuid not null,
  revision bigint not null,
  record text not null,
  constraint plain_records_pkey PRIMARY KEY (company_id, kind, id)
);

create table price_types (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  constraint price_types_pkey PRIMARY KEY (company_id, id)
);

create table procurement_imports (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  status text not null,
  sha256 text not null,
  attempt integer not null,
  queued_at timestamp with time zone not null,
  document_id uuid,
  started_attempt integer,
  started_at timestamp with time zone,
  tries integer default 0 not null,
  record text not null,
  turns integer default 0 not null,
  next_page integer default 0 not null,
  read_ms bigint default 0 not null,
  turn_started_at timestamp with time zone,
  constraint procurement_imports_pkey PRIMARY KEY (company_id, id),
  constraint procurement_imports_read_ms_check CHECK ((read_ms >= 0)),
  constraint procurement_imports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'recognized'::text, 'failed'::text, 'imported'::text, 'rejected'::text])))
) with (fillfactor=80);

create table product_components (
  company_id uuid not null,
  product_id uuid not null,
  component_id uuid not null,
  quantity_milli bigint not null,
  constraint product_components_company_id_component_id_fkey FOREIGN KEY (company_id, component_id) REFERENCES products(company_id, id),
  constraint product_components_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint product_components_pkey PRIMARY KEY (company_id, product_id, component_id),
  constraint product_components_quantity_milli_check CHECK ((quantity_milli > 0))
);

create table product_filter_values (
  company_id uuid not null,
  product_id uuid not null,
  value_id uuid not null,
  constraint product_filter_values_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint product_filter_values_company_id_value_id_fkey FOREIGN KEY (company_id, value_id) REFERENCES filter_values(company_id, id),
  constraint product_filter_values_pkey PRIMARY KEY (company_id, product_id, value_id)
);

create table product_images (
  company_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  sha256 text not null,
  content_type text not null,
  constraint product_images_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint product_images_pkey PRIMARY KEY (company_id, id)
);

create table product_prices (
  company_id uuid not null,
  product_id uuid not null,
  price_type_id uuid not null,
  price_minor bigint not null,
  constraint product_prices_company_id_price_type_id_fkey FOREIGN KEY (company_id, price_type_id) REFERENCES price_types(company_id, id),
  constraint product_prices_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint product_prices_pkey PRIMARY KEY (company_id, product_id, price_type_id),
  constraint product_prices_price_minor_check CHECK ((price_minor >= 0))
);

create table products (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  kind text not null,
  name text not null,
  sku text,
  code text,
  category text,
  price_minor bigint,
  cost_minor bigint,
  min_stock_milli bigint,
  preferred_supplier_id uuid,
  parent_product_id uuid,
  archived boolean not null,
  record text not null,
  constraint products_company_id_parent_product_id_fkey FOREIGN KEY (company_id, parent_product_id) REFERENCES products(company_id, id),
  constraint products_company_id_preferred_supplier_id_fkey FOREIGN KEY (company_id, preferred_supplier_id) REFERENCES partners(company_id, id),
  constraint products_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint products_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'bundle'::text, 'service'::text, 'variant'::text]))),
  constraint products_min_stock_milli_check CHECK ((min_stock_milli >= 0)),
  constraint products_pkey PRIMARY KEY (company_id, id),
  constraint products_price_minor_check CHECK ((price_minor >= 0))
);

create table projections (
  company_id uuid not null,
  revision bigint not null,
  logged_since bigint not null,
  shapes smallint not null,
  constraint projections_check CHECK (((logged_since >= 0) AND (logged_since <= revision))),
  constraint projections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint projections_pkey PRIMARY KEY (company_id),
  constraint projections_revision_check CHECK ((revision >= 0))
) with (fillfactor=50);

create table purchases (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  supplier_id uuid not null,
  external_source text,
  external_id text,
  quantity_milli bigint not null,
  unit_cost_minor bigint not null,
  received_milli bigint not null,
  damaged_milli bigint not null,
  missing_milli bigint not null,
  record text not null,
  constraint purchases_check CHECK ((((received_milli + damaged_milli) + missing_milli) <= quantity_milli)),
  constraint purchases_check1 CHECK (((external_source IS NULL) = (external_id IS NULL))),
  constraint purchases_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint purchases_company_id_supplier_id_fkey FOREIGN KEY (company_id, supplier_id) REFERENCES partners(company_id, id),
  constraint purchases_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint purchases_damaged_milli_check CHECK ((damaged_milli >= 0)),
  constraint purchases_missing_milli_check CHECK ((missing_milli >= 0)),
  constraint purchases_pkey PRIMARY KEY (company_id, id),
  constraint purchases_quantity_milli_check CHECK ((quantity_milli > 0)),
  constraint purchases_received_milli_check CHECK ((received_milli >= 0)),
  constraint purchases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'partial'::text, 'received'::text]))),
  constraint purchases_unit_cost_minor_check CHECK ((unit_cost_minor >= 0))
) with (fillfactor=90);

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table recognition_pages (
  company_id uuid not null,
  import_id uuid not null,
  attempt integer not null,
  page integer not null,
  found text not null,
  constraint recognition_pages_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES procurement_imports(company_id, id),
  constraint recognition_pages_found_check CHECK ((octet_length(found) <= 2097152)),
  constraint recognition_pages_page_check CHECK ((page >= 0)),
  constraint recognition_pages_pkey PRIMARY KEY (company_id, import_id, page)
);

create table recognitions (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  import_id uuid not null,
  model text not null,
  duration_ms bigint not null,
  record text not null,
  constraint recognitions_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint recognitions_pkey PRIMARY KEY (company_id, id)
);

create unlogged table request_counts (
  company_id uuid not null,
  minute bigint not null,
  taken integer not null,
  constraint request_counts_pkey PRIMARY KEY (company_id),
  constraint request_counts_taken_check CHECK ((taken >= 0))
) with (fillfactor=50);

create table sales (
  company_id uuid not null,
  shipped_at timestamp with time zone not null,
  order_id uuid not null,
  product_id uuid not null,
  quantity_milli bigint not null,
  revenue_minor bigint not null,
  cost_minor bigint not null,
  unpriced_items integer not null,
  unpriced_cost_minor bigint not null,
  constraint sales_pkey PRIMARY KEY (company_id, shipped_at, order_id, product_id) INCLUDE (quantity_milli, revenue_minor, cost_minor, unpriced_items, unpriced_cost_minor)
);

create table secret_key_checks (
  version integer not null,
  check_value text not null,
  created_at timestamp with time zone default now() not null,
  constraint secret_key_checks_pkey PRIMARY KEY (version)
);

create table sessions (
  id text not null,
  token_hash text not null,
  user_id text not null,
  company_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  constraint sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table settings (
  company_id uuid not null,
  revision bigint not null,
  company_name text not null,
  daily_summary boolean not null,
  record text not null,
  constraint settings_pkey PRIMARY KEY (company_id)
);

create table shipments (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  order_id uuid not null,
  status text not null,
  at timestamp with time zone not null,
  amount_minor bigint not null,
  cost_minor bigint not null,
  record text not null,
  moved text generated always as (COALESCE(((record)::json ->> 'documentDate'::text), ((record)::json ->> 'at'::text))) stored not null,
  tracking_number text generated always as (regexp_replace(search_text(((record)::json ->> 'trackingNumber'::text)), '[\s\u00a0\u2007\u202f\ufeff]'::text, ''::text, 'g'::text)) stored,
  constraint shipments_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint shipments_company_id_order_id_fkey FOREIGN KEY (company_id, order_id) REFERENCES orders(company_id, id),
  constraint shipments_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint shipments_pkey PRIMARY KEY (company_id, id),
  constraint shipments_status_check CHECK ((status = ANY (ARRAY['posted'::text, 'cancelled'::text])))
);

create table state_chunks (
  company_id uuid not null,
  digest bytea not null,
  content bytea not null,
  constraint state_chunks_pkey PRIMARY KEY (company_id, digest)
);

create table stock (
  company_id uuid not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  revision bigint not null,
  on_hand_milli bigint not null,
  reserved_milli bigint not null,
  waiting_milli bigint default 0 not null,
  constraint stock_check CHECK ((reserved_milli <= on_hand_milli)),
  constraint stock_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint stock_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint stock_on_hand_milli_check CHECK ((on_hand_milli >= 0)),
  constraint stock_pkey PRIMARY KEY (company_id, product_id, warehouse_id),
  constraint stock_reserved_milli_check CHECK ((reserved_milli >= 0)),
  constraint stock_waiting_milli_check CHECK ((waiting_milli >= 0))
) with (fillfactor=60);

create table stock_rules (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  product_id uuid not null,
  warehouse_id uuid,
  min_milli bigint not null,
  max_milli bigint,
  safety_days integer not null,
  cover_days integer not null,
  supplier_id uuid,
  record text not null,
  constraint stock_rules_check CHECK ((max_milli >= min_milli)),
  constraint stock_rules_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint stock_rules_company_id_product_id_warehouse_id_key UNIQUE NULLS NOT DISTINCT (company_id, product_id, warehouse_id) DEFERRABLE INITIALLY DEFERRED,
  constraint stock_rules_company_id_supplier_id_fkey FOREIGN KEY (company_id, supplier_id) REFERENCES partners(company_id, id),
  constraint stock_rules_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint stock_rules_cover_days_check CHECK (((cover_days >= 0) AND (cover_days <= 365))),
  constraint stock_rules_min_milli_check CHECK ((min_milli >= 0)),
  constraint stock_rules_pkey PRIMARY KEY (company_id, id),
  constraint stock_rules_safety_days_check CHECK (((safety_days >= 0) AND (safety_days <= 365)))
);

create table stocktake_lines (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  stocktake_id uuid not null,
  warehouse_id uuid not null,
  product_id uuid not null,
  counted_milli bigint,
  expected_milli bigint,
  difference_milli bigint,
  counted_at timestamp with time zone,
  window_from_at timestamp with time zone,
  window_from_revision bigint,
  window_to_at timestamp with time zone,
  window_to_revision bigint,
  accepted boolean not null,
  movement_id uuid,
  reversal_id uuid,
  record text not null,
  constraint stocktake_lines_check CHECK ((difference_milli = (counted_milli - expected_milli))),
  constraint stocktake_lines_check1 CHECK (((movement_id IS NULL) OR (difference_milli <> 0))),
  constraint stocktake_lines_check2 CHECK (((reversal_id IS NULL) OR (movement_id IS NOT NULL))),
  constraint stocktake_lines_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint stocktake_lines_company_id_stocktake_id_fkey FOREIGN KEY (company_id, stocktake_id) REFERENCES stocktakes(company_id, id),
  constraint stocktake_lines_company_id_stocktake_id_product_id_key UNIQUE (company_id, stocktake_id, product_id),
  constraint stocktake_lines_counted_milli_check CHECK ((counted_milli >= 0)),
  constraint stocktake_lines_expected_milli_check CHECK ((expected_milli >= 0)),
  constraint stocktake_lines_pkey PRIMARY KEY (company_id, id)
) with (fillfactor=80);

create table stocktakes (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null,
  warehouse_id uuid not null,
  record text not null,
  constraint stocktakes_company_id_warehouse_id_fkey FOREIGN KEY (company_id, warehouse_id) REFERENCES warehouses(company_id, id),
  constraint stocktakes_pkey PRIMARY KEY (company_id, id),
  constraint stocktakes_status_check CHECK ((status = ANY (ARRAY['counting'::text, 'review'::text, 'posted'::text, 'cancelled'::text])))
) with (fillfactor=90);

create table stored_files (
  company_id uuid not null,
  sha256 text not null,
  size bigint not null,
  kept_at timestamp with time zone not null,
  constraint stored_files_pkey PRIMARY KEY (company_id, sha256),
  constraint stored_files_size_check CHECK ((size >= 0))
);

create table summary_zones (
  company_id uuid not null,
  time_zone text not null,
  since timestamp with time zone not null,
  constraint summary_zones_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint summary_zones_pkey PRIMARY KEY (company_id)
);

create table supplier_items (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  product_id uuid not null,
  supplier_id uuid not null,
  code text,
  price_minor bigint,
  pack_milli bigint,
  least_milli bigint,
  lead_days integer not null,
  record text not null,
  constraint supplier_items_company_id_product_id_fkey FOREIGN KEY (company_id, product_id) REFERENCES products(company_id, id),
  constraint supplier_items_company_id_product_id_supplier_id_key UNIQUE (company_id, product_id, supplier_id) DEFERRABLE INITIALLY DEFERRED,
  constraint supplier_items_company_id_supplier_id_fkey FOREIGN KEY (company_id, supplier_id) REFERENCES partners(company_id, id),
  constraint supplier_items_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  constraint supplier_items_least_milli_check CHECK ((least_milli > 0)),
  constraint supplier_items_pack_milli_check CHECK ((pack_milli > 0)),
  constraint supplier_items_pkey PRIMARY KEY (company_id, id),
  constraint supplier_items_price_minor_check CHECK ((price_minor >= 0))
);

create table table_headers (
  company_id uuid not null,
  kind text not null,
  header text not null,
  target text not null,
  constraint table_headers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint table_headers_pkey PRIMARY KEY (company_id, kind, header)
);

create table table_import_rows (
  company_id uuid not null,
  import_id uuid not null,
  "row" integer not null,
  plan text not null,
  outcome text,
  cells text not null,
  problems text not null,
  record_id uuid,
  constraint table_import_rows_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES table_imports(company_id, id) ON DELETE CASCADE,
  constraint table_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'failed'::text]))),
  constraint table_import_rows_pkey PRIMARY KEY (company_id, import_id, "row"),
  constraint table_import_rows_plan_check CHECK ((plan = ANY (ARRAY['create'::text, 'update'::text, 'unchanged'::text, 'problem'::text]))),
  constraint table_import_rows_row_check CHECK (("row" > 0))
);

create table table_imports (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  file_name text not null,
  sha256 text not null,
  size bigint not null,
  language text not null,
  sheets text not null,
  sheet text,
  header_row integer not null,
  columns text not null,
  options text not null,
  fault text,
  version integer default 1 not null,
  row_count integer default 0 not null,
  "position" integer default 0 not null,
  actor text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  created_by_type text not null,
  created_by_id text not null,
  created_by_name text not null,
  tries smallint default 0 not null,
  retry_at timestamp with time zone,
  constraint table_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint table_imports_header_row_check CHECK ((header_row > 0)),
  constraint table_imports_kind_check CHECK ((kind = ANY (ARRAY['products'::text, 'partners'::text, 'opening_stock'::text, 'stock_rules'::text, 'supplier_items'::text]))),
  constraint table_imports_language_check CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text]))),
  constraint table_imports_pkey PRIMARY KEY (company_id, id),
  constraint table_imports_position_check CHECK (("position" >= 0)),
  constraint table_imports_row_count_check CHECK ((row_count >= 0)),
  constraint table_imports_size_check CHECK ((size >= 0)),
  constraint table_imports_status_check CHECK ((status = ANY (ARRAY['uploaded'::text, 'planning'::text, 'ready'::text, 'applying'::text, 'paused'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
);

create table tokens (
  secret_hash bytea not null,
  token_id uuid not null,
  company_id uuid not null,
  name text not null,
  prefix text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  scope text default 'write'::text not null,
  expires_at timestamp with time zone,
  created_by_id text,
  created_by_name text,
  constraint tokens_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint tokens_pkey PRIMARY KEY (secret_hash),
  constraint tokens_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint tokens_token_id_key UNIQUE (token_id)
);

create table turnover_totals (
  company_id uuid not null,
  product_id uuid not null,
  good_milli bigint not null,
  cost_minor bigint not null,
  year smallint not null,
  direction smallint not null,
  type text not null,
  constraint turnover_totals_pkey PRIMARY KEY (company_id, year, product_id, type, direction)
);

create table turnover_years (
  company_id uuid not null,
  year smallint not null,
  starts uuid not null,
  ends uuid not null,
  constraint turnover_years_check CHECK ((ends > starts)),
  constraint turnover_years_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(company_id),
  constraint turnover_years_pkey PRIMARY KEY (company_id, year)
);

create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default false not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint two_factors_user_id_key UNIQUE (user_id)
);

create table user_keys (
  user_id text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  result text not null,
  at timestamp with time zone default now() not null,
  constraint user_keys_pkey PRIMARY KEY (user_id, key),
  constraint user_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  two_factor_enabled boolean default false not null,
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id)
);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint verifications_pkey PRIMARY KEY (id)
);

create table warehouses (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  name text not null,
  archived boolean not null,
  record text not null,
  constraint warehouses_pkey PRIMARY KEY (company_id, id)
);

CREATE INDEX access_log_by_revision ON public.access_log USING btree (company_id, revision, id);

CREATE INDEX accounts_by_user ON public.accounts USING btree (user_id);

CREATE INDEX commands_by_entity ON public.commands USING btree (company_id, entity_id, revision) WHERE ((revision IS NOT NULL) AND (entity_type <> 'order'::text) AND (entity_type <> 'movement'::text));

CREATE UNIQUE INDEX commands_by_revision ON public.commands USING btree (company_id, revision) WHERE (revision IS NOT NULL);

CREATE INDEX company_deletions_asked ON public.company_deletions USING btree (company_id) WHERE (asked IS NOT NULL);

CREATE INDEX contracts_by_organization ON public.contracts USING btree (company_id, organization_id);

CREATE INDEX contracts_by_partner ON public.contracts USING btree (company_id, partner_id);

CREATE INDEX customer_returns_by_customer ON public.customer_returns USING btree (company_id, customer_id, id);

CREATE INDEX customer_returns_by_moved ON public.customer_returns USING btree (company_id, moved, id);

CREATE INDEX customer_returns_by_order ON public.customer_returns USING btree (company_id, order_id, id);

CREATE INDEX customer_returns_open ON public.customer_returns USING btree (company_id, id) WHERE (status = 'draft'::text);

CREATE INDEX deliveries_by_order ON public.deliveries USING btree (company_id, order_id);

CREATE INDEX delivery_photos_by_bytes ON public.delivery_photos USING btree (company_id, sha256);

CREATE INDEX delivery_photos_by_document ON public.delivery_photos USING btree (company_id, document_id, id);

CREATE INDEX document_lines_by_product ON public.document_lines USING btree (company_id, product_id);

CREATE INDEX documents_by_contract ON public.documents USING btree (company_id, contract_id) WHERE (contract_id IS NOT NULL);

CREATE UNIQUE INDEX documents_by_import ON public.documents USING btree (company_id, import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX documents_by_moved ON public.documents USING btree (company_id, moved, id);

CREATE INDEX documents_by_source ON public.documents USING btree (company_id, source_document_id) WHERE (source_document_id IS NOT NULL);

CREATE INDEX documents_by_supplier ON public.documents USING btree (company_id, supplier_id);

CREATE INDEX documents_open ON public.documents USING btree (company_id, id) WHERE (status = ANY (ARRAY['draft'::text, 'posted'::text]));

CREATE INDEX ending_reservations_by_end ON public.ending_reservations USING btree (ends_at);

CREATE UNIQUE INDEX external_links_by_key ON public.external_links USING btree (company_id, source, entity_type, external_id);

CREATE INDEX external_links_by_record ON public.external_links USING btree (company_id, internal_id);

CREATE UNIQUE INDEX extsys_jobs_unfinished ON public.extsys_jobs USING btree (company_id) WHERE (status <> ALL (ARRAY['cancelled'::text, 'done'::text]));

CREATE INDEX extsys_pace_by_age ON public.extsys_pace USING btree (next_start);

CREATE INDEX extsys_rows_archive_due ON public.extsys_rows USING btree (company_id, job_id, number) WHERE is_archive_due;

CREATE INDEX extsys_rows_by_external_id ON public.extsys_rows USING btree (company_id, job_id, external_id);

CREATE INDEX extsys_rows_due ON public.extsys_rows USING btree (company_id, job_id, number) WHERE is_due;

CREATE INDEX extsys_rows_with_problems ON public.extsys_rows USING btree (company_id, job_id, number) WHERE (severity >= 2);

CREATE UNIQUE INDEX extsys_source_rows_in_order ON public.extsys_source_rows USING btree (company_id, job_id, list, number);

CREATE INDEX extsys_work_by_time ON public.extsys_work USING btree (due_at);

CREATE INDEX filter_values_by_filter ON public.filter_values USING btree (company_id, filter_id);

CREATE INDEX invitations_by_company ON public.invitations USING btree (company_id, invitation_id);

CREATE INDEX invitations_by_expiry ON public.invitations USING btree (expires_at);

CREATE INDEX lots_by_product ON public.lots USING btree (company_id, product_id);

CREATE INDEX lots_by_source ON public.lots USING btree (company_id, source_lot_id) WHERE (source_lot_id IS NOT NULL);

CREATE INDEX lots_by_supplier ON public.lots USING btree (company_id, supplier_id);

CREATE INDEX lots_open ON public.lots USING btree (company_id, id) WHERE is_open;

CREATE INDEX memberships_by_company ON public.memberships USING btree (company_id, user_id);

CREATE INDEX movements_by_document ON public.movements USING btree (company_id, document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX movements_by_order ON public.movements USING btree (company_id, order_id, id) WHERE (order_id IS NOT NULL);

CREATE INDEX movements_by_product ON public.movements USING btree (company_id, product_id, id);

CREATE INDEX movements_by_purchase ON public.movements USING btree (company_id, purchase_id) WHERE (purchase_id IS NOT NULL);

CREATE INDEX movements_by_return ON public.movements USING btree (company_id, return_id) WHERE (return_id IS NOT NULL);

CREATE INDEX movements_by_stocktake ON public.movements USING btree (company_id, stocktake_id) WHERE (stocktake_id IS NOT NULL);

CREATE INDEX movements_by_type ON public.movements USING btree (company_id, type, id) WHERE (type <> 'shipment'::text);

CREATE INDEX movements_customer_returns ON public.movements USING btree (company_id, id) WHERE (type = 'customer_return'::text);

CREATE INDEX movements_reversals ON public.movements USING btree (company_id, id) WHERE (type = 'reversal'::text);

CREATE INDEX orders_by_customer ON public.orders USING btree (company_id, customer_id, id);

CREATE UNIQUE INDEX orders_by_external_id ON public.orders USING btree (company_id, external_source, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX orders_by_external_number ON public.orders USING btree (company_id, external_number) WHERE (external_number IS NOT NULL);

CREATE INDEX orders_by_number ON public.orders USING btree (company_id, number COLLATE "C");

CREATE INDEX orders_by_payment ON public.orders USING btree (company_id, payment, id);

CREATE INDEX orders_by_time ON public.orders USING btree (company_id, ordered_at, id);

CREATE INDEX orders_cancelled ON public.orders USING btree (company_id, id) WHERE (status = 'cancelled'::text);

CREATE INDEX orders_open ON public.orders USING btree (company_id, id) WHERE (status = ANY (ARRAY['new'::text, 'picking'::text]));

CREATE INDEX orders_shipped ON public.orders USING btree (company_id, shipped_at) WHERE (shipped_at IS NOT NULL);

CREATE INDEX orders_waiting ON public.orders USING btree (company_id, id) WHERE waits;

CREATE INDEX payment_orders_by_order ON public.payment_orders USING btree (company_id, order_id);

CREATE INDEX payments_by_document ON public.payments USING btree (company_id, document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX payments_by_moved ON public.payments USING btree (company_id, moved, id);

CREATE INDEX payments_by_partner ON public.payments USING btree (company_id, partner_id);

CREATE INDEX payments_by_return ON public.payments USING btree (company_id, return_id) WHERE (return_id IS NOT NULL);

CREATE INDEX payments_open ON public.payments USING btree (company_id, id) WHERE (status = 'draft'::text);

CREATE INDEX procurement_imports_by_bytes ON public.procurement_imports USING btree (company_id, sha256);

CREATE INDEX procurement_imports_queued ON public.procurement_imports USING btree (company_id, queued_at, id) WHERE (status = 'queued'::text);

CREATE INDEX product_components_by_component ON public.product_components USING btree (company_id, component_id);

CREATE INDEX product_filter_values_by_value ON public.product_filter_values USING btree (company_id, value_id);

CREATE INDEX product_images_by_bytes ON public.product_images USING btree (company_id, sha256);

CREATE INDEX product_images_by_product ON public.product_images USING btree (company_id, product_id);

CREATE INDEX product_prices_by_type ON public.product_prices USING btree (company_id, price_type_id);

CREATE INDEX products_by_parent ON public.products USING btree (company_id, parent_product_id) WHERE (parent_product_id IS NOT NULL);

CREATE INDEX products_by_supplier ON public.products USING btree (company_id, preferred_supplier_id) WHERE (preferred_supplier_id IS NOT NULL);

CREATE UNIQUE INDEX purchases_by_external_id ON public.purchases USING btree (company_id, external_source, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX purchases_by_product ON public.purchases USING btree (company_id, product_id);

CREATE INDEX purchases_by_supplier ON public.purchases USING btree (company_id, supplier_id);

CREATE INDEX purchases_open ON public.purchases USING btree (company_id, id) WHERE (status = ANY (ARRAY['open'::text, 'partial'::text]));

CREATE INDEX rate_limits_by_expiry ON public.rate_limits USING btree (expire);

CREATE INDEX recognitions_by_model ON public.recognitions USING btree (company_id, model, id);

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

CREATE INDEX shipments_by_moved ON public.shipments USING btree (company_id, moved, id);

CREATE INDEX shipments_by_number ON public.shipments USING btree (company_id, number COLLATE "C");

CREATE INDEX shipments_by_order ON public.shipments USING btree (company_id, order_id, id);

CREATE INDEX shipments_by_tracking_number ON public.shipments USING btree (company_id, tracking_number) WHERE (tracking_number IS NOT NULL);

CREATE INDEX shipments_cancelled ON public.shipments USING btree (company_id, id) WHERE (status = 'cancelled'::text);

CREATE INDEX stock_by_warehouse ON public.stock USING btree (company_id, warehouse_id, product_id);

CREATE INDEX stock_rules_by_supplier ON public.stock_rules USING btree (company_id, supplier_id, id);

CREATE INDEX stock_rules_by_warehouse ON public.stock_rules USING btree (company_id, warehouse_id, id);

CREATE INDEX stock_waited_for ON public.stock USING btree (company_id, product_id) WHERE (waiting_milli > 0);

CREATE INDEX stocktake_lines_by_product ON public.stocktake_lines USING btree (company_id, product_id, warehouse_id);

CREATE INDEX stocktakes_by_warehouse ON public.stocktakes USING btree (company_id, warehouse_id);

CREATE INDEX stocktakes_open ON public.stocktakes USING btree (company_id, id) WHERE (status = ANY (ARRAY['counting'::text, 'review'::text]));

CREATE INDEX summary_zones_by_zone ON public.summary_zones USING btree (time_zone, company_id);

CREATE INDEX supplier_items_by_supplier ON public.supplier_items USING btree (company_id, supplier_id, id);

CREATE INDEX table_imports_at_work ON public.table_imports USING btree (company_id, id) WHERE (status = ANY (ARRAY['planning'::text, 'applying'::text]));

CREATE INDEX table_imports_by_file ON public.table_imports USING btree (company_id, sha256);

CREATE INDEX tokens_by_company ON public.tokens USING btree (company_id, token_id);

CREATE INDEX verifications_by_expiry ON public.verifications USING btree (expires_at);

CREATE INDEX verifications_by_identifier ON public.verifications USING btree (identifier, created_at DESC);

-- access_log: row-level security on, forced
-- accounts: row-level security off
-- checkpoints: row-level security on, forced
-- commands: row-level security on, forced
-- companies: row-level security on, forced
-- company_deletions: row-level security off
-- company_limits: row-level security off
-- contracts: row-level security on, forced
-- custom_fields: row-level security on, forced
-- customer_returns: row-level security on, forced
-- deliveries: row-level security on, forced
-- delivery_photos: row-level security on, forced
-- document_lines: row-level security on, forced
-- documents: row-level security on, forced
-- ending_reservations: row-level security off
-- external_links: row-level security on, forced
-- extsys_connections: row-level security on, forced
-- extsys_jobs: row-level security on, forced
-- extsys_links: row-level security on, forced
-- extsys_pace: row-level security off
-- extsys_rows: row-level security on, forced
-- extsys_source_rows: row-level security on, forced
-- extsys_work: row-level security off
-- filter_values: row-level security on, forced
-- filters: row-level security on, forced
-- histories: row-level security off
-- invitations: row-level security off
-- lots: row-level security on, forced
-- memberships: row-level security off
-- migrations: row-level security off
-- movement_lots: row-level security on, forced
-- movements: row-level security on, forced
-- notifications: row-level security on, forced
-- order_items: row-level security on, forced
-- orders: row-level security on, forced
-- organizations: row-level security on, forced
-- partners: row-level security on, forced
-- payment_orders: row-level security on, forced
-- payments: row-level security on, forced
-- plain_records: row-level security on, forced
-- price_types: row-level security on, forced
-- procurement_imports: row-level security on, forced
-- product_components: row-level security on, forced
-- product_filter_values: row-level security on, forced
-- product_images: row-level security on, forced
-- product_prices: row-level security on, forced
-- products: row-level security on, forced
-- projections: row-level security on, forced
-- purchases: row-level security on, forced
-- rate_limits: row-level security off
-- recognition_pages: row-level security on, forced
-- recognitions: row-level security on, forced
-- request_counts: row-level security on, forced
-- sales: row-level security on, forced
-- secret_key_checks: row-level security off
-- sessions: row-level security off
-- settings: row-level security on, forced
-- shipments: row-level security on, forced
-- state_chunks: row-level security on, forced
-- stock: row-level security on, forced
-- stock_rules: row-level security on, forced
-- stocktake_lines: row-level security on, forced
-- stocktakes: row-level security on, forced
-- stored_files: row-level security on, forced
-- summary_zones: row-level security off
-- supplier_items: row-level security on, forced
-- table_headers: row-level security on, forced
-- table_import_rows: row-level security on, forced
-- table_imports: row-level security on, forced
-- tokens: row-level security off
-- turnover_totals: row-level security on, forced
-- turnover_years: row-level security on, forced
-- two_factors: row-level security off
-- user_keys: row-level security off
-- users: row-level security off
-- verifications: row-level security off
-- warehouses: row-level security on, forced
create policy company_isolation on access_log for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on checkpoints for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on commands for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on companies for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on contracts for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on custom_fields for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on customer_returns for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on deliveries for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on delivery_photos for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on document_lines for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on documents for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on external_links for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on extsys_connections for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on extsys_jobs for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on extsys_links for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on extsys_rows for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on extsys_source_rows for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on filter_values for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on filters for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on lots for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on movement_lots for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on movements for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on notifications for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on order_items for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on orders for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on organizations for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on partners for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on payment_orders for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on payments for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on plain_records for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on price_types for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on procurement_imports for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on product_components for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on product_filter_values for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on product_images for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on product_prices for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on products for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on projections for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on purchases for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on recognition_pages for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on recognitions for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on request_counts for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on sales for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on settings for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on shipments for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on state_chunks for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on stock for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on stock_rules for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on stocktake_lines for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on stocktakes for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on stored_files for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on supplier_items for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on table_headers for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on table_import_rows for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on table_imports for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on turnover_totals for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on turnover_years for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
create policy company_isolation on warehouses for all using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on access_log to skladno_app;
grant delete, insert, select, update on accounts to skladno_app;
grant delete, insert, select, update on checkpoints to skladno_app;
grant delete, insert, select, update on commands to skladno_app;
grant delete, insert, select, update on companies to skladno_app;
grant delete, insert, select, update on company_deletions to skladno_app;
grant delete, insert, select, update on company_limits to skladno_app;
grant delete, insert, select, update on contracts to skladno_app;
grant delete, insert, select, update on custom_fields to skladno_app;
grant delete, insert, select, update on customer_returns to skladno_app;
grant delete, insert, select, update on deliveries to skladno_app;
grant delete, insert, select, update on delivery_photos to skladno_app;
grant delete, insert, select, update on document_lines to skladno_app;
grant delete, insert, select, update on documents to skladno_app;
grant delete, insert, select, update on ending_reservations to skladno_app;
grant delete, insert, select, update on external_links to skladno_app;
grant delete, insert, select, update on extsys_connections to skladno_app;
grant delete, insert, select, update on extsys_jobs to skladno_app;
grant delete, insert, select, update on extsys_links to skladno_app;
grant delete, insert, select, update on extsys_pace to skladno_app;
grant delete, insert, select, update on extsys_rows to skladno_app;
grant delete, insert, select, update on extsys_source_rows to skladno_app;
grant delete, insert, select, update on extsys_work to skladno_app;
grant delete, insert, select, update on filter_values to skladno_app;
grant delete, insert, select, update on filters to skladno_app;
grant delete, insert, select, update on invitations to skladno_app;
grant delete, insert, select, update on lots to skladno_app;
grant delete, insert, select, update on memberships to skladno_app;
grant delete, insert, select, update on movement_lots to skladno_app;
grant delete, insert, select, update on movements to skladno_app;
grant delete, insert, select, update on notifications to skladno_app;
grant delete, insert, select, update on order_items to skladno_app;
grant delete, insert, select, update on orders to skladno_app;
grant delete, insert, select, update on organizations to skladno_app;
grant delete, insert, select, update on partners to skladno_app;
grant delete, insert, select, update on payment_orders to skladno_app;
grant delete, insert, select, update on payments to skladno_app;
grant delete, insert, select, update on plain_records to skladno_app;
grant delete, insert, select, update on price_types to skladno_app;
grant delete, insert, select, update on procurement_imports to skladno_app;
grant delete, insert, select, update on product_components to skladno_app;
grant delete, insert, select, update on product_filter_values to skladno_app;
grant delete, insert, select, update on product_images to skladno_app;
grant delete, insert, select, update on product_prices to skladno_app;
grant delete, insert, select, update on products to skladno_app;
grant delete, insert, select, update on projections to skladno_app;
grant delete, insert, select, update on purchases to skladno_app;
grant delete, insert, select, update on rate_limits to skladno_app;
grant delete, insert, select, update on recognition_pages to skladno_app;
grant delete, insert, select, update on recognitions to skladno_app;
grant delete, insert, select, update on request_counts to skladno_app;
grant delete, insert, select, update on sales to skladno_app;
grant delete, insert, select, update on secret_key_checks to skladno_app;
grant delete, insert, select, update on sessions to skladno_app;
grant delete, insert, select, update on settings to skladno_app;
grant delete, insert, select, update on shipments to skladno_app;
grant delete, insert, select, update on state_chunks to skladno_app;
grant delete, insert, select, update on stock to skladno_app;
grant delete, insert, select, update on stock_rules to skladno_app;
grant delete, insert, select, update on stocktake_lines to skladno_app;
grant delete, insert, select, update on stocktakes to skladno_app;
grant delete, insert, select, update on stored_files to skladno_app;
grant delete, insert, select, update on summary_zones to skladno_app;
grant delete, insert, select, update on supplier_items to skladno_app;
grant delete, insert, select, update on table_headers to skladno_app;
grant delete, insert, select, update on table_import_rows to skladno_app;
grant delete, insert, select, update on table_imports to skladno_app;
grant delete, insert, select, update on tokens to skladno_app;
grant delete, insert, select, update on turnover_totals to skladno_app;
grant delete, insert, select, update on turnover_years to skladno_app;
grant delete, insert, select, update on two_factors to skladno_app;
grant delete, insert, select, update on user_keys to skladno_app;
grant delete, insert, select, update on users to skladno_app;
grant delete, insert, select, update on verifications to skladno_app;
grant delete, insert, select, update on warehouses to skladno_app;
grant select on migrations to skladno_app;
grant select, update on histories to skladno_app;
