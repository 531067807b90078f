-- Idempotency keys of what somebody does who is not, or not yet, a member of the company that it is about, such as accepting an
-- invitation. They belong to the user: nothing that a stranger sends writes into the keys of a company. Looked up before the company
-- is known, like users and sessions.

create table user_keys (
  user_id text not null references users on delete cascade,
  key text not null,
  fingerprint text not null,
  status integer not null,
  -- What was answered, as JSON.
  result text not null,
  at timestamptz not null default now(),
  primary key (user_id, key)
);

grant select, insert, update, delete on user_keys to skladno_app;
