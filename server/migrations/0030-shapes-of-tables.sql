-- Records that can age (docs/decisions/0048): which shapes the tables of a company have, and since which version a job has kept its rows.

alter table projections add column shapes smallint not null default 1;
alter table projections alter column shapes drop default;

-- A node of an older version, which still runs, writes nothing any more. Rows from before 0027 have no `after`.
alter table commands add constraint commands_written_now check (v >= 2 or after is null) not valid;

-- Records of a kind after an id, in the order of ids, as their texts. Nothing is projected between this and the end of the transaction.
create function lock_records(p_company uuid, p_kind text, p_after uuid, p_most integer)
returns table (id text, record text)
language plpgsql
set enable_seqscan = off
as $$
declare
  tables constant json := '{"warehouses": "warehouses", "priceTypes": "price_types", "filters": "filters", "partners": "partners",
    "products": "products", "organizations": "organizations", "contracts": "contracts", "customFields": "custom_fields",
    "purchases": "purchases", "documents": "documents", "payments": "payments", "externalLinks": "external_links",
    "notifications": "notifications", "imports": "procurement_imports", "recognitions": "recognitions", "lots": "lots",
    "orders": "orders", "movements": "movements"}';
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  return query execute format(
    'select t.id::text, t.record from %I as t where t.company_id = $1 and t.id > $2 order by t.id limit $3', tables ->> p_kind)
    using p_company, p_after, p_most;
end
$$;
