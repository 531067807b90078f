/**
 * Builds warnings about a partner who was saved but will cause later commands to be refused. Source: S-ANSWER-3,
 * S-PARTNER-8.
 */
import { type TProperties, Type } from 'typebox'
import type { Books } from '../domain/books.ts'
import { foldName } from '../domain/folding.ts'
import { PartnerRecord } from '../domain/record-schemas.ts'
import type { Partner } from '../domain/records.ts'
import { Id, Name } from '../domain/schema.ts'
import { fitsRole } from './find.ts'

const MAX_NAMED = 10

const Warning = Type.Object(
  {
    code: Type.Literal('AMBIGUOUS_PARTNER'),
    path: Type.Literal('/name'),
    message: Type.String(),
    records: Type.Array(Type.Object({ id: Id, name: Name })),
  },
  { title: 'Warning', description: 'Something that was done but should be checked.' },
)

/**
 * The result schema of a command about a partner: the partner, the command's own `keys`, and `warnings` if there are
 * any.
 */
export const partnerResult = <T extends TProperties>(title: string, description: string, keys: T) =>
  Type.Object(
    { ...PartnerRecord.properties, ...keys, warnings: Type.Optional(Type.Array(Warning)) },
    { title, description },
  )

/**
 * Returns the `warnings` key when another active partner has the same name and could act in the
 * same role. Orders and receipts that use the name would then be refused with AMBIGUOUS_PARTNER.
 * Otherwise returns no key.
 */
export function namesakeWarnings(books: Books, partner: Partner): { warnings?: object[] } {
  if (partner.archived) return {}
  const roles = (['supplier', 'customer'] as const).filter((role) => fitsRole(partner, role))
  const records: { id: string; name: string }[] = []
  for (const id of books.partnersByName.get(foldName(partner.name)) ?? []) {
    const other = books.partners.get(id)!
    const isInTheWay = id !== partner.id && !other.archived && roles.some((role) => fitsRole(other, role))
    if (isInTheWay) records.push({ id, name: other.name })
    if (records.length === MAX_NAMED) break
  }
  if (records.length === 0) return {}
  const message = `Another active partner is also called "${partner.name}": commands that use this name are refused as AMBIGUOUS_PARTNER. Rename or archive one of the partners.`
  return { warnings: [{ code: 'AMBIGUOUS_PARTNER', path: '/name', message, records }] }
}

/** Returns a partner's warnings as the `extra` of a rule's result, or no `extra` when there are none. */
export function withWarnings(books: Books, partner: Partner): { extra?: Record<string, unknown> } {
  const extra = namesakeWarnings(books, partner)
  return extra.warnings === undefined ? {} : { extra }
}
