-- Limits of companies over all nodes, which an operator sets (docs/decisions/0079).

-- What an operator set for single companies; all others have the defaults of the settings. Nodes read all rows at once, before they know
-- whose request comes next.
create table company_limits (
  company_id uuid primary key,
  -- JSON: by the name of a limit, its number, or null for no limit. A limit that is not named has its default.
  limits text not null,
  changed_at timestamptz not null
);
grant select, insert, update, delete on company_limits to skladno_app;

-- Grows with each change of company_limits. Nodes read it together with the epoch, so that limits cost no query of their own.
alter table histories add column limits_version bigint not null default 0;

-- How many requests of a company the nodes have taken in a minute. It is not written to the log of PostgreSQL: after a crash, counting
-- starts again.
create unlogged table request_counts (
  company_id uuid primary key,
  -- Minutes since 1970.
  minute bigint not null,
  taken integer not null check (taken >= 0)
) with (fillfactor = 50);
select isolate_company('request_counts');

-- Takes a share of the requests that a company may still send in this minute of the database's clock.
-- @returns the minute, how many were given, how many are taken by all nodes, and when the minute ends.
create function take_requests(
  p_company uuid, p_limit integer, p_share integer,
  out of_minute bigint, out given integer, out used integer, out seconds_left double precision
) language plpgsql as $$
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
$$;

-- The files that count for a company with a limit of files: those that its records name, and those uploaded within a day. Files that were
-- stored while there was no limit are added when they are counted.
create table stored_files (
  company_id uuid not null,
  sha256 text not null,
  size bigint not null check (size >= 0),
  kept_at timestamptz not null,
  primary key (company_id, sha256)
);
select isolate_company('stored_files');

create function named_files(p_company uuid) returns setof text language sql stable as $$
  select sha256 from product_images where company_id = p_company
  union select sha256 from delivery_photos where company_id = p_company
  union select sha256 from procurement_imports where company_id = p_company
  union select sha256 from table_imports where company_id = p_company
$$;

-- Brings stored_files of a company up to date and counts them. Until the transaction ends, no other node counts for this company.
create function count_stored_files(p_company uuid, out files bigint, out bytes bigint) language plpgsql as $$
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
$$;

-- Makes room for a file before its bytes are stored. Bytes that the company has already take no room. null is no limit.
-- @returns which limit forbids it (files, bytes; null: none), and what was used before.
create function take_file_room(
  p_company uuid, p_sha256 text, p_size bigint, p_max_files bigint, p_max_bytes bigint,
  out reached text, out files bigint, out bytes bigint
) language plpgsql as $$
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
$$;
