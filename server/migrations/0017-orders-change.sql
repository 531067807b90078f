-- Open orders can be changed: what a commit writes of an order replaces all of what was there, its items too.

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
  -- order_items of orders that are new or got other items
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

  if i_order is not null then
    -- By the items that the orders had until now; of new ones there are none.
    delete from order_items
     where company_id = p_company and order_id = any (i_order)
       and product_id = any (array(
         select (item ->> 'productId')::uuid
           from orders o, json_array_elements(o.record::json -> 'items') as item
          where o.company_id = p_company and o.id = any (i_order)));
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
       set revision = excluded.revision, status = excluded.status, customer_id = excluded.customer_id,
           warehouse_id = excluded.warehouse_id, channel = excluded.channel, ordered_at = excluded.ordered_at,
           shipped_at = excluded.shipped_at, total_minor = excluded.total_minor, cost_minor = excluded.cost_minor,
           record = excluded.record;
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
