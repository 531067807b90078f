/** Code shared by many commands: bodies, results, and the rules for combining given fields with stored ones. */
import { Type } from 'typebox'
import { logRecord, type UpdateVerb } from '../domain/audit-log.ts'
import type { NamedKind } from '../domain/kinds.ts'
import { put, type RecordOf } from '../domain/records.ts'
import { type Blocker, blockerOf, invalid, MAX_BLOCKERS, Refusal } from '../domain/refusals.ts'
import { Id, strictObject } from '../domain/schema.ts'
import type { Decision, ReferenceGroup, Result } from './define.ts'

/** The body of every DELETE: `{}`. A key in the body is refused. */
export const NoBody = strictObject({})

/** The `result` in the response to a delete. */
export const Deleted = Type.Object(
  { id: Id, deleted: Type.Boolean() },
  { title: 'Deleted', description: 'The answer to a delete.' },
)

/** Reads an optional text field of a new record: omitted, null and empty all mean null. */
export function words(value: string | null | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

/**
 * Reads an optional field of an update: omitted keeps the stored value, null or an empty string clears it. Source:
 * S-RECORD-1.
 */
export function given<T>(value: T | null | undefined, kept: T | null): T | null {
  if (value === undefined) return kept
  return value === '' ? null : value
}

/**
 * Reads an optional array or object of an update: omitted keeps the stored value, null empties it, and a given value
 * replaces it.
 */
export function givenOr<T>(value: T | null | undefined, kept: T, empty: T): T {
  if (value === undefined) return kept
  return value ?? empty
}

/** Returns the audit log's verb for an update: updated, archived or restored. */
export function updateVerb(before: { archived: boolean }, after: { archived: boolean }): UpdateVerb {
  if (before.archived === after.archived) return 'updated'
  return after.archived ? 'archived' : 'restored'
}

/**
 * Builds the decision of an update from the record before and after it. `entity`: the kind's name in audit actions;
 * `name`: the record's name in the audit log.
 */
export function updated<K extends NamedKind | 'contracts'>(
  kind: K,
  { before, after }: { readonly before: RecordOf[K]; readonly after: RecordOf[K] },
  { entity, name }: { readonly entity: string; readonly name: string },
): Decision {
  return {
    result: { kind, record: after } as Result,
    changes: [put(kind, after)],
    logged: logRecord(entity, updateVerb(before, after), name),
  }
}

/**
 * Refuses HAS_REFERENCES when other records refer to this record, and lists the number of such records of each kind.
 * `advice`: another way for the user to reach the goal. Source: S-RECORD-6.
 */
export function refuseReferenced(
  what: string,
  groups: readonly ReferenceGroup[],
  advice = 'Archive it instead.',
): void {
  if (groups.length === 0) return
  const counts = groups.map(({ entity, count }) => `${count} ${entity}${count === 1 ? '' : 's'}`).join(', ')
  const blockers: Blocker[] = groups
    .flatMap(({ entity, examples }) => examples.map(({ id, ...told }) => ({ entity, id, ...told })))
    .slice(0, MAX_BLOCKERS)
  const references = groups.map(({ entity, count }) => ({ entity, count }))
  throw new Refusal('HAS_REFERENCES', `The ${what} is in use: ${counts}. ${advice}`, {
    figures: { reason: 'named', references },
    blockers,
  })
}

/** Refuses VALIDATION_FAILED when only one half of an external id is given. Source: S-LINK-5. */
export function checkExternalPair(source: string | null, externalId: string | null): void {
  if ((source === null) === (externalId === null)) return
  const path = externalId === null ? '/externalId' : '/externalSource'
  throw invalid(path, 'externalSource and externalId come together', 'REQUIRED')
}

/**
 * Refuses DUPLICATE_EXTERNAL_ID when another record already has the external id. `taken`: the id of
 * that other record, if any.
 */
export function refuseTakenPair(entity: string, taken: string | null | undefined, externalId: string | null): void {
  if (taken == null || externalId === null) return
  throw new Refusal(
    'DUPLICATE_EXTERNAL_ID',
    `The ${entity} "${taken}" already has the external id "${externalId}" of this source.`,
    {
      figures: { entity, id: taken, externalId },
      blockers: [blockerOf(entity, taken, externalId)],
    },
  )
}
