-- What the lists are searched, filtered and sorted by; docs/lists.md says how they use it and what each index costs.
-- Generated columns, so that the commit function need not know of them. They are columns and not expressions of indexes, since
-- row-level security lets an index serve only conditions that cannot leak: comparisons of columns cannot, functions may.

-- Both come with PostgreSQL and are trusted: the owner of the database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A text as it is sorted: small letters, ё as е.
create function sort_key(value text) returns text
language sql immutable strict parallel safe
return translate(lower(value), 'ё', 'е');

-- A text as it is searched: small letters, and the Russian ones as Latin capitals, which a text in small letters does not have
-- otherwise; ё as е. pg_trgm takes letters beyond ASCII for no letters at all where the locale is C, which the embedded PostgreSQL
-- has, and would find nothing in a Russian word. There are 26 capitals for 32 letters: the rare ones have Z before them and stay, so
-- that they are a letter for what comes before and the beginning of a word for what comes after. Frequent letters stand first: translate
-- looks from there.
create function search_key(value text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(replace(replace(replace(replace(
  translate(lower(value), 'аеёоинтсрвлкмдпуяыьгзбчйхж', 'ABBCDEFGHIJKLMNOPQRSTUVWXY'),
  'ш', 'Zш'), 'щ', 'Zщ'), 'ю', 'Zю'), 'ц', 'Zц'), 'э', 'Zэ'), 'ф', 'Zф'), 'ъ', 'Zъ');

-- A phone as people search for it: its digits, those of a Russian one with 7 and with 8 in front.
create function phone_key(phone text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  digits constant text := regexp_replace(phone, '[^0-9]', '', 'g');
begin
  return case when digits ~ '^[78]\d{10}$' then '7' || substr(digits, 2) || ' 8' || substr(digits, 2) else digits end;
end
$$;

-- Arrays are taken as their JSON text: a word that is searched for has no quotes, brackets or commas in it.
create function product_search(name text, sku text, code text, record text) returns text
language plpgsql immutable parallel safe
as $$
declare
  r constant jsonb := record::jsonb;
begin
  return search_key(concat_ws(' ', name, sku, code, r ->> 'externalCode', nullif(r ->> 'barcodes', '[]'),
    nullif(r ->> 'tags', '[]'),
    case when r -> 'packages' <> '[]' then jsonb_path_query_array(r, '$.packages[*].barcode')::text end));
end
$$;

create function partner_search(name text, phone text, email text, inn text, record text) returns text
language plpgsql immutable parallel safe
as $$
declare
  r constant jsonb := record::jsonb;
  contacts text;
begin
  if r -> 'contacts' <> '[]' then
    select string_agg(concat_ws(' ', c ->> 'name', c ->> 'email', c ->> 'phone', phone_key(c ->> 'phone')), ' ')
      into contacts
      from jsonb_array_elements(r -> 'contacts') as c;
  end if;
  return search_key(
    concat_ws(' ', name, r ->> 'fullName', r ->> 'contact', phone, phone_key(phone), email, inn, contacts));
end
$$;

-- The rows that are not sorted into a GIN index yet are read by every search: hence the bound of that list.
alter table products
  add column name_key text collate "C" not null generated always as (sort_key(name)) stored,
  add column search text not null generated always as (product_search(name, sku, code, record)) stored;
create index products_by_name on products (company_id, name_key, id);
create index products_of_kind on products (company_id, kind, id) where kind <> 'product';
create index products_archived on products (company_id, id) where archived;
create index products_by_category on products (company_id, category, id) where category is not null;
create index products_by_search on products using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 512);

alter table partners
  add column name_key text collate "C" not null generated always as (sort_key(name)) stored,
  add column search text not null generated always as (partner_search(name, phone, email, inn, record)) stored;
create index partners_by_name on partners (company_id, name_key, id);
create index partners_by_search on partners using gin (company_id, search gin_trgm_ops) with (gin_pending_list_limit = 512);

-- These are few: they are sorted when they are asked for.
alter table warehouses add column name_key text collate "C" not null generated always as (sort_key(name)) stored;
alter table price_types add column name_key text collate "C" not null generated always as (sort_key(name)) stored;
alter table filters add column name_key text collate "C" not null generated always as (sort_key(name)) stored;
alter table organizations add column name_key text collate "C" not null generated always as (sort_key(name)) stored;
alter table custom_fields add column name_key text collate "C" not null generated always as (sort_key(name)) stored;

create index lots_by_source on lots (company_id, source_lot_id) where source_lot_id is not null;

-- A row is written once, whatever becomes of the stock later.
create index stock_by_warehouse on stock (company_id, warehouse_id, product_id);

-- Most orders have no number from outside; then this costs the look into the text.
alter table orders
  add column external_number text collate "C" generated always as (
    case when strpos(record, '"externalNumber":null') = 0 then record::json ->> 'externalNumber' end) stored;
create index orders_by_external_number on orders (company_id, external_number) where external_number is not null;
create index orders_by_number on orders (company_id, number collate "C");
create index orders_by_time on orders (company_id, ordered_at, id);
create index orders_cancelled on orders (company_id, id) where status = 'cancelled';
drop index orders_by_customer;
create index orders_by_customer on orders (company_id, customer_id, id);

-- What is no shipment is a small part of the movements, and the one that is looked for by type.
create index movements_by_type on movements (company_id, type, id) where type <> 'shipment';
create index movements_by_order on movements (company_id, order_id, id) where order_id is not null;

-- The history of what is not traded by the thousand; that of an order is found by its time.
create index commands_by_entity on commands (company_id, entity_id, revision)
  where revision is not null and entity_type <> 'order' and entity_type <> 'movement';

-- The last revision of a company at or before a moment, 0 when there was none: times never go back, so halving finds it.
create function revision_at(p_company uuid, p_at timestamptz) returns bigint
language plpgsql stable
as $$
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
$$;
