-- The second wall between companies. The service acts as skladno_app, which owns nothing and cannot pass by the policies;
-- `force` holds the tables' owner to them as well. A transaction names its company with set_config('app.company_id', …, true);
-- without it no row is visible.

do $$
begin
  if not exists (select from pg_roles where rolname = 'skladno_app') then
    create role skladno_app nologin;
  end if;
exception
  -- Another database of this cluster made it at the same moment.
  when duplicate_object or unique_violation then null;
end
$$;

-- What every table of companies is held to, those of later migrations too.
create function isolate_company(name text) returns void
language plpgsql
as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy company_isolation on %I using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)',
    name
  );
  execute format('grant select, insert, update, delete on %I to skladno_app', name);
end
$$;

select isolate_company(name)
  from unnest(array[
    'companies', 'settings', 'commands', 'warehouses', 'price_types', 'filters', 'filter_values', 'organizations',
    'custom_fields', 'partners', 'contracts', 'products', 'product_components', 'product_prices', 'product_filter_values',
    'product_images', 'stock', 'lots', 'purchases', 'documents', 'document_lines', 'payments', 'external_links',
    'notifications', 'procurement_imports', 'recognitions', 'orders', 'order_items', 'movements', 'sales', 'movement_lots'
  ]) as name;

grant usage on schema public to skladno_app;
grant select, insert, update, delete on tokens, users, accounts, memberships to skladno_app;
