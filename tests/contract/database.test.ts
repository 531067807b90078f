/** Checks the rules for our database tables in the catalog of a migrated database. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CONTRACT_KINDS,
  CUSTOMER_RETURN_STATUSES,
  DOCUMENT_KINDS,
  DOCUMENT_STATUSES,
  LINKED_ENTITIES,
  MOVEMENT_TYPES,
  NOTIFICATION_KINDS,
  ORDER_STATUSES,
  PAYMENT_DIRECTIONS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  PRODUCT_KINDS,
  PURCHASE_STATUSES,
  SHIPMENT_STATUSES,
  STOCKTAKE_STATUSES,
} from '../../server/domain/record-schemas.ts'
import {
  CUSTOMER_RETURN_MOVES,
  DOCUMENT_MOVES,
  ORDER_MOVES,
  PAYMENT_MOVES,
  SHIPMENT_MOVES,
  STOCKTAKE_MOVES,
} from '../../server/domain/transitions.ts'
import { APP_ROLE } from '../../server/store/database.ts'
import { findSchemaFaults, LOOK_UP_TABLES } from '../support/contract/schema-faults.ts'
import { cloneDatabase } from '../support/node/service.ts'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client

beforeAll(async () => {
  cloned = await cloneDatabase()
  client = new pg.Client({ connectionString: cloned.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await cloned.drop()
})

/** Returns the values that the CHECK constraint of a column allows. */
async function allowedWords(table: string, column: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(c.oid) as definition
       from pg_constraint as c
       join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.conrelid = $1::regclass and c.contype = 'c' and cardinality(c.conkey) = 1 and a.attname = $2`,
    [table, column],
  )
  expect(rows, `${table}.${column} has one CHECK`).toHaveLength(1)
  return [...rows[0]!.definition.matchAll(/'([^']*)'/g)].map((match) => match[1]!)
}

/** Runs SQL statements, collects the faults of the schema, and rolls the statements back. */
async function faultsAfter(statements: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(statements)
    return await findSchemaFaults(client, APP_ROLE)
  } finally {
    await client.query('rollback')
  }
}

const GOOD = `
  create table good (company_id uuid not null references companies, id uuid not null, primary key (company_id, id));
  alter table good enable row level security;
  alter table good force row level security;
  create policy company_isolation on good
    using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);`

test('every table follows the rules for company data', async () => {
  expect(await findSchemaFaults(client, APP_ROLE)).toEqual([])
})

test('only the look-up tables have keys that do not begin with a company', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
  )
  expect(rows.map((row) => row.name).sort()).toEqual([...LOOK_UP_TABLES].sort())
})

test('the check of database rules accepts a table that follows them', async () => {
  expect(await faultsAfter(GOOD)).toEqual([])
})

test.each([
  ['no company_id', 'create table bad (id uuid primary key)', 'bad: no company_id'],
  ['a nullable company_id', 'create table bad (company_id uuid, id uuid primary key)', 'bad: no company_id'],
  ['a company_id of type text', 'create table bad (company_id text primary key)', 'bad: no company_id'],
  ['no primary key', 'create table bad (company_id uuid not null)', 'bad: no primary key'],
  [
    'a primary key that begins with another column',
    'create table bad (company_id uuid, id uuid, primary key (id, company_id))',
    'bad: the unique index bad_pkey does not begin with company_id',
  ],
  [
    'a unique index without the company',
    `${GOOD} create unique index good_once on good (id)`,
    'good: the unique index good_once does not begin',
  ],
  [
    'a unique index on an expression',
    `${GOOD} create unique index good_once on good (lower(id::text), company_id)`,
    'good: the unique index good_once does not begin',
  ],
  [
    'a foreign key without the company',
    `${GOOD} alter table good add user_id text references users`,
    'good: the foreign key good_user_id_fkey does not begin',
  ],
  [
    'a foreign key with the company in another place',
    `create table bad (id uuid, company_id uuid, primary key (company_id, id),
                       foreign key (id, company_id) references warehouses (id, company_id))`,
    'bad: the foreign key bad_id_company_id_fkey does not begin',
  ],
  [
    'a foreign key that sets columns to null',
    `${GOOD} alter table good add lot_id uuid,
       add foreign key (company_id, lot_id) references lots (company_id, id) on delete set null (lot_id)`,
    'good: the foreign key good_company_id_lot_id_fkey sets null',
  ],
  [
    'a foreign key that sets columns to a default on update',
    `${GOOD} alter table good add lot_id uuid,
       add foreign key (company_id, lot_id) references lots (company_id, id) on update set default`,
    'good: the foreign key good_company_id_lot_id_fkey sets null or a default',
  ],
  [
    'row-level security switched off',
    `${GOOD} alter table good disable row level security`,
    'good: row-level security',
  ],
  ['row-level security not forced', `${GOOD} alter table good no force row level security`, 'good: row-level security'],
  ['no policy', `${GOOD} drop policy company_isolation on good`, 'good: its policies'],
  ['a second policy', `${GOOD} create policy also on good using (true)`, 'good: its policies'],
  [
    'a policy with a sub-query',
    `${GOOD} drop policy company_isolation on good;
     create policy company_isolation on good using (company_id in (select company_id from companies))`,
    'good: its policies',
  ],
  [
    'a policy for reads only',
    `${GOOD} drop policy company_isolation on good;
     create policy company_isolation on good for select
       using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)`,
    'good: its policies',
  ],
  [
    'a policy that allows writing rows that it does not show',
    `${GOOD} alter policy company_isolation on good with check (true)`,
    'good: its policies',
  ],
  [
    'a trigger',
    `${GOOD} create trigger t before update on good for each row execute function suppress_redundant_updates_trigger()`,
    'good: has the trigger t',
  ],
  ['a serial column', `${GOOD} alter table good add n serial`, 'good_n_seq: is a sequence'],
  [
    'an identity column',
    `${GOOD} alter table good add n bigint generated always as identity`,
    'good: the column n is an identity',
  ],
  [
    'a function that runs with its owner’s rights',
    `create function loot() returns bigint language sql security definer as 'select count(*) from orders'`,
    'loot: a function that runs',
  ],
  ['a view that runs with its owner’s rights', 'create view loot as select * from orders', 'loot: a view runs'],
  [
    'a role that bypasses row-level security',
    `alter role ${APP_ROLE} bypassrls`,
    'the role may pass by row-level security',
  ],
  ['a role that is a superuser', `alter role ${APP_ROLE} superuser`, 'the role may pass by row-level security'],
  ['a role that may create roles', `alter role ${APP_ROLE} createrole`, 'the role may make roles'],
  ['a role that owns a table', `${GOOD} alter table good owner to ${APP_ROLE}`, 'the role owns table good'],
  [
    'a role that is a member of another',
    `grant pg_read_all_data to ${APP_ROLE}`,
    'the role is a member of pg_read_all_data',
  ],
  ['a role that may truncate tables', `grant truncate on orders to ${APP_ROLE}`, 'the role may truncate orders'],
  ['a role that may create tables', `grant create on schema public to ${APP_ROLE}`, 'the role may make tables'],
])('the check of database rules reports a table with %s', async (_what, statements, fault) => {
  const faults = await faultsAfter(statements).catch((error: Error) => [error.message])
  expect(faults.filter((found) => found.startsWith(fault))).not.toEqual([])
})

test.each([
  ['orders', 'status', ORDER_STATUSES],
  ['shipments', 'status', SHIPMENT_STATUSES],
  ['products', 'kind', PRODUCT_KINDS],
  ['movements', 'type', MOVEMENT_TYPES],
  ['purchases', 'status', PURCHASE_STATUSES],
  ['documents', 'kind', DOCUMENT_KINDS],
  ['documents', 'status', DOCUMENT_STATUSES],
  ['payments', 'status', PAYMENT_STATUSES],
  ['payments', 'direction', PAYMENT_DIRECTIONS],
  ['payments', 'method', PAYMENT_METHODS],
  ['stocktakes', 'status', STOCKTAKE_STATUSES],
  ['customer_returns', 'status', CUSTOMER_RETURN_STATUSES],
  ['contracts', 'kind', CONTRACT_KINDS],
  ['external_links', 'entity_type', LINKED_ENTITIES],
  ['notifications', 'kind', NOTIFICATION_KINDS],
])('the database column %s.%s allows exactly the values that the code defines', async (table, column, words) => {
  expect((await allowedWords(table, column)).sort()).toEqual([...words].sort())
})

test.each([
  ['order', ORDER_MOVES, ORDER_STATUSES],
  ['shipment', SHIPMENT_MOVES, SHIPMENT_STATUSES],
  ['customer return', CUSTOMER_RETURN_MOVES, CUSTOMER_RETURN_STATUSES],
  ['document', DOCUMENT_MOVES, DOCUMENT_STATUSES],
  ['payment', PAYMENT_MOVES, PAYMENT_STATUSES],
  ['stocktake', STOCKTAKE_MOVES, STOCKTAKE_STATUSES],
] as const)(
  'every status of a %s has a list of possible changes, each of which leads to a known status',
  (_what, moves, statuses) => {
    expect(Object.keys(moves).sort()).toEqual([...statuses].sort())
    for (const targets of Object.values(moves)) for (const target of targets) expect(statuses).toContain(target)
  },
)
