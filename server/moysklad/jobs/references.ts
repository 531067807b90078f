/** Finds our records that the rows of a batch refer to, so that their ids can be put into the commands' bodies. */
import type { Tx } from '../../store/database.ts'
import { WRITING_COMMANDS } from '../mapping/commands.ts'
import type { EntityType, PlannedBody, Reference, ReferenceKind } from '../mapping/plan.ts'
import { type Lookup, referencesIn } from '../mapping/references.ts'
import { findLinks, type Link, type LinkKind } from './link-sql.ts'
import { findExisting } from './local-records-sql.ts'
import { findPlans } from './row-sql.ts'

export const linkKindOf = (type: EntityType): LinkKind => WRITING_COMMANDS[type].reference

export const linkKey = (kind: LinkKind, externalId: string): string => `${kind} ${externalId}`

/** Returns the links of rows, keyed by `linkKey`. */
export async function linksOf(
  tx: Tx,
  companyId: string,
  rows: readonly { readonly entityType: EntityType; readonly externalId: string }[],
): Promise<Map<string, Link>> {
  const wanted = rows.map(({ entityType, externalId }) => ({ kind: linkKindOf(entityType), externalId }))
  const links = await findLinks(tx, companyId, wanted)
  return new Map(links.map((link) => [linkKey(link.kind, link.externalId), link]))
}

/** Returns a lookup for our records that the bodies refer to. Deleted records count as not found. */
export async function lookupFor(tx: Tx, companyId: string, bodies: readonly PlannedBody[]): Promise<Lookup> {
  const references = bodies.flatMap(referencesIn)
  const links = await findLinks(
    tx,
    companyId,
    references.map(({ reference, externalId }) => ({ kind: reference, externalId })),
  )
  const kinds = new Set(links.map(({ kind }) => kind))
  const existing = new Map<LinkKind, Set<string>>()
  for (const kind of kinds) {
    const ids = links.filter((link) => link.kind === kind).map(({ internalId }) => internalId)
    existing.set(kind, await findExisting(tx, companyId, kind, ids))
  }
  const found = new Map(
    links
      .filter(({ kind, internalId }) => existing.get(kind)!.has(internalId))
      .map(({ kind, externalId, internalId }) => [linkKey(kind, externalId), internalId]),
  )
  return ({ reference, externalId }) => found.get(linkKey(reference, externalId))
}

/**
 * Returns the lookup used during a preview. A record that this import will create has a placeholder instead of an id.
 * `own`: the rows of the batch being planned.
 */
export async function previewLookup(
  tx: Tx,
  companyId: string,
  { jobId, bodies }: { jobId: string; bodies: readonly PlannedBody[] },
): Promise<Lookup> {
  const references = bodies.flatMap(referencesIn)
  const there = await lookupFor(tx, companyId, bodies)
  const plans = await findPlans(
    tx,
    companyId,
    jobId,
    references.map(({ externalId }) => externalId),
  )
  const created = new Set(
    plans
      .filter(({ action }) => action === 'create')
      .map(({ entityType, externalId }) => linkKey(linkKindOf(entityType), externalId)),
  )
  return (reference: Reference) => {
    const { reference: kind, externalId }: { reference: ReferenceKind; externalId: string } = reference
    const key = linkKey(kind, externalId)
    return created.has(key) ? `new:${key}` : there(reference)
  }
}
