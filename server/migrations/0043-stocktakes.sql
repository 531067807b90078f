-- Stocktakes and what they counted; docs/decisions/0066. A stocktake is small and in the state; what it counted of a product is a row of its own,
-- so that a count costs the same however much was counted before.
create table stocktakes (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null check (status in ('counting', 'review', 'posted', 'cancelled')),
  warehouse_id uuid not null,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id)
) with (fillfactor = 90);
create index stocktakes_open on stocktakes (company_id, id) where status in ('counting', 'review');
create index stocktakes_by_warehouse on stocktakes (company_id, warehouse_id);
select isolate_company('stocktakes');

create table stocktake_lines (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  stocktake_id uuid not null,
  warehouse_id uuid not null,
  product_id uuid not null,
  -- Null: to be counted again, and not counted yet.
  counted_milli bigint check (counted_milli >= 0),
  expected_milli bigint check (expected_milli >= 0),
  difference_milli bigint,
  counted_at timestamptz,
  -- A movement of the product within this window makes the count doubtful. The last revision null: only the time limits it.
  window_from_at timestamptz,
  window_from_revision bigint,
  window_to_at timestamptz,
  window_to_revision bigint,
  accepted boolean not null,
  movement_id uuid,
  reversal_id uuid,
  record text not null,
  primary key (company_id, id),
  unique (company_id, stocktake_id, product_id),
  foreign key (company_id, stocktake_id) references stocktakes (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id),
  check (difference_milli = counted_milli - expected_milli),
  check (movement_id is null or difference_milli <> 0),
  check (reversal_id is null or movement_id is not null)
) with (fillfactor = 80);
create index stocktake_lines_by_product on stocktake_lines (company_id, product_id, warehouse_id);
select isolate_company('stocktake_lines');

create function commit_stocktakes(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
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
$$;

-- A surplus has no supplier.
alter table lots alter column supplier_id drop not null;

alter table movements add column stocktake_id uuid;
create index movements_by_stocktake on movements (company_id, stocktake_id) where stocktake_id is not null;

-- The functions that write movements and other records, otherwise as they were.
do $migration$
declare
  edit text[];
  written text;
begin
  foreach edit slice 1 in array array[
    ['table_of(text)', $$when 'recognitions' then 'recognitions'$$,
     $$when 'recognitions' then 'recognitions'
    when 'stocktakes' then 'stocktakes'
    when 'stocktakeLines' then 'stocktake_lines'$$],
    ['commit_references(uuid, text[], text[])', 'perform commit_reference_records(p_company, r_kind, r_record);',
     'perform commit_reference_records(p_company, r_kind, r_record);
  perform commit_stocktakes(p_company, r_kind, r_record);'],
    ['project_movements(uuid, text[], text[], bigint[])', 'insert into movements (company_id, id, revision,',
     'insert into movements (company_id, stocktake_id, id, revision,'],
    ['project_movements(uuid, text[], text[], bigint[])', 'select p_company, r.id, r.revision, r.type,',
     'select p_company, r."stocktakeId", r.id, r.revision, r.type,'],
    ['project_movements(uuid, text[], text[], bigint[])', 'id uuid, revision bigint, type text,',
     'id uuid, "stocktakeId" uuid, revision bigint, type text,'],
    ['project_movements(uuid, text[], text[], bigint[])', $$when r.type = 'receipt' or (r.type = 'reversal' and r.reverses$$,
     $$when r.type in ('receipt', 'surplus') or (r.type = 'reversal' and r.reverses = 'writeoff') or (r.type = 'reversal' and r.reverses$$],
    ['reindex_movements(uuid, uuid[], json[])', 'set revision = d.revision,', 'set stocktake_id = d.stocktake_id, revision = d.revision,'],
    ['reindex_movements(uuid, uuid[], json[])', 'from (select r.id, r.revision,',
     'from (select r.id, r."stocktakeId" as stocktake_id, r.revision,'],
    ['reindex_movements(uuid, uuid[], json[])', 'id uuid, revision bigint, type text,',
     'id uuid, "stocktakeId" uuid, revision bigint, type text,'],
    ['reindex_movements(uuid, uuid[], json[])', '(m.revision, m.type,', '(m.stocktake_id, m.revision, m.type,'],
    ['reindex_movements(uuid, uuid[], json[])', '(d.revision, d.type,', '(d.stocktake_id, d.revision, d.type,'],
    ['reindex_movements(uuid, uuid[], json[])', $$when r.type = 'receipt' or (r.type = 'reversal' and r.reverses$$,
     $$when r.type in ('receipt', 'surplus') or (r.type = 'reversal' and r.reverses = 'writeoff') or (r.type = 'reversal' and r.reverses$$]
  ] loop
    written := pg_get_functiondef(edit[1]::regprocedure);
    if strpos(written, edit[2]) = 0 then
      raise exception '% has no "%"', edit[1], edit[2];
    end if;
    execute replace(written, edit[2], edit[3]);
  end loop;

  select pg_get_constraintdef(oid) into written from pg_constraint where conname = 'movements_type_check';
  if strpos(written, $$'writeoff'::text$$) = 0 then
    raise exception 'movements_type_check has no "writeoff"';
  end if;
  alter table movements drop constraint movements_type_check;
  execute 'alter table movements add constraint movements_type_check '
          || replace(written, $$'writeoff'::text$$, $$'writeoff'::text, 'surplus'::text$$);
end
$migration$;
