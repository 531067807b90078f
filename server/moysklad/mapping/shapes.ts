/**
 * The rows of the source as its documentation gives them: each field that comes over, its form, whether every row must have it, and the
 * fields of ours that are made of it. What is not here stays in the report. Source: docs of the JSON API 1.2, tables of the entities.
 */
import {
  anything,
  collection,
  type Field,
  flag,
  type Kind,
  left,
  list,
  may,
  must,
  number,
  object,
  parts,
  type ReadRow,
  reference,
  text,
} from './read-row.ts'
import { isBlank, rowOf, type SourceRow } from './source-values.ts'

/** A field of ours that is made of another field, unless that is empty. */
function unless(other: string, ...fields: readonly string[]): (row: SourceRow) => readonly string[] {
  return (row) => (isBlank(row[other]) ? fields : [])
}

/** A row that whoever takes it judges by itself: one that it cannot read refuses the record. */
const judgedRow: Kind<SourceRow> = (value) =>
  rowOf(value) === value ? { value: rowOf(value) } : { value: {}, strange: value }

const PRICE = { value: must(number), currency: may(reference) }
const price = object(PRICE)
export type ReadPrice = ReadRow<typeof PRICE>

const SALE_PRICE = { ...PRICE, priceType: must(reference) }
export type ReadSalePrice = ReadRow<typeof SALE_PRICE>

/** Of one key, which is the type. */
const barcode: Kind<readonly (typeof text extends Kind<infer T> ? T : never)[]> = (value) => {
  const outcome = list(text)(Object.values(rowOf(value)))
  const isBarcode = !('strange' in outcome) && Object.keys(rowOf(value)).length > 0
  return isBarcode ? outcome : { value: outcome.value, strange: value }
}
const barcodes = list(barcode)
export type ReadBarcodes = typeof barcodes extends Kind<infer T> ? T : never

/** Each says which it is; what its value is worth depends on the field that it becomes. */
const attributes = list(reference)

const CHARACTERISTIC = { name: must(text), value: must(text) }

const PACK = { id: must(text), uom: must(reference), quantity: must(number), barcodes: may(barcodes) }
export type ReadPack = ReadRow<typeof PACK>
const OWN_PACK = { parentpack: must(reference), barcodes: may(barcodes) }
export type ReadOwnPack = ReadRow<typeof OWN_PACK>

const MINIMUM_STOCK = { type: must(text), quantity: may(number) }

/** What all kinds of products have of their own. */
const GOODS = {
  name: must(text, 'name'),
  // It stands for an article that is not there.
  code: may(text, (row) => ['code', ...unless('article', 'sku')(row)]),
  article: may(text, 'sku'),
  externalCode: must(text, 'externalCode'),
  description: may(text, 'description'),
  archived: must(flag, 'archived'),
  salePrices: must(list(object(SALE_PRICE)), 'prices'),
  minPrice: may(price, 'minPrice'),
  barcodes: may(barcodes, 'barcodes'),
}

/** What tells the rate of VAT. */
const VAT = {
  vat: may(number, 'vatRate'),
  vatEnabled: may(flag, 'vatRate'),
  useParentVat: may(flag, 'vatRate'),
  effectiveVat: may(number, 'vatRate'),
  effectiveVatEnabled: may(flag, 'vatRate'),
}

const FOLDER = { pathName: must(text, 'category'), productFolder: may(anything) }
export type ReadVat = ReadRow<typeof VAT & typeof FOLDER>

/** What a product or bundle has, and a variant of it. */
export const CARD = {
  ...FOLDER,
  ...VAT,
  uom: may(reference, 'uom'),
  country: may(reference, 'country'),
  weight: may(number, 'weightKg'),
  volume: may(number, 'volumeM3'),
  supplier: may(reference, 'preferredSupplierId'),
  packs: may(list(object(PACK)), 'packages'),
}
export const BUY_PRICE = { buyPrice: may(price, 'cost') }

const STOCK = {
  minimumBalance: may(number, 'minStock'),
  minimumStock: may(object(MINIMUM_STOCK), 'minStock'),
}
const WITH_ATTRIBUTES = { attributes: may(attributes, 'customValues') }

export const PRODUCT = {
  ...{ ...GOODS, ...CARD, ...BUY_PRICE, ...STOCK, ...WITH_ATTRIBUTES },
  variantsCount: may(anything),
}
export const SERVICE = {
  ...{ ...GOODS, ...FOLDER, ...VAT, ...BUY_PRICE, ...WITH_ATTRIBUTES },
  uom: may(reference, 'uom'),
  // Samples of services spell it without the capital.
  minprice: may(price, unless('minPrice', 'minPrice')),
}
export const VARIANT = {
  ...{ ...GOODS, ...BUY_PRICE, ...STOCK, ...WITH_ATTRIBUTES },
  product: must(reference, 'parentProductId'),
  characteristics: must(list(object(CHARACTERISTIC)), 'customValues'),
  packs: may(list(object(OWN_PACK)), 'packages'),
}
export const BUNDLE = {
  ...{ ...GOODS, ...CARD, ...WITH_ATTRIBUTES },
  // A bundle that is not whole is refused by whoever reads its components.
  components: may(collection(judgedRow)),
}
export type ReadGoods = ReadRow<typeof GOODS>
export type ReadCard = ReadRow<typeof CARD>
export type ReadStock = ReadRow<typeof STOCK>

const ADDRESS = {
  ...{ postalCode: may(text), country: may(reference), region: may(anything), city: may(text), street: may(text) },
  ...{
    house: may(text),
    apartment: may(text),
    addInfo: may(text),
    comment: may(anything),
    fiasCode__ru: may(anything),
  },
}
const address = parts(ADDRESS)
export type ReadAddress = ReadRow<typeof ADDRESS>

const UZ = { inn: may(text), pinfl: may(text) }
const KZ = { bin: may(text), iin: may(text) }

const ACCOUNT = {
  ...{ accountNumber: must(text), bankName: may(text), bic: may(text), correspondentAccount: may(text) },
  ...{ isDefault: must(flag), bankLocation: may(text), currency: may(reference) },
}
export type ReadAccount = ReadRow<typeof ACCOUNT>

/** What partners and own organizations have in common. */
const REQUISITES = {
  companyType: may(text, 'legalKind'),
  legalTitle: may(text, 'fullName'),
  legalLastName: may(text, unless('legalTitle', 'fullName')),
  legalFirstName: may(text, unless('legalTitle', 'fullName')),
  legalMiddleName: may(text, unless('legalTitle', 'fullName')),
  inn: may(text, 'inn'),
  kpp: may(text, 'kpp'),
  ogrn: may(text, 'ogrn'),
  ogrnip: may(text, unless('ogrn', 'ogrn')),
  legalAddress: may(text, 'legalAddress'),
  actualAddress: may(text, 'actualAddress'),
  legalAddressFull: left(address, unless('legalAddress', 'legalAddress')),
  actualAddressFull: left(address, unless('actualAddress', 'actualAddress')),
  mod__requisites__uz: left(parts(UZ), unless('inn', 'inn')),
  mod__requisites__kz: left(parts(KZ), unless('inn', 'inn')),
  accounts: must(collection(parts(ACCOUNT)), 'bankAccounts'),
}
export type ReadRequisites = ReadRow<typeof REQUISITES>

const CONTACT = {
  ...{ name: must(text), phone: may(text), email: may(text), position: may(text), description: may(text) },
  ...{ code: may(text), externalCode: may(text) },
}
export type ReadContact = ReadRow<typeof CONTACT>

const DISCOUNT = {
  discount: may(reference),
  ...{ personalDiscount: may(number), accumulationDiscount: may(anything), demandSumCorrection: may(anything) },
}

export const PARTNER = {
  ...REQUISITES,
  // Samples of organizations do not have it.
  companyType: must(text, 'legalKind'),
  name: must(text, 'name'),
  phone: may(text, 'phone'),
  email: may(text, 'email'),
  description: may(text, 'note'),
  archived: must(flag, 'archived'),
  tags: must(list(text), 'groups'),
  contactpersons: must(collection(parts(CONTACT)), ['contacts', 'contact']),
  priceType: may(reference, 'priceTypeId'),
  discounts: may(list(parts(DISCOUNT)), 'discountPercent'),
  // Roles that were seen once stay.
  salesAmount: may(number),
  ...WITH_ATTRIBUTES,
}
export type ReadPartner = ReadRow<typeof PARTNER>

/** Records of these kinds have no custom fields here. */
const UNPLACED_ATTRIBUTES = { attributes: may(attributes) }

export const ORGANIZATION = {
  ...REQUISITES,
  ...UNPLACED_ATTRIBUTES,
  name: must(text, 'name'),
  archived: must(flag, 'archived'),
}

export const WAREHOUSE = {
  ...UNPLACED_ATTRIBUTES,
  name: must(text, 'name'),
  archived: must(flag, 'archived'),
  code: may(text, 'short'),
  address: may(text, 'address'),
  addressFull: left(address, (row) => ['city', ...unless('address', 'address')(row)]),
}

export const PRICE_TYPE = { name: must(text, 'name') }

const RATE = { currency: must(reference), value: may(number) }

/** A document that cannot be read whole is not transferred: of that its lines and its currency are judged by whoever takes them. */
export const DOCUMENT = {
  name: must(text, 'reference'),
  // Without it the report says that there is none.
  moment: may(text, 'issuedAt'),
  agent: must(reference, 'supplierId'),
  organization: must(reference, 'organizationId'),
  store: may(reference, 'warehouseId'),
  description: may(text, 'note'),
  incomingNumber: may(text, 'note'),
  incomingDate: may(text, 'note'),
  deliveryPlannedMoment: may(text, 'dueAt'),
  paymentPlannedMoment: may(text, 'dueAt'),
  rate: may(object(RATE), 'currency'),
  positions: may(collection(judgedRow)),
  // All documents become drafts; what it was is told.
  applicable: may(flag),
  sum: may(number),
  vatEnabled: may(flag),
  vatIncluded: may(flag),
  vatSum: may(anything),
  ...WITH_ATTRIBUTES,
}
export type ReadDocument = ReadRow<typeof DOCUMENT>

/** A custom field. */
export const ATTRIBUTE_DEFINITION = {
  name: must(text, 'name'),
  type: must(text),
  customEntityMeta: may(anything),
  required: may(flag),
  description: may(text),
}

/** Of each kind of row, for whoever goes through the fields of all. */
export const SHAPES = {
  product: PRODUCT,
  service: SERVICE,
  variant: VARIANT,
  bundle: BUNDLE,
  partner: PARTNER,
  organization: ORGANIZATION,
  warehouse: WAREHOUSE,
  price_type: PRICE_TYPE,
  purchase_order: DOCUMENT,
  supplier_invoice: DOCUMENT,
  receipt: DOCUMENT,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field<unknown>>>>>
