-- The one way from the log to the tables. Called by whichever node finds a company behind; nothing of it is lost when it is cut off, since
-- the rows and the revision that they are of are written together.

-- What the commands after p_since up to p_upto left behind, written into the tables: of each record what the last of them left.
create function project_images(p_company uuid, p_since bigint, p_upto bigint) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
-- Plans are kept, also those of the checks of foreign keys, and most were made when a table was small and a look at all of it was the
-- cheapest way.
set enable_seqscan = off
as $$
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
$$;

-- Records, each with the revision of the command that left it behind; null: it is gone.
create function write_images(p_company uuid, p_kinds text[], p_keys text[], p_revisions bigint[], p_images text[]) returns void
language plpgsql
as $$
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
         array_agg(key) filter (where kind = 'sales'),
         array_agg(image) filter (where kind = 'sales'),
         array_agg(key) filter (where kind = 'revenues'),
         array_agg(image::bigint) filter (where kind = 'revenues'),
         json_agg(json_build_object('kind', kind, 'id', key)) filter (where image is null)
    into r_kind, r_record, l_record, s_key, s_revision, s_image, o_id, o_record, m_record, e_order, e_image, v_movement, v_revenue,
         gone
    from (select kind, key, revision, image,
                 image is not null and kind not in ('lots', 'stock', 'orders', 'movements', 'sales', 'revenues') as is_reference
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
    insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)
    select p_company, split_part(key, '/', 1)::uuid, split_part(key, '/', 2)::uuid, revision, (image::json ->> 0)::bigint,
           (image::json ->> 1)::bigint
      from unnest(s_key, s_revision, s_image) as t (key, revision, image)
        on conflict (company_id, product_id, warehouse_id) do update
       set revision = excluded.revision, on_hand_milli = excluded.on_hand_milli, reserved_milli = excluded.reserved_milli;
  end if;

  if o_id is not null then
    perform project_orders(p_company, o_id, o_record);
  end if;

  if m_record is not null then
    perform project_movements(p_company, m_record, v_movement, v_revenue);
  end if;

  if e_order is not null then
    insert into sales (company_id, shipped_at, order_id, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                       unpriced_cost_minor)
    select p_company, (sale ->> 0)::timestamptz, t.key::uuid, (sale ->> 1)::uuid, (sale ->> 2)::bigint, (sale ->> 3)::bigint,
           (sale ->> 4)::bigint, (sale ->> 5)::integer, (sale ->> 6)::bigint
      from unnest(e_order, e_image) as t (key, image), json_array_elements(t.image::json) as sale;
  end if;

  if gone is not null then
    perform commit_deletes(p_company, gone);
  end if;
end
$$;

-- Orders with their items, which are written only when they are other than before. Each record is parsed once.
create function project_orders(p_company uuid, o_id uuid[], o_record text[]) returns void
language plpgsql
as $$
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
      from (select n.id, (n.record::json ->> 'items') is distinct from (o.record::json ->> 'items') as is_other
              from unnest(o_id, o_record) as n (id, record)
              join unnest(known_ids, known_records) as o (id, record) on o.id = n.id) as compared;
  end if;

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
             "externalSource" text, "externalId" text, "orderedAt" timestamptz, "shippedAt" timestamptz, total numeric, cost numeric,
             items json)),
  written as (
    insert into orders (company_id, id, revision, number, status, customer_id, warehouse_id, channel, external_source,
                        external_id, ordered_at, shipped_at, total_minor, cost_minor, record)
    select p_company, r.id, r.revision, r.number, r.status, r."customerId", r."warehouseId", r.channel, r."externalSource",
           r."externalId", r."orderedAt", r."shippedAt", minor(r.total), minor(r.cost), r.record
      from parsed as r
        on conflict (company_id, id) do update
       set revision = excluded.revision, status = excluded.status, customer_id = excluded.customer_id,
           warehouse_id = excluded.warehouse_id, channel = excluded.channel, external_source = excluded.external_source,
           external_id = excluded.external_id, ordered_at = excluded.ordered_at,
           shipped_at = excluded.shipped_at, total_minor = excluded.total_minor, cost_minor = excluded.cost_minor,
           record = excluded.record)
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
$$;

-- Movements, which never change, with what they drew from lots. Revenues: of those that are a sale by themselves.
create function project_movements(p_company uuid, m_record text[], v_movement text[], v_revenue bigint[]) returns void
language plpgsql
as $$
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

  insert into movements (company_id, id, revision, type, at, product_id, warehouse_id, to_warehouse_id, direction,
                         quantity_milli, good_milli, cost_minor, revenue_minor, order_id, document_id, purchase_id, record)
  select p_company, r.id, r.revision, r.type, r.at, r."productId", r."warehouseId", r."toWarehouseId",
         -- What it does to the stock of its warehouse: 1 in, -1 out; 0: out, and in at the other warehouse.
         case when r.type = 'transfer' then 0
              when r.type = 'receipt' or (r.type = 'reversal' and r.reverses = 'return') then 1
              else -1 end,
         milli(r.quantity), milli(coalesce(r.good, r.quantity)), minor(r.cost), sold.revenue, r."orderId", r."documentId",
         r."purchaseId", t.record
    from unnest(m_record) as t (record)
   cross join json_to_record(t.record::json) as r (
           id uuid, revision bigint, type text, at timestamptz, "productId" uuid, "warehouseId" uuid, "toWarehouseId" uuid,
           quantity numeric, good numeric, cost numeric, reverses text, "orderId" uuid, "documentId" uuid, "purchaseId" uuid)
    left join unnest(v_movement::uuid[], v_revenue) as sold (movement, revenue) on sold.movement = r.id;

  if d_movement is not null then
    insert into movement_lots (company_id, movement_id, lot_id, quantity_milli, unit_cost_minor)
    select p_company, unnest(d_movement), unnest(d_lot), unnest(d_quantity), unnest(d_unit_cost);
  end if;
end
$$;

-- Projects what the log has beyond what the tables have, so many commands or so many bytes of it at most. Others that do the same wait
-- for the row of the projection; commits do not.
-- @returns the revision that the tables are at then; null when there is no such company.
create function project_company(p_company uuid, p_most integer, p_most_bytes bigint) returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
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
$$;

-- The same for a node that has what the commands after p_since up to p_upto left behind at hand, each record as the last of them left it:
-- then the log need not be read. Nothing is done when the tables are at another revision by now.
-- @returns the revision that the tables are at then; null when there is no such company.
create function project_given(p_company uuid, p_since bigint, p_upto bigint, p_kinds text[], p_keys text[], p_revisions bigint[],
                              p_images text[]) returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
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
$$;

-- The name of a company as of its last commit, for those who ask about several companies at once.
create function company_name_now(p_company uuid) returns text
language plpgsql stable
as $$
begin
  return coalesce(
    (select c.after::json -> 'settings' -> 'settings' ->> 'companyName'
       from projections p join commands c on c.company_id = p.company_id and c.revision > p.revision
      where p.company_id = p_company and c.entity_id = 'settings' and c.entity_type = 'settings'
      order by c.revision desc
      limit 1),
    (select company_name from settings where company_id = p_company));
end
$$;

create or replace function companies_of_user(wanted text)
returns table (company_id uuid, company_name text, role text, joined_at timestamptz)
language plpgsql
as $$
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
$$;

-- The settings may be written some time after the command that changed them.
create or replace function note_summary_zone(p_company uuid) returns void
language plpgsql
as $$
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
$$;
