/**
 * The table of all commands. Routes, validation, the OpenAPI document and the generated tests are
 * derived from it.
 */
import { PLAIN_KINDS } from '../domain/kinds.ts'
import * as contracts from './contracts.ts'
import * as customFields from './custom-fields.ts'
import type { Command } from './define.ts'
import * as deliveries from './deliveries.ts'
import * as deliveryPhotos from './delivery-photos.ts'
import * as documentDates from './document-dates.ts'
import * as documents from './documents.ts'
import * as externalLinks from './external-links.ts'
import * as filters from './filters.ts'
import * as images from './images.ts'
import * as misSorts from './mis-sorts.ts'
import * as notifications from './notifications.ts'
import * as orderChanges from './order-changes.ts'
import * as orderProposed from './order-proposed.ts'
import * as ordering from './ordering.ts'
import * as orders from './orders.ts'
import * as organizations from './organizations.ts'
import * as imports from './papers.ts'
import * as partners from './partners.ts'
import * as payments from './payments.ts'
import * as picking from './picking.ts'
import { plainCommands } from './plain.ts'
import * as priceTypes from './price-types.ts'
import * as products from './products.ts'
import * as purchases from './purchases.ts'
import * as reservations from './reservations.ts'
import * as returns from './returns.ts'
import * as settings from './settings.ts'
import * as shipments from './shipments.ts'
import * as stock from './stock.ts'
import * as stocktakeCounts from './stocktake-counts.ts'
import * as stocktakePosting from './stocktake-posting.ts'
import * as stocktakes from './stocktakes.ts'
import * as warehouses from './warehouses.ts'

const FAMILIES = [
  warehouses,
  priceTypes,
  filters,
  products,
  images,
  partners,
  organizations,
  contracts,
  customFields,
  externalLinks,
  purchases,
  documents,
  orderProposed,
  ordering,
  payments,
  imports,
  stock,
  deliveries,
  deliveryPhotos,
  orders,
  orderChanges,
  reservations,
  shipments,
  picking,
  returns,
  stocktakes,
  stocktakeCounts,
  misSorts,
  stocktakePosting,
  documentDates,
  settings,
  notifications,
]

const WRITTEN = FAMILIES.flatMap((family) =>
  Object.values(family).filter(
    (member): member is Command => typeof member === 'object' && member !== null && 'decide' in member,
  ),
)

export const COMMANDS: readonly Command[] = [...WRITTEN, ...PLAIN_KINDS.flatMap(plainCommands)]
