/** What the user of a token may see in the source, as far as the import needs it. Source: `GET /context/employee` of the JSON API 1.2. */
import { SourceError } from './source-errors.ts'

/** What the import reads, by the source's own names of rights. */
const READ_ENTITIES = [
  ...['currency', 'uom', 'country', 'productfolder', 'organization', 'store', 'customentity', 'counterparty'],
  ...['product', 'service', 'variant', 'bundle', 'purchaseorder', 'invoicein', 'supply'],
] as const

export interface SourceRights {
  /** Entities that he may not see at all. */
  readonly missing: readonly string[]
  /** Entities of which he sees his own, or his department's, alone: their lists are short without an error. */
  readonly partial: readonly string[]
  /** False: buying prices are hidden from him. */
  readonly seesCosts: boolean
}

/** Who a token is, in which account, with which rights. */
export interface SourceIdentity {
  readonly accountId: string
  readonly accountName: string
  readonly employeeName: string
  readonly rights: SourceRights
}

/** Reads the answer about the employee. Throws `garbled`. */
export function identityOf(answer: unknown): SourceIdentity {
  const { accountId, uid, name, permissions } = Object(answer) as Record<string, unknown>
  if (typeof accountId !== 'string' || accountId === '') throw new SourceError('garbled', { found: 'no accountId' })
  // `admin@romashka`: the account is behind the sign.
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

/** A right that is not there is none. */
function viewOf(permission: { view?: unknown } | undefined): string | null {
  const view = permission?.view
  return typeof view === 'string' && view !== 'NO' ? view : null
}
