/**
 * Reads the records of a company that gets random requests. They are read repeatedly, because the requests create,
 * change and delete records.
 */
import type { Json } from '../node/client.ts'
import { read, type Target } from '../node/exchange.ts'
import type { Known } from './values.ts'

const MOST_OF_A_KIND = 50

/** The names of fields and parameters that hold the ids of each kind of record. */
const NAMES: Record<string, readonly string[]> = {
  products: ['productId', 'parentProductId', 'analogIds', 'internalId'],
  warehouses: ['warehouseId', 'toWarehouseId'],
  partners: ['partnerId', 'supplierId', 'preferredSupplierId', 'customerId'],
  priceTypes: ['priceTypeId'],
  filters: ['filterId'],
  values: ['valueId', 'filterValueIds'],
  organizations: ['organizationId'],
  contracts: ['contractId'],
  customFields: ['fieldId'],
  documents: ['documentId', 'sourceDocumentId'],
  payments: ['paymentId'],
  purchases: ['purchaseId'],
  orders: ['orderId'],
  shipments: ['shipmentId'],
  stocktakes: ['stocktakeId'],
  customerReturns: ['customerReturnId', 'returnId'],
  stockRules: ['stockRuleId'],
  supplierItems: ['supplierItemId'],
  lots: ['lotId', 'selectedLotId'],
  images: ['imageId'],
  imports: ['importId'],
  notifications: ['notificationId'],
  movements: ['movementId'],
  links: ['linkId'],
  entities: ['entityId'],
  tokens: ['actorId'],
}

export async function learn(target: Target): Promise<Omit<Known, 'strangers' | 'cursors'>> {
  const readJson = async (path: string): Promise<Json> => JSON.parse((await read(target, `/api/v1/${path}`)).text)
  const listed = async (path: string): Promise<Json[]> => (await readJson(`${path}?limit=${MOST_OF_A_KIND}`)).items
  const [state, imports, notifications, movements, shipments, links, audit] = await Promise.all([
    readJson('bootstrap'),
    listed('procurement/imports'),
    listed('notifications'),
    listed('movements'),
    listed('shipments'),
    listed('external-links'),
    listed('audit'),
  ])
  const records: Record<string, Json[]> = {
    ...state,
    values: state.filters.flatMap(({ values }: Json) => values),
    images: state.products.flatMap(({ images }: Json) => images),
    imports,
    notifications,
    movements,
    shipments,
    links,
    entities: audit.map(({ entityId }) => ({ id: entityId })),
    tokens: audit.map(({ actor }) => actor),
  }
  const ids = Object.entries(NAMES).flatMap(([kind, names]) => {
    const newest = (records[kind] ?? []).slice(-MOST_OF_A_KIND).map(({ id }) => id as string)
    return names.map((name) => [name, newest] as const)
  })
  const partners = state.partners.map(({ name }: Json) => name).slice(-MOST_OF_A_KIND)
  return { ids: Object.fromEntries(ids), partners, revision: state.revision }
}
