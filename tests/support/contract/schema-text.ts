/**
 * Describes a database's schema, which all migrations together produce, as text that is the same on every machine.
 * Reads the database's catalog because our PostgreSQL packages have no `pg_dump`.
 */
import type pg from 'pg'

/**
 * The queries for the parts of the schema. Each returns one sorted column `text`, for our own objects only: the job
 * queue's schema belongs to its library.
 */
const QUESTIONS = {
  functions: `
    select pg_get_functiondef(p.oid) || ';' as text
      from pg_proc as p
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
     order by p.proname, pg_get_function_identity_arguments(p.oid) collate "C"`,
  tables: `
    select format(E'create %stable %I (\\n%s\\n)%s%s;',
                  case t.relpersistence when 'u' then 'unlogged ' else '' end, t.relname,
                  (select string_agg('  ' || line, E',\\n' order by rank, place, line collate "C") from (
                     select 0 as rank, a.attnum, format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                              case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                                   when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
                              case when a.attnotnull then ' not null' else '' end) as line
                       from pg_attribute as a
                       left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
                      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
                     union all
                     select 1, null, format('constraint %I %s', c.conname, pg_get_constraintdef(c.oid))
                       from pg_constraint as c
                      where c.conrelid = t.oid and c.contype <> 'n') as lines (rank, place, line)),
                  case when t.relkind = 'p' then ' partition by ' || pg_get_partkeydef(t.oid) else '' end,
                  case when t.reloptions is null then '' else format(' with (%s)', array_to_string(t.reloptions, ', ')) end) as text
      from pg_class as t
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
     order by t.relname collate "C"`,
  views: `
    select format(E'create %sview %I as\\n%s', case t.relkind when 'm' then 'materialized ' else '' end, t.relname,
                  pg_get_viewdef(t.oid)) as text
      from pg_class as t
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('v', 'm')
     order by t.relname collate "C"`,
  indexes: `
    select pg_get_indexdef(x.indexrelid) || ';' as text
      from pg_index as x
      join pg_class as t on t.oid = x.indrelid
      join pg_class as i on i.oid = x.indexrelid
     where t.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = x.indexrelid and contype in ('p', 'u', 'x'))
     order by i.relname collate "C"`,
  rest: `
    select text from (
      select format('-- %I: row-level security %s%s', relname, case when relrowsecurity then 'on' else 'off' end,
                    case when relforcerowsecurity then ', forced' else '' end) as text
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all
      select format('create policy %I on %I for %s using (%s)%s;', polname, t.relname,
                    case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
                    pg_get_expr(polqual, polrelid), coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', ''))
        from pg_policy as p join pg_class as t on t.oid = p.polrelid
      union all
      select pg_get_triggerdef(g.oid) || ';' from pg_trigger as g
        join pg_class as t on t.oid = g.tgrelid
       where t.relnamespace = 'public'::regnamespace and not g.tgisinternal
      union all
      select format('grant %s on %I to %I;', string_agg(lower(privilege_type), ', ' order by privilege_type), table_name, grantee)
        from information_schema.role_table_grants
       where table_schema = 'public' and grantee = 'skladno_app'
       group by table_name, grantee
      union all
      select format('create sequence %I;', relname) from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all
      select format('create extension %I;', extname) from pg_extension where extname <> 'plpgsql') as lines (text)
     order by text collate "C"`,
} as const

/** Returns the schema as statements and remarks. The text is meant for reading; the migrations create the schema. */
export async function schemaText(client: pg.Client): Promise<string> {
  const parts: string[] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const { rows } = await client.query<{ text: string }>(question)
    parts.push(...rows.map(({ text }) => `${text.trimEnd()}${name === 'rest' ? '' : '\n'}`))
  }
  return `-- What the migrations come to. Written by \`npm run schema\`, compared by tests/contract/schema.test.ts; never run.\n\n${parts.join('\n')}\n`
}
