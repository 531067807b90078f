/**
 * The fields of MoySklad rows according to its documentation: each transferred field, its form, whether every row must
 * have it, and which of our fields it becomes. Fields not listed here stay in the report. Source: docs of the JSON API
 * 1.2, tables of the entities.
 */
import {
  anything,
  collection,
  eachOf,
  flag,
  left,
  may,
  must,
  number,
  object,
  parts,
  type ReadRow,
  reference,
  type SourceField,
  textual,
  type ValueKind,
} from './read-row.ts'
import { isEmptyValue, type SourceRow, sourceRowOf } from './source-values.ts'

/**
 * Returns a function that names our fields filled by a MoySklad field; it names none if the `other` MoySklad field is
 * filled.
 */
function unless(other: string, ...fields: readonly string[]): (row: SourceRow) => readonly string[] {
  return (row) => (isEmptyValue(row[other]) ? fields : [])
}

/** A row that its mapper checks. If the row is unreadable, the mapper refuses the record. */
const judgedRow: ValueKind<SourceRow> = (value) =>
  sourceRowOf(value) === value ? { value: sourceRowOf(value) } : { value: {}, strange: value }

const PRICE = { value: must(number), currency: may(reference) }
const price = object(PRICE)
export type ReadPrice = ReadRow<typeof PRICE>

const SALE_PRICE = { ...PRICE, priceType: must(reference) }
export type ReadSalePrice = ReadRow<typeof SALE_PRICE>

/** An object with a single key, the barcode's type. */
const barcode: ValueKind<readonly (typeof textual extends ValueKind<infer T> ? T : never)[]> = (value) => {
  const outcome = eachOf(textual)(Object.values(sourceRowOf(value)))
  const isBarcode = !('strange' in outcome) && Object.keys(sourceRowOf(value)).length > 0
  return isBarcode ? outcome : { value: outcome.value, strange: value }
}
const barcodes = eachOf(barcode)
export type ReadBarcodes = typeof barcodes extends ValueKind<infer T> ? T : never

/**
 * A row's attributes. Each attribute must refer to its definition; whether its value is usable depends on the custom
 * field.
 */
const attributes = eachOf(reference)

const CHARACTERISTIC = { name: must(textual), value: must(textual) }

const PACK = { id: must(textual), uom: must(reference), quantity: must(number), barcodes: may(barcodes) }
export type ReadPack = ReadRow<typeof PACK>
const OWN_PACK = { parentpack: must(reference), barcodes: may(barcodes) }
export type ReadOwnPack = ReadRow<typeof OWN_PACK>

const MINIMUM_STOCK = { type: must(textual), quantity: may(number) }

/** The fields that all products, including variants, have in their own rows. */
const GOODS = {
  name: must(textual, 'name'),
  // MoySklad's code also becomes the SKU if the product has no article.
  code: may(textual, (row) => ['code', ...unless('article', 'sku')(row)]),
  article: may(textual, 'sku'),
  externalCode: must(textual, 'externalCode'),
  description: may(textual, 'description'),
  archived: must(flag, 'archived'),
  salePrices: must(eachOf(object(SALE_PRICE)), 'prices'),
  minPrice: may(price, 'minPrice'),
  barcodes: may(barcodes, 'barcodes'),
}

/** The fields that determine the VAT rate. */
const VAT = {
  vat: may(number, 'vatRate'),
  vatEnabled: may(flag, 'vatRate'),
  useParentVat: may(flag, 'vatRate'),
  effectiveVat: may(number, 'vatRate'),
  effectiveVatEnabled: may(flag, 'vatRate'),
}

const FOLDER = { pathName: must(textual, 'category'), productFolder: may(anything) }
export type ReadVat = ReadRow<typeof VAT & typeof FOLDER>

/** The fields of products and bundles that variants inherit from their product. */
export const CARD = {
  ...FOLDER,
  ...VAT,
  uom: may(reference, 'uom'),
  country: may(reference, 'country'),
  weight: may(number, 'weightKg'),
  volume: may(number, 'volumeM3'),
  supplier: may(reference, 'preferredSupplierId'),
  packs: may(eachOf(object(PACK)), 'packages'),
}
export const BUY_PRICE = { buyPrice: may(price, 'cost') }

const STOCK = {
  minimumBalance: may(number, 'minStock'),
  minimumStock: may(object(MINIMUM_STOCK), 'minStock'),
}
const WITH_ATTRIBUTES = { attributes: may(attributes, 'customValues') }

export const PRODUCT_SHAPE = {
  ...{ ...GOODS, ...CARD, ...BUY_PRICE, ...STOCK, ...WITH_ATTRIBUTES },
  variantsCount: may(anything),
}
export const SERVICE = {
  ...{ ...GOODS, ...FOLDER, ...VAT, ...BUY_PRICE, ...WITH_ATTRIBUTES },
  uom: may(reference, 'uom'),
  // The documentation's samples of services spell the field's name in lower case.
  minprice: may(price, unless('minPrice', 'minPrice')),
}
export const VARIANT = {
  ...{ ...GOODS, ...BUY_PRICE, ...STOCK, ...WITH_ATTRIBUTES },
  product: must(reference, 'parentProductId'),
  characteristics: must(eachOf(object(CHARACTERISTIC)), 'customValues'),
  packs: may(eachOf(object(OWN_PACK)), 'packages'),
}
export const BUNDLE = {
  ...{ ...GOODS, ...CARD, ...WITH_ATTRIBUTES },
  // The mapper of components refuses an incomplete bundle.
  components: may(collection(judgedRow)),
}
export type ReadGoods = ReadRow<typeof GOODS>
export type ReadCard = ReadRow<typeof CARD>
export type ReadStock = ReadRow<typeof STOCK>

const ADDRESS = {
  ...{
    postalCode: may(textual),
    country: may(reference),
    region: may(anything),
    city: may(textual),
    street: may(textual),
  },
  ...{
    house: may(textual),
    apartment: may(textual),
    addInfo: may(textual),
    comment: may(anything),
    fiasCode__ru: may(anything),
  },
}
const address = parts(ADDRESS)
export type ReadAddress = ReadRow<typeof ADDRESS>

const UZ = { inn: may(textual), pinfl: may(textual) }
const KZ = { bin: may(textual), iin: may(textual) }

const ACCOUNT = {
  ...{ accountNumber: must(textual), bankName: may(textual), bic: may(textual), correspondentAccount: may(textual) },
  ...{ isDefault: must(flag), bankLocation: may(textual), currency: may(reference) },
}
export type ReadAccount = ReadRow<typeof ACCOUNT>

/** The fields that partners and the company's own organizations have in common. */
const REQUISITES = {
  companyType: may(textual, 'legalKind'),
  legalTitle: may(textual, 'fullName'),
  legalLastName: may(textual, unless('legalTitle', 'fullName')),
  legalFirstName: may(textual, unless('legalTitle', 'fullName')),
  legalMiddleName: may(textual, unless('legalTitle', 'fullName')),
  inn: may(textual, 'inn'),
  kpp: may(textual, 'kpp'),
  ogrn: may(textual, 'ogrn'),
  ogrnip: may(textual, unless('ogrn', 'ogrn')),
  legalAddress: may(textual, 'legalAddress'),
  actualAddress: may(textual, 'actualAddress'),
  legalAddressFull: left(address, unless('legalAddress', 'legalAddress')),
  actualAddressFull: left(address, unless('actualAddress', 'actualAddress')),
  mod__requisites__uz: left(parts(UZ), unless('inn', 'inn')),
  mod__requisites__kz: left(parts(KZ), unless('inn', 'inn')),
  accounts: must(collection(parts(ACCOUNT)), 'bankAccounts'),
}
export type ReadRequisites = ReadRow<typeof REQUISITES>

const CONTACT = {
  ...{
    name: must(textual),
    phone: may(textual),
    email: may(textual),
    position: may(textual),
    description: may(textual),
  },
  ...{ code: may(textual), externalCode: may(textual) },
}
export type ReadContact = ReadRow<typeof CONTACT>

const DISCOUNT = {
  discount: may(reference),
  ...{ personalDiscount: may(number), accumulationDiscount: may(anything), demandSumCorrection: may(anything) },
}

export const PARTNER_SHAPE = {
  ...REQUISITES,
  // The documentation's samples of organizations do not have this field.
  companyType: must(textual, 'legalKind'),
  name: must(textual, 'name'),
  phone: may(textual, 'phone'),
  email: may(textual, 'email'),
  description: may(textual, 'note'),
  archived: must(flag, 'archived'),
  tags: must(eachOf(textual), 'groups'),
  contactpersons: must(collection(parts(CONTACT)), ['contacts', 'contact']),
  priceType: may(reference, 'priceTypeId'),
  discounts: may(eachOf(parts(DISCOUNT)), 'discountPercent'),
  // MoySklad may omit this field. Roles found by earlier imports are then kept.
  salesAmount: may(number),
  ...WITH_ATTRIBUTES,
}
export type ReadPartner = ReadRow<typeof PARTNER_SHAPE>

/** Attributes of kinds of records that have no custom fields in Skladno. */
const UNPLACED_ATTRIBUTES = { attributes: may(attributes) }

export const ORGANIZATION_SHAPE = {
  ...REQUISITES,
  ...UNPLACED_ATTRIBUTES,
  name: must(textual, 'name'),
  archived: must(flag, 'archived'),
}

export const WAREHOUSE_SHAPE = {
  ...UNPLACED_ATTRIBUTES,
  name: must(textual, 'name'),
  archived: must(flag, 'archived'),
  code: may(textual, 'short'),
  address: may(textual, 'address'),
  addressFull: left(address, (row) => ['city', ...unless('address', 'address')(row)]),
}

export const PRICE_TYPE_SHAPE = { name: must(textual, 'name') }

const RATE = { currency: must(reference), value: may(number) }

/**
 * The fields of a document. A document that cannot be read completely is not transferred; its mapper checks the lines
 * and the currency.
 */
export const DOCUMENT_SHAPE = {
  name: must(textual, 'reference'),
  // The field may be absent; the mapper then reports a missing date.
  moment: may(textual, 'issuedAt'),
  agent: must(reference, 'supplierId'),
  organization: must(reference, 'organizationId'),
  store: may(reference, 'warehouseId'),
  description: may(textual, 'note'),
  incomingNumber: may(textual, 'note'),
  incomingDate: may(textual, 'note'),
  deliveryPlannedMoment: may(textual, 'dueAt'),
  paymentPlannedMoment: may(textual, 'dueAt'),
  rate: may(object(RATE), 'currency'),
  positions: may(collection(judgedRow)),
  // Every document becomes a draft. The report contains its status in MoySklad.
  applicable: may(flag),
  sum: may(number),
  vatEnabled: may(flag),
  vatIncluded: may(flag),
  vatSum: may(anything),
  ...WITH_ATTRIBUTES,
}
export type ReadDocument = ReadRow<typeof DOCUMENT_SHAPE>

/** The fields of an attribute's definition, which becomes a custom field. */
export const ATTRIBUTE_DEFINITION = {
  name: must(textual, 'name'),
  type: must(textual),
  customEntityMeta: may(anything),
  required: may(flag),
  description: may(textual),
}

/** The fields of all kinds of rows, for code that lists every field. */
export const SHAPES = {
  product: PRODUCT_SHAPE,
  service: SERVICE,
  variant: VARIANT,
  bundle: BUNDLE,
  partner: PARTNER_SHAPE,
  organization: ORGANIZATION_SHAPE,
  warehouse: WAREHOUSE_SHAPE,
  price_type: PRICE_TYPE_SHAPE,
  purchase_order: DOCUMENT_SHAPE,
  supplier_invoice: DOCUMENT_SHAPE,
  receipt: DOCUMENT_SHAPE,
} as const satisfies Readonly<Record<string, Readonly<Record<string, SourceField<unknown>>>>>
