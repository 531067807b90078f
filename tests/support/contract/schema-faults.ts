/**
 * Checks in a database's catalog the promises of docs/scaling.md and the first migration for every table: one company's
 * rows can be moved to a shard of their own, and no other company can reach them.
 */
import type pg from 'pg'

/** Tables that are read before it is known which company a request belongs to, or that belong to no company. */
export const LOOK_UP_TABLES = [
  'users',
  'accounts',
  'memberships',
  'tokens',
  'invitations',
  'summary_zones',
  'ending_reservations',
  'extsys_work',
  'migrations',
  'sessions',
  'verifications',
  'two_factors',
  'rate_limits',
  'secret_key_checks',
  'user_keys',
  'extsys_pace',
  'histories',
  'company_deletions',
  'company_limits',
]

/**
 * The required row-level security policy: a plain equality. A policy with a sub-query would be slow and could itself be subject
 * to policies.
 */
const POLICY = `(company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)`

/** Queries that find faults of tables. Each returns one column `fault`; $1 is the list of look-up tables. */
const QUESTIONS = [
  `select format('%s: no company_id uuid not null', relname) as fault
     from pg_class as t
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ($1)
      and not exists (select from pg_attribute where attrelid = t.oid and attname = 'company_id' and attnotnull
                                                 and atttypid = 'uuid'::regtype)`,
  `select format('%s: no primary key', relname) as fault
     from pg_class as t
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_constraint where conrelid = t.oid and contype = 'p')`,
  `select format('%s: the unique index %s does not begin with company_id', t.relname, i.relname) as fault
     from pg_index as x
     join pg_class as t on t.oid = x.indrelid
     join pg_class as i on i.oid = x.indexrelid
     left join pg_attribute as a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where t.relnamespace = 'public'::regnamespace and t.relname <> all ($1) and x.indisunique
      and a.attname is distinct from 'company_id'`,
  `select format('%s: the foreign key %s does not begin with company_id on both sides', t.relname, c.conname) as fault
     from pg_constraint as c
     join pg_class as t on t.oid = c.conrelid
     join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute as b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where t.relnamespace = 'public'::regnamespace and t.relname <> all ($1) and c.contype = 'f'
      and (a.attname <> 'company_id' or b.attname <> 'company_id')`,
  `select format('%s: the foreign key %s sets null or a default', conrelid::regclass, conname) as fault
     from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f'
      and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))`,
  `select format('%s: row-level security is not enabled and forced', relname) as fault
     from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ($1)
      and not (relrowsecurity and relforcerowsecurity)`,
  `select format('%s: its policies are not the one plain equality', t.relname) as fault
     from pg_class as t
     left join pg_policies as p on p.schemaname = 'public' and p.tablename = t.relname
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname <> all ($1)
    group by t.relname
   having count(p.*) <> 1
       or not bool_and(p.permissive = 'PERMISSIVE' and p.cmd = 'ALL' and p.roles = '{public}' and p.qual = '${POLICY.replaceAll("'", "''")}'
                       and p.with_check is null)`,
  `select format('%s: has the trigger %s', tgrelid::regclass, tgname) as fault
     from pg_trigger join pg_class as t on t.oid = tgrelid
    where t.relnamespace = 'public'::regnamespace and not tgisinternal`,
  `select format('%s: is a sequence', relname) as fault
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  `select format('%s: the column %s is an identity', attrelid::regclass, attname) as fault
     from pg_attribute join pg_class as t on t.oid = attrelid
    where t.relnamespace = 'public'::regnamespace and attidentity <> ''`,
  `select format('%s: a function that runs with the rights of its owner', proname) as fault
     from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
  `select format('%s: a view runs with the rights of its owner', relname) as fault
     from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions::text[] && array['security_invoker=true', 'security_invoker=on'], false)`,
]

/** Queries that find faults of the service's database role; $1 is the role's name. */
const ROLE_QUESTIONS = [
  `select 'the role may pass by row-level security' as fault
     from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)`,
  `select 'the role may make roles, databases or replicas' as fault
     from pg_roles where rolname = $1 and (rolcreaterole or rolcreatedb or rolreplication)`,
  `select 'there is no such role' as fault where not exists (select from pg_roles where rolname = $1)`,
  `select format('the role owns %s', pg_describe_object(classid, objid, objsubid)) as fault
     from pg_shdepend
    where refclassid = 'pg_authid'::regclass and refobjid = $1::regrole and deptype = 'o'
      and dbid in (0, (select oid from pg_database where datname = current_database()))`,
  `select format('the role is a member of %s', roleid::regrole) as fault
     from pg_auth_members where member = $1::regrole`,
  `select format('the role may truncate %s, which no policy stops', relname) as fault
     from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege($1, oid, 'truncate')`,
  `select 'the role may make tables' as fault where has_schema_privilege($1, 'public', 'create')`,
]

/** Returns everything that is wrong with the tables and the service's database role, or an empty list. */
export async function findSchemaFaults(client: pg.Client, role: string): Promise<string[]> {
  const faults: string[] = []
  for (const question of QUESTIONS) {
    const values = question.includes('$1') ? [LOOK_UP_TABLES] : []
    const { rows } = await client.query<{ fault: string }>(question, values)
    faults.push(...rows.map((row) => row.fault))
  }
  for (const question of ROLE_QUESTIONS) {
    const { rows } = await client.query<{ fault: string }>(question, [role])
    faults.push(...rows.map((row) => row.fault))
  }
  return faults
}
