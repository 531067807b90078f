/**
 * Determines the data that a token's user may see in MoySklad, as far as this matters for the import. Source: `GET
 * /context/employee` of the JSON API 1.2.
 */
import { SourceError } from './source-errors.ts'

/** The entities that the import reads, by the names that MoySklad uses for permissions. */
const READ_ENTITIES = [
  ...['currency', 'uom', 'country', 'productfolder', 'organization', 'store', 'customentity', 'counterparty'],
  ...['product', 'service', 'variant', 'bundle', 'purchaseorder', 'invoicein', 'supply'],
] as const

export interface SourceRights {
  /** Entities that the user may not see at all. */
  readonly missing: readonly string[]
  /**
   * Entities of which the user sees only the records of their own or of their department. For these entities, MoySklad
   * returns incomplete lists without an error.
   */
  readonly partial: readonly string[]
  /** False when MoySklad hides purchase prices from the user. */
  readonly seesCosts: boolean
}

/** The user and account that a token belongs to, and the user's rights. */
export interface SourceIdentity {
  readonly accountId: string
  readonly accountName: string
  readonly employeeName: string
  readonly rights: SourceRights
}

/** Parses MoySklad's response about the employee. Throws `garbled`. */
export function identityOf(answer: unknown): SourceIdentity {
  const { accountId, uid, name, permissions } = Object(answer) as Record<string, unknown>
  if (typeof accountId !== 'string' || accountId === '') throw new SourceError('garbled', { found: 'no accountId' })
  // In a login such as `admin@romashka`, the account's name follows the @.
  const login = typeof uid === 'string' ? uid : ''
  const accountName = login.slice(login.indexOf('@') + 1) || accountId
  const employeeName = typeof name === 'string' && name !== '' ? name : login
  return { accountId, accountName, employeeName, rights: rightsIn(Object(permissions)) }
}

function rightsIn(permissions: Readonly<Record<string, { view?: unknown } | undefined>>): SourceRights {
  const views = READ_ENTITIES.map((entity) => [entity, viewOf(permissions[entity])] as const)
  return {
    missing: views.filter(([, view]) => view === null).map(([entity]) => entity),
    partial: views.filter(([, view]) => view !== null && view !== 'ALL').map(([entity]) => entity),
    seesCosts: viewOf(permissions.viewProductCostAndProfit) !== null,
  }
}

/** Returns the extent of a permission. A missing permission counts as denied. */
function viewOf(permission: { view?: unknown } | undefined): string | null {
  const view = permission?.view
  return typeof view === 'string' && view !== 'NO' ? view : null
}
