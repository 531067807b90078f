-- Which history of the data this database has. A database that was restored to an earlier moment gives out revisions anew that others have
-- seen with other contents: it begins another epoch, and what was kept of the lost one is told apart.

create table histories (
  -- One row.
  id smallint primary key default 1 check (id = 1),
  -- Random.
  epoch text not null check (epoch ~ '^[0-9a-f]{12}$'),
  -- Where the database was when the epoch began: cluster, timeline and number of the database. null: nobody has looked yet.
  place text
);

insert into histories (epoch) values (left(md5(gen_random_uuid()::text), 12));
grant select, update on histories to skladno_app;
