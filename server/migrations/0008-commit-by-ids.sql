-- What a commit reads does not grow with the company, and lists of a record are written only when they changed.
--
-- Row-level security lets a condition reach an index only when none of its functions could leak a row. A cast such as
-- `(body ->> 'id')::uuid` could: `product_id in (select (body ->> 'id')::uuid …)` read all rows of the company. So the ids come as an
-- array that is made once, and rows are found by `= any (ids)` and not by a join, which a plan made when the company was small turns
-- into a look at all its rows.

create or replace function commit_batch(
  p_company uuid, p_expected bigint, p_revision bigint, p_at timestamptz, p_totals text, p_counters text,
  -- commands
  c_key text, c_id uuid[], c_revision bigint[], c_at timestamptz[], c_fingerprint text, c_status smallint[], c_result text,
  c_actor_type text, c_actor_id text, c_actor_name text, c_action text, c_entity_type text, c_entity_id text, c_summary text,
  c_changes text,
  -- records that change seldom
  r_kind text, r_record text,
  -- stock
  s_product uuid[], s_warehouse uuid[], s_revision bigint[], s_on_hand bigint[], s_reserved bigint[],
  -- lots
  l_id uuid[], l_revision bigint[], l_product uuid[], l_warehouse uuid[], l_supplier uuid[], l_source uuid[],
  l_unit_cost bigint[], l_received bigint[], l_remaining bigint[], l_received_at timestamptz[], l_record text,
  -- orders
  o_id uuid[], o_revision bigint[], o_number text, o_status text, o_customer uuid[], o_warehouse uuid[], o_channel text,
  o_external_source text, o_external_id text, o_ordered_at timestamptz[], o_shipped_at timestamptz[], o_total bigint[],
  o_cost bigint[], o_record text,
  -- order_items of new orders
  i_product uuid[], i_order uuid[], i_position integer[], i_quantity bigint[], i_price bigint[], i_amount bigint[],
  -- movements
  m_id uuid[], m_revision bigint[], m_type text, m_at timestamptz[], m_product uuid[], m_warehouse uuid[],
  m_to_warehouse uuid[], m_direction smallint[], m_quantity bigint[], m_good bigint[], m_cost bigint[], m_revenue bigint[],
  m_order uuid[], m_document uuid[], m_purchase uuid[], m_record text,
  -- movement_lots
  d_movement uuid[], d_lot uuid[], d_quantity bigint[], d_unit_cost bigint[],
  -- sales
  e_shipped_at timestamptz[], e_order uuid[], e_product uuid[], e_quantity bigint[], e_revenue bigint[], e_cost bigint[],
  e_unpriced integer[], e_unpriced_cost bigint[],
  -- [{kind, id}]
  p_deleted json
) returns boolean
language plpgsql
-- Left to itself PostgreSQL plans every statement anew for every call, since a plan for one row looks cheaper than one for any
-- number; the planning then costs several times what the rows do.
set plan_cache_mode = force_generic_plan
-- Plans are kept, also those of the checks of foreign keys, and most were made when a table was small and a look at all of it was the
-- cheapest way.
set enable_seqscan = off
as $$
declare
  s constant text := e'\x1e';
  n constant text := e'\x1d';
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
  select p_company, unnest(string_to_array(c_key, s)), unnest(c_id), unnest(c_revision), unnest(c_at),
         unnest(string_to_array(c_fingerprint, s)), unnest(c_status), unnest(string_to_array(c_result, s, n)),
         unnest(string_to_array(c_actor_type, s)), unnest(string_to_array(c_actor_id, s)),
         unnest(string_to_array(c_actor_name, s)), unnest(string_to_array(c_action, s)),
         unnest(string_to_array(c_entity_type, s)), unnest(string_to_array(c_entity_id, s)),
         unnest(string_to_array(c_summary, s)), unnest(string_to_array(c_changes, s, n));

  if r_kind is not null then
    perform commit_references(p_company, string_to_array(r_kind, s), string_to_array(r_record, s));
  end if;

  if l_id is not null then
    insert into lots (company_id, id, revision, product_id, warehouse_id, supplier_id, source_lot_id, unit_cost_minor,
                      received_milli, remaining_milli, received_at, record)
    select p_company, unnest(l_id), unnest(l_revision), unnest(l_product), unnest(l_warehouse), unnest(l_supplier),
           unnest(l_source), unnest(l_unit_cost), unnest(l_received), unnest(l_remaining), unnest(l_received_at),
           unnest(string_to_array(l_record, s))
        on conflict (company_id, id) do update
       set revision = excluded.revision, remaining_milli = excluded.remaining_milli, record = excluded.record;
  end if;

  if s_product is not null then
    insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)
    select p_company, unnest(s_product), unnest(s_warehouse), unnest(s_revision), unnest(s_on_hand), unnest(s_reserved)
        on conflict (company_id, product_id, warehouse_id) do update
       set revision = excluded.revision, on_hand_milli = excluded.on_hand_milli, reserved_milli = excluded.reserved_milli;
  end if;

  if o_id is not null then
    insert into orders (company_id, id, revision, number, status, customer_id, warehouse_id, channel, external_source,
                        external_id, ordered_at, shipped_at, total_minor, cost_minor, record)
    select p_company, unnest(o_id), unnest(o_revision), unnest(string_to_array(o_number, s)),
           unnest(string_to_array(o_status, s)), unnest(o_customer), unnest(o_warehouse),
           unnest(string_to_array(o_channel, s)), unnest(string_to_array(o_external_source, s, n)),
           unnest(string_to_array(o_external_id, s, n)), unnest(o_ordered_at), unnest(o_shipped_at), unnest(o_total),
           unnest(o_cost), unnest(string_to_array(o_record, s))
        on conflict (company_id, id) do update
       set revision = excluded.revision, status = excluded.status, shipped_at = excluded.shipped_at,
           total_minor = excluded.total_minor, cost_minor = excluded.cost_minor, record = excluded.record;
  end if;

  if i_order is not null then
    if (select count(*) from products where company_id = p_company and id = any (i_product))
         < (select count(distinct id) from unnest(i_product) as id) then
      raise foreign_key_violation using message = 'order_items: a product does not exist';
    end if;
    insert into order_items (company_id, product_id, order_id, position, quantity_milli, price_minor, amount_minor)
    select p_company, unnest(i_product), unnest(i_order), unnest(i_position), unnest(i_quantity), unnest(i_price),
           unnest(i_amount);
  end if;

  if m_id is not null then
    if (select count(*) from products where company_id = p_company and id = any (m_product))
         < (select count(distinct id) from unnest(m_product) as id)
       or (select count(*) from warehouses where company_id = p_company and id = any (m_warehouse || m_to_warehouse))
         < (select count(distinct id) from unnest(m_warehouse || m_to_warehouse) as id)
       or (select count(*) from lots where company_id = p_company and id = any (d_lot))
         < (select count(distinct id) from unnest(d_lot) as id) then
      raise foreign_key_violation using message = 'movements: a product, warehouse or lot does not exist';
    end if;
    insert into movements (company_id, id, revision, type, at, product_id, warehouse_id, to_warehouse_id, direction,
                           quantity_milli, good_milli, cost_minor, revenue_minor, order_id, document_id, purchase_id, record)
    select p_company, unnest(m_id), unnest(m_revision), unnest(string_to_array(m_type, s)), unnest(m_at),
           unnest(m_product), unnest(m_warehouse), unnest(m_to_warehouse), unnest(m_direction), unnest(m_quantity),
           unnest(m_good), unnest(m_cost), unnest(m_revenue), unnest(m_order), unnest(m_document), unnest(m_purchase),
           unnest(string_to_array(m_record, s));
  end if;

  if d_movement is not null then
    insert into movement_lots (company_id, movement_id, lot_id, quantity_milli, unit_cost_minor)
    select p_company, unnest(d_movement), unnest(d_lot), unnest(d_quantity), unnest(d_unit_cost);
  end if;

  if e_order is not null then
    insert into sales (company_id, shipped_at, order_id, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                       unpriced_cost_minor)
    select p_company, unnest(e_shipped_at), unnest(e_order), unnest(e_product), unnest(e_quantity), unnest(e_revenue),
           unnest(e_cost), unnest(e_unpriced), unnest(e_unpriced_cost);
  end if;

  if p_deleted is not null then
    perform commit_deletes(p_company, p_deleted);
  end if;

  return true;
end
$$;

-- Records that change seldom; parents before children.
create or replace function commit_references(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
declare
  -- The filters of which a value is other than before, or there for the first or the last time.
  of_values json[];
  bodies json[];
begin
  if 'settings' = any (r_kind) then
    update settings
       set revision = r.revision, company_name = r."companyName", low_stock_alerts = r."lowStockAlerts",
           daily_summary = r."dailySummary", record = t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json)
             as r (revision bigint, "companyName" text, "lowStockAlerts" boolean, "dailySummary" boolean)
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
    insert into custom_fields (company_id, id, revision, entity_kind, name, value_type, archived, record)
    select p_company, r.id, r.revision, r."entityKind", r.name, r."valueType", r.archived, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, "entityKind" text, name text, "valueType" text, archived boolean)
     where t.kind = 'customFields'
        on conflict (company_id, id) do update
       set revision = excluded.revision, entity_kind = excluded.entity_kind, name = excluded.name, 
           value_type = excluded.value_type, archived = excluded.archived, record = excluded.record;
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
$$;

create or replace function commit_procurement(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
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
                        contract_id, document_id, amount_minor, record)
    select p_company, r.id, r.revision, r.number, r.status, r.direction, r.method, r."partnerId", r."organizationId",
           r."contractId", r."documentId", minor(r.amount), t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, status text, direction text, method text, "partnerId" uuid,
             "organizationId" uuid, "contractId" uuid, "documentId" uuid, amount numeric)
     where t.kind = 'payments'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, status = excluded.status, 
           direction = excluded.direction, method = excluded.method, partner_id = excluded.partner_id, organization_id
           = excluded.organization_id, contract_id = excluded.contract_id, 
           document_id = excluded.document_id, amount_minor = excluded.amount_minor, record = excluded.record;
  end if;
end
$$;

create or replace function commit_products(p_company uuid, p_products text[]) returns void
language plpgsql
as $$
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
$$;

-- The lists of the given products: what is there no more is deleted, what is new or other than before is written.

create function commit_product_components(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
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
$$;

create function commit_product_prices(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
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
$$;

create function commit_product_filter_values(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
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
$$;

-- An image never changes.
create function commit_product_images(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
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
$$;

-- The bodies of which a list is other than in the record of the same id, or which have no record yet.
create function with_other_list(bodies json[], list text, ids uuid[], records text[]) returns json[]
language plpgsql immutable
as $$
begin
  return (
    select array_agg(n.body)
      from unnest(bodies) as n (body)
      left join unnest(ids, records) as o (id, record) on o.id = (n.body ->> 'id')::uuid
     where (n.body ->> list) is distinct from coalesce(o.record::json ->> list, '[]'));
end
$$;

-- What is there no more goes later: products are still named to have it.
create function commit_filter_values(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
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
$$;

create function commit_document_lines(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
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
$$;

-- Children before parents. What still refers to a record makes the whole commit fail: the rules should have refused it.
create or replace function commit_deletes(p_company uuid, p_deleted json) returns void
language plpgsql
as $$
declare
  gone record;
begin
  for gone in
    select d.kind, array_agg(d.id) as ids from json_to_recordset(p_deleted) as d (kind text, id uuid) group by d.kind
     order by array_position(array['orders', 'payments', 'documents', 'purchases', 'contracts', 'organizations', 'customFields',
                                   'products', 'filters', 'partners', 'priceTypes', 'warehouses', 'imports'], d.kind)
  loop
    case gone.kind
      when 'orders' then
        delete from order_items
         where company_id = p_company and order_id = any (gone.ids)
           and product_id = any (array(
             select (item ->> 'productId')::uuid
               from orders o, json_array_elements(o.record::json -> 'items') as item
              where o.company_id = p_company and o.id = any (gone.ids)));
        delete from orders where company_id = p_company and id = any (gone.ids);
      when 'payments' then
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
      when 'warehouses' then
        delete from warehouses where company_id = p_company and id = any (gone.ids);
    end case;
  end loop;
end
$$;
