-- The session address: who is signed in where, second factors, and what throttles guessing. Tables that are looked up before the
-- company is known, like users and tokens. They are kept by the sign-in library under names of ours (server/access/auth.ts).

create table sessions (
  id text primary key,
  -- SHA-256 of the token in the cookie; the token itself is kept nowhere.
  token_hash text not null unique,
  user_id text not null references users on delete cascade,
  -- The company that the session acts for; null until one is chosen. Whether the user is still a member is asked each time.
  company_id uuid references companies,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Moves on while the session is used, up to ends_at.
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  ip_address text,
  user_agent text
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Single-use values: links that reset a password, challenges of a second factor. Their identifiers are hashed.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier, created_at desc);
create index verifications_by_expiry on verifications (expires_at);

alter table users add two_factor_enabled boolean not null default false;

create table two_factors (
  id text primary key,
  user_id text not null unique references users on delete cascade,
  -- Both encrypted with the secret key.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Counters that nodes share, in the form of rate-limiter-flexible. Keys are hashes.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

-- By which every node sees whether it has the secret key that the others have. The key cannot be found from it.
create table secret_key_checks (
  version integer primary key,
  check_value text not null,
  created_at timestamptz not null default now()
);

-- Whether a viewer sees costs: the owner says.
alter table memberships add sees_costs boolean not null default true;

-- The companies of a user with their names, which row-level security lets be read one company at a time.
create function companies_of_user(wanted text)
returns table (company_id uuid, company_name text, role text, joined_at timestamptz)
language plpgsql
as $$
declare
  member record;
begin
  for member in
    select m.company_id, m.role, m.created_at from memberships as m where m.user_id = wanted order by m.created_at, m.company_id
  loop
    perform set_config('app.company_id', member.company_id::text, true);
    return query
      select s.company_id, s.company_name, member.role, member.created_at
        from settings as s
       where s.company_id = member.company_id;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;

grant select, insert, update, delete on sessions, verifications, two_factors, rate_limits, secret_key_checks to skladno_app;
