/** What must be true of the tables and of the log that they are made of, by SQL as in self-check-records.ts. */
import { KIND_NAMES, type Kind } from '../domain/kinds.ts'
import { versionOf } from '../domain/upcasters.ts'
import { rowsOf } from './records.ts'

/** Every record as its table has it: kind, key, revision and what tells its text from others. */
function keptOf(kind: Kind): string {
  if (kind === 'stock')
    return `select 'stock' as kind, product_id || '/' || warehouse_id as id, revision,
                   md5('[' || on_hand_milli || ',' || reserved_milli || ']') as image
              from stock where company_id = $1`
  const id = kind === 'settings' ? `'settings'` : 'id::text'
  // The row of a rejected file stays for its bytes alone.
  const where = kind === 'imports' ? ` and status <> 'rejected'` : ''
  return `select '${kind}' as kind, ${id} as id, revision, md5(record) as image from ${rowsOf(kind)}${where}`
}

/** The version in which a kind last changed its shape. */
const CHANGED = KIND_NAMES.filter((kind) => versionOf(kind) > 1)
const SHAPE_OF_KIND =
  CHANGED.length === 0
    ? '1'
    : `case k.key ${CHANGED.map((kind) => `when '${kind}' then ${versionOf(kind)}`).join(' ')} else 1 end`

/**
 * Records of which the tables have not what the log, as far as it was projected, says last: kind, key, and when the log says it; null: it
 * knows of none.
 */
export const DIFFERING_RECORDS = `
    with images as (
      select distinct on (k.key, r.key) k.key as kind, r.key as id, c.revision, c.v >= ${SHAPE_OF_KIND} as is_current,
             case when json_typeof(r.value) <> 'null' then md5(r.value::text) end as image
        from commands c
       cross join lateral json_each(c.after::json) as k
       cross join lateral json_each(k.value) with ordinality as r (key, value, position)
       where c.company_id = $1 and c.revision <= (select revision from projections where company_id = $1)
         and json_typeof(k.value) = 'object' and k.key not in ('sales', 'revenues')
       order by k.key, r.key, c.revision desc, r.position desc),
    kept as (${KIND_NAMES.map(keptOf).join(' union all ')})
    select coalesce(i.kind, k.kind) as kind, coalesce(i.id, k.id) as key, i.revision
      from images i full join kept k on k.kind = i.kind and k.id = i.id, projections p
     where p.company_id = $1
       and case when i.id is null then k.revision > p.logged_since
                -- What an older version left behind stands in the log as it was written, and in its table in the shape of now.
                when not i.is_current and i.image is not null then k.image is null
                else k.image is distinct from i.image end`

export const LOG_CHECKS: Readonly<Record<string, string>> = {
  'what the commands left behind is in the tables': `select kind || ' ' || key from (${DIFFERING_RECORDS}) as differing`,

  'the tables are at the revision of the log': `
    select 'company ' || c.revision || ', tables ' || p.revision
      from companies c join projections p on p.company_id = c.company_id
     where c.company_id = $1 and p.revision <> c.revision`,
}
