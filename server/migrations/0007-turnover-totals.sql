-- What moved in years that are over, added up for the turnover (docs/decisions/0016). Written by no command: a report that read such a
-- year has it kept once it is answered. Both tables can be emptied at any time, the years' first.

-- The years of which all totals are there, with their edges as ids: what happened at `starts` or later and before `ends`.
create table turnover_years (
  company_id uuid not null references companies,
  year smallint not null,
  starts uuid not null,
  ends uuid not null check (ends > starts),
  primary key (company_id, year)
);

-- Transfers are left out: in the company as a whole nothing came or went.
create table turnover_totals (
  company_id uuid not null,
  product_id uuid not null,
  good_milli bigint not null,
  cost_minor bigint not null,
  year smallint not null,
  direction smallint not null,
  type text not null,
  primary key (company_id, year, product_id, type, direction)
);

select isolate_company('turnover_years');
select isolate_company('turnover_totals');
