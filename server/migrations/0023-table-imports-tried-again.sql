-- What breaks off is tried again a few times, later and later, and then ends: it holds up nothing meanwhile.
alter table table_imports
  add column tries smallint not null default 0,
  add column retry_at timestamptz;
