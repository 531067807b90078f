-- A file is read a page at a time; between two pages the files of other companies have their turns. What was found on the pages so
-- far is kept here, so that any node can go on after any page.

alter table procurement_imports
  -- Of the attempt `started_attempt`: pages done, and which page is next.
  add column turns integer not null default 0,
  add column next_page integer not null default 0,
  -- How long these turns took, without the time between them.
  add column read_ms bigint not null default 0 check (read_ms >= 0),
  -- Since when a page is being read; null: the file waits for its next turn.
  add column turn_started_at timestamptz;

create table recognition_pages (
  company_id uuid not null,
  import_id uuid not null,
  -- Rows of earlier attempts are not read; they are replaced or swept away.
  attempt integer not null,
  page integer not null check (page >= 0),
  -- JSON that only the recognizer understands.
  found text not null check (octet_length(found) <= 2097152),
  primary key (company_id, import_id, page),
  foreign key (company_id, import_id) references procurement_imports (company_id, id)
);

select isolate_company('recognition_pages');
