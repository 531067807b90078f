/** For each kind of record, the commands that write a planned record. */
import { namingArchived } from '../../commands/brought-in.ts'
import { createCustomField, updateCustomField } from '../../commands/custom-fields.ts'
import type { Command } from '../../commands/define.ts'
import { createDocument, updateDocument } from '../../commands/documents.ts'
import { createOrganization, updateOrganization } from '../../commands/organizations.ts'
import { createPartner, updatePartner } from '../../commands/partners.ts'
import { createPriceType, updatePriceType } from '../../commands/price-types.ts'
import { createProduct, updateProduct } from '../../commands/products.ts'
import { createWarehouse, updateWarehouse } from '../../commands/warehouses.ts'
import type { EntityType, ReferenceKind } from './plan.ts'

interface WritingCommands {
  readonly create: Command
  readonly update: Command
  /** The name of the path parameter of `update` that takes the record's id. */
  readonly parameter: string
  /** The kind of reference by which the bodies of other records refer to this record. */
  readonly reference: ReferenceKind | 'document'
}

const PRODUCT: WritingCommands = {
  create: namingArchived(createProduct),
  update: updateProduct,
  parameter: 'productId',
  reference: 'product',
}
const DOCUMENT: WritingCommands = {
  create: namingArchived(createDocument),
  update: namingArchived(updateDocument),
  parameter: 'documentId',
  reference: 'document',
}

export const WRITING_COMMANDS: Readonly<Record<EntityType, WritingCommands>> = {
  price_type: {
    create: createPriceType,
    update: updatePriceType,
    parameter: 'priceTypeId',
    reference: 'price_type',
  },
  custom_field: {
    create: createCustomField,
    update: updateCustomField,
    parameter: 'fieldId',
    reference: 'custom_field',
  },
  warehouse: {
    create: createWarehouse,
    update: updateWarehouse,
    parameter: 'warehouseId',
    reference: 'warehouse',
  },
  organization: {
    create: createOrganization,
    update: updateOrganization,
    parameter: 'organizationId',
    reference: 'organization',
  },
  partner: {
    create: namingArchived(createPartner),
    update: updatePartner,
    parameter: 'partnerId',
    reference: 'partner',
  },
  product: PRODUCT,
  service: PRODUCT,
  variant: PRODUCT,
  // Bundles do not use namingArchived, because the components of an active bundle must be active.
  bundle: { ...PRODUCT, create: createProduct },
  purchase_order: DOCUMENT,
  supplier_invoice: DOCUMENT,
  receipt: DOCUMENT,
}
