/**
 * SQL for links. A link connects one of our records with the record in MoySklad that it corresponds to, and contains
 * the values that the MoySklad record had at the last transfer.
 */
import { parseStored, printStored } from '../../domain/upcasters.ts'
import type { Tx } from '../../store/database.ts'
import type { SourceVersion } from '../mapping/merge.ts'
import type { ReferenceKind } from '../mapping/plan.ts'

export type LinkKind = ReferenceKind | 'document'

export interface Link {
  readonly kind: LinkKind
  readonly externalId: string
  readonly internalId: string
  /** The values at the last transfer; null when unknown, for example because the record was linked manually. */
  readonly last: SourceVersion | null
}

interface LinkRow {
  kind: LinkKind
  external_id: string
  internal_id: string
  last: string | null
}

/** MoySklad's name in external links, which users can see. */
export const LINK_SOURCE = 'moysklad'

/**
 * Finds the links of some MoySklad records. An external link, which users can change, takes precedence over the link
 * stored by the import. The values of the last transfer count only if both links point to the same record.
 */
export async function findLinks(
  tx: Tx,
  companyId: string,
  wanted: readonly { readonly kind: LinkKind; readonly externalId: string }[],
): Promise<Link[]> {
  if (wanted.length === 0) return []
  const kinds = wanted.map(({ kind }) => kind)
  const externalIds = wanted.map(({ externalId }) => externalId)
  const { rows } = await tx.query<LinkRow>(
    `select w.kind, w.external_id, coalesce(e.internal_id, l.internal_id) as internal_id,
            case when e.internal_id is null or e.internal_id = l.internal_id then l.last end as last
       from (select distinct * from unnest($2::text[], $3::text[]) as u (kind, external_id)) as w
       left join (select * from extsys_links where company_id = $1 and external_id = any ($3)) as l
         on l.kind = w.kind and l.external_id = w.external_id
       left join (select * from external_links where company_id = $1 and source = $4 and external_id = any ($3)) as e
         on e.entity_type = w.kind and e.external_id = w.external_id
      where coalesce(e.internal_id, l.internal_id) is not null`,
    [companyId, kinds, externalIds, LINK_SOURCE],
  )
  return rows.map((row) => ({
    ...{ kind: row.kind, externalId: row.external_id, internalId: row.internal_id },
    last: row.last === null ? null : parseStored<SourceVersion>(`extsysLast:${row.kind}`, row.last),
  }))
}

export async function putLinks(
  tx: Tx,
  companyId: string,
  links: readonly (Link & { readonly last: SourceVersion })[],
): Promise<void> {
  if (links.length === 0) return
  const lines = links.map(({ kind, externalId, internalId, last }) => ({
    ...{ kind, external_id: externalId, internal_id: internalId, last: printStored(`extsysLast:${kind}`, last) },
  }))
  await tx.query(
    `insert into extsys_links (company_id, kind, external_id, internal_id, last)
     select $1, kind, external_id, internal_id, last
       from json_to_recordset($2) as r (kind text, external_id text, internal_id uuid, last text)
     on conflict (company_id, kind, external_id) do update
       set internal_id = excluded.internal_id, last = excluded.last`,
    [companyId, JSON.stringify(lines)],
  )
}

/**
 * Lists the links of a kind, sorted by external id and starting after the given id. Used to find records that no longer
 * exist in MoySklad.
 */
export async function listLinksOf(
  tx: Tx,
  companyId: string,
  { kind, after, limit }: { kind: LinkKind; after: string; limit: number },
): Promise<{ externalId: string; internalId: string }[]> {
  const { rows } = await tx.query<{ external_id: string; internal_id: string }>(
    `select external_id, internal_id from extsys_links
      where company_id = $1 and kind = $2 and external_id > $3 order by external_id limit $4`,
    [companyId, kind, after, limit],
  )
  return rows.map((row) => ({ externalId: row.external_id, internalId: row.internal_id }))
}
