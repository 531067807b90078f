/** Made from docs/openapi.json by `npm run sdk:types`. */

/** What `ALREADY_IMPORTED` tells, by its reason. */
export type AlreadyImportedFigures = AlreadyImportedDocument | AlreadyImportedStock
/** The warehouse after the command: the full form, or the one that `Prefer` asked for. Only the changes form has `since`, only the full form `settings`. */
export type AnyState = State | Changes | StateSummary
/** What `BODY_TOO_LARGE` tells, by its reason. */
export type BodyTooLargeFigures = BodyTooLargeBytes | BodyTooLargePixels | BodyTooLargePages
/** What `FORBIDDEN` tells, by its reason. */
export type ForbiddenFigures =
  | ForbiddenRole
  | ForbiddenOwnerNoMore
  | ForbiddenNoCompany
  | ForbiddenReadOnly
  | ForbiddenAnotherEmail
/** What `HAS_REFERENCES` tells, by its reason. */
export type HasReferencesFigures = HasReferencesNamed | HasReferencesComponent
/** What `INSUFFICIENT_STOCK` tells, by its reason. */
export type InsufficientStockFigures = InsufficientStockProduct | InsufficientStockLot
/** What `INVALID_COMPONENT` tells, by its reason. */
export type InvalidComponentFigures = InvalidComponentItself | InvalidComponentKind | InvalidComponentArchived
/** What `INVALID_TRANSITION` tells, by its reason. */
export type InvalidTransitionFigures = InvalidTransitionStatus | InvalidTransitionShipped | InvalidTransitionCancelled
/** Who did it. */
export type Person1 = {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
} | null
/** What `NOT_FOUND` tells, by its reason. */
export type NotFoundFigures =
  | NotFoundId
  | NotFoundName
  | NotFoundIdAsName
  | NotFoundExternalId
  | NotFoundPicture
  | NotFoundInvitation
/** What `NOT_STOCKED` tells, by its reason. */
export type NotStockedFigures = NotStockedBundle | NotStockedService
/** What `UNSUPPORTED_MEDIA_TYPE` tells, by its reason. */
export type UnsupportedMediaTypeFigures =
  | UnsupportedMediaTypeType
  | UnsupportedMediaTypeDamaged
  | UnsupportedMediaTypeLocked
  | UnsupportedMediaTypeHeic
  | UnsupportedMediaTypeIllegible
/** A company. */
export type CompanyName1 = {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
} | null
/** The changes form when `since` is named and the log reaches back to it, or else the full form. Only the changes form has `since`. */
export type StateOrChanges = State | Changes
/** Why the file could not be read, or the import done, to its end. */
export type TableFault = {
  /** An inner code, in free words. */
  code:
    | 'NOT_A_TABLE'
    | 'OLD_EXCEL'
    | 'BROKEN'
    | 'TOO_LARGE'
    | 'TOO_MANY_COLUMNS'
    | 'TOO_MANY_ROWS'
    | 'TOO_MANY_SHEETS'
    | 'SHEET_NOT_FOUND'
    | 'EMPTY'
    | 'INTERRUPTED'
  /** What is wrong there. */
  message: string
} | null
export type ListExternalLinksAnswer = ExternalLink | ExternalLinkPage

/** What `acceptInvitation` takes. */
export interface AcceptInvitationBody {
  /** Of the link: what stands behind `#token=`. */
  token: string
}
/** An API token, a user, or the service itself. */
export interface Actor {
  /** What sort it is. */
  type: 'token' | 'user' | 'system'
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
}
/** What `ALREADY_IMPORTED` tells for the reason `document`. */
export interface AlreadyImportedDocument {
  /** For which of its reasons the code was given. */
  reason: 'document'
  /** Of the import. */
  importId: string
  /** As it was uploaded. */
  fileName: string
  /** Of the document. */
  documentId: string
}
/** What `ALREADY_IMPORTED` tells for the reason `stock`. */
export interface AlreadyImportedStock {
  /** For which of its reasons the code was given. */
  reason: 'stock'
  /** Of the import. */
  importId: string
  /** Of the table import that received it. */
  earlierId: string
}
/** What `AMBIGUOUS_PARTNER` tells. */
export interface AmbiguousPartnerFigures {
  /** The role that it is about. */
  role: 'supplier' | 'customer'
  /** What it is called. */
  name: string
  /** How many there are. */
  count: number
}
/** The full form: all reference records, lots with a remainder, what is open, and the newest 1,000 finished records of each kind. Arrays stand in the order of ids. */
export interface State {
  /** Counts the successful commands of the company. */
  revision: number
  company: Company
  settings: Settings
  totals: Totals
  /** In the order of ids. */
  warehouses: Warehouse[]
  /** In the order of ids. */
  priceTypes: PriceType[]
  /** In the order of ids. */
  filters: Filter[]
  /** In the order of ids. */
  products: Product[]
  /** In the order of ids. */
  partners: Partner[]
  /** In the order of ids. */
  organizations: Organization[]
  /** In the order of ids. */
  contracts: Contract[]
  /** In the order of ids. */
  customFields: CustomField[]
  /** In the order of ids. */
  stock: Stock[]
  /** In the order of ids. */
  lots: Lot[]
  /** In the order of ids. */
  purchases: Purchase[]
  /** In the order of ids. */
  documents: Document[]
  /** In the order of ids. */
  payments: Payment[]
  /** In the order of ids. */
  orders: Order[]
}
/** Who the warehouse belongs to. */
export interface Company {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
}
/** Settings of the company. */
export interface Settings {
  /** Shown to the people of the company. */
  companyName: string
  /** Tell when the available quantity of a product falls under its `minStock`. */
  lowStockAlerts: boolean
  /** Send a summary every morning. */
  dailySummary: boolean
  /** IANA name of the time zone that days are of. */
  timeZone: string
}
/** How many records there are of each kind, and what the stock is worth. */
export interface Totals {
  /** How many there are. */
  warehouses: number
  /** How many there are. */
  priceTypes: number
  /** How many there are. */
  filters: number
  /** How many there are. */
  products: number
  /** How many there are. */
  partners: number
  /** How many there are. */
  organizations: number
  /** How many there are. */
  contracts: number
  /** How many there are. */
  customFields: number
  /** How many there are. */
  lots: number
  /** How many there are. */
  purchases: number
  /** How many there are. */
  documents: number
  /** How many there are. */
  payments: number
  /** How many there are. */
  orders: number
  /** Each lot's remaining × unitCost, rounded, then added. In main units, at most 2 decimals: steps of 0.01. */
  stockValue: number
}
/** A place where stock is kept. */
export interface Warehouse {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** A short name, for labels. */
  short: string | null
  /** For people. */
  city: string | null
  /** For people. */
  address: string | null
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A kind of price, such as wholesale. */
export interface PriceType {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** For people. */
  city: string | null
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A property that products are filtered by, with its values. */
export interface Filter {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** The values of the filter. */
  values: FilterValue[]
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A value of a filter, which products may carry. */
export interface FilterValue {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Of the filter that the value belongs to. */
  filterId: string
  /** For people; names may repeat. */
  name: string
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A product, variant, service or bundle. */
export interface Product {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'product' | 'bundle' | 'service' | 'variant'
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** In free words. */
  category: string | null
  /** In free words. */
  description: string | null
  /** An inner code, in free words. */
  code: string | null
  /** A code in another system, in free words. */
  externalCode: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** Of origin. */
  country: string | null
  /** The main price. In main units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** What one usually costs to buy. In main units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** The lowest price to sell at. In main units, at most 2 decimals: steps of 0.01. */
  minPrice: number | null
  /** Below it the owner is told. At most 3 decimals: steps of 0.001. */
  minStock: number | null
  /** Of one, in kilograms. */
  weightKg: number | null
  /** Of one, in cubic metres. */
  volumeM3: number | null
  /** Value added tax, in per cent. */
  vatRate: number | null
  /** Of the partner that the product is usually bought from. */
  preferredSupplierId: string | null
  /** Of a variant: the product that it is a variant of. Chains have no circle. */
  parentProductId: string | null
  /** As printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes: string[]
  /** In what the product is packed. A given array replaces the old one. @maxItems 1000 */
  packages: Package[]
  /** Of products that may be offered instead. @maxItems 1000 */
  analogIds: string[]
  /** Free words to find products by. @maxItems 1000 */
  tags: string[]
  /** What one bundle is made of. @maxItems 1000 */
  components: Component[]
  /** Values of filters that the product carries. A given array replaces the old one. @maxItems 1000 */
  filterValueIds: string[]
  /** Prices of price types, each type once. A given array replaces the old one. @maxItems 1000 */
  prices: ProductPrice[]
  /** Photographs, the main one first, new ones last; their bytes are at `/api/v1/images/{imageId}`. @maxItems 1000 */
  images: ProductImage[]
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues: {
    [k: string]: unknown
  }
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
export interface Package {
  /** For people; names may repeat. */
  name: string
  /** How many of the product are in the package. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Of the package. */
  barcode: string | null
}
export interface Component {
  /** Of a product. */
  productId: string
  /** In one bundle. At most 3 decimals: steps of 0.001. */
  quantity: number
}
export interface ProductPrice {
  /** Of a price type. */
  priceTypeId: string
  /** The price of this type. In main units, at most 2 decimals: steps of 0.01. */
  price: number
}
/** A photograph of a product. */
export interface ProductImage {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** The media type that the bytes have, whatever the upload said. */
  contentType: string
  /** In bytes. */
  size: number
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
}
/** A supplier, a customer, or both. */
export interface Partner {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles: string[]
  /** Free words to group partners by. @maxItems 1000 */
  groups: string[]
  /** Whom to ask for. */
  contact: string | null
  /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
  phone: string | null
  /** Kept as given. */
  email: string | null
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered address. */
  legalAddress: string | null
  /** Where it really is. */
  actualAddress: string | null
  /** People to talk to. A given array replaces the old one. @maxItems 1000 */
  contacts: {
    [k: string]: unknown
  }[]
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** In free words. */
  note: string | null
  /** The price type that is offered to this partner; it changes no order by itself. */
  priceTypeId: string | null
  /** In per cent; offered by the app, it changes no order by itself. */
  discountPercent: number | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues: {
    [k: string]: unknown
  }
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A legal entity of the company itself. */
export interface Organization {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered address. */
  legalAddress: string | null
  /** Where it really is. */
  actualAddress: string | null
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** An agreement of an own organization with a partner. */
export interface Contract {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Of a partner. */
  partnerId: string
  /** Of an own organization. */
  organizationId: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'purchase' | 'sale' | 'commission'
  /** As the parties number it. */
  number: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  signedAt: string | null
  /** In per cent. */
  commissionPercent: number | null
  /** In free words. */
  note: string | null
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A field of the company's own, with the type of its values. */
export interface CustomField {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Which records have the field: `product`, `partner` or `procurement_document`, in whose `customValues` its values stand and are checked. Any other name of up to 50 characters is taken, for kinds of the client’s own: nothing is checked by it. */
  entityKind: string
  /** For people; names may repeat. */
  name: string
  /** What values must be; it never changes. */
  valueType: 'string' | 'number' | 'date' | 'boolean' | 'select'
  /** Of a `select` field: the values to choose from. @maxItems 1000 */
  options: string[]
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** What is there of a product at a warehouse; a bundle has only `available`. */
export interface Stock {
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** Physically there; null for a bundle. At most 3 decimals: steps of 0.001. */
  onHand: number | null
  /** Promised to open orders; null for a bundle. At most 3 decimals: steps of 0.001. */
  reserved: number | null
  /** onHand − reserved; of a bundle, what its components allow. At most 3 decimals: steps of 0.001. */
  available: number
}
/** Goods received together at one cost; drawn oldest first. */
export interface Lot {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: string
  /** Of the partner that supplies. */
  supplierId: string
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** The good quantity that came. At most 3 decimals: steps of 0.001. */
  received: number
  /** What is left of it. At most 3 decimals: steps of 0.001. */
  remaining: number
  /** Lots are drawn in this order, then by id; a transfer keeps it. RFC 3339, UTC, milliseconds. */
  receivedAt: string
  /** Of a lot that came by transfer: the lot that it was drawn from. */
  sourceLotId: string | null
}
/** Goods of one product expected from a supplier. */
export interface Purchase {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Given by the service in order of creation, never twice; not by the client. */
  number: string
  /** Where it is in its life; changed by a command of its own only. */
  status: 'open' | 'partial' | 'received'
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: string
  /** Of the partner that supplies. */
  supplierId: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** The good quantity that came. At most 3 decimals: steps of 0.001. */
  received: number
  /** Of the quantity: arrived, but not good. At most 3 decimals: steps of 0.001. */
  damaged: number
  /** Of the quantity: did not arrive. At most 3 decimals: steps of 0.001. */
  missing: number
  /** The system that `externalId` is of; the two come together and are unique among their kind. */
  externalSource: string | null
  /** What the record is called in the other system. */
  externalId: string | null
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A procurement document; posting a receipt or return moves stock. */
export interface Document {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Given by the service in order of creation, never twice; not by the client. */
  number: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** Where it is in its life; changed by a command of its own only. */
  status: 'draft' | 'posted' | 'closed' | 'cancelled'
  /** The number that the partner has given it. */
  reference: string | null
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: string | null
  /** Of the partner that supplies. */
  supplierId: string | null
  /** Of an own organization. */
  organizationId: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId: string | null
  /** Of a warehouse. */
  warehouseId: string | null
  /** Of the document that this one was made from. */
  sourceDocumentId: string | null
  /** Of the uploaded file that the document was made from. */
  importId: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  issuedAt: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  dueAt: string | null
  /** In free words. */
  note: string | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues: {
    [k: string]: unknown
  }
  /** In the order given. A given array replaces the old one. @maxItems 1000 */
  lines: DocumentLine[]
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number
  /** Null until posted. RFC 3339, UTC, milliseconds. */
  postedAt: string | null
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
export interface DocumentLine {
  /** Of a product. */
  productId: string
  /** For people; names may repeat. */
  name: string
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** quantity × unitCost, rounded half up. In main units, at most 2 decimals: steps of 0.01. */
  amount: number
}
/** Money paid to a partner or received from one. */
export interface Payment {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Given by the service in order of creation, never twice; not by the client. */
  number: string
  /** Where it is in its life; changed by a command of its own only. */
  status: 'draft' | 'posted' | 'cancelled'
  /** The stored name of the partner. */
  partner: string
  /** Of a partner. */
  partnerId: string
  /** `outgoing`: we pay. `incoming`: we are paid. */
  direction: 'outgoing' | 'incoming'
  /** How the money goes. */
  method: 'bank' | 'cash'
  /** Above zero. In main units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** The number that the partner has given it. */
  reference: string | null
  /** Of an own organization. */
  organizationId: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId: string | null
  /** Of the document that is paid. */
  documentId: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  paidAt: string | null
  /** In free words. */
  note: string | null
  /** Null until posted. RFC 3339, UTC, milliseconds. */
  postedAt: string | null
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
/** A customer order; `cost` is known once it is shipped. */
export interface Order {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Given by the service in order of creation, never twice; not by the client. */
  number: string
  /** Where it is in its life; changed by a command of its own only. */
  status: 'new' | 'picking' | 'shipped' | 'cancelled'
  /** The name of the partner that buys: given in any case, answered as it is stored. */
  customer: string
  /** Of the partner that buys. */
  customerId: string
  /** Of a warehouse. */
  warehouseId: string
  /** Where the order came from, in free words. */
  channel: string
  /** The price type that prices were taken from; null: the main price. */
  priceTypeId: string | null
  /** The number that the order has elsewhere, for people. */
  externalNumber: string | null
  /** Where the goods go. */
  deliveryAddress: string | null
  /** In free words. */
  note: string | null
  /** When the customer ordered; without it, now. RFC 3339, UTC, milliseconds. */
  orderedAt: string
  /** The system that `externalId` is of; the two come together and are unique among their kind. */
  externalSource: string | null
  /** What the record is called in the other system. */
  externalId: string | null
  /** In the order given; the same product may stand in several. @maxItems 1000 */
  items: OrderItem[]
  /** A discount of the whole order, spread over the amounts of its lines to the kopeck. Not there without one, nor beside `discountAmount`. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number
  /** A discount of the whole order as a sum. Not there without one, nor beside `discountPercent`. In main units, at most 2 decimals: steps of 0.01. */
  discountAmount?: number
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number
  /** How many items have no price. */
  unpricedItems: number
  /** What the shipped goods cost, by their lots; null until shipped. In main units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** Null until shipped. RFC 3339, UTC, milliseconds. */
  shippedAt: string | null
  pickedBy?: Picker
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
}
export interface OrderItem {
  /** The number of the line in its order, from 1. It stays the same when the order is changed. */
  id: number
  /** Of a product. */
  productId: string
  /** For people; names may repeat. */
  name: string
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Of one, before discounts, at the time of the order; null: the price type has none for it. In main units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** True: the price was given with the line. Without it the price is the catalogue’s. */
  priceGiven?: boolean
  /** The discount of the line; without it there is none. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number
  /** quantity × price, less the discount of the line and its share of the discount of the order, rounded half up. In main units, at most 2 decimals: steps of 0.01. */
  amount: number | null
  /** What one bundle is made of. @maxItems 1000 */
  components?: OrderComponent[]
}
export interface OrderComponent {
  /** Of a product. */
  productId: string
  /** For people; names may repeat. */
  name: string
  /** In one bundle. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** Who began to pick it. */
export interface Picker {
  /** Of the user or token. */
  id: string
  /** For people; names may repeat. */
  name: string
}
/** The changes form: what must be put into and taken out of the state at `since` to have the state at `revision`. */
export interface Changes {
  /** Counts the successful commands of the company. */
  revision: number
  /** The revision that `changed` and `removed` start from. */
  since: number
  totals: Totals
  changed: ChangedRecords
  removed: RemovedRecords
}
/** Whole records, by the name of their array in the state. */
export interface ChangedRecords {
  settings?: Settings
  /** Made or changed. */
  warehouses?: Warehouse[]
  /** Made or changed. */
  priceTypes?: PriceType[]
  /** Made or changed. */
  filters?: Filter[]
  /** Made or changed. */
  products?: Product[]
  /** Made or changed. */
  partners?: Partner[]
  /** Made or changed. */
  organizations?: Organization[]
  /** Made or changed. */
  contracts?: Contract[]
  /** Made or changed. */
  customFields?: CustomField[]
  /** Made or changed. */
  stock?: Stock[]
  /** Made or changed. */
  lots?: Lot[]
  /** Made or changed. */
  purchases?: Purchase[]
  /** Made or changed. */
  documents?: Document[]
  /** Made or changed. */
  payments?: Payment[]
  /** Made or changed. */
  orders?: Order[]
}
/** Ids, by the name of their array in the state. */
export interface RemovedRecords {
  /** No longer in the state. */
  warehouses?: string[]
  /** No longer in the state. */
  priceTypes?: string[]
  /** No longer in the state. */
  filters?: string[]
  /** No longer in the state. */
  products?: string[]
  /** No longer in the state. */
  partners?: string[]
  /** No longer in the state. */
  organizations?: string[]
  /** No longer in the state. */
  contracts?: string[]
  /** No longer in the state. */
  customFields?: string[]
  /** No longer in the state. */
  stock?: StockPlace[]
  /** No longer in the state. */
  lots?: string[]
  /** No longer in the state. */
  purchases?: string[]
  /** No longer in the state. */
  documents?: string[]
  /** No longer in the state. */
  payments?: string[]
  /** No longer in the state. */
  orders?: string[]
}
/** What names a row of stock. */
export interface StockPlace {
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
}
/** The short form, which `state=summary` and `return=minimal` ask for. */
export interface StateSummary {
  /** Counts the successful commands of the company. */
  revision: number
  company: Company
  totals: Totals
}
/** What `ARCHIVED` tells. */
export interface ArchivedFigures {
  /** What sort of record it is. */
  entity: string
  /** Of the record. */
  id: string
  /** What it is called. */
  name: string
}
/** One successful command. */
export interface AuditEntry {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** RFC 3339, UTC, milliseconds. */
  at: string
  /** Counts the successful commands of the company. */
  revision: number
  actor: Actor
  /** What happened: noun and past verb, such as `order.shipped`. */
  action: string
  /** What kind of record it is about. */
  entityType: string
  /** Of the record that the command was about. */
  entityId: string
  /** One line with the names and figures. */
  summary: string
  /** The `result` that the command answered, but of a new order; of an order that was changed or deleted also what it was `before`. */
  details: {
    /** The record that was made or changed, whole; of a delete, its id. */
    result?: {
      [k: string]: unknown
    }
    /** The record as it was before the command. */
    before?: {
      [k: string]: unknown
    }
  }
}
/** A page of a list of AuditEntry. */
export interface AuditEntryPage {
  /** What is on this page. */
  items: AuditEntry[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** What `BELOW_MIN_PRICE` tells. */
export interface BelowMinPriceFigures {
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
  /** How many there are. */
  line: number
}
/** A page of the report. */
export interface BelowMinimumReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  /** What is here cannot be added up. */
  totals: {
    [k: string]: number
  }
  /** What is on this page. */
  items: BelowMinimumReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields there are. */
export interface BelowMinimumReportRow {
  /** Of a product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** Of the partner that supplies. */
  supplierId: string | null
  /** The name of the partner that supplies. */
  supplier: string | null
  /** onHand − reserved. At most 3 decimals: steps of 0.001. */
  available: number
  /** Below it the owner is told. At most 3 decimals: steps of 0.001. */
  minStock: number
  /** What is missing to the minimum, up to 3 decimals. */
  shortfall: number
}
/** A record that stands in the way. */
export interface Blocker {
  /** What kind of record it is. */
  entity: string
  /** Of the record that stands in the way. */
  id: string
  /** What people call the record. */
  label: string
  /** Its name or number, if it has one. */
  name?: string
  /** Of what is told by its day: that day, such as `2026-03-01`. */
  day?: string
  /** What sort it is, of a movement or contract. */
  kind?: string
}
/** What `BODY_TOO_LARGE` tells for the reason `bytes`. */
export interface BodyTooLargeBytes {
  /** For which of its reasons the code was given. */
  reason: 'bytes'
  /** At most so much, in main units of what it is about; of bodies bytes, of pictures pixels. */
  most: number
}
/** What `BODY_TOO_LARGE` tells for the reason `pixels`. */
export interface BodyTooLargePixels {
  /** For which of its reasons the code was given. */
  reason: 'pixels'
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
  /** At most so much, in main units of what it is about; of bodies bytes, of pictures pixels. */
  most: number
}
/** What `BODY_TOO_LARGE` tells for the reason `pages`. */
export interface BodyTooLargePages {
  /** For which of its reasons the code was given. */
  reason: 'pages'
  /** How many the file has. */
  pages: number
  /** At most so much, in main units of what it is about; of bodies bytes, of pictures pixels. */
  most: number
}
/** A page of the report. */
export interface CashFlowReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: CashFlowReportTotals
  /** What is on this page. */
  items: CashFlowReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface CashFlowReportTotals {
  /** How many payments were posted. */
  payments: number
  /** What came in. In main units, at most 2 decimals: steps of 0.01. */
  received: number
  /** What was paid. In main units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** received − paid. In main units, at most 2 decimals: steps of 0.01. */
  balance: number
}
/** One row; `groupBy` decides which fields there are. */
export interface CashFlowReportRow {
  /** The first day of the day, week or month that is in the report. */
  period: string | null
  /** How many payments were posted. */
  payments: number
  /** What came in. In main units, at most 2 decimals: steps of 0.01. */
  received: number
  /** What was paid. In main units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** received − paid. In main units, at most 2 decimals: steps of 0.01. */
  balance: number
}
/** What can be sold, at the chosen prices. */
export interface Catalog {
  /** Counts the successful commands of the company. */
  revision: number
  /** The one that prices are of; null: the main price. */
  priceType: {
    /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
    id: string
    /** For people; names may repeat. */
    name: string
  } | null
  /** With their values. */
  filters: CatalogFilter[]
  /** In the order of their ids. */
  products: CatalogProduct[]
}
/** An active filter. */
export interface CatalogFilter {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** The values of the filter. */
  values: CatalogValue[]
}
/** An active value. */
export interface CatalogValue {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** How many products choosing the value would give. */
  count: number
}
/** An active product with its price and stock. */
export interface CatalogProduct {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'product' | 'bundle' | 'service' | 'variant'
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** In free words. */
  category: string | null
  /** In free words. */
  description: string | null
  /** An inner code, in free words. */
  code: string | null
  /** A code in another system, in free words. */
  externalCode: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** Of origin. */
  country: string | null
  /** The main price. In main units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** What one usually costs to buy. In main units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** The lowest price to sell at. In main units, at most 2 decimals: steps of 0.01. */
  minPrice: number | null
  /** Below it the owner is told. At most 3 decimals: steps of 0.001. */
  minStock: number | null
  /** Of one, in kilograms. */
  weightKg: number | null
  /** Of one, in cubic metres. */
  volumeM3: number | null
  /** Value added tax, in per cent. */
  vatRate: number | null
  /** Of the partner that the product is usually bought from. */
  preferredSupplierId: string | null
  /** Of a variant: the product that it is a variant of. Chains have no circle. */
  parentProductId: string | null
  /** As printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes: string[]
  /** In what the product is packed. A given array replaces the old one. @maxItems 1000 */
  packages: Package[]
  /** Of products that may be offered instead. @maxItems 1000 */
  analogIds: string[]
  /** Free words to find products by. @maxItems 1000 */
  tags: string[]
  /** What one bundle is made of. @maxItems 1000 */
  components: Component[]
  /** Values of filters that the product carries. A given array replaces the old one. @maxItems 1000 */
  filterValueIds: string[]
  /** Prices of price types, each type once. A given array replaces the old one. @maxItems 1000 */
  prices: ProductPrice[]
  /** Photographs, the main one first, new ones last; their bytes are at `/api/v1/images/{imageId}`. @maxItems 1000 */
  images: ProductImage[]
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues: {
    [k: string]: unknown
  }
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
  /** Of the chosen price type, or the main price; null: there is none, never another. In main units, at most 2 decimals: steps of 0.01. */
  selectedPrice: number | null
  /** Of the product, by warehouse. */
  stock: Stock[]
}
/** What `changeDocumentStatus` takes. */
export interface ChangeDocumentStatusBody {
  /** Where it is in its life; changed by a command of its own only. */
  status: 'posted' | 'closed' | 'cancelled'
}
/** What `changeOrderStatus` takes. */
export interface ChangeOrderStatusBody {
  /** Where it is in its life; changed by a command of its own only. */
  status: 'picking' | 'shipped' | 'cancelled'
}
/** What `changePaymentStatus` takes. */
export interface ChangePaymentStatusBody {
  /** Where it is in its life; changed by a command of its own only. */
  status: 'posted' | 'cancelled'
}
export interface ChangedOrderItem {
  /** The line of the order that is meant; null: a new line. */
  id?: number | null
  /** Of a product. */
  productId: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** With an `id`: the new price of the line, null: what the catalogue says now. Without one it sets none, but says which line of the product is meant: the one at this price, null: the one without a price. In main units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** The discount of the line; null: none. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
}
/** What `chooseCompany` takes. */
export interface ChooseCompanyBody {
  /** Of a company that the user belongs to. */
  companyId: string
}
/** A company. */
export interface CompanyName {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
}
/** What `connectIntegration` takes. */
export interface ConnectIntegrationBody {
  /** An access token of MoySklad, made there in its settings (Обмен данными → Токены): Latin letters, digits and signs without spaces, usually 40 hexadecimal digits. */
  token: string
}
/** To the external accounting system; never with its token. */
export interface Connection {
  /** Whether the company is connected; without it nothing else is said. */
  connected: boolean
  /** Of the account in the external system. */
  accountName?: string
  /** When the token was verified. RFC 3339, UTC, milliseconds. */
  connectedAt?: string
  /** As whom the token acts there. */
  employeeName?: string
  rights?: SourceRights
}
/** What the user of the token may not see there, or not all of. */
export interface SourceRights {
  /** Entities that he may not see, by the names of the external system. */
  missing: string[]
  /** Entities of which he sees a part alone: their lists will be short. */
  partial: string[]
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts: boolean
}
/** What a write answers whose `result` is a Connection. */
export interface ConnectionAnswer {
  result: Connection
  state: AnyState
}
/** What a write answers whose `result` is a Contract. */
export interface ContractAnswer {
  result: Contract
  state: AnyState
}
/** What `CONTRACT_MISMATCH` tells. */
export interface ContractMismatchFigures {
  /** Of the contract. */
  contractId: string
  /** The number of the contract, or its id. */
  contract: string
  /** What of it is another. */
  differs: 'partner' | 'organization'
}
/** A page of a list of Contract. */
export interface ContractPage {
  /** What is on this page. */
  items: Contract[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ContractTotals
}
/** Of the whole list; there with `totals=true`. */
export interface ContractTotals {
  /** Records of the whole list. */
  count: number
}
/** What `createContract` takes. */
export interface CreateContractBody {
  /** Of a partner. */
  partnerId: string
  /** Of an own organization. */
  organizationId: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'purchase' | 'sale' | 'commission'
  /** As the parties number it. */
  number?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  signedAt?: string | null
  /** In per cent. */
  commissionPercent?: number | null
  /** In free words. */
  note?: string | null
}
/** What `createCustomField` takes. */
export interface CreateCustomFieldBody {
  /** Which records have the field: `product`, `partner` or `procurement_document`, in whose `customValues` its values stand and are checked. Any other name of up to 50 characters is taken, for kinds of the client’s own: nothing is checked by it. */
  entityKind: string
  /** For people; names may repeat. */
  name: string
  /** What values must be; it never changes. */
  valueType: 'string' | 'number' | 'date' | 'boolean' | 'select'
  /** Of a `select` field: the values to choose from. @maxItems 1000 */
  options?: string[] | null
}
/** What `createDocument` takes. */
export interface CreateDocumentBody {
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number that the partner has given it. */
  reference?: string | null
  /** Of the partner that supplies. */
  supplierId?: string | null
  /** Of an own organization. */
  organizationId?: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string | null
  /** Of a warehouse. */
  warehouseId?: string | null
  /** Of the document that this one was made from. */
  sourceDocumentId?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  issuedAt?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  dueAt?: string | null
  /** In free words. */
  note?: string | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** In the order given. A given array replaces the old one. @maxItems 1000 */
  lines: {
    /** Of a product. */
    productId: string
    /** At most 3 decimals: steps of 0.001. */
    quantity: number
    /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
}
/** What `createExternalLink` takes. */
export interface CreateExternalLinkBody {
  /** The other system, in free words. */
  source: string
  /** What kind of record it is about. */
  entityType: 'product' | 'partner' | 'order'
  /** What the record is called in the other system. */
  externalId: string
  /** Of the record here. */
  internalId: string
}
/** What `createFilter` takes. */
export interface CreateFilterBody {
  /** For people; names may repeat. */
  name: string
}
/** What `createFilterValue` takes. */
export interface CreateFilterValueBody {
  /** For people; names may repeat. */
  name: string
}
/** What `createOrganization` takes. */
export interface CreateOrganizationBody {
  /** For people; names may repeat. */
  name: string
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered address. */
  legalAddress?: string | null
  /** Where it really is. */
  actualAddress?: string | null
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        [k: string]: unknown
      }[]
    | null
}
/** What `createPartner` takes. */
export interface CreatePartnerBody {
  /** For people; names may repeat. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type?: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles?: string[] | null
  /** Free words to group partners by. @maxItems 1000 */
  groups?: string[] | null
  /** Whom to ask for. */
  contact?: string | null
  /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
  phone?: string | null
  /** Kept as given. */
  email?: string | null
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered address. */
  legalAddress?: string | null
  /** Where it really is. */
  actualAddress?: string | null
  /** People to talk to. A given array replaces the old one. @maxItems 1000 */
  contacts?:
    | {
        /** For people; names may repeat. */
        name: string
        /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
        phone?: string | null
        /** Kept as given. */
        email?: string | null
      }[]
    | null
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        /** Of the bank. */
        bankName: string
        /** Of the account. */
        accountNumber: string
        /** Bank identifier code (БИК). */
        bic?: string | null
        /** Of the bank. */
        correspondentAccount?: string | null
      }[]
    | null
  /** In free words. */
  note?: string | null
  /** The price type that is offered to this partner; it changes no order by itself. */
  priceTypeId?: string | null
  /** In per cent; offered by the app, it changes no order by itself. */
  discountPercent?: number | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
}
/** What `createPayment` takes. */
export interface CreatePaymentBody {
  /** Of a partner. */
  partnerId: string
  /** `outgoing`: we pay. `incoming`: we are paid. */
  direction: 'outgoing' | 'incoming'
  /** How the money goes. */
  method: 'bank' | 'cash'
  /** Above zero. In main units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** The number that the partner has given it. */
  reference?: string | null
  /** Of an own organization. */
  organizationId?: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string | null
  /** Of the document that is paid. */
  documentId?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  paidAt?: string | null
  /** In free words. */
  note?: string | null
}
/** What `createPriceType` takes. */
export interface CreatePriceTypeBody {
  /** For people; names may repeat. */
  name: string
  /** For people. */
  city?: string | null
}
/** What `createProduct` takes. */
export interface CreateProductBody {
  /** For people; names may repeat. */
  name: string
  /** What sort of record it is; it decides what else is allowed. */
  kind?: 'product' | 'bundle' | 'service' | 'variant'
  /** The stock keeping unit, the article number. */
  sku?: string | null
  /** In free words. */
  category?: string | null
  /** In free words. */
  description?: string | null
  /** An inner code, in free words. */
  code?: string | null
  /** A code in another system, in free words. */
  externalCode?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** Of origin. */
  country?: string | null
  /** The main price. In main units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** What one usually costs to buy. In main units, at most 2 decimals: steps of 0.01. */
  cost?: number | null
  /** The lowest price to sell at. In main units, at most 2 decimals: steps of 0.01. */
  minPrice?: number | null
  /** Below it the owner is told. At most 3 decimals: steps of 0.001. */
  minStock?: number | null
  /** Of one, in kilograms. */
  weightKg?: number | null
  /** Of one, in cubic metres. */
  volumeM3?: number | null
  /** Value added tax, in per cent. */
  vatRate?: number | null
  /** Of the partner that the product is usually bought from. */
  preferredSupplierId?: string | null
  /** Of a variant: the product that it is a variant of. Chains have no circle. */
  parentProductId?: string | null
  /** As printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes?: string[] | null
  /** In what the product is packed. A given array replaces the old one. @maxItems 1000 */
  packages?:
    | {
        /** For people; names may repeat. */
        name: string
        /** At most 3 decimals: steps of 0.001. */
        quantity: number
        /** Of the package. */
        barcode?: string | null
      }[]
    | null
  /** Of products that may be offered instead. @maxItems 1000 */
  analogIds?: string[] | null
  /** Free words to find products by. @maxItems 1000 */
  tags?: string[] | null
  /** What one bundle is made of. @maxItems 1000 */
  components?:
    | {
        /** Of a product. */
        productId: string
        /** At most 3 decimals: steps of 0.001. */
        quantity: number
      }[]
    | null
  /** Values of filters that the product carries. A given array replaces the old one. @maxItems 1000 */
  filterValueIds?: string[] | null
  /** Prices of price types, each type once. A given array replaces the old one. @maxItems 1000 */
  prices?:
    | {
        /** Of a price type. */
        priceTypeId: string
        /** The main price. In main units, at most 2 decimals: steps of 0.01. */
        price: number
      }[]
    | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
}
/** What `createPurchase` takes. */
export interface CreatePurchaseBody {
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** The system that `externalId` is of; the two come together and are unique among their kind. */
  externalSource?: string | null
  /** What the record is called in the other system. */
  externalId?: string | null
}
/** What `createWarehouse` takes. */
export interface CreateWarehouseBody {
  /** For people; names may repeat. */
  name: string
  /** A short name, for labels. */
  short?: string | null
  /** For people. */
  city?: string | null
  /** For people. */
  address?: string | null
}
/** What a write answers whose `result` is a CustomField. */
export interface CustomFieldAnswer {
  result: CustomField
  state: AnyState
}
/** A page of a list of CustomField. */
export interface CustomFieldPage {
  /** What is on this page. */
  items: CustomField[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: CustomFieldTotals
}
/** Of the whole list; there with `totals=true`. */
export interface CustomFieldTotals {
  /** Records of the whole list. */
  count: number
}
/** What a delete answers. */
export interface Deleted {
  /** Of what was deleted. */
  id: string
  /** Always true. */
  deleted: boolean
}
/** What a write answers whose `result` is a Deleted. */
export interface DeletedAnswer {
  result: Deleted
  state: AnyState
}
/** The import and its report are gone; what it wrote stays. */
export interface DeletedTableImport {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Always true. */
  deleted: true
}
/** What a write answers whose `result` is a Document. */
export interface DocumentAnswer {
  result: Document
  state: AnyState
}
/** A page of a list of Document. */
export interface DocumentPage {
  /** What is on this page. */
  items: Document[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: DocumentTotals
}
/** Of the whole list; there with `totals=true`. */
export interface DocumentTotals {
  /** Records of the whole list. */
  count: number
  /** Of all lines. In main units, at most 2 decimals: steps of 0.01. */
  total?: number
}
/** What `draftFromImport` takes. */
export interface DraftFromImportBody {
  /** What sort of record it is; it decides what else is allowed. */
  kind?: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number that the partner has given it. */
  reference?: string | null
  /** Of the partner that supplies. */
  supplierId?: string | null
  /** Of an own organization. */
  organizationId?: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string | null
  /** Of a warehouse. */
  warehouseId?: string | null
  /** Of the document that this one was made from. */
  sourceDocumentId?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  issuedAt?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  dueAt?: string | null
  /** In free words. */
  note?: string | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** In the order given. A given array replaces the old one. @maxItems 1000 */
  lines?: {
    /** Of a product. */
    productId: string
    /** At most 3 decimals: steps of 0.001. */
    quantity: number
    /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
}
/** Draft documents made from files. */
export interface DraftsFromFiles {
  /** How many products choosing the value would give. */
  count: number
}
/** What `DUPLICATE_EXTERNAL_ID` tells. */
export interface DuplicateExternalIdFigures {
  /** What sort of record it is. */
  entity: string
  /** Of the record. */
  id: string
  /** What it is called in the other system. */
  externalId: string
}
/** It is over. */
export interface Ended {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Always true. */
  deleted: true
}
/** What a record is called in another system. */
export interface ExternalLink {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** The other system, in free words. */
  source: string
  /** What kind of record it is about. */
  entityType: 'product' | 'partner' | 'order'
  /** What the record is called in the other system. */
  externalId: string
  /** Of the record here. */
  internalId: string
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
}
/** What a write answers whose `result` is a ExternalLink. */
export interface ExternalLinkAnswer {
  result: ExternalLink
  state: AnyState
}
/** A page of a list of ExternalLink. */
export interface ExternalLinkPage {
  /** What is on this page. */
  items: ExternalLink[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ExternalLinkTotals
}
/** Of the whole list; there with `totals=true`. */
export interface ExternalLinkTotals {
  /** Records of the whole list. */
  count: number
}
/** What was read from a file, with what it proposes. */
export interface Extraction {
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'invoice' | 'torg12' | 'upd' | 'receipt'
  /** The number that the partner has given it. */
  reference: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  issuedAt: string | null
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: {
    /** For people; names may repeat. */
    name: string | null
    /** Taxpayer number (ИНН). */
    inn: string | null
    /** Of a partner. */
    partnerId?: string
    /** The document whose owner said who is meant; left out where ИНН or name say so themselves. */
    learnedFrom?: string
  }
  /** In the order given. A given array replaces the old one. */
  lines: {
    /** For people; names may repeat. */
    name: string
    /** The stock keeping unit, the article number. */
    sku: string | null
    /** The unit of measure, as it is printed. */
    unit: string | null
    /** At most 3 decimals: steps of 0.001. */
    quantity: number | null
    /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
    unitCost: number | null
    /** quantity × price, rounded half up. In main units, at most 2 decimals: steps of 0.01. */
    amount: number | null
    /** Of a product. */
    productId?: string
    /** From 0 to 1: how sure the reading is. */
    confidence: number
    doubts?: LetterDoubts
    place?: LinePlace
    learned?: LearnedLine
  }[]
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number | null
  /** What to look at before the draft is made. */
  warnings: {
    /** An inner code, in free words. */
    code: string
    /** What is wrong there. */
    message: string
  }[]
  /** All the text that was read. */
  text: string
  /** The pages of the file; left out of files that were read before places were kept. */
  pages?: {
    /** How far the page is turned to be upright, in degrees clockwise. */
    rotation: number
  }[]
  /** How it was read. */
  recognition: {
    /** What read it. */
    model: string
    /** RFC 3339, UTC, milliseconds. */
    startedAt: string
    /** How long its pages were read. What passed between them, in turns of other companies, does not count. */
    durationSeconds: number
  }
}
/** Letters of a line that were read in more than one way: compare them with the paper. Places are counted from 0. */
export interface LetterDoubts {
  /** In the name. */
  name: number[]
  /** In the article code. */
  sku: number[]
}
/** Where a line stands on a page, as `GET …/pages/{page}` shows it. */
export interface LinePlace {
  /** Counted from 1. */
  page: number
  /** From its left edge, as a share of its width. */
  x: number
  /** From its upper edge, as a share of its height. */
  y: number
  /** As a share of the width of the page. */
  width: number
  /** As a share of the height of the page. */
  height: number
}
/** What an earlier document of this supplier taught about a line. `read` is what stands on the paper. */
export interface LearnedLine {
  /** `columns`: quantity and price changed over; `pack`: packs counted as pieces, or the other way round; `vat`: VAT put onto the price, or taken off. */
  rules: ('columns' | 'pack' | 'vat')[]
  /** The document that was corrected so. Correct the next one back, and it is forgotten. */
  documentId: string
  /** The figures as they stand on the paper. */
  read: {
    /** The unit of measure, as it is printed. */
    unit: string | null
    /** At most 3 decimals: steps of 0.001. */
    quantity: number | null
    /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
    unitCost: number | null
    /** quantity × price, rounded half up. In main units, at most 2 decimals: steps of 0.01. */
    amount: number | null
  }
}
/** One thing that is wrong with the request. */
export interface FieldError {
  /** A JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
  path: string
  /** What is wrong there. */
  message: string
  /** What is wrong with it, for programs. */
  code?:
    | 'REQUIRED'
    | 'UNKNOWN_FIELD'
    | 'WRONG_TYPE'
    | 'NOT_VALID'
    | 'NOT_ALLOWED'
    | 'NOT_HERE'
    | 'AT_LEAST'
    | 'AT_MOST'
    | 'MORE_THAN'
    | 'TOO_PRECISE'
    | 'TOO_SHORT'
    | 'TOO_LONG'
    | 'TOO_FEW'
    | 'TOO_MANY'
    | 'TOO_LARGE'
    | 'TWICE'
    | 'SAME'
    | 'CIRCLE'
  figures?: FieldFigures
}
/** Those of its code. */
export interface FieldFigures {
  /** What it may be. */
  types?: string[]
  /** What would do. */
  allowed?: string[]
  /** At least so much. */
  least?: number
  /** At most so much, in main units of what it is about; of bodies bytes, of pictures pixels. */
  most?: number
  /** More than this. */
  bound?: number
  /** At most so many. */
  decimals?: number
}
/** Uploaded files that were read and are no draft yet, or could not be read. */
export interface FilesToCheck {
  /** Read, and no draft yet. */
  recognized: number
  /** Could not be read. */
  failed: number
}
/** What a write answers whose `result` is a Filter. */
export interface FilterAnswer {
  result: Filter
  state: AnyState
}
/** A page of a list of Filter. */
export interface FilterPage {
  /** What is on this page. */
  items: Filter[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: FilterTotals
}
/** Of the whole list; there with `totals=true`. */
export interface FilterTotals {
  /** Records of the whole list. */
  count: number
}
/** What a write answers whose `result` is a FilterValue. */
export interface FilterValueAnswer {
  result: FilterValue
  state: AnyState
}
/** What `FORBIDDEN` tells for the reason `another_email`. */
export interface ForbiddenAnotherEmail {
  /** For which of its reasons the code was given. */
  reason: 'another_email'
}
/** What `FORBIDDEN` tells for the reason `role`. */
export interface ForbiddenRole {
  /** For which of its reasons the code was given. */
  reason: 'role'
  /** What would do. */
  allowed: string[]
  /** The role that it is about. */
  role: string
}
/** What `FORBIDDEN` tells for the reason `owner_no_more`. */
export interface ForbiddenOwnerNoMore {
  /** For which of its reasons the code was given. */
  reason: 'owner_no_more'
}
/** What `FORBIDDEN` tells for the reason `no_company`. */
export interface ForbiddenNoCompany {
  /** For which of its reasons the code was given. */
  reason: 'no_company'
}
/** What `FORBIDDEN` tells for the reason `read_only`. */
export interface ForbiddenReadOnly {
  /** For which of its reasons the code was given. */
  reason: 'read_only'
}
/** A page of the report. */
export interface GrossProfitReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: GrossProfitReportTotals
  /** What is on this page. */
  items: GrossProfitReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface GrossProfitReportTotals {
  /** At most 3 decimals: steps of 0.001. */
  quantity?: number | null
  /** Of the priced items. In main units, at most 2 decimals: steps of 0.01. */
  revenue: number
  /** What the goods cost. In main units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** revenue − cost. In main units, at most 2 decimals: steps of 0.01. */
  profit: number
  /** profit in per cent of the revenue; null without revenue. */
  marginPercent: number | null
  /** How many items have no price. */
  unpricedItems: number
  /** Cost of the goods of items without a price, which bring no revenue. In main units, at most 2 decimals: steps of 0.01. */
  unpricedCost: number
  /** How many orders were shipped. */
  orders?: number
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: GrossProfitReportUnit[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface GrossProfitReportUnit {
  /** At most 3 decimals: steps of 0.001. */
  quantity?: number | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
}
/** One row; `groupBy` decides which fields there are. */
export interface GrossProfitReportRow {
  /** Of a customer order. */
  orderId?: string | null
  /** Its number. */
  number?: string | null
  /** When it was shipped. RFC 3339, UTC, milliseconds. */
  shippedAt?: string
  /** Of the partner that buys. */
  customerId?: string | null
  /** The name of the partner that buys. */
  customer?: string | null
  /** Where the order came from, in free words. */
  channel?: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity?: number | null
  /** Of the priced items. In main units, at most 2 decimals: steps of 0.01. */
  revenue: number
  /** What the goods cost. In main units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** revenue − cost. In main units, at most 2 decimals: steps of 0.01. */
  profit: number
  /** profit in per cent of the revenue; null without revenue. */
  marginPercent: number | null
  /** How many items have no price. */
  unpricedItems: number
  /** Cost of the goods of items without a price, which bring no revenue. In main units, at most 2 decimals: steps of 0.01. */
  unpricedCost: number
  /** Of a product. */
  productId?: string | null
  /** The name of the product. */
  product?: string | null
  /** The stock keeping unit, the article number. */
  sku?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** How many orders were shipped. */
  orders?: number
  /** The first day of the day, week or month that is in the report. */
  period?: string | null
}
/** What `HAS_REFERENCES` tells for the reason `component`. */
export interface HasReferencesComponent {
  /** For which of its reasons the code was given. */
  reason: 'component'
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
  /** How many active bundles it is a component of. */
  bundles: number
}
/** What `HAS_REFERENCES` tells for the reason `named`. */
export interface HasReferencesNamed {
  /** For which of its reasons the code was given. */
  reason: 'named'
  /** What names the record, by sort. */
  references: ReferenceCount[]
}
/** How many records of a sort there are. */
export interface ReferenceCount {
  /** What kind of record it is. */
  entity: string
  /** How many there are. */
  count: number
}
/** An uploaded file of a purchase document. */
export interface ImportFile {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** As it was uploaded. */
  fileName: string
  /** The media type that the bytes have, whatever the upload said. */
  contentType: string
  /** In bytes. */
  size: number
  /** Of the original bytes, in hexadecimal. */
  sha256: string
  /** Where it is in its life; changed by a command of its own only. */
  status: 'queued' | 'processing' | 'recognized' | 'failed' | 'imported'
  /** RFC 3339, UTC, milliseconds. */
  uploadedAt: string
  /** Of a procurement document. */
  documentId?: string
  /** Why it could not be read; of a file that failed. */
  error?: string
  extraction?: Extraction
}
/** What a write answers whose `result` is a ImportFile. */
export interface ImportFileAnswer {
  result: ImportFile
  state: AnyState
}
/** An import. */
export interface ImportJob {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** How far it is. */
  status: 'previewing' | 'ready' | 'applying' | 'paused' | 'failed' | 'cancelled' | 'done'
  /** `preview` reads and plans, `apply` writes. What is paused or failed goes on with it. */
  phase: 'preview' | 'apply'
  options: ImportJobOptions
  progress: ImportJobProgress
  counts: ImportJobCounts
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  createdBy: Person
  /** When the first request was made; null before. */
  startedAt: string | null
  /** When it was done or cancelled; null before. */
  finishedAt: string | null
  error?: ImportJobError
  /** It waits until then and goes on by itself: the source wants it so, or does not answer. Not there when it does not wait. */
  pausedUntil?: string
}
/** What is imported. */
export interface ImportJobOptions {
  /** Whether they are imported. */
  products: boolean
  /** Whether they are imported. */
  partners: boolean
  /** Whether they are imported. */
  warehouses: boolean
  /** Whether they are imported. */
  organizations: boolean
  /** Whether they are imported. They become drafts. */
  purchases: boolean
}
/** How far it has come. */
export interface ImportJobProgress {
  /** What it is at: a kind of row, or `settings` for what explains them; null: nothing in particular. */
  entity: string | null
  /** Rows that are written or refused. */
  done: number
  /** Rows of it in all; null: not known yet. */
  total: number | null
  /** `reading` the source, `planning` rows, or `applying` them. */
  stage: 'reading' | 'planning' | 'applying'
  /** Of the phase. */
  percent: number
  /** Until the phase is over; null: not known. */
  estimatedRemainingSeconds: number | null
}
/** Rows, by what is planned for them and by what became of it. */
export interface ImportJobCounts {
  /** Rows that become new records. */
  create: number
  /** Rows whose record is changed. */
  update: number
  /** Rows of which the record here has all. */
  unchanged: number
  /** Rows that are left out, for the problems that they have. */
  problem: number
  /** Rows that were written. */
  written: number
  /** Rows that could not be written; they say why. */
  failed: number
}
/** Who did it. */
export interface Person {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
}
/** Why it stopped, or waits. */
export interface ImportJobError {
  /** What sort of record it is; it decides what else is allowed. */
  kind: string
  /** In Russian. */
  message: string
  /** In English. */
  messageEn: string
}
/** What a write answers whose `result` is a ImportJob. */
export interface ImportJobAnswer {
  result: ImportJob
  state: AnyState
}
/** What is to be said about the row, and what to do. */
export interface ImportProblem {
  /** For programs; the list is in docs/import.md. */
  code: string
  /** `error`: the row is not transferred. `warning`: look at it. `info`: nothing to do. */
  severity: 'info' | 'warning' | 'error'
  /** The field, by its name here or in the source; may be empty. */
  field: string
  /** What the source has there, in short. */
  value: string
  /** What happened and what to do, in Russian. */
  message: string
  /** In English. */
  messageEn: string
}
/** Rows that have one problem. */
export interface ImportProblemGroup {
  /** For programs; the list is in docs/import.md. */
  code: string
  /** `error`: the row is not transferred. `warning`: look at it. `info`: nothing to do. */
  severity: 'info' | 'warning' | 'error'
  /** What it means and what to do, in Russian; what differs from row to row is `…`. */
  message: string
  /** In English. */
  messageEn: string
  /** That have it. */
  rows: number
  /** These rows by what they become here. */
  entityTypes: {
    [k: string]: number
  }
}
/** All of them: the worst and most frequent ones first. */
export interface ImportProblemGroups {
  /** What is on this page. */
  items: ImportProblemGroup[]
}
/** When a queued file will be ready. */
export interface ImportProgress {
  /** Since processing began, turns of other companies included; 0 while queued. */
  elapsedSeconds: number
  /** Within the company; 1 is being processed or next. */
  queuePosition: number
  /** Successful recognitions behind the estimate, at most ten. */
  sampleCount: number
  /** null before the first success, and when the estimate is exceeded. */
  estimatedRemainingSeconds: number | null
  /** This file, or one before it, takes longer than the average. */
  estimateExceeded: boolean
}
/** The whole report. */
export interface ImportReport {
  /** Rows of the report, or those of them that want a look. */
  total: number
  /** In the order in which they are written. */
  rows: ImportRow[]
}
/** A row of the source, and what the import did with it. */
export interface ImportRow {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** What it becomes here. */
  entityType:
    | 'price_type'
    | 'custom_field'
    | 'organization'
    | 'warehouse'
    | 'partner'
    | 'product'
    | 'service'
    | 'variant'
    | 'bundle'
    | 'purchase_order'
    | 'supplier_invoice'
    | 'receipt'
  /** Of the row in the source. */
  externalId: string
  /** What the source calls it. */
  name: string
  /** What is planned: to `create` a record, to `update` one, nothing (`unchanged`), or nothing because of a `problem`. */
  action: 'create' | 'update' | 'unchanged' | 'problem'
  /** What became of it: `planned` is not written yet, `skipped` has nothing to write. */
  status: 'planned' | 'written' | 'failed' | 'skipped'
  /** Of the record here, once there is one. */
  internalId?: string
  /** What is to be said about the row, and what to do. */
  problems: ImportProblem[]
  /** What only the report keeps: `left` has fields as the source calls them, `whole` what was shortened, rounded or unusable. */
  data: {
    [k: string]: unknown
  }
  /** What the source had, as it came; null: it is kept for the newest imports alone. Only where `source=true` asks for it. */
  source?: {
    [k: string]: unknown
  } | null
}
/** A page of the report. */
export interface ImportRows {
  /** Rows of the report, or those of them that want a look. */
  total: number
  /** So many rows stand before the page. */
  offset: number
  /** The most rows of the page. */
  limit: number
  /** In the order in which they are written. */
  rows: ImportRow[]
}
/** What `INCOMPLETE` tells. */
export interface IncompleteFigures {
  /** Of the document. */
  documentId: string
  /** By which people call it. */
  number: string
  /** The fields that lack a value. */
  missing: string[]
}
/** What `INSUFFICIENT_STOCK` tells for the reason `product`. */
export interface InsufficientStockProduct {
  /** For which of its reasons the code was given. */
  reason: 'product'
  /** How much is asked for. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** How much can be had: on hand and not reserved. In main units, at most 3 decimals: steps of 0.001. */
  available: number
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
}
/** What `INSUFFICIENT_STOCK` tells for the reason `lot`. */
export interface InsufficientStockLot {
  /** For which of its reasons the code was given. */
  reason: 'lot'
  /** How much is asked for. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** How much is left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
  /** Of the lot. */
  lotId: string
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The connection and the history of imports. */
export interface Integration {
  /** Whether this installation has the import. */
  available: boolean
  /** Whether the import waits for a migration of the database. */
  migrationPending: boolean
  connection: Connection
  /** Of the imports so far, newest first. */
  jobs: ImportJob[]
}
/** What `INVALID_COMPONENT` tells for the reason `archived`. */
export interface InvalidComponentArchived {
  /** For which of its reasons the code was given. */
  reason: 'archived'
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** What `INVALID_COMPONENT` tells for the reason `itself`. */
export interface InvalidComponentItself {
  /** For which of its reasons the code was given. */
  reason: 'itself'
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** What `INVALID_COMPONENT` tells for the reason `kind`. */
export interface InvalidComponentKind {
  /** For which of its reasons the code was given. */
  reason: 'kind'
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
  /** What sort of product it is. */
  kind: 'bundle' | 'service'
}
/** What `INVALID_TRANSITION` tells for the reason `cancelled`. */
export interface InvalidTransitionCancelled {
  /** For which of its reasons the code was given. */
  reason: 'cancelled'
  /** Of a customer order. */
  orderId: string
  /** By which people call it. */
  number: string
}
/** What `INVALID_TRANSITION` tells for the reason `status`. */
export interface InvalidTransitionStatus {
  /** For which of its reasons the code was given. */
  reason: 'status'
  /** What sort of record it is. */
  entity: string
  /** Of the record. */
  id: string
  /** The status that it has. */
  from: string
  /** What was asked for. */
  to: string
  /** What would do. */
  allowed: string[]
}
/** What `INVALID_TRANSITION` tells for the reason `shipped`. */
export interface InvalidTransitionShipped {
  /** For which of its reasons the code was given. */
  reason: 'shipped'
  /** Of a customer order. */
  orderId: string
  /** By which people call it. */
  number: string
}
/** A link by which somebody becomes a member. */
export interface Invitation {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** Kept as given. */
  email: string | null
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** Whether it was sent to the e-mail; otherwise its link is to be passed on. */
  mailed: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  createdBy: Person
  /** From then on it is good for nothing; null: it does not end by itself. */
  expiresAt: string
}
/** All of them. */
export interface InvitationList {
  /** What is on this page. */
  items: Invitation[]
}
/** What its link shows of an invitation. */
export interface InvitationPreview {
  company: CompanyName
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** Kept as given. */
  email: string | null
  /** The name of who made the invitation. */
  invitedBy: string
  /** From then on it is good for nothing; null: it does not end by itself. */
  expiresAt: string
}
/** What `inviteMember` takes. */
export interface InviteMemberBody {
  /** Kept as given. */
  email?: string | null
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts?: boolean
}
/** What `issueToken` takes. */
export interface IssueTokenBody {
  /** For people; names may repeat. */
  name: string
  /** `read`: no writes. `write`: everything. */
  scope?: 'read' | 'write'
  /** From then on it is good for nothing; null: it does not end by itself. */
  expiresAt?: string | null
}
/** The token, and what programs send. */
export interface IssuedToken {
  token: Token
  /** What programs send as `Authorization: Bearer`. Shown once: null when the same is answered again. */
  secret: string | null
}
/** An API token. Its secret is shown once, when it is issued. */
export interface Token {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** How the secret begins, to know it by. */
  prefix: string
  /** `read`: no writes. `write`: everything. */
  scope: 'read' | 'write'
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  createdBy: Person1
  /** To the minute; null: never. */
  lastUsedAt: string | null
  /** From then on it is good for nothing; null: it does not end by itself. */
  expiresAt: string | null
}
/** What `JOB_STATE` tells. */
export interface JobStateFigures {
  /** Of the import. */
  importId: string
  /** The status that it has. */
  status: string
}
/** The company that the user belongs to now, and as what. */
export interface Joined {
  company: CompanyName
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts: boolean
}
/** What `KIND_IN_USE` tells. */
export interface KindInUseFigures {
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
  /** What sort of product it is. */
  kind: string
  /** What names the record, by sort. */
  references: ReferenceCount[]
}
/** What `LAST_WAREHOUSE` tells. */
export interface LastWarehouseFigures {
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
}
/** What `LIMIT_REACHED` tells. */
export interface LimitReachedFigures {
  /** At most so much, in main units of what it is about; of bodies bytes, of pictures pixels. */
  most: number
}
/** An uploaded file; one that is queued or being processed has `recognition`. */
export interface ListedImportFile {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** As it was uploaded. */
  fileName: string
  /** The media type that the bytes have, whatever the upload said. */
  contentType: string
  /** In bytes. */
  size: number
  /** Of the original bytes, in hexadecimal. */
  sha256: string
  /** Where it is in its life; changed by a command of its own only. */
  status: 'queued' | 'processing' | 'recognized' | 'failed' | 'imported'
  /** RFC 3339, UTC, milliseconds. */
  uploadedAt: string
  /** Of a procurement document. */
  documentId?: string
  /** Why it could not be read; of a file that failed. */
  error?: string
  extraction?: Extraction
  recognition?: ImportProgress
}
/** A page of a list of ListedImportFile. */
export interface ListedImportFilePage {
  /** What is on this page. */
  items: ListedImportFile[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
export interface LotDraw {
  /** Of the lot that is drawn from or made. */
  lotId: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number
}
/** What `LOT_MISMATCH` tells. */
export interface LotMismatchFigures {
  /** Of the lot. */
  lotId: string
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
}
/** A page of a list of Lot. */
export interface LotPage {
  /** What is on this page. */
  items: Lot[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: LotTotals
}
/** Of the whole list; there with `totals=true`. */
export interface LotTotals {
  /** Records of the whole list. */
  count: number
  /** What was received. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  received?: number | null
  /** What is left. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  remaining?: number | null
  /** What is left at its unit cost. In main units, at most 2 decimals: steps of 0.01. */
  value?: number
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: LotsUnitTotals[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface LotsUnitTotals {
  /** As ОКЕИ writes it, where it is known there. */
  uom: string | null
  /** What was received. At most 3 decimals: steps of 0.001. */
  received: number
  /** What is left. At most 3 decimals: steps of 0.001. */
  remaining: number
}
/** What `LOTS_CONSUMED` tells. */
export interface LotsConsumedFigures {
  /** Of the lot. */
  lotId: string
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
  /** How much came in. In main units, at most 3 decimals: steps of 0.001. */
  received: number
  /** How much of it is gone. In main units, at most 3 decimals: steps of 0.001. */
  gone: number
}
export interface LowProduct {
  /** Of a product. */
  productId: string
  /** For people; names may repeat. */
  name: string
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** onHand − reserved; of a bundle, what its components allow. At most 3 decimals: steps of 0.001. */
  available: number
  /** Below it the owner is told. At most 3 decimals: steps of 0.001. */
  minStock: number
}
/** What `mapTableImport` takes. */
export interface MapTableImportBody {
  /** Of a workbook; without it the first one. null for CSV. */
  sheet?: string
  /** The row of the column names, counted from 1; without it it is looked for. */
  headerRow?: number
  /** Columns that are not named are left out. Without this the proposed targets hold. @maxItems 200 */
  columns?: TableColumnChoice[]
  /** The field by which rows recognize their records; one of the columns must be it. */
  matchBy?: 'sku' | 'code' | 'barcodes' | 'externalCode' | 'name' | 'id' | 'inn' | 'phone' | 'email'
  /** Rows whose record is not there make one; otherwise they are problems. */
  create?: boolean
  /** Rows whose record is there change it; otherwise it stays as it is. */
  update?: boolean
  /** Price types, filters and values of filters that rows name and the company does not have are made. */
  createMissing?: boolean
  /** Of a warehouse. */
  warehouseId?: string
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier?: string
  /** Of the problems that are told: `ru` or `en`. */
  language?: 'ru' | 'en'
}
/** What a column is. */
export interface TableColumnChoice {
  /** Of the column, counted from 0. */
  index: number
  /** A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out. */
  target: string | null
}
/** What `markNotification` takes. */
export interface MarkNotificationBody {
  /** True: read. False: unread. */
  read: boolean
}
/** Who belongs to the company. */
export interface Member {
  /** Of a user. */
  userId: string
  /** For people; names may repeat. */
  name: string
  /** Kept as given. */
  email: string
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** When the user became a member. */
  joinedAt: string
}
/** All of them. */
export interface MemberList {
  /** What is on this page. */
  items: Member[]
}
/** A company that the user belongs to. */
export interface Membership {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** One change of stock; never edited. */
export interface Movement {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** What happened to the goods. */
  type: 'receipt' | 'writeoff' | 'transfer' | 'shipment' | 'return' | 'reversal'
  /** RFC 3339, UTC, milliseconds. */
  at: string
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** Of the warehouse that the goods go to. */
  toWarehouseId?: string
  /** By the document of a receipt; else what moved. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What became stock: quantity − damaged − missing. At most 3 decimals: steps of 0.001. */
  good?: number
  /** Of the quantity: arrived, but not good. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** Of the quantity: did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost?: number
  /** Of the goods that moved, by their lots. In main units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** The parts of lots that moved, in the order they were drawn. */
  lots: LotDraw[]
  /** Why the goods go. */
  reason?: string
  /** Of a reversal: the type of the movements that it takes back. */
  reverses?: 'receipt' | 'return'
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier?: string
  /** Of the partner that supplies. */
  supplierId?: string
  /** Of a customer order. */
  orderId?: string
  /** Of the purchase that the goods belong to; its product, warehouse and supplier must be the same. */
  purchaseId?: string
  /** Of a procurement document. */
  documentId?: string
}
/** What a write answers whose `result` is a Movement. */
export interface MovementAnswer {
  result: Movement
  state: AnyState
}
/** A page of a list of Movement. */
export interface MovementPage {
  /** What is on this page. */
  items: Movement[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: MovementTotals
}
/** Of the whole list; there with `totals=true`. */
export interface MovementTotals {
  /** Records of the whole list. */
  count: number
  /** What came; of receipts the good part. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantityIn?: number | null
  /** What went. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantityOut?: number | null
  /** From one warehouse to another. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantityMoved?: number | null
  /** The cost of what came. In main units, at most 2 decimals: steps of 0.01. */
  costIn?: number
  /** The cost of what went. In main units, at most 2 decimals: steps of 0.01. */
  costOut?: number
  /** The cost of what was transferred. In main units, at most 2 decimals: steps of 0.01. */
  costMoved?: number
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: MovementsUnitTotals[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface MovementsUnitTotals {
  /** As ОКЕИ writes it, where it is known there. */
  uom: string | null
  /** What came; of receipts the good part. At most 3 decimals: steps of 0.001. */
  quantityIn: number
  /** What went. At most 3 decimals: steps of 0.001. */
  quantityOut: number
  /** From one warehouse to another. At most 3 decimals: steps of 0.001. */
  quantityMoved: number
}
/** The invitation, and its link. */
export interface NewInvitation {
  invitation: Invitation
  /** To be passed on. Shown once; null when it was sent by mail, and when the same is answered again. */
  link: string | null
}
export interface NewOrderItem {
  /** Of a product. */
  productId: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What one is sold for, before discounts; null or left out: as the catalogue says. In main units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** A discount on the price; null: none. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
}
/** What `NOT_DRAFT` tells. */
export interface NotDraftFigures {
  /** What sort of record it is. */
  entity: 'document' | 'payment'
  /** Of the record. */
  id: string
  /** By which people call it. */
  number: string
  /** The status that it has. */
  status: string
}
/** What `NOT_FOUND` tells for the reason `external_id`. */
export interface NotFoundExternalId {
  /** For which of its reasons the code was given. */
  reason: 'external_id'
  /** What sort of record it is. */
  entity: string
  /** The other system, in free words. */
  source: string
  /** What it is called in the other system. */
  externalId: string
}
/** What `NOT_FOUND` tells for the reason `id`. */
export interface NotFoundId {
  /** For which of its reasons the code was given. */
  reason: 'id'
  /** What sort of record it is. */
  entity: string
  /** Of the record. */
  id: string
}
/** What `NOT_FOUND` tells for the reason `name`. */
export interface NotFoundName {
  /** For which of its reasons the code was given. */
  reason: 'name'
  /** The role that it is about. */
  role: 'supplier' | 'customer'
  /** What it is called. */
  name: string
}
/** What `NOT_FOUND` tells for the reason `id_as_name`. */
export interface NotFoundIdAsName {
  /** For which of its reasons the code was given. */
  reason: 'id_as_name'
  /** The role that it is about. */
  role: 'supplier' | 'customer'
  /** What it is called. */
  name: string
}
/** What `NOT_FOUND` tells for the reason `picture`. */
export interface NotFoundPicture {
  /** For which of its reasons the code was given. */
  reason: 'picture'
  /** Of the import. */
  importId: string
  /** Of the file, from 1. */
  page: number
}
/** What `NOT_FOUND` tells for the reason `invitation`. */
export interface NotFoundInvitation {
  /** For which of its reasons the code was given. */
  reason: 'invitation'
}
/** What `NOT_RECOGNIZED` tells. */
export interface NotRecognizedFigures {
  /** Of the import. */
  importId: string
  /** As it was uploaded. */
  fileName: string
  /** The status that it has. */
  status: string
}
/** What `NOT_STOCKED` tells for the reason `bundle`. */
export interface NotStockedBundle {
  /** For which of its reasons the code was given. */
  reason: 'bundle'
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** What `NOT_STOCKED` tells for the reason `service`. */
export interface NotStockedService {
  /** For which of its reasons the code was given. */
  reason: 'service'
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** Something that the owner wants to be told. */
export interface Notification {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'low_stock' | 'daily_summary'
  /** For people. */
  title: string
  /** For people. */
  text: string
  /** Of a product. */
  productId: string | null
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Null until read. RFC 3339, UTC, milliseconds. */
  readAt: string | null
}
/** What a write answers whose `result` is a Notification. */
export interface NotificationAnswer {
  result: Notification
  state: AnyState
}
/** A page of a list of Notification. */
export interface NotificationPage {
  /** What is on this page. */
  items: Notification[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: NotificationTotals
}
/** Of the whole list; there with `totals=true`. */
export interface NotificationTotals {
  /** Records of the whole list. */
  count: number
}
/** What a write answers whose `result` is a Order. */
export interface OrderAnswer {
  result: Order
  state: AnyState
}
/** A page of a list of Order. */
export interface OrderPage {
  /** What is on this page. */
  items: Order[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: OrderTotals
}
/** Of the whole list; there with `totals=true`. */
export interface OrderTotals {
  /** Records of the whole list. */
  count: number
  /** Of the items that have a price. In main units, at most 2 decimals: steps of 0.01. */
  total?: number
  /** Of those that were shipped. In main units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** What `orderProductImages` takes. */
export interface OrderProductImagesBody {
  /** Of all images of the product, in their new order. @maxItems 100 */
  imageIds: string[]
}
/** Orders that reserve stock. */
export interface OrdersToShip {
  /** Not begun. */
  new: {
    /** How many products choosing the value would give. */
    count: number
    /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
    total: number
  }
  /** Being picked. */
  picking: {
    /** How many products choosing the value would give. */
    count: number
    /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
    total: number
  }
}
/** What a write answers whose `result` is a Organization. */
export interface OrganizationAnswer {
  result: Organization
  state: AnyState
}
/** A page of a list of Organization. */
export interface OrganizationPage {
  /** What is on this page. */
  items: Organization[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: OrganizationTotals
}
/** Of the whole list; there with `totals=true`. */
export interface OrganizationTotals {
  /** Records of the whole list. */
  count: number
}
/** A partner as it is now. */
export interface PartnerAnswer {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles: string[]
  /** Free words to group partners by. @maxItems 1000 */
  groups: string[]
  /** Whom to ask for. */
  contact: string | null
  /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
  phone: string | null
  /** Kept as given. */
  email: string | null
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered address. */
  legalAddress: string | null
  /** Where it really is. */
  actualAddress: string | null
  /** People to talk to. A given array replaces the old one. @maxItems 1000 */
  contacts: {
    [k: string]: unknown
  }[]
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** In free words. */
  note: string | null
  /** The price type that is offered to this partner; it changes no order by itself. */
  priceTypeId: string | null
  /** In per cent; offered by the app, it changes no order by itself. */
  discountPercent: number | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues: {
    [k: string]: unknown
  }
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
  /** What to look at before the draft is made. */
  warnings?: Warning[]
}
/** Something that was done, and that somebody should look at. */
export interface Warning {
  /** An inner code, in free words. */
  code: 'AMBIGUOUS_PARTNER'
  /** A JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
  path: '/name'
  /** What is wrong there. */
  message: string
  /** The records that it is about, at most 10. */
  records: {
    /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
    id: string
    /** For people; names may repeat. */
    name: string
  }[]
}
/** What a write answers whose `result` is a PartnerAnswer. */
export interface PartnerAnswerAnswer {
  result: PartnerAnswer
  state: AnyState
}
/** A page of the report. */
export interface PartnerBalancesReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: PartnerBalancesReportTotals
  /** What is on this page. */
  items: PartnerBalancesReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface PartnerBalancesReportTotals {
  /** The total of the partner's shipped orders. In main units, at most 2 decimals: steps of 0.01. */
  shipped: number
  /** Posted payments from the partner. In main units, at most 2 decimals: steps of 0.01. */
  paidIn: number
  /** The cost of goods received from the partner. In main units, at most 2 decimals: steps of 0.01. */
  received: number
  /** The total of posted returns to the partner. In main units, at most 2 decimals: steps of 0.01. */
  returned: number
  /** Posted payments to the partner. In main units, at most 2 decimals: steps of 0.01. */
  paidOut: number
  /** What the partner owes the company: shipped + returned + paidOut − received − paidIn, or 0. In main units, at most 2 decimals: steps of 0.01. */
  receivable: number
  /** What the company owes the partner: the same sum with the other sign, or 0. In main units, at most 2 decimals: steps of 0.01. */
  payable: number
}
/** One row; `groupBy` decides which fields there are. */
export interface PartnerBalancesReportRow {
  /** The id of the partner. */
  partnerId: string | null
  /** The name of the partner. */
  partner: string | null
  /** The total of the partner's shipped orders. In main units, at most 2 decimals: steps of 0.01. */
  shipped: number
  /** Posted payments from the partner. In main units, at most 2 decimals: steps of 0.01. */
  paidIn: number
  /** The cost of goods received from the partner. In main units, at most 2 decimals: steps of 0.01. */
  received: number
  /** The total of posted returns to the partner. In main units, at most 2 decimals: steps of 0.01. */
  returned: number
  /** Posted payments to the partner. In main units, at most 2 decimals: steps of 0.01. */
  paidOut: number
  /** What the partner owes the company: shipped + returned + paidOut − received − paidIn, or 0. In main units, at most 2 decimals: steps of 0.01. */
  receivable: number
  /** What the company owes the partner: the same sum with the other sign, or 0. In main units, at most 2 decimals: steps of 0.01. */
  payable: number
}
/** A page of a list of Partner. */
export interface PartnerPage {
  /** What is on this page. */
  items: Partner[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PartnerTotals
}
/** Of the whole list; there with `totals=true`. */
export interface PartnerTotals {
  /** Records of the whole list. */
  count: number
}
/** A page of the report. */
export interface PartnerStatementReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: PartnerStatementReportTotals
  /** What is on this page. */
  items: PartnerStatementReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface PartnerStatementReportTotals {
  /** What the entry adds to the partner's debt. In main units, at most 2 decimals: steps of 0.01. */
  debit: number
  /** What the entry takes off the partner's debt. In main units, at most 2 decimals: steps of 0.01. */
  credit: number
}
/** One row; `groupBy` decides which fields there are. */
export interface PartnerStatementReportRow {
  /** The id of the partner. */
  partnerId: string | null
  /** The name of the partner. */
  partner: string | null
  /** The date on the paper, or when the entry was posted. A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  date: string | null
  /** The kind of entry. */
  kind: string | null
  /** The number of the order, document or payment. */
  number: string | null
  /** The id of the order, document, payment or movement; null for balances. */
  entryId: string | null
  /** What the entry adds to the partner's debt. In main units, at most 2 decimals: steps of 0.01. */
  debit: number
  /** What the entry takes off the partner's debt. In main units, at most 2 decimals: steps of 0.01. */
  credit: number
  /** What the partner owes after the entry; below zero, what the company owes. In main units, at most 2 decimals: steps of 0.01. */
  balance: number
}
/** What a write answers whose `result` is a Payment. */
export interface PaymentAnswer {
  result: Payment
  state: AnyState
}
/** A page of a list of Payment. */
export interface PaymentPage {
  /** What is on this page. */
  items: Payment[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PaymentTotals
}
/** Of the whole list; there with `totals=true`. */
export interface PaymentTotals {
  /** Records of the whole list. */
  count: number
  /** What was received. In main units, at most 2 decimals: steps of 0.01. */
  received?: number
  /** What was paid. In main units, at most 2 decimals: steps of 0.01. */
  paid?: number
}
/** What `placeOrder` takes. */
export interface PlaceOrderBody {
  /** The name of the partner that buys: given in any case, answered as it is stored. */
  customer: string
  /** Of a warehouse. */
  warehouseId: string
  /** Where the order came from, in free words. */
  channel: string
  /** In the order given; the same product may stand in several. @minItems 1 @maxItems 1000 */
  items: NewOrderItem[]
  /** A discount of the whole order, spread over the amounts of its lines. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
  /** A discount of the whole order as a sum, spread over the amounts of its lines; not together with `discountPercent`. In main units, at most 2 decimals: steps of 0.01. */
  discountAmount?: number | null
  /** The price type that prices were taken from; null: the main price. */
  priceTypeId?: string | null
  /** The number that the order has elsewhere, for people. */
  externalNumber?: string | null
  /** Where the goods go. */
  deliveryAddress?: string | null
  /** In free words. */
  note?: string | null
  /** When the customer ordered; without it, now. RFC 3339, UTC, milliseconds. */
  orderedAt?: string | null
  /** The system that `externalId` is of; the two come together and are unique among their kind. */
  externalSource?: string | null
  /** What the record is called in the other system. */
  externalId?: string | null
}
/** What `previewInvitation` takes. */
export interface PreviewInvitationBody {
  /** Of the link: what stands behind `#token=`. */
  token: string
}
/** What a write answers whose `result` is a PriceType. */
export interface PriceTypeAnswer {
  result: PriceType
  state: AnyState
}
/** A page of a list of PriceType. */
export interface PriceTypePage {
  /** What is on this page. */
  items: PriceType[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PriceTypeTotals
}
/** Of the whole list; there with `totals=true`. */
export interface PriceTypeTotals {
  /** Records of the whole list. */
  count: number
}
/** RFC 9457. `code` says what happened; `figures` which, and `detail` what to do. */
export interface Problem {
  /** A URN made of the code. */
  type: string
  /** For people. */
  title: string
  /** The HTTP status. */
  status: number
  /** What happened, for programs; the list is in docs/errors.md. */
  code:
    | 'VALIDATION_FAILED'
    | 'MALFORMED_JSON'
    | 'IDEMPOTENCY_KEY_REQUIRED'
    | 'IDEMPOTENCY_KEY_INVALID'
    | 'EXTERNAL_TOKEN_REJECTED'
    | 'UNREADABLE_TABLE'
    | 'UNAUTHENTICATED'
    | 'FORBIDDEN'
    | 'ORIGIN_REJECTED'
    | 'NOT_FOUND'
    | 'ROUTE_NOT_FOUND'
    | 'REQUEST_TIMEOUT'
    | 'IDEMPOTENCY_KEY_REUSED'
    | 'INSUFFICIENT_STOCK'
    | 'BELOW_MIN_PRICE'
    | 'HAS_REFERENCES'
    | 'WAREHOUSE_NOT_EMPTY'
    | 'LAST_WAREHOUSE'
    | 'ARCHIVED'
    | 'INVALID_TRANSITION'
    | 'NOT_STOCKED'
    | 'LOT_MISMATCH'
    | 'INVALID_COMPONENT'
    | 'AMBIGUOUS_PARTNER'
    | 'NOT_DRAFT'
    | 'LOTS_CONSUMED'
    | 'PURCHASE_EXCEEDED'
    | 'PURCHASE_MISMATCH'
    | 'UNIT_COST_UNKNOWN'
    | 'CONTRACT_MISMATCH'
    | 'INCOMPLETE'
    | 'ALREADY_IMPORTED'
    | 'NOT_RECOGNIZED'
    | 'DUPLICATE_EXTERNAL_ID'
    | 'KIND_IN_USE'
    | 'LAST_OWNER'
    | 'ALREADY_MEMBER'
    | 'NOT_CONNECTED'
    | 'JOB_STATE'
    | 'MIGRATION_PENDING'
    | 'LIMIT_REACHED'
    | 'BODY_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'RATE_LIMITED'
    | 'INTERNAL'
    | 'UNAVAILABLE'
    | 'EXTERNAL_UNAVAILABLE'
  /** What is wrong and what to do, with the figures. */
  detail: string
  /** What happened as data: which figures, `code` says. Answers that were stored before there were any lack them. */
  figures?:
    | ForbiddenFigures
    | NotFoundFigures
    | InsufficientStockFigures
    | BelowMinPriceFigures
    | HasReferencesFigures
    | WarehouseNotEmptyFigures
    | LastWarehouseFigures
    | ArchivedFigures
    | InvalidTransitionFigures
    | NotStockedFigures
    | LotMismatchFigures
    | InvalidComponentFigures
    | AmbiguousPartnerFigures
    | NotDraftFigures
    | LotsConsumedFigures
    | PurchaseExceededFigures
    | PurchaseMismatchFigures
    | UnitCostUnknownFigures
    | ContractMismatchFigures
    | IncompleteFigures
    | AlreadyImportedFigures
    | NotRecognizedFigures
    | DuplicateExternalIdFigures
    | KindInUseFigures
    | JobStateFigures
    | LimitReachedFigures
    | BodyTooLargeFigures
    | UnsupportedMediaTypeFigures
  /** Each thing that is wrong with the request. */
  errors?: FieldError[]
  /** Up to 10 of the records that stand in the way. */
  blockers?: Blocker[]
  /** There, and true: a rule refused the command, and the Idempotency-Key stands for this answer from now on. Send the corrected command with a new key. */
  keyUsed?: boolean
  /** What to do with the key, in words. */
  hint?: string
  /** Of the request, for the log; a replay repeats the one of the first request. */
  requestId: string
}
/** What `WAREHOUSE_NOT_EMPTY` tells. */
export interface WarehouseNotEmptyFigures {
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
  /** How many lots have a remainder there. */
  lots: number
  /** How many orders are open there. */
  orders: number
}
/** What `PURCHASE_EXCEEDED` tells. */
export interface PurchaseExceededFigures {
  /** Of the purchase that the goods belong to; its product, warehouse and supplier must be the same. */
  purchaseId: string
  /** By which people call it. */
  number: string
  /** How much is asked for. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** How much is left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
}
/** What `PURCHASE_MISMATCH` tells. */
export interface PurchaseMismatchFigures {
  /** Of the purchase that the goods belong to; its product, warehouse and supplier must be the same. */
  purchaseId: string
  /** By which people call it. */
  number: string
  /** What of it is another. */
  differs: 'product' | 'warehouse' | 'supplier'
}
/** What `UNIT_COST_UNKNOWN` tells. */
export interface UnitCostUnknownFigures {
  /** Of a product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** What `UNSUPPORTED_MEDIA_TYPE` tells for the reason `type`. */
export interface UnsupportedMediaTypeType {
  /** For which of its reasons the code was given. */
  reason: 'type'
}
/** What `UNSUPPORTED_MEDIA_TYPE` tells for the reason `damaged`. */
export interface UnsupportedMediaTypeDamaged {
  /** For which of its reasons the code was given. */
  reason: 'damaged'
}
/** What `UNSUPPORTED_MEDIA_TYPE` tells for the reason `locked`. */
export interface UnsupportedMediaTypeLocked {
  /** For which of its reasons the code was given. */
  reason: 'locked'
}
/** What `UNSUPPORTED_MEDIA_TYPE` tells for the reason `heic`. */
export interface UnsupportedMediaTypeHeic {
  /** For which of its reasons the code was given. */
  reason: 'heic'
}
/** What `UNSUPPORTED_MEDIA_TYPE` tells for the reason `illegible`. */
export interface UnsupportedMediaTypeIllegible {
  /** For which of its reasons the code was given. */
  reason: 'illegible'
}
/** What a write answers whose `result` is a Product. */
export interface ProductAnswer {
  result: Product
  state: AnyState
}
/** What a write answers whose `result` is a ProductImage. */
export interface ProductImageAnswer {
  result: ProductImage
  state: AnyState
}
/** A page of a list of Product. */
export interface ProductPage {
  /** What is on this page. */
  items: Product[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ProductTotals
}
/** Of the whole list; there with `totals=true`. */
export interface ProductTotals {
  /** Records of the whole list. */
  count: number
}
/** As in the report `below-minimum`; its first 5. */
export interface ProductsBelowMinimum {
  /** How many products choosing the value would give. */
  count: number
  /** What is on this page. @maxItems 5 */
  items: LowProduct[]
}
/** What a write answers whose `result` is a Purchase. */
export interface PurchaseAnswer {
  result: Purchase
  state: AnyState
}
/** A page of a list of Purchase. */
export interface PurchasePage {
  /** What is on this page. */
  items: Purchase[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PurchaseTotals
}
/** Of the whole list; there with `totals=true`. */
export interface PurchaseTotals {
  /** Records of the whole list. */
  count: number
  /** What was ordered. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantity?: number | null
  /** What came of it and was good. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  received?: number | null
  /** What was ordered, at its unit cost. In main units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: PurchasesUnitTotals[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface PurchasesUnitTotals {
  /** As ОКЕИ writes it, where it is known there. */
  uom: string | null
  /** What was ordered. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** What came of it and was good. At most 3 decimals: steps of 0.001. */
  received: number
}
export interface ReceiptCost {
  /** Of a product. */
  productId: string
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number | null
  /** Where it is from: the newest lot, or the `cost` of the product; null: nothing tells it. */
  source: 'lot' | 'product' | null
  /** When the lot was received. */
  receivedAt: string | null
}
/** What receipts would take for a unit cost, by product. */
export interface ReceiptCosts {
  /** What is on this page. */
  items: ReceiptCost[]
}
/** What `receiveStock` takes. */
export interface ReceiveStockBody {
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: string
  /** What one costs; null: as on the purchase, else as the last time, else as the product says. In main units, at most 2 decimals: steps of 0.01. */
  unitCost: number | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Of the quantity: arrived, but not good. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** Of the quantity: did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
  /** Of the purchase that the goods belong to; its product, warehouse and supplier must be the same. */
  purchaseId?: string
}
/** What `resolvePartner` takes. */
export interface ResolvePartnerBody {
  /** For people; names may repeat. */
  name: string
  /** What sort it is. */
  type: 'Поставщик' | 'Покупатель'
  /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
  phone?: string | null
  /** Kept as given. */
  email?: string | null
}
/** A partner that was found or created. */
export interface ResolvedPartner {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles: string[]
  /** Free words to group partners by. @maxItems 1000 */
  groups: string[]
  /** Whom to ask for. */
  contact: string | null
  /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
  phone: string | null
  /** Kept as given. */
  email: string | null
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered address. */
  legalAddress: string | null
  /** Where it really is. */
  actualAddress: string | null
  /** People to talk to. A given array replaces the old one. @maxItems 1000 */
  contacts: {
    [k: string]: unknown
  }[]
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** In free words. */
  note: string | null
  /** The price type that is offered to this partner; it changes no order by itself. */
  priceTypeId: string | null
  /** In per cent; offered by the app, it changes no order by itself. */
  discountPercent: number | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues: {
    [k: string]: unknown
  }
  /** Kept for history, refused by new operations. */
  archived: boolean
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
  /** True: a new partner. False: one that was found. */
  created: boolean
  /** What to look at before the draft is made. */
  warnings?: Warning[]
}
/** What a write answers whose `result` is a ResolvedPartner. */
export interface ResolvedPartnerAnswer {
  result: ResolvedPartner
  state: AnyState
}
/** Why the record of the row was not written, as data. */
export interface RowRefusal {
  /** An inner code, in free words. */
  code:
    | 'VALIDATION_FAILED'
    | 'MALFORMED_JSON'
    | 'IDEMPOTENCY_KEY_REQUIRED'
    | 'IDEMPOTENCY_KEY_INVALID'
    | 'EXTERNAL_TOKEN_REJECTED'
    | 'UNREADABLE_TABLE'
    | 'UNAUTHENTICATED'
    | 'FORBIDDEN'
    | 'ORIGIN_REJECTED'
    | 'NOT_FOUND'
    | 'ROUTE_NOT_FOUND'
    | 'REQUEST_TIMEOUT'
    | 'IDEMPOTENCY_KEY_REUSED'
    | 'INSUFFICIENT_STOCK'
    | 'BELOW_MIN_PRICE'
    | 'HAS_REFERENCES'
    | 'WAREHOUSE_NOT_EMPTY'
    | 'LAST_WAREHOUSE'
    | 'ARCHIVED'
    | 'INVALID_TRANSITION'
    | 'NOT_STOCKED'
    | 'LOT_MISMATCH'
    | 'INVALID_COMPONENT'
    | 'AMBIGUOUS_PARTNER'
    | 'NOT_DRAFT'
    | 'LOTS_CONSUMED'
    | 'PURCHASE_EXCEEDED'
    | 'PURCHASE_MISMATCH'
    | 'UNIT_COST_UNKNOWN'
    | 'CONTRACT_MISMATCH'
    | 'INCOMPLETE'
    | 'ALREADY_IMPORTED'
    | 'NOT_RECOGNIZED'
    | 'DUPLICATE_EXTERNAL_ID'
    | 'KIND_IN_USE'
    | 'LAST_OWNER'
    | 'ALREADY_MEMBER'
    | 'NOT_CONNECTED'
    | 'JOB_STATE'
    | 'MIGRATION_PENDING'
    | 'LIMIT_REACHED'
    | 'BODY_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'RATE_LIMITED'
    | 'INTERNAL'
    | 'UNAVAILABLE'
    | 'EXTERNAL_UNAVAILABLE'
  /** What happened as data: which figures, `code` says. Answers that were stored before there were any lack them. */
  figures?:
    | ForbiddenFigures
    | NotFoundFigures
    | InsufficientStockFigures
    | BelowMinPriceFigures
    | HasReferencesFigures
    | WarehouseNotEmptyFigures
    | LastWarehouseFigures
    | ArchivedFigures
    | InvalidTransitionFigures
    | NotStockedFigures
    | LotMismatchFigures
    | InvalidComponentFigures
    | AmbiguousPartnerFigures
    | NotDraftFigures
    | LotsConsumedFigures
    | PurchaseExceededFigures
    | PurchaseMismatchFigures
    | UnitCostUnknownFigures
    | ContractMismatchFigures
    | IncompleteFigures
    | AlreadyImportedFigures
    | NotRecognizedFigures
    | DuplicateExternalIdFigures
    | KindInUseFigures
    | JobStateFigures
    | LimitReachedFigures
    | BodyTooLargeFigures
    | UnsupportedMediaTypeFigures
}
/** Whether the books agree with the movements and records. */
export interface SelfCheck {
  /** True when nothing differs. */
  ok: boolean
  /** Of the snapshot that was checked. */
  revision: number
  /** Of the snapshot. RFC 3339, UTC, milliseconds. */
  checkedAt: string
  /** What was recomputed. */
  checks: SelfCheckPart[]
}
/** One thing that must always be true. */
export interface SelfCheckPart {
  /** What must be true. */
  name: string
  /** True when nothing differs. */
  ok: boolean
  /** What differs, in words. @maxItems 20 */
  differences: string[]
}
/** Who is signed in, and the company that the session acts for. */
export interface Session {
  user: User
  company: CompanyName1
  /** What the member may: docs/security.md, "Roles". */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer' | null
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** Counts the successful commands of the company. */
  revision: number | null
  /** Which history of the data this is: another one after a restore to an earlier moment. */
  epoch: string
  /** This is a copy for a drill: it sends no mail and asks no other service. */
  drill: boolean
  /** All that the user belongs to. */
  companies: Membership[]
}
/** Who is signed in. */
export interface User {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
  /** Kept as given. */
  email: string
  /** Whether a link that was mailed there was opened. */
  emailVerified: boolean
  /** Whether signing in asks for a code, too. */
  twoFactorEnabled: boolean
}
/** What there is of what every company needs. */
export interface SetUp {
  /** There is a warehouse. */
  hasWarehouse: boolean
  /** There is an own organization. */
  hasOrganization: boolean
  /** There is a product. */
  hasProduct: boolean
  /** There is a supplier. */
  hasSupplier: boolean
  /** Goods came in at some time. */
  wasStocked: boolean
  /** There is an order. */
  hasOrder: boolean
}
/** What a write answers whose `result` is a Settings. */
export interface SettingsAnswer {
  result: Settings
  state: AnyState
}
/** Since the day began. */
export interface ShippedToday {
  /** How many products choosing the value would give. */
  count: number
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number
  /** What one usually costs to buy. In main units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** What `startImport` takes. */
export interface StartImportBody {
  /** Whether they are imported. */
  products: boolean
  /** Whether they are imported. */
  partners: boolean
  /** Whether they are imported. */
  warehouses: boolean
  /** Whether they are imported. */
  organizations: boolean
  /** Whether they are imported. They become drafts. */
  purchases: boolean
}
/** A page of a list of Stock. */
export interface StockPage {
  /** What is on this page. */
  items: Stock[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: StockTotals
}
/** Of the whole list; there with `totals=true`. */
export interface StockTotals {
  /** Records of the whole list. */
  count: number
  /** What is on hand. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  onHand?: number | null
  /** What of it orders reserve. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  reserved?: number | null
  /** The rest. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  available?: number | null
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: StockUnitTotals[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface StockUnitTotals {
  /** As ОКЕИ writes it, where it is known there. */
  uom: string | null
  /** What is on hand. At most 3 decimals: steps of 0.001. */
  onHand: number
  /** What of it orders reserve. At most 3 decimals: steps of 0.001. */
  reserved: number
  /** The rest. At most 3 decimals: steps of 0.001. */
  available: number
}
/** A page of the report. */
export interface StockReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: StockReportTotals
  /** What is on this page. */
  items: StockReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface StockReportTotals {
  /** At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: StockReportUnit[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface StockReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** One row; `groupBy` decides which fields there are. */
export interface StockReportRow {
  /** Of a product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** Of a warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Of the lot. */
  lotId?: string | null
  /** Lots are drawn in this order, then by id; a transfer keeps it. RFC 3339, UTC, milliseconds. */
  receivedAt?: string
  /** The name of the partner that supplies. */
  supplier?: string | null
}
/** A page of the report. */
export interface StockValuationReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: StockValuationReportTotals
  /** What is on this page. */
  items: StockValuationReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface StockValuationReportTotals {
  /** At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** Each lot's remaining × unitCost, rounded, then added. In main units, at most 2 decimals: steps of 0.01. */
  value: number
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: StockValuationReportUnit[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface StockValuationReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number | null
}
/** One row; `groupBy` decides which fields there are. */
export interface StockValuationReportRow {
  /** Of a product. */
  productId?: string | null
  /** The name of the product. */
  product?: string | null
  /** The stock keeping unit, the article number. */
  sku?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** Of a warehouse. */
  warehouseId?: string | null
  /** The name of the warehouse. */
  warehouse?: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** Each lot's remaining × unitCost, rounded, then added. In main units, at most 2 decimals: steps of 0.01. */
  value: number
  /** Of the lot. */
  lotId?: string | null
  /** Lots are drawn in this order, then by id; a transfer keeps it. RFC 3339, UTC, milliseconds. */
  receivedAt?: string
  /** The name of the partner that supplies. */
  supplier?: string | null
  /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
  unitCost?: number
}
/** A page of the report. */
export interface StockValueOverTimeReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  /** What is here cannot be added up. */
  totals: {
    [k: string]: number
  }
  /** What is on this page. */
  items: StockValueOverTimeReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields there are. */
export interface StockValueOverTimeReportRow {
  /** The first day of the day, week or month that is in the report. */
  period: string | null
  /** At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** Each lot's remaining × unitCost, rounded, then added. In main units, at most 2 decimals: steps of 0.01. */
  value: number
}
/** What is to be done now. `drafts`, `unpaid`, `stockValue` and costs: for those who see costs. */
export interface Summary {
  /** Of the company; what is read beside its state may be newer. */
  revision: number
  orders: OrdersToShip
  shippedToday: ShippedToday
  belowMinimum: ProductsBelowMinimum
  files: FilesToCheck
  drafts?: DraftsFromFiles
  unpaid?: UnpaidDocuments
  /** Each lot's remaining × unitCost, rounded, then added. In main units, at most 2 decimals: steps of 0.01. */
  stockValue?: number
  setUp: SetUp
}
/** As in the report `unpaid-documents`. */
export interface UnpaidDocuments {
  /** How many products choosing the value would give. */
  count: number
  /** What is still to be paid. In main units, at most 2 decimals: steps of 0.01. */
  due: number
}
/** A column of an uploaded table. */
export interface TableColumn {
  /** What stands in the row of the column names. */
  header: string
  /** Some of what stands below it. */
  samples: string[]
  /** What the column seems to be: as it was the last time, by its name, or by its content. */
  proposed: string | null
  /** A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out. */
  target: string | null
}
/** Rows by what is planned, and by what was done. */
export interface TableCounts {
  /** Rows that make a record; of opening stock a receipt. */
  create: number
  /** Rows that change a record. */
  update: number
  /** Rows that say what is so already. */
  unchanged: number
  /** Rows that are left out, for the problems that they have. */
  problem: number
  /** Rows that are written though something in them is worth a look, such as a code that another product has. */
  warned: number
  /** Rows that are written. */
  applied: number
  /** Rows that were refused when they were to be written. */
  failed: number
}
/** An uploaded table, and how far its import is. */
export interface TableImport {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'products' | 'partners' | 'opening_stock'
  /** Where it is in its life; changed by a command of its own only. */
  status: 'uploaded' | 'planning' | 'ready' | 'applying' | 'paused' | 'done' | 'cancelled' | 'failed'
  /** As it was uploaded. */
  fileName: string
  /** In bytes. */
  size: number
  /** Of the problems that are told: `ru` or `en`. */
  language: 'ru' | 'en'
  /** Those of a workbook that can be seen; empty for CSV. */
  sheets: string[]
  /** Of a workbook; without it the first one. null for CSV. */
  sheet: string | null
  /** The row of the column names, counted from 1; without it it is looked for. */
  headerRow: number
  /** Of the chosen sheet, from left to right. */
  columns: TableColumn[]
  options: TableOptions
  fault: TableFault
  /** Rows below the head in which something stands; 0 until they were read. */
  rowCount: number
  counts: TableCounts
  progress: TableProgress
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string
  /** Of the last change. RFC 3339, UTC, milliseconds. */
  updatedAt: string
  createdBy: TableMaker
}
/** How the rows are taken. */
export interface TableOptions {
  /** The field by which rows recognize their records; one of the columns must be it. */
  matchBy: 'sku' | 'code' | 'barcodes' | 'externalCode' | 'name' | 'id' | 'inn' | 'phone' | 'email' | null
  /** Rows whose record is not there make one; otherwise they are problems. */
  create: boolean
  /** Rows whose record is there change it; otherwise it stays as it is. */
  update: boolean
  /** Price types, filters and values of filters that rows name and the company does not have are made. */
  createMissing: boolean
  /** Of a warehouse. */
  warehouseId: string | null
  /** The name of the partner that supplies: given in any case, answered as it is stored. */
  supplier: string | null
}
/** Rows that were written or failed, of those to be written. */
export interface TableProgress {
  /** Rows that are written or refused. */
  done: number
  /** Rows that are to be written. */
  of: number
}
/** Who uploaded it. */
export interface TableMaker {
  /** Issued by the service: UUIDv7, so that the order of ids is the order of creation. */
  id: string
  /** For people; names may repeat. */
  name: string
}
/** A page of the list of table imports. */
export interface TableImportPage {
  /** What is on this page. */
  items: TableImport[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** A row of an uploaded table. */
export interface TableRow {
  /** As the file counts them, from 1. */
  row: number
  /** What is to be done for it. */
  plan: 'create' | 'update' | 'unchanged' | 'problem'
  /** What was done; null: nothing yet, or nothing is to be done. */
  outcome: 'applied' | 'failed' | null
  /** Of the record that was written; of opening stock the movement. */
  recordId: string | null
  /** What is wrong with it. */
  problems: TableRowProblem[]
  /** As they were read; a day as `2026-03-01`. */
  cells: (string | number | boolean | null)[]
}
/** One thing that is wrong with a row, or worth a look in it. */
export interface TableRowProblem {
  /** An inner code, in free words. */
  code:
    | 'KEY_MISSING'
    | 'DUPLICATE_KEY'
    | 'AMBIGUOUS_KEY'
    | 'RECORD_NOT_FOUND'
    | 'NAME_MISSING'
    | 'NOT_A_NUMBER'
    | 'TWO_NUMBERS'
    | 'NEGATIVE'
    | 'TOO_LARGE'
    | 'TOO_PRECISE'
    | 'TOO_LONG'
    | 'TOO_MANY_VALUES'
    | 'NOT_A_FLAG'
    | 'NOT_A_DAY'
    | 'UNKNOWN_WORD'
    | 'CELL_IS_DATE'
    | 'FORMULA_ERROR'
    | 'FORMULA_NOT_RECKONED'
    | 'SPOILED_NUMBER'
    | 'PRICE_TYPE_NOT_FOUND'
    | 'FILTER_VALUE_NOT_FOUND'
    | 'SUPPLIER_NOT_FOUND'
    | 'SUPPLIER_AMBIGUOUS'
    | 'WAREHOUSE_NOT_FOUND'
    | 'QUANTITY_MISSING'
    | 'COST_MISSING'
    | 'ARCHIVED'
    | 'NOT_STOCKED'
    | 'BUNDLE_HERE'
    | 'CODE_TAKEN'
    | 'CODE_TWICE'
    | 'REFUSED'
  /** What is wrong there. */
  message: string
  /** The index of the column that it is about; null: the row as a whole. */
  column: number | null
  /** The product that has the code already. */
  productId?: string
  refusal?: RowRefusal
}
/** A page of the report. */
export interface TableRows {
  /** What is on this page. */
  items: TableRow[]
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number
  /** So many rows stand before the page. */
  offset: number
}
/** What a column can be. */
export interface TableTarget {
  /** A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out. */
  target: string
  /** For people. */
  title: string
  /** Whether rows may recognize their records by it. */
  canMatch: boolean
}
/** What columns can be. */
export interface TableTargets {
  /** What is on this page. */
  items: TableTarget[]
}
/** All of them. */
export interface TokenList {
  /** What is on this page. */
  items: Token[]
}
/** What `transferStock` takes. */
export interface TransferStockBody {
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** Of the warehouse that the goods go to. */
  toWarehouseId: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Of the lot to draw from; without it lots are drawn oldest first. */
  selectedLotId?: string
}
/** A page of the report. */
export interface TurnoverReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: TurnoverReportTotals
  /** What is on this page. */
  items: TurnoverReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface TurnoverReportTotals {
  /** Of the goods before the period. At most 3 decimals: steps of 0.001. */
  openingQuantity: number | null
  /** Cost of the goods before the period. In main units, at most 2 decimals: steps of 0.01. */
  openingCost: number
  /** Of the goods that were received. At most 3 decimals: steps of 0.001. */
  receiptQuantity: number | null
  /** Cost of the goods that were received. In main units, at most 2 decimals: steps of 0.01. */
  receiptCost: number
  /** Of the goods that came from other warehouses. At most 3 decimals: steps of 0.001. */
  transferInQuantity: number | null
  /** Cost of the goods that came from other warehouses. In main units, at most 2 decimals: steps of 0.01. */
  transferInCost: number
  /** Of the goods that came back as returns to suppliers were cancelled. At most 3 decimals: steps of 0.001. */
  reversalInQuantity: number | null
  /** Cost of the goods that came back as returns to suppliers were cancelled. In main units, at most 2 decimals: steps of 0.01. */
  reversalInCost: number
  /** Of the goods that were shipped. At most 3 decimals: steps of 0.001. */
  shipmentQuantity: number | null
  /** Cost of the goods that were shipped. In main units, at most 2 decimals: steps of 0.01. */
  shipmentCost: number
  /** Of the goods that were written off. At most 3 decimals: steps of 0.001. */
  writeoffQuantity: number | null
  /** Cost of the goods that were written off. In main units, at most 2 decimals: steps of 0.01. */
  writeoffCost: number
  /** Of the goods that were returned to suppliers. At most 3 decimals: steps of 0.001. */
  returnQuantity: number | null
  /** Cost of the goods that were returned to suppliers. In main units, at most 2 decimals: steps of 0.01. */
  returnCost: number
  /** Of the goods that went to other warehouses. At most 3 decimals: steps of 0.001. */
  transferOutQuantity: number | null
  /** Cost of the goods that went to other warehouses. In main units, at most 2 decimals: steps of 0.01. */
  transferOutCost: number
  /** Of the goods that went as receipts were cancelled. At most 3 decimals: steps of 0.001. */
  reversalOutQuantity: number | null
  /** Cost of the goods that went as receipts were cancelled. In main units, at most 2 decimals: steps of 0.01. */
  reversalOutCost: number
  /** What cost gains or loses as each part of a lot is rounded by itself. In main units, at most 2 decimals: steps of 0.01. */
  rounding: number
  /** Of the goods after the period. At most 3 decimals: steps of 0.001. */
  closingQuantity: number | null
  /** Cost of the goods after the period. In main units, at most 2 decimals: steps of 0.01. */
  closingCost: number
  /** The same sums for each unit of measure: kilograms and pieces do not add up. */
  byUnit?: TurnoverReportUnit[]
}
/** The sums of the goods that are counted in one unit; `uom` null: goods without one. */
export interface TurnoverReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** Of the goods before the period. At most 3 decimals: steps of 0.001. */
  openingQuantity: number
  /** Of the goods that were received. At most 3 decimals: steps of 0.001. */
  receiptQuantity: number
  /** Of the goods that came from other warehouses. At most 3 decimals: steps of 0.001. */
  transferInQuantity: number
  /** Of the goods that came back as returns to suppliers were cancelled. At most 3 decimals: steps of 0.001. */
  reversalInQuantity: number
  /** Of the goods that were shipped. At most 3 decimals: steps of 0.001. */
  shipmentQuantity: number
  /** Of the goods that were written off. At most 3 decimals: steps of 0.001. */
  writeoffQuantity: number
  /** Of the goods that were returned to suppliers. At most 3 decimals: steps of 0.001. */
  returnQuantity: number
  /** Of the goods that went to other warehouses. At most 3 decimals: steps of 0.001. */
  transferOutQuantity: number
  /** Of the goods that went as receipts were cancelled. At most 3 decimals: steps of 0.001. */
  reversalOutQuantity: number
  /** Of the goods after the period. At most 3 decimals: steps of 0.001. */
  closingQuantity: number
}
/** One row; `groupBy` decides which fields there are. */
export interface TurnoverReportRow {
  /** Of a product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The stock keeping unit, the article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** Of the goods before the period. At most 3 decimals: steps of 0.001. */
  openingQuantity: number
  /** Cost of the goods before the period. In main units, at most 2 decimals: steps of 0.01. */
  openingCost: number
  /** Of the goods that were received. At most 3 decimals: steps of 0.001. */
  receiptQuantity: number
  /** Cost of the goods that were received. In main units, at most 2 decimals: steps of 0.01. */
  receiptCost: number
  /** Of the goods that came from other warehouses. At most 3 decimals: steps of 0.001. */
  transferInQuantity: number
  /** Cost of the goods that came from other warehouses. In main units, at most 2 decimals: steps of 0.01. */
  transferInCost: number
  /** Of the goods that came back as returns to suppliers were cancelled. At most 3 decimals: steps of 0.001. */
  reversalInQuantity: number
  /** Cost of the goods that came back as returns to suppliers were cancelled. In main units, at most 2 decimals: steps of 0.01. */
  reversalInCost: number
  /** Of the goods that were shipped. At most 3 decimals: steps of 0.001. */
  shipmentQuantity: number
  /** Cost of the goods that were shipped. In main units, at most 2 decimals: steps of 0.01. */
  shipmentCost: number
  /** Of the goods that were written off. At most 3 decimals: steps of 0.001. */
  writeoffQuantity: number
  /** Cost of the goods that were written off. In main units, at most 2 decimals: steps of 0.01. */
  writeoffCost: number
  /** Of the goods that were returned to suppliers. At most 3 decimals: steps of 0.001. */
  returnQuantity: number
  /** Cost of the goods that were returned to suppliers. In main units, at most 2 decimals: steps of 0.01. */
  returnCost: number
  /** Of the goods that went to other warehouses. At most 3 decimals: steps of 0.001. */
  transferOutQuantity: number
  /** Cost of the goods that went to other warehouses. In main units, at most 2 decimals: steps of 0.01. */
  transferOutCost: number
  /** Of the goods that went as receipts were cancelled. At most 3 decimals: steps of 0.001. */
  reversalOutQuantity: number
  /** Cost of the goods that went as receipts were cancelled. In main units, at most 2 decimals: steps of 0.01. */
  reversalOutCost: number
  /** What cost gains or loses as each part of a lot is rounded by itself. In main units, at most 2 decimals: steps of 0.01. */
  rounding: number
  /** Of the goods after the period. At most 3 decimals: steps of 0.001. */
  closingQuantity: number
  /** Cost of the goods after the period. In main units, at most 2 decimals: steps of 0.01. */
  closingCost: number
}
/** A page of the report. */
export interface UnpaidDocumentsReport {
  /** Of the company when the report was read. */
  revision: number
  /** When the period begins. */
  from?: string
  /** What happened before this moment is in the report. */
  before: string
  /** IANA name of the time zone that days are of. */
  timeZone: string
  /** Of the whole report. */
  rowCount: number
  totals: UnpaidDocumentsReportTotals
  /** What is on this page. */
  items: UnpaidDocumentsReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** Of the whole report, not of this page. */
export interface UnpaidDocumentsReportTotals {
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number
  /** What was paid. In main units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** What is still to be paid. In main units, at most 2 decimals: steps of 0.01. */
  due: number
}
/** One row; `groupBy` decides which fields there are. */
export interface UnpaidDocumentsReportRow {
  /** Of a procurement document. */
  documentId: string | null
  /** Its number. */
  number: string | null
  /** What sort of document it is. */
  kind: string | null
  /** The number that the partner has given it. */
  reference: string | null
  /** Of the partner that supplies. */
  supplierId: string | null
  /** The name of the partner that supplies. */
  supplier: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  issuedAt: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  dueAt: string | null
  /** The sum of the amounts. In main units, at most 2 decimals: steps of 0.01. */
  total: number
  /** What was paid. In main units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** What is still to be paid. In main units, at most 2 decimals: steps of 0.01. */
  due: number
}
/** What `updateContract` takes. */
export interface UpdateContractBody {
  /** Of a partner. */
  partnerId?: string
  /** Of an own organization. */
  organizationId?: string
  /** What sort of record it is; it decides what else is allowed. */
  kind?: 'purchase' | 'sale' | 'commission'
  /** As the parties number it. */
  number?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  signedAt?: string | null
  /** In per cent. */
  commissionPercent?: number | null
  /** In free words. */
  note?: string | null
  /** Kept for history, refused by new operations. */
  archived?: boolean
}
/** What `updateCustomField` takes. */
export interface UpdateCustomFieldBody {
  /** For people; names may repeat. */
  name?: string
  /** Of a `select` field: the values to choose from. @maxItems 1000 */
  options?: string[] | null
  /** Kept for history, refused by new operations. */
  archived?: boolean
}
/** What `updateDocument` takes. */
export interface UpdateDocumentBody {
  /** What sort of record it is; it decides what else is allowed. */
  kind?: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number that the partner has given it. */
  reference?: string | null
  /** Of the partner that supplies. */
  supplierId?: string | null
  /** Of an own organization. */
  organizationId?: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string | null
  /** Of a warehouse. */
  warehouseId?: string | null
  /** Of the document that this one was made from. */
  sourceDocumentId?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  issuedAt?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  dueAt?: string | null
  /** In free words. */
  note?: string | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** In the order given. A given array replaces the old one. @maxItems 1000 */
  lines?: {
    /** Of a product. */
    productId: string
    /** At most 3 decimals: steps of 0.001. */
    quantity: number
    /** What one costs. In main units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
}
/** What `updateFilter` takes. */
export interface UpdateFilterBody {
  /** For people; names may repeat. */
  name: string
  /** Kept for history, refused by new operations. */
  archived: boolean
}
/** What `updateFilterValue` takes. */
export interface UpdateFilterValueBody {
  /** For people; names may repeat. */
  name: string
  /** Kept for history, refused by new operations. */
  archived: boolean
}
/** What `updateMember` takes. */
export interface UpdateMemberBody {
  /** What the member may: docs/security.md, "Roles". */
  role?: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether costs are shown. The owner says so of viewers; for other roles it follows from the role. */
  seesCosts?: boolean
}
/** What `updateOrder` takes. */
export interface UpdateOrderBody {
  /** The name of the partner that buys: given in any case, answered as it is stored. */
  customer?: string
  /** Of a warehouse. */
  warehouseId?: string
  /** Where the order came from, in free words. */
  channel?: string
  /** In the order given; the same product may stand in several. @minItems 1 @maxItems 1000 */
  items?: ChangedOrderItem[]
  /** A discount of the whole order, in place of the one that it has; null: none. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
  /** The same as a sum, in place of the discount that the order has; null: none. In main units, at most 2 decimals: steps of 0.01. */
  discountAmount?: number | null
  /** The price type that prices were taken from; null: the main price. */
  priceTypeId?: string | null
  /** The number that the order has elsewhere, for people. */
  externalNumber?: string | null
  /** Where the goods go. */
  deliveryAddress?: string | null
  /** In free words. */
  note?: string | null
  /** When the customer ordered; without it, now. RFC 3339, UTC, milliseconds. */
  orderedAt?: string
}
/** What `updateOrganization` takes. */
export interface UpdateOrganizationBody {
  /** For people; names may repeat. */
  name?: string
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered address. */
  legalAddress?: string | null
  /** Where it really is. */
  actualAddress?: string | null
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        [k: string]: unknown
      }[]
    | null
  /** Kept for history, refused by new operations. */
  archived?: boolean
}
/** What `updatePartner` takes. */
export interface UpdatePartnerBody {
  /** For people; names may repeat. */
  name?: string
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles?: string[] | null
  /** Free words to group partners by. @maxItems 1000 */
  groups?: string[] | null
  /** Whom to ask for. */
  contact?: string | null
  /** Kept as given; partners/resolve compares the digits, with 8 and +7 as the same. */
  phone?: string | null
  /** Kept as given. */
  email?: string | null
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered address. */
  legalAddress?: string | null
  /** Where it really is. */
  actualAddress?: string | null
  /** People to talk to. A given array replaces the old one. @maxItems 1000 */
  contacts?:
    | {
        [k: string]: unknown
      }[]
    | null
  /** A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        [k: string]: unknown
      }[]
    | null
  /** In free words. */
  note?: string | null
  /** The price type that is offered to this partner; it changes no order by itself. */
  priceTypeId?: string | null
  /** In per cent; offered by the app, it changes no order by itself. */
  discountPercent?: number | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** Kept for history, refused by new operations. */
  archived?: boolean
}
/** What `updatePayment` takes. */
export interface UpdatePaymentBody {
  /** Of a partner. */
  partnerId?: string
  /** `outgoing`: we pay. `incoming`: we are paid. */
  direction?: 'outgoing' | 'incoming'
  /** How the money goes. */
  method?: 'bank' | 'cash'
  /** Above zero. In main units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The number that the partner has given it. */
  reference?: string | null
  /** Of an own organization. */
  organizationId?: string | null
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string | null
  /** Of the document that is paid. */
  documentId?: string | null
  /** A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200. */
  paidAt?: string | null
  /** In free words. */
  note?: string | null
}
/** What `updatePriceType` takes. */
export interface UpdatePriceTypeBody {
  /** For people; names may repeat. */
  name: string
  /** For people. */
  city?: string | null
  /** Kept for history, refused by new operations. */
  archived: boolean
}
/** What `updateProduct` takes. */
export interface UpdateProductBody {
  /** For people; names may repeat. */
  name: string
  /** What sort of record it is; it decides what else is allowed. */
  kind?: 'product' | 'bundle' | 'service' | 'variant'
  /** The stock keeping unit, the article number. */
  sku?: string | null
  /** In free words. */
  category?: string | null
  /** In free words. */
  description?: string | null
  /** An inner code, in free words. */
  code?: string | null
  /** A code in another system, in free words. */
  externalCode?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** Of origin. */
  country?: string | null
  /** The main price. In main units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** What one usually costs to buy. In main units, at most 2 decimals: steps of 0.01. */
  cost?: number | null
  /** The lowest price to sell at. In main units, at most 2 decimals: steps of 0.01. */
  minPrice?: number | null
  /** Below it the owner is told. At most 3 decimals: steps of 0.001. */
  minStock?: number | null
  /** Of one, in kilograms. */
  weightKg?: number | null
  /** Of one, in cubic metres. */
  volumeM3?: number | null
  /** Value added tax, in per cent. */
  vatRate?: number | null
  /** Of the partner that the product is usually bought from. */
  preferredSupplierId?: string | null
  /** Of a variant: the product that it is a variant of. Chains have no circle. */
  parentProductId?: string | null
  /** As printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes?: string[] | null
  /** In what the product is packed. A given array replaces the old one. @maxItems 1000 */
  packages?:
    | {
        /** For people; names may repeat. */
        name: string
        /** At most 3 decimals: steps of 0.001. */
        quantity: number
        /** Of the package. */
        barcode?: string | null
      }[]
    | null
  /** Of products that may be offered instead. @maxItems 1000 */
  analogIds?: string[] | null
  /** Free words to find products by. @maxItems 1000 */
  tags?: string[] | null
  /** What one bundle is made of. @maxItems 1000 */
  components?:
    | {
        /** Of a product. */
        productId: string
        /** At most 3 decimals: steps of 0.001. */
        quantity: number
      }[]
    | null
  /** Values of filters that the product carries. A given array replaces the old one. @maxItems 1000 */
  filterValueIds?: string[] | null
  /** Prices of price types, each type once. A given array replaces the old one. @maxItems 1000 */
  prices?:
    | {
        /** Of a price type. */
        priceTypeId: string
        /** The main price. In main units, at most 2 decimals: steps of 0.01. */
        price: number
      }[]
    | null
  /** Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** Kept for history, refused by new operations. */
  archived?: boolean
}
/** What `updateSettings` takes. */
export interface UpdateSettingsBody {
  /** Shown to the people of the company. */
  companyName: string
  /** Tell when the available quantity of a product falls under its `minStock`. */
  lowStockAlerts: boolean
  /** Send a summary every morning. */
  dailySummary: boolean
  /** IANA name of the time zone that days are of. */
  timeZone?: string | null
}
/** What `updateWarehouse` takes. */
export interface UpdateWarehouseBody {
  /** For people; names may repeat. */
  name?: string
  /** A short name, for labels. */
  short?: string | null
  /** For people. */
  city?: string | null
  /** For people. */
  address?: string | null
  /** Kept for history, refused by new operations. */
  archived?: boolean
}
/** What a write answers whose `result` is a Warehouse. */
export interface WarehouseAnswer {
  result: Warehouse
  state: AnyState
}
/** A page of a list of Warehouse. */
export interface WarehousePage {
  /** What is on this page. */
  items: Warehouse[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: WarehouseTotals
}
/** Of the whole list; there with `totals=true`. */
export interface WarehouseTotals {
  /** Records of the whole list. */
  count: number
}
/** What `writeOffStock` takes. */
export interface WriteOffStockBody {
  /** Of a product. */
  productId: string
  /** Of a warehouse. */
  warehouseId: string
  /** At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Why the goods go. */
  reason: string
  /** Of the lot to draw from; without it lots are drawn oldest first. */
  selectedLotId?: string
}
export interface ReadAuditQuery {
  /** Entries of a page; 100 without it. CSV and XLSX hold the whole log. */
  limit?: number
  /** `nextCursor` of the page before; without it, the first page. */
  cursor?: string
  /** At this time or later; a day is one of the company’s time zone. */
  from?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  to?: string
  /** What sort the actor is. */
  actorType?: 'token' | 'user' | 'system'
  /** Of the token or user. */
  actorId?: string
  /** What happened: noun and past verb, such as `order.shipped`. */
  action?: string
  /** What kind of record it is about. */
  entityType?: string
  /** Of the record that the command was about. */
  entityId?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadStateQuery {
  /** A revision: what changed after it is answered. */
  since?: number
  /** The `Skladno-Epoch` that came with the copy. When it is another one by now, since the data were restored to an earlier moment, the answer is the whole state. */
  epoch?: string
}
export interface ReadCatalogQuery {
  /** Of filter values; repeatable. Values of one filter are alternatives, those of several filters must all fit. @maxItems 100 */
  valueId?: string[]
  /** The price type to take prices from; without it the main price. */
  priceTypeId?: string
}
export interface ReadChangesQuery {
  /** A revision: what changed after it is answered. */
  since?: number
  /** The `Skladno-Epoch` that came with the copy. When it is another one by now, since the data were restored to an earlier moment, the answer is the whole state. */
  epoch?: string
}
export interface ReadChangesAnswer {
  [k: string]: unknown
}
export interface ListContractsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of a partner. */
  partnerId?: string
  /** Of an own organization. */
  organizationId?: string
  /** What sort of record it is; it decides what else is allowed. @minItems 1 @maxItems 100 */
  kind?: ('purchase' | 'sale' | 'commission')[]
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListCustomFieldsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Which records have the field: `product`, `partner` or `procurement_document`, in whose `customValues` its values stand and are checked. Any other name of up to 50 characters is taken, for kinds of the client’s own: nothing is checked by it. */
  entityKind?: string
  /** What values must be; it never changes. @minItems 1 @maxItems 100 */
  valueType?: ('string' | 'number' | 'date' | 'boolean' | 'select')[]
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListExternalLinksQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of the record here. */
  internalId?: string
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The other system, in free words. */
  source?: string
  /** What kind of record it is about. */
  entityType?: 'product' | 'partner' | 'order'
  /** What the record is called in the other system. */
  externalId?: string
}
export interface ListFiltersQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadImageQuery {
  /** In pixels. */
  width?: number
}
export interface ExportImportQuery {
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'xlsx'
  /** Of the words in the spreadsheet. */
  language?: 'ru' | 'en'
  /** Only rows that want a look: with a problem that is a warning or an error. */
  problems?: boolean
}
export interface ListImportRowsQuery {
  /** Rows that are left out before the page. */
  offset?: number
  /** Rows of the page. */
  limit?: number
  /** Only rows that want a look: with a problem that is a warning or an error. */
  problems?: boolean
  /** With what the source had, as it came. */
  source?: boolean
}
export interface ListLotsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of a lot that came by transfer: the lot that it was drawn from. */
  sourceLotId?: string
  /** Of a product. */
  productId?: string
  /** Of the partner that supplies. */
  supplierId?: string
  /** Lots with a remainder alone, or those without one. */
  open?: boolean
  /** Of a warehouse. */
  warehouseId?: string
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListMovementsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-at`, or that of the period which is asked. */
  sort?: 'at' | '-at'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of a customer order. */
  orderId?: string
  /** Of a procurement document. */
  documentId?: string
  /** Of the purchase that the goods belong to; its product, warehouse and supplier must be the same. */
  purchaseId?: string
  /** Of a product. */
  productId?: string
  /** What sort it is. @minItems 1 @maxItems 100 */
  type?: ('receipt' | 'writeoff' | 'transfer' | 'shipment' | 'return' | 'reversal')[]
  /** Of a warehouse. */
  warehouseId?: string
  /** Where it was, or of a transfer where it came from. */
  fromWarehouseId?: string
  /** Of a transfer where it went. */
  toWarehouseId?: string
  /** `in`: what came, `out`: what went, `between`: from one warehouse to another. */
  direction?: 'in' | 'out' | 'between'
  /** At this time or later; a day is one of the company’s time zone. */
  from?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  to?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListNotificationsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of a product. */
  productId?: string
  /** Those that were not read alone, or those that were. */
  unread?: boolean
  /** What sort of record it is; it decides what else is allowed. @minItems 1 @maxItems 100 */
  kind?: ('low_stock' | 'daily_summary')[]
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListOrdersQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'orderedAt' | '-orderedAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** What the record is called in the other system. */
  externalId?: string
  /** The system that `externalId` is of; the two come together and are unique among their kind. */
  externalSource?: string
  /** Of the partner that buys. */
  customerId?: string
  /** Of a product. */
  productId?: string
  /** Where it is in its life; changed by a command of its own only. @minItems 1 @maxItems 100 */
  status?: ('new' | 'picking' | 'shipped' | 'cancelled')[]
  /** Of a warehouse. */
  warehouseId?: string
  /** The price type to take prices from; without it the main price. */
  priceTypeId?: string
  /** Where the order came from, in free words. */
  channel?: string
  /** At this time or later; a day is one of the company’s time zone. */
  shippedFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  shippedTo?: string
  /** At this time or later; a day is one of the company’s time zone. */
  orderedFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  orderedTo?: string
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListOrganizationsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListPartnersQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** What sort it is. @minItems 1 @maxItems 100 */
  type?: ('Поставщик' | 'Покупатель')[]
  /** One of the roles. */
  role?: string
  /** One of the groups. */
  group?: string
  /** The price type that is offered to this partner; it changes no order by itself. */
  priceTypeId?: string
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListPriceTypesQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListDocumentsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of the document that this one was made from. */
  sourceDocumentId?: string
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string
  /** Of a product. */
  productId?: string
  /** Of the partner that supplies. */
  supplierId?: string
  /** Of an own organization. */
  organizationId?: string
  /** Of a warehouse. */
  warehouseId?: string
  /** What sort of record it is; it decides what else is allowed. @minItems 1 @maxItems 100 */
  kind?: ('purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order')[]
  /** Where it is in its life; changed by a command of its own only. @minItems 1 @maxItems 100 */
  status?: ('draft' | 'posted' | 'closed' | 'cancelled')[]
  /** Those made from an uploaded file alone, or all but them. */
  fromFile?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListImportsQuery {
  /** Files of a page; 1000 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before; without it, the first page. */
  cursor?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadImportPageQuery {
  /** In pixels, rounded up to the next hundred. */
  width?: number
}
export interface ListPaymentsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Of a procurement document. */
  documentId?: string
  /** Payments for this document; of an invoice those for its receipts too. */
  paidDocumentId?: string
  /** Of a partner. */
  partnerId?: string
  /** Of a contract with the same partner and, if both are given, organization. */
  contractId?: string
  /** Of an own organization. */
  organizationId?: string
  /** Where it is in its life; changed by a command of its own only. @minItems 1 @maxItems 100 */
  status?: ('draft' | 'posted' | 'cancelled')[]
  /** `outgoing`: we pay. `incoming`: we are paid. @minItems 1 @maxItems 100 */
  direction?: ('outgoing' | 'incoming')[]
  /** How the money goes. @minItems 1 @maxItems 100 */
  method?: ('bank' | 'cash')[]
  /** At this time or later; a day is one of the company’s time zone. */
  paidFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  paidTo?: string
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListProductsQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** What sort of record it is; it decides what else is allowed. @minItems 1 @maxItems 100 */
  kind?: ('product' | 'bundle' | 'service' | 'variant')[]
  /** In free words. */
  category?: string
  /** Of the partner that supplies. */
  supplierId?: string
  /** Of a variant: the product that it is a variant of. Chains have no circle. */
  parentProductId?: string
  /** One of the tags. */
  tag?: string
  /** Of a product that is a component: the bundles that contain it. */
  componentId?: string
  /** Of a filter value. */
  valueId?: string
  /** The price type to take prices from; without it the main price. */
  priceTypeId?: string
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListPurchasesQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** What the record is called in the other system. */
  externalId?: string
  /** The system that `externalId` is of; the two come together and are unique among their kind. */
  externalSource?: string
  /** Of a product. */
  productId?: string
  /** Of the partner that supplies. */
  supplierId?: string
  /** Where it is in its life; changed by a command of its own only. @minItems 1 @maxItems 100 */
  status?: ('open' | 'partial' | 'received')[]
  /** Of a warehouse. */
  warehouseId?: string
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReportBelowMinimumQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
}
export interface ReportCashFlowQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, taken whole, or the moment before which it ends; without it, now. */
  to?: string
  /** What a row of the report is. */
  groupBy?: 'day' | 'week' | 'month'
}
export interface ReportGrossProfitQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, taken whole, or the moment before which it ends; without it, now. */
  to?: string
  /** Sales of this product alone, as it was ordered; by order with their quantity. */
  productId?: string
  /** Of the partner that buys. */
  customerId?: string
  /** Where the order came from, in free words. */
  channel?: string
  /** What a row of the report is. */
  groupBy?: 'order' | 'product' | 'channel' | 'customer' | 'day' | 'week' | 'month'
}
export interface ReportPartnerBalancesQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
}
export interface ReportPartnerStatementQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, taken whole, or the moment before which it ends; without it, now. */
  to?: string
  /** Of a partner. */
  partnerId?: string
}
export interface ReportStockQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** A day, taken whole, or an RFC 3339 moment; without it, now. */
  date?: string
  /** Of a warehouse. */
  warehouseId?: string
  /** Of a product. */
  productId?: string
  /** What a row of the report is. */
  groupBy?: 'product-warehouse' | 'lot'
}
export interface ReportStockValuationQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** A day, taken whole, or an RFC 3339 moment; without it, now. */
  date?: string
  /** Of a warehouse. */
  warehouseId?: string
  /** Of a product. */
  productId?: string
  /** What a row of the report is. */
  groupBy?: 'product-warehouse' | 'product' | 'warehouse' | 'lot'
}
export interface ReportStockValueOverTimeQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, taken whole, or the moment before which it ends; without it, now. */
  to?: string
  /** Of a warehouse. */
  warehouseId?: string
  /** Of a product. */
  productId?: string
  /** What a row of the report is. */
  groupBy?: 'day' | 'week' | 'month'
}
export interface ReportTurnoverQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, taken whole, or the moment before which it ends; without it, now. */
  to?: string
  /** Of a warehouse. */
  warehouseId?: string
  /** Of a product. */
  productId?: string
}
export interface ReportUnpaidDocumentsQuery {
  /** IANA name of the time zone that days are of; without it, the company’s own. */
  timeZone?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
  /** Rows of a JSON page; 1000 without it. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
}
export interface ListStockQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-productId`, or that of the period which is asked. */
  sort?: 'productId' | '-productId'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of a product. @minItems 1 @maxItems 100 */
  productId?: string[]
  /** Of a warehouse. */
  warehouseId?: string
  /** Rows with something on hand alone, or those without. */
  inStock?: boolean
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadReceiptCostsQuery {
  /** May be given several times. @minItems 1 @maxItems 100 */
  productId: string[]
  /** Where the goods are to come. */
  warehouseId?: string
}
export interface ReadSummaryQuery {
  /** IANA name of the time zone that today is of; without it, the company’s own. */
  timeZone?: string
}
export interface ListTableImportsQuery {
  /** How many to answer at most. */
  limit?: number
  /** `nextCursor` of the page before; without it, the first page. */
  cursor?: string
}
export interface UploadTableImportQuery {
  /** What the rows are. */
  kind: 'products' | 'partners' | 'opening_stock'
  /** Of the problems that are told; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListTableTargetsQuery {
  /** What sort of record it is; it decides what else is allowed. */
  kind: 'products' | 'partners' | 'opening_stock'
  /** Of titles and words, `ru` or `en`; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListTableImportRowsQuery {
  /** So many rows stand before the page. */
  offset?: number
  /** How many to answer at most. */
  limit?: number
  /** Those with a problem or a warning alone. */
  problems?: boolean
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of titles and words, `ru` or `en`; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListWarehousesQuery {
  /** Records of a page; 50 without it. CSV and XLSX hold the whole list. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** With `-` in front the greatest or newest first. Left out it is `-createdAt`, or that of the period which is asked. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words, each of which must be found, as a part of a word too; see docs/lists.md for where. */
  q?: string
  /** With `true` the answer has `totals` of the whole list, as its filters and search leave it. Ask for them once, not with every page. */
  totals?: boolean
  /** Of one record of the list, or of several. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Archived ones alone, or all but them. */
  archived?: boolean
  /** At this time or later; a day is one of the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is one of the company’s time zone, and is meant whole. */
  createdTo?: string
  /** What is answered; without it `Accept` says. */
  format?: 'json' | 'csv' | 'xlsx'
  /** Of CSV: `comma` with `;` between cells, as Russian spreadsheets take it, or `point` with `,`. */
  decimal?: 'comma' | 'point'
  /** Of the titles and words in CSV and XLSX; without it `Accept-Language` says, and Russian is the default. */
  language?: 'ru' | 'en'
}

/** The code of a refusal. docs/errors.md says what each means. */
export type ProblemCode = Problem['code']

/** What each code tells as data; null: nothing. */
export interface FiguresByCode {
  VALIDATION_FAILED: null
  MALFORMED_JSON: null
  IDEMPOTENCY_KEY_REQUIRED: null
  IDEMPOTENCY_KEY_INVALID: null
  EXTERNAL_TOKEN_REJECTED: null
  UNREADABLE_TABLE: null
  UNAUTHENTICATED: null
  FORBIDDEN: ForbiddenFigures
  ORIGIN_REJECTED: null
  NOT_FOUND: NotFoundFigures
  ROUTE_NOT_FOUND: null
  REQUEST_TIMEOUT: null
  IDEMPOTENCY_KEY_REUSED: null
  INSUFFICIENT_STOCK: InsufficientStockFigures
  BELOW_MIN_PRICE: BelowMinPriceFigures
  HAS_REFERENCES: HasReferencesFigures
  WAREHOUSE_NOT_EMPTY: WarehouseNotEmptyFigures
  LAST_WAREHOUSE: LastWarehouseFigures
  ARCHIVED: ArchivedFigures
  INVALID_TRANSITION: InvalidTransitionFigures
  NOT_STOCKED: NotStockedFigures
  LOT_MISMATCH: LotMismatchFigures
  INVALID_COMPONENT: InvalidComponentFigures
  AMBIGUOUS_PARTNER: AmbiguousPartnerFigures
  NOT_DRAFT: NotDraftFigures
  LOTS_CONSUMED: LotsConsumedFigures
  PURCHASE_EXCEEDED: PurchaseExceededFigures
  PURCHASE_MISMATCH: PurchaseMismatchFigures
  UNIT_COST_UNKNOWN: UnitCostUnknownFigures
  CONTRACT_MISMATCH: ContractMismatchFigures
  INCOMPLETE: IncompleteFigures
  ALREADY_IMPORTED: AlreadyImportedFigures
  NOT_RECOGNIZED: NotRecognizedFigures
  DUPLICATE_EXTERNAL_ID: DuplicateExternalIdFigures
  KIND_IN_USE: KindInUseFigures
  LAST_OWNER: null
  ALREADY_MEMBER: null
  NOT_CONNECTED: null
  JOB_STATE: JobStateFigures
  MIGRATION_PENDING: null
  LIMIT_REACHED: LimitReachedFigures
  BODY_TOO_LARGE: BodyTooLargeFigures
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeFigures
  RATE_LIMITED: null
  INTERNAL: null
  UNAVAILABLE: null
  EXTERNAL_UNAVAILABLE: null
}

/** What is taken for bytes; a stream is read to its end before it is sent, so that it can be sent again. */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Every operation: its arguments, what it answers, and what its rules may refuse. */
export interface Operations {
  /** Read the audit log. */
  readAudit: { takes: [query?: ReadAuditQuery]; answers: AuditEntryPage; refuses: never }
  /** Read one entry of the audit log. */
  readAuditEntry: { takes: [entryId: string]; answers: AuditEntry; refuses: 'NOT_FOUND' }
  /** Read the current state of the warehouse. */
  readState: { takes: [query?: ReadStateQuery]; answers: StateOrChanges; refuses: never }
  /** Read the catalog at the chosen prices. */
  readCatalog: { takes: [query?: ReadCatalogQuery]; answers: Catalog; refuses: 'NOT_FOUND' }
  /** Read what changed since a revision. */
  readChanges: { takes: [query?: ReadChangesQuery]; answers: ReadChangesAnswer; refuses: never }
  /** List contracts. */
  listContracts: { takes: [query?: ListContractsQuery]; answers: ContractPage; refuses: never }
  /** Create a contract. */
  createContract: { takes: [body: CreateContractBody]; answers: Contract; refuses: 'NOT_FOUND' | 'ARCHIVED' }
  /** Read one contract. */
  readContract: { takes: [contractId: string]; answers: Contract; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a contract. */
  updateContract: {
    takes: [contractId: string, body: UpdateContractBody]
    answers: Contract
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'HAS_REFERENCES'
  }
  /** Delete a contract without links. */
  deleteContract: { takes: [contractId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'HAS_REFERENCES' }
  /** List custom fields. */
  listCustomFields: { takes: [query?: ListCustomFieldsQuery]; answers: CustomFieldPage; refuses: never }
  /** Define a custom field. */
  createCustomField: { takes: [body: CreateCustomFieldBody]; answers: CustomField; refuses: never }
  /** Read one custom field. */
  readCustomField: { takes: [fieldId: string]; answers: CustomField; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a custom field. */
  updateCustomField: {
    takes: [fieldId: string, body: UpdateCustomFieldBody]
    answers: CustomField
    refuses: 'NOT_FOUND' | 'HAS_REFERENCES'
  }
  /** Delete a custom field without stored values. */
  deleteCustomField: { takes: [fieldId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'HAS_REFERENCES' }
  /** Find an external link, or list them. */
  listExternalLinks: { takes: [query?: ListExternalLinksQuery]; answers: ListExternalLinksAnswer; refuses: 'NOT_FOUND' }
  /** Link a record to its id in another system. */
  createExternalLink: {
    takes: [body: CreateExternalLinkBody]
    answers: ExternalLink
    refuses: 'NOT_FOUND' | 'DUPLICATE_EXTERNAL_ID'
  }
  /** Read one external link. */
  readExternalLink: { takes: [linkId: string]; answers: ExternalLink; refuses: 'NOT_FOUND' }
  /** Delete an external link. */
  deleteExternalLink: { takes: [linkId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** List filters. */
  listFilters: { takes: [query?: ListFiltersQuery]; answers: FilterPage; refuses: never }
  /** Create a filter. */
  createFilter: { takes: [body: CreateFilterBody]; answers: Filter; refuses: never }
  /** Read one filter. */
  readFilter: { takes: [filterId: string]; answers: Filter; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a filter. */
  updateFilter: { takes: [filterId: string, body: UpdateFilterBody]; answers: Filter; refuses: 'NOT_FOUND' }
  /** Delete a filter with its values. */
  deleteFilter: { takes: [filterId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** Create a value of a filter. */
  createFilterValue: {
    takes: [filterId: string, body: CreateFilterValueBody]
    answers: FilterValue
    refuses: 'NOT_FOUND' | 'ARCHIVED'
  }
  /** Change, archive or restore a value. */
  updateFilterValue: {
    takes: [filterId: string, valueId: string, body: UpdateFilterValueBody]
    answers: FilterValue
    refuses: 'NOT_FOUND'
  }
  /** Delete a value of a filter. */
  deleteFilterValue: { takes: [filterId: string, valueId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** Read an image. */
  readImage: { takes: [imageId: string, query?: ReadImageQuery]; answers: Blob; refuses: 'NOT_FOUND' }
  /** Read the connection to the external system. */
  readIntegration: { takes: []; answers: Integration; refuses: never }
  /** Connect to the external system. */
  connectIntegration: {
    takes: [body: ConnectIntegrationBody]
    answers: Connection
    refuses: 'MIGRATION_PENDING' | 'EXTERNAL_TOKEN_REJECTED' | 'EXTERNAL_UNAVAILABLE' | 'JOB_STATE'
  }
  /** Disconnect from the external system. */
  disconnectIntegration: { takes: []; answers: Connection; refuses: 'MIGRATION_PENDING' | 'NOT_FOUND' | 'JOB_STATE' }
  /** Start an import. */
  startImport: {
    takes: [body: StartImportBody]
    answers: ImportJob
    refuses: 'MIGRATION_PENDING' | 'NOT_CONNECTED' | 'JOB_STATE'
  }
  /** Apply an import. */
  applyImport: { takes: [jobId: string]; answers: ImportJob; refuses: 'MIGRATION_PENDING' | 'NOT_FOUND' | 'JOB_STATE' }
  /** Cancel an import. */
  cancelImport: { takes: [jobId: string]; answers: ImportJob; refuses: 'MIGRATION_PENDING' | 'NOT_FOUND' | 'JOB_STATE' }
  /** Pause an import. */
  pauseImport: { takes: [jobId: string]; answers: ImportJob; refuses: 'MIGRATION_PENDING' | 'NOT_FOUND' | 'JOB_STATE' }
  /** Read the problems of an import by their codes. */
  listImportProblems: {
    takes: [jobId: string]
    answers: ImportProblemGroups
    refuses: 'MIGRATION_PENDING' | 'NOT_FOUND'
  }
  /** Export the whole report of an import. */
  exportImport: {
    takes: [jobId: string, query?: ExportImportQuery]
    answers: ImportReport
    refuses: 'MIGRATION_PENDING' | 'NOT_FOUND'
  }
  /** Resume an import. */
  resumeImport: {
    takes: [jobId: string]
    answers: ImportJob
    refuses: 'MIGRATION_PENDING' | 'NOT_FOUND' | 'NOT_CONNECTED' | 'JOB_STATE'
  }
  /** Read a page of the report of an import. */
  listImportRows: {
    takes: [jobId: string, query?: ListImportRowsQuery]
    answers: ImportRows
    refuses: 'MIGRATION_PENDING' | 'NOT_FOUND'
  }
  /** List open invitations. */
  listInvitations: { takes: []; answers: InvitationList; refuses: never }
  /** Invite somebody to the company. */
  inviteMember: { takes: [body: InviteMemberBody]; answers: NewInvitation; refuses: 'ALREADY_MEMBER' | 'LIMIT_REACHED' }
  /** Accept an invitation. */
  acceptInvitation: { takes: [body: AcceptInvitationBody]; answers: Joined; refuses: 'NOT_FOUND' | 'ALREADY_MEMBER' }
  /** Look at an invitation. */
  previewInvitation: { takes: [body: PreviewInvitationBody]; answers: InvitationPreview; refuses: 'NOT_FOUND' }
  /** Withdraw an invitation. */
  withdrawInvitation: { takes: [invitationId: string]; answers: Ended; refuses: 'NOT_FOUND' }
  /** List lots. */
  listLots: { takes: [query?: ListLotsQuery]; answers: LotPage; refuses: never }
  /** Read one lot. */
  readLot: { takes: [lotId: string]; answers: Lot; refuses: 'NOT_FOUND' }
  /** List the members of the company. */
  listMembers: { takes: []; answers: MemberList; refuses: never }
  /** Change the role of a member. */
  updateMember: {
    takes: [userId: string, body: UpdateMemberBody]
    answers: Member
    refuses: 'NOT_FOUND' | 'LAST_OWNER'
  }
  /** Remove a member, or leave. */
  removeMember: { takes: [userId: string]; answers: Ended; refuses: 'NOT_FOUND' | 'LAST_OWNER' }
  /** List movements. */
  listMovements: { takes: [query?: ListMovementsQuery]; answers: MovementPage; refuses: never }
  /** Read one movement. */
  readMovement: { takes: [movementId: string]; answers: Movement; refuses: 'NOT_FOUND' }
  /** List notifications. */
  listNotifications: { takes: [query?: ListNotificationsQuery]; answers: NotificationPage; refuses: never }
  /** Read one notification. */
  readNotification: { takes: [notificationId: string]; answers: Notification; refuses: 'NOT_FOUND' }
  /** Mark a notification as read or unread. */
  markNotification: {
    takes: [notificationId: string, body: MarkNotificationBody]
    answers: Notification
    refuses: 'NOT_FOUND'
  }
  /** List orders. */
  listOrders: { takes: [query?: ListOrdersQuery]; answers: OrderPage; refuses: never }
  /** Place a customer order. */
  placeOrder: {
    takes: [body: PlaceOrderBody]
    answers: Order
    refuses:
      | 'NOT_FOUND'
      | 'ARCHIVED'
      | 'AMBIGUOUS_PARTNER'
      | 'BELOW_MIN_PRICE'
      | 'DUPLICATE_EXTERNAL_ID'
      | 'INSUFFICIENT_STOCK'
  }
  /** Read one order. */
  readOrder: { takes: [orderId: string]; answers: Order; refuses: 'NOT_FOUND' }
  /** Change an open order. */
  updateOrder: {
    takes: [orderId: string, body: UpdateOrderBody]
    answers: Order
    refuses:
      | 'NOT_FOUND'
      | 'INVALID_TRANSITION'
      | 'ARCHIVED'
      | 'AMBIGUOUS_PARTNER'
      | 'BELOW_MIN_PRICE'
      | 'INSUFFICIENT_STOCK'
  }
  /** Delete an unshipped order. */
  deleteOrder: {
    takes: [orderId: string]
    answers: Deleted
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'HAS_REFERENCES'
  }
  /** Pick, ship or cancel an order. */
  changeOrderStatus: {
    takes: [orderId: string, body: ChangeOrderStatusBody]
    answers: Order
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** List organizations. */
  listOrganizations: { takes: [query?: ListOrganizationsQuery]; answers: OrganizationPage; refuses: never }
  /** Create an own organization. */
  createOrganization: { takes: [body: CreateOrganizationBody]; answers: Organization; refuses: never }
  /** Read one organization. */
  readOrganization: { takes: [organizationId: string]; answers: Organization; refuses: 'NOT_FOUND' }
  /** Change, archive or restore an organization. */
  updateOrganization: {
    takes: [organizationId: string, body: UpdateOrganizationBody]
    answers: Organization
    refuses: 'NOT_FOUND'
  }
  /** Delete an organization without links. */
  deleteOrganization: { takes: [organizationId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'HAS_REFERENCES' }
  /** List partners. */
  listPartners: { takes: [query?: ListPartnersQuery]; answers: PartnerPage; refuses: never }
  /** Create a partner. */
  createPartner: { takes: [body: CreatePartnerBody]; answers: PartnerAnswer; refuses: 'NOT_FOUND' | 'ARCHIVED' }
  /** Find a partner by phone or e-mail, or create it. */
  resolvePartner: { takes: [body: ResolvePartnerBody]; answers: ResolvedPartner; refuses: never }
  /** Read one partner. */
  readPartner: { takes: [partnerId: string]; answers: Partner; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a partner. */
  updatePartner: {
    takes: [partnerId: string, body: UpdatePartnerBody]
    answers: PartnerAnswer
    refuses: 'NOT_FOUND' | 'ARCHIVED'
  }
  /** Delete a partner without links. */
  deletePartner: { takes: [partnerId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'HAS_REFERENCES' }
  /** List price types. */
  listPriceTypes: { takes: [query?: ListPriceTypesQuery]; answers: PriceTypePage; refuses: never }
  /** Create a price type. */
  createPriceType: { takes: [body: CreatePriceTypeBody]; answers: PriceType; refuses: never }
  /** Read one price type. */
  readPriceType: { takes: [priceTypeId: string]; answers: PriceType; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a price type. */
  updatePriceType: { takes: [priceTypeId: string, body: UpdatePriceTypeBody]; answers: PriceType; refuses: 'NOT_FOUND' }
  /** Delete a price type. */
  deletePriceType: { takes: [priceTypeId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** List documents. */
  listDocuments: { takes: [query?: ListDocumentsQuery]; answers: DocumentPage; refuses: never }
  /** Create a draft of a procurement document. */
  createDocument: {
    takes: [body: CreateDocumentBody]
    answers: Document
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'CONTRACT_MISMATCH'
  }
  /** Read one document. */
  readDocument: { takes: [documentId: string]; answers: Document; refuses: 'NOT_FOUND' }
  /** Edit a draft. */
  updateDocument: {
    takes: [documentId: string, body: UpdateDocumentBody]
    answers: Document
    refuses: 'NOT_FOUND' | 'NOT_DRAFT' | 'ARCHIVED' | 'CONTRACT_MISMATCH'
  }
  /** Delete a draft without dependents. */
  deleteDocument: {
    takes: [documentId: string]
    answers: Deleted
    refuses: 'NOT_FOUND' | 'NOT_DRAFT' | 'HAS_REFERENCES'
  }
  /** Post, close or cancel a document. */
  changeDocumentStatus: {
    takes: [documentId: string, body: ChangeDocumentStatusBody]
    answers: Document
    refuses:
      | 'NOT_FOUND'
      | 'INVALID_TRANSITION'
      | 'INCOMPLETE'
      | 'ARCHIVED'
      | 'NOT_STOCKED'
      | 'INSUFFICIENT_STOCK'
      | 'LOTS_CONSUMED'
  }
  /** List uploaded files. */
  listImports: { takes: [query?: ListImportsQuery]; answers: ListedImportFilePage; refuses: never }
  /** Upload a purchase document to be recognized. */
  uploadImport: { takes: [bytes: Bytes]; answers: ImportFile; refuses: never }
  /** Read an uploaded file. */
  readImport: { takes: [importId: string]; answers: ListedImportFile; refuses: 'NOT_FOUND' }
  /** Reject a file. */
  rejectImport: { takes: [importId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'ALREADY_IMPORTED' }
  /** Make a draft document from a recognized file. */
  draftFromImport: {
    takes: [importId: string, body: DraftFromImportBody]
    answers: Document
    refuses: 'NOT_FOUND' | 'ALREADY_IMPORTED' | 'NOT_RECOGNIZED' | 'ARCHIVED' | 'CONTRACT_MISMATCH'
  }
  /** Read the original file. */
  readImportFile: { takes: [importId: string]; answers: Blob; refuses: 'NOT_FOUND' }
  /** Read a page of a file as a picture. */
  readImportPage: {
    takes: [importId: string, page: string, query?: ReadImportPageQuery]
    answers: Blob
    refuses: 'NOT_FOUND'
  }
  /** Recognize a file again. */
  repeatRecognition: { takes: [importId: string]; answers: ImportFile; refuses: 'NOT_FOUND' | 'ALREADY_IMPORTED' }
  /** List payments. */
  listPayments: { takes: [query?: ListPaymentsQuery]; answers: PaymentPage; refuses: never }
  /** Create a draft of a payment. */
  createPayment: {
    takes: [body: CreatePaymentBody]
    answers: Payment
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'CONTRACT_MISMATCH'
  }
  /** Read one payment. */
  readPayment: { takes: [paymentId: string]; answers: Payment; refuses: 'NOT_FOUND' }
  /** Edit a draft of a payment. */
  updatePayment: {
    takes: [paymentId: string, body: UpdatePaymentBody]
    answers: Payment
    refuses: 'NOT_FOUND' | 'NOT_DRAFT' | 'ARCHIVED' | 'CONTRACT_MISMATCH'
  }
  /** Delete a draft of a payment. */
  deletePayment: { takes: [paymentId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'NOT_DRAFT' }
  /** Post or cancel a payment. */
  changePaymentStatus: {
    takes: [paymentId: string, body: ChangePaymentStatusBody]
    answers: Payment
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'ARCHIVED'
  }
  /** List products. */
  listProducts: { takes: [query?: ListProductsQuery]; answers: ProductPage; refuses: never }
  /** Create a product, variant, service or bundle. */
  createProduct: {
    takes: [body: CreateProductBody]
    answers: Product
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'INVALID_COMPONENT'
  }
  /** Read one product. */
  readProduct: { takes: [productId: string]; answers: Product; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a product. */
  updateProduct: {
    takes: [productId: string, body: UpdateProductBody]
    answers: Product
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'INVALID_COMPONENT' | 'HAS_REFERENCES' | 'KIND_IN_USE'
  }
  /** Delete a product without operations and links. */
  deleteProduct: { takes: [productId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'HAS_REFERENCES' }
  /** Add an image to a product. */
  uploadProductImage: { takes: [productId: string, bytes: Bytes]; answers: ProductImage; refuses: 'NOT_FOUND' }
  /** Put the images of a product in order. */
  orderProductImages: {
    takes: [productId: string, body: OrderProductImagesBody]
    answers: Product
    refuses: 'NOT_FOUND'
  }
  /** Delete an image of a product. */
  deleteProductImage: { takes: [productId: string, imageId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** List purchases. */
  listPurchases: { takes: [query?: ListPurchasesQuery]; answers: PurchasePage; refuses: never }
  /** Order goods from a supplier. */
  createPurchase: {
    takes: [body: CreatePurchaseBody]
    answers: Purchase
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'AMBIGUOUS_PARTNER' | 'DUPLICATE_EXTERNAL_ID'
  }
  /** Read one purchase. */
  readPurchase: { takes: [purchaseId: string]; answers: Purchase; refuses: 'NOT_FOUND' }
  /** Delete a purchase without receipt. */
  deletePurchase: { takes: [purchaseId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'HAS_REFERENCES' }
  /** Report the products below their minimum. */
  reportBelowMinimum: { takes: [query?: ReportBelowMinimumQuery]; answers: BelowMinimumReport; refuses: never }
  /** Report the money that came and went. */
  reportCashFlow: { takes: [query: ReportCashFlowQuery]; answers: CashFlowReport; refuses: never }
  /** Report the gross profit of a period. */
  reportGrossProfit: { takes: [query: ReportGrossProfitQuery]; answers: GrossProfitReport; refuses: 'NOT_FOUND' }
  /** Report what partners and the company owe each other. */
  reportPartnerBalances: { takes: [query?: ReportPartnerBalancesQuery]; answers: PartnerBalancesReport; refuses: never }
  /** Report the statement of a partner for a period. */
  reportPartnerStatement: {
    takes: [query: ReportPartnerStatementQuery]
    answers: PartnerStatementReport
    refuses: 'NOT_FOUND'
  }
  /** Report the stock on a date. */
  reportStock: { takes: [query?: ReportStockQuery]; answers: StockReport; refuses: 'NOT_FOUND' }
  /** Report the value of the stock on a date. */
  reportStockValuation: {
    takes: [query?: ReportStockValuationQuery]
    answers: StockValuationReport
    refuses: 'NOT_FOUND'
  }
  /** Report the value of the stock over time. */
  reportStockValueOverTime: {
    takes: [query: ReportStockValueOverTimeQuery]
    answers: StockValueOverTimeReport
    refuses: 'NOT_FOUND'
  }
  /** Report the turnover of a period. */
  reportTurnover: { takes: [query: ReportTurnoverQuery]; answers: TurnoverReport; refuses: 'NOT_FOUND' }
  /** Report the documents that are to be paid. */
  reportUnpaidDocuments: { takes: [query?: ReportUnpaidDocumentsQuery]; answers: UnpaidDocumentsReport; refuses: never }
  /** Check the books. */
  selfCheck: { takes: []; answers: SelfCheck; refuses: never }
  /** Read who is signed in. */
  readSession: { takes: []; answers: Session; refuses: never }
  /** Choose the company that the session acts for. */
  chooseCompany: { takes: [body: ChooseCompanyBody]; answers: Session; refuses: 'NOT_FOUND' }
  /** Read the settings of the company. */
  readSettings: { takes: []; answers: Settings; refuses: never }
  /** Change the settings of the company. */
  updateSettings: { takes: [body: UpdateSettingsBody]; answers: Settings; refuses: never }
  /** List stock. */
  listStock: { takes: [query?: ListStockQuery]; answers: StockPage; refuses: never }
  /** Receive goods into stock. */
  receiveStock: {
    takes: [body: ReceiveStockBody]
    answers: Movement
    refuses:
      | 'NOT_FOUND'
      | 'ARCHIVED'
      | 'NOT_STOCKED'
      | 'AMBIGUOUS_PARTNER'
      | 'PURCHASE_MISMATCH'
      | 'PURCHASE_EXCEEDED'
      | 'UNIT_COST_UNKNOWN'
  }
  /** Read what receipts without a unit cost would take. */
  readReceiptCosts: { takes: [query: ReadReceiptCostsQuery]; answers: ReceiptCosts; refuses: never }
  /** Move stock to another warehouse. */
  transferStock: {
    takes: [body: TransferStockBody]
    answers: Movement
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'LOT_MISMATCH' | 'INSUFFICIENT_STOCK'
  }
  /** Write off stock. */
  writeOffStock: {
    takes: [body: WriteOffStockBody]
    answers: Movement
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'LOT_MISMATCH' | 'INSUFFICIENT_STOCK'
  }
  /** Read what is to be done now. */
  readSummary: { takes: [query?: ReadSummaryQuery]; answers: Summary; refuses: never }
  /** List table imports. */
  listTableImports: { takes: [query?: ListTableImportsQuery]; answers: TableImportPage; refuses: never }
  /** Upload a table. */
  uploadTableImport: {
    takes: [bytes: Bytes, query: UploadTableImportQuery]
    answers: TableImport
    refuses: 'UNREADABLE_TABLE' | 'LIMIT_REACHED'
  }
  /** List what columns can be. */
  listTableTargets: { takes: [query: ListTableTargetsQuery]; answers: TableTargets; refuses: never }
  /** Read a table import. */
  readTableImport: { takes: [tableImportId: string]; answers: TableImport; refuses: 'NOT_FOUND' }
  /** Delete an import and its report. */
  deleteTableImport: {
    takes: [tableImportId: string]
    answers: DeletedTableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Write the rows. */
  applyTableImport: {
    takes: [tableImportId: string]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'ALREADY_IMPORTED'
  }
  /** Cancel an import. */
  cancelTableImport: {
    takes: [tableImportId: string]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Say what the columns are. */
  mapTableImport: {
    takes: [tableImportId: string, body: MapTableImportBody]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'UNREADABLE_TABLE' | 'ARCHIVED' | 'AMBIGUOUS_PARTNER'
  }
  /** Pause the writing. */
  pauseTableImport: {
    takes: [tableImportId: string]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Go on writing. */
  resumeTableImport: {
    takes: [tableImportId: string]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Read the report by rows. */
  listTableImportRows: {
    takes: [tableImportId: string, query?: ListTableImportRowsQuery]
    answers: TableRows
    refuses: 'NOT_FOUND'
  }
  /** List API tokens. */
  listTokens: { takes: []; answers: TokenList; refuses: never }
  /** Issue an API token. */
  issueToken: { takes: [body: IssueTokenBody]; answers: IssuedToken; refuses: 'LIMIT_REACHED' }
  /** Revoke an API token. */
  revokeToken: { takes: [tokenId: string]; answers: Ended; refuses: 'NOT_FOUND' }
  /** List warehouses. */
  listWarehouses: { takes: [query?: ListWarehousesQuery]; answers: WarehousePage; refuses: never }
  /** Create a warehouse. */
  createWarehouse: { takes: [body: CreateWarehouseBody]; answers: Warehouse; refuses: never }
  /** Read one warehouse. */
  readWarehouse: { takes: [warehouseId: string]; answers: Warehouse; refuses: 'NOT_FOUND' }
  /** Change, archive or restore a warehouse. */
  updateWarehouse: {
    takes: [warehouseId: string, body: UpdateWarehouseBody]
    answers: Warehouse
    refuses: 'NOT_FOUND' | 'LAST_WAREHOUSE' | 'WAREHOUSE_NOT_EMPTY'
  }
  /** Delete an empty warehouse. */
  deleteWarehouse: {
    takes: [warehouseId: string]
    answers: Deleted
    refuses: 'NOT_FOUND' | 'LAST_WAREHOUSE' | 'WAREHOUSE_NOT_EMPTY' | 'HAS_REFERENCES'
  }
}

export interface Route {
  readonly method: string
  /** With `{name}` segments. */
  readonly path: string
  /** `none`: a write that has nothing to say sends `{}`. */
  readonly body: 'json' | 'bytes' | 'none' | null
  readonly takesQuery: boolean
  /** The codes that its rules may refuse with. */
  readonly refusals: readonly ProblemCode[]
}

export const ROUTES: { readonly [Name in keyof Operations]: Route } = {
  readAudit: { method: 'GET', path: '/api/v1/audit', body: null, takesQuery: true, refusals: [] },
  readAuditEntry: {
    method: 'GET',
    path: '/api/v1/audit/{entryId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  readState: { method: 'GET', path: '/api/v1/bootstrap', body: null, takesQuery: true, refusals: [] },
  readCatalog: { method: 'GET', path: '/api/v1/catalog', body: null, takesQuery: true, refusals: ['NOT_FOUND'] },
  readChanges: { method: 'GET', path: '/api/v1/changes', body: null, takesQuery: true, refusals: [] },
  listContracts: { method: 'GET', path: '/api/v1/contracts', body: null, takesQuery: true, refusals: [] },
  createContract: {
    method: 'POST',
    path: '/api/v1/contracts',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  },
  readContract: {
    method: 'GET',
    path: '/api/v1/contracts/{contractId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateContract: {
    method: 'PATCH',
    path: '/api/v1/contracts/{contractId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'HAS_REFERENCES'],
  },
  deleteContract: {
    method: 'DELETE',
    path: '/api/v1/contracts/{contractId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  listCustomFields: { method: 'GET', path: '/api/v1/custom-fields', body: null, takesQuery: true, refusals: [] },
  createCustomField: { method: 'POST', path: '/api/v1/custom-fields', body: 'json', takesQuery: false, refusals: [] },
  readCustomField: {
    method: 'GET',
    path: '/api/v1/custom-fields/{fieldId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateCustomField: {
    method: 'PATCH',
    path: '/api/v1/custom-fields/{fieldId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  deleteCustomField: {
    method: 'DELETE',
    path: '/api/v1/custom-fields/{fieldId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  listExternalLinks: {
    method: 'GET',
    path: '/api/v1/external-links',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  createExternalLink: {
    method: 'POST',
    path: '/api/v1/external-links',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'DUPLICATE_EXTERNAL_ID'],
  },
  readExternalLink: {
    method: 'GET',
    path: '/api/v1/external-links/{linkId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteExternalLink: {
    method: 'DELETE',
    path: '/api/v1/external-links/{linkId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listFilters: { method: 'GET', path: '/api/v1/filters', body: null, takesQuery: true, refusals: [] },
  createFilter: { method: 'POST', path: '/api/v1/filters', body: 'json', takesQuery: false, refusals: [] },
  readFilter: {
    method: 'GET',
    path: '/api/v1/filters/{filterId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateFilter: {
    method: 'PATCH',
    path: '/api/v1/filters/{filterId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteFilter: {
    method: 'DELETE',
    path: '/api/v1/filters/{filterId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  createFilterValue: {
    method: 'POST',
    path: '/api/v1/filters/{filterId}/values',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  },
  updateFilterValue: {
    method: 'PATCH',
    path: '/api/v1/filters/{filterId}/values/{valueId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteFilterValue: {
    method: 'DELETE',
    path: '/api/v1/filters/{filterId}/values/{valueId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  readImage: { method: 'GET', path: '/api/v1/images/{imageId}', body: null, takesQuery: true, refusals: ['NOT_FOUND'] },
  readIntegration: { method: 'GET', path: '/api/v1/integrations/extsys', body: null, takesQuery: false, refusals: [] },
  connectIntegration: {
    method: 'POST',
    path: '/api/v1/integrations/extsys/connection',
    body: 'json',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'EXTERNAL_TOKEN_REJECTED', 'EXTERNAL_UNAVAILABLE', 'JOB_STATE'],
  },
  disconnectIntegration: {
    method: 'DELETE',
    path: '/api/v1/integrations/extsys/connection',
    body: 'none',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', 'JOB_STATE'],
  },
  startImport: {
    method: 'POST',
    path: '/api/v1/integrations/extsys/jobs',
    body: 'json',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_CONNECTED', 'JOB_STATE'],
  },
  applyImport: {
    method: 'POST',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/apply',
    body: 'none',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', 'JOB_STATE'],
  },
  cancelImport: {
    method: 'POST',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/cancel',
    body: 'none',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', 'JOB_STATE'],
  },
  pauseImport: {
    method: 'POST',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/pause',
    body: 'none',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', 'JOB_STATE'],
  },
  listImportProblems: {
    method: 'GET',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/problems',
    body: null,
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND'],
  },
  exportImport: {
    method: 'GET',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/report',
    body: null,
    takesQuery: true,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND'],
  },
  resumeImport: {
    method: 'POST',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/resume',
    body: 'none',
    takesQuery: false,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND', 'NOT_CONNECTED', 'JOB_STATE'],
  },
  listImportRows: {
    method: 'GET',
    path: '/api/v1/integrations/extsys/jobs/{jobId}/rows',
    body: null,
    takesQuery: true,
    refusals: ['MIGRATION_PENDING', 'NOT_FOUND'],
  },
  listInvitations: { method: 'GET', path: '/api/v1/invitations', body: null, takesQuery: false, refusals: [] },
  inviteMember: {
    method: 'POST',
    path: '/api/v1/invitations',
    body: 'json',
    takesQuery: false,
    refusals: ['ALREADY_MEMBER', 'LIMIT_REACHED'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/v1/invitations/accept',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ALREADY_MEMBER'],
  },
  previewInvitation: {
    method: 'POST',
    path: '/api/v1/invitations/preview',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/v1/invitations/{invitationId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listLots: { method: 'GET', path: '/api/v1/lots', body: null, takesQuery: true, refusals: [] },
  readLot: { method: 'GET', path: '/api/v1/lots/{lotId}', body: null, takesQuery: false, refusals: ['NOT_FOUND'] },
  listMembers: { method: 'GET', path: '/api/v1/members', body: null, takesQuery: false, refusals: [] },
  updateMember: {
    method: 'PATCH',
    path: '/api/v1/members/{userId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'LAST_OWNER'],
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/v1/members/{userId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'LAST_OWNER'],
  },
  listMovements: { method: 'GET', path: '/api/v1/movements', body: null, takesQuery: true, refusals: [] },
  readMovement: {
    method: 'GET',
    path: '/api/v1/movements/{movementId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listNotifications: { method: 'GET', path: '/api/v1/notifications', body: null, takesQuery: true, refusals: [] },
  readNotification: {
    method: 'GET',
    path: '/api/v1/notifications/{notificationId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  markNotification: {
    method: 'PATCH',
    path: '/api/v1/notifications/{notificationId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listOrders: { method: 'GET', path: '/api/v1/orders', body: null, takesQuery: true, refusals: [] },
  placeOrder: {
    method: 'POST',
    path: '/api/v1/orders',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'ARCHIVED',
      'AMBIGUOUS_PARTNER',
      'BELOW_MIN_PRICE',
      'DUPLICATE_EXTERNAL_ID',
      'INSUFFICIENT_STOCK',
    ],
  },
  readOrder: {
    method: 'GET',
    path: '/api/v1/orders/{orderId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateOrder: {
    method: 'PATCH',
    path: '/api/v1/orders/{orderId}',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'ARCHIVED',
      'AMBIGUOUS_PARTNER',
      'BELOW_MIN_PRICE',
      'INSUFFICIENT_STOCK',
    ],
  },
  deleteOrder: {
    method: 'DELETE',
    path: '/api/v1/orders/{orderId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'HAS_REFERENCES'],
  },
  changeOrderStatus: {
    method: 'PATCH',
    path: '/api/v1/orders/{orderId}/status',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  listOrganizations: { method: 'GET', path: '/api/v1/organizations', body: null, takesQuery: true, refusals: [] },
  createOrganization: { method: 'POST', path: '/api/v1/organizations', body: 'json', takesQuery: false, refusals: [] },
  readOrganization: {
    method: 'GET',
    path: '/api/v1/organizations/{organizationId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateOrganization: {
    method: 'PATCH',
    path: '/api/v1/organizations/{organizationId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/api/v1/organizations/{organizationId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  listPartners: { method: 'GET', path: '/api/v1/partners', body: null, takesQuery: true, refusals: [] },
  createPartner: {
    method: 'POST',
    path: '/api/v1/partners',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  },
  resolvePartner: { method: 'POST', path: '/api/v1/partners/resolve', body: 'json', takesQuery: false, refusals: [] },
  readPartner: {
    method: 'GET',
    path: '/api/v1/partners/{partnerId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updatePartner: {
    method: 'PATCH',
    path: '/api/v1/partners/{partnerId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  },
  deletePartner: {
    method: 'DELETE',
    path: '/api/v1/partners/{partnerId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  listPriceTypes: { method: 'GET', path: '/api/v1/price-types', body: null, takesQuery: true, refusals: [] },
  createPriceType: { method: 'POST', path: '/api/v1/price-types', body: 'json', takesQuery: false, refusals: [] },
  readPriceType: {
    method: 'GET',
    path: '/api/v1/price-types/{priceTypeId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updatePriceType: {
    method: 'PATCH',
    path: '/api/v1/price-types/{priceTypeId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deletePriceType: {
    method: 'DELETE',
    path: '/api/v1/price-types/{priceTypeId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listDocuments: { method: 'GET', path: '/api/v1/procurement/documents', body: null, takesQuery: true, refusals: [] },
  createDocument: {
    method: 'POST',
    path: '/api/v1/procurement/documents',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  },
  readDocument: {
    method: 'GET',
    path: '/api/v1/procurement/documents/{documentId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateDocument: {
    method: 'PATCH',
    path: '/api/v1/procurement/documents/{documentId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/api/v1/procurement/documents/{documentId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT', 'HAS_REFERENCES'],
  },
  changeDocumentStatus: {
    method: 'PATCH',
    path: '/api/v1/procurement/documents/{documentId}/status',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'INCOMPLETE',
      'ARCHIVED',
      'NOT_STOCKED',
      'INSUFFICIENT_STOCK',
      'LOTS_CONSUMED',
    ],
  },
  listImports: { method: 'GET', path: '/api/v1/procurement/imports', body: null, takesQuery: true, refusals: [] },
  uploadImport: { method: 'POST', path: '/api/v1/procurement/imports', body: 'bytes', takesQuery: false, refusals: [] },
  readImport: {
    method: 'GET',
    path: '/api/v1/procurement/imports/{importId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  rejectImport: {
    method: 'DELETE',
    path: '/api/v1/procurement/imports/{importId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ALREADY_IMPORTED'],
  },
  draftFromImport: {
    method: 'POST',
    path: '/api/v1/procurement/imports/{importId}/document',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ALREADY_IMPORTED', 'NOT_RECOGNIZED', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  },
  readImportFile: {
    method: 'GET',
    path: '/api/v1/procurement/imports/{importId}/file',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  readImportPage: {
    method: 'GET',
    path: '/api/v1/procurement/imports/{importId}/pages/{page}',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  repeatRecognition: {
    method: 'POST',
    path: '/api/v1/procurement/imports/{importId}/recognize',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ALREADY_IMPORTED'],
  },
  listPayments: { method: 'GET', path: '/api/v1/procurement/payments', body: null, takesQuery: true, refusals: [] },
  createPayment: {
    method: 'POST',
    path: '/api/v1/procurement/payments',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  },
  readPayment: {
    method: 'GET',
    path: '/api/v1/procurement/payments/{paymentId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updatePayment: {
    method: 'PATCH',
    path: '/api/v1/procurement/payments/{paymentId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'CONTRACT_MISMATCH'],
  },
  deletePayment: {
    method: 'DELETE',
    path: '/api/v1/procurement/payments/{paymentId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT'],
  },
  changePaymentStatus: {
    method: 'PATCH',
    path: '/api/v1/procurement/payments/{paymentId}/status',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ARCHIVED'],
  },
  listProducts: { method: 'GET', path: '/api/v1/products', body: null, takesQuery: true, refusals: [] },
  createProduct: {
    method: 'POST',
    path: '/api/v1/products',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'INVALID_COMPONENT'],
  },
  readProduct: {
    method: 'GET',
    path: '/api/v1/products/{productId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateProduct: {
    method: 'PATCH',
    path: '/api/v1/products/{productId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'INVALID_COMPONENT', 'HAS_REFERENCES', 'KIND_IN_USE'],
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/api/v1/products/{productId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  uploadProductImage: {
    method: 'POST',
    path: '/api/v1/products/{productId}/images',
    body: 'bytes',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  orderProductImages: {
    method: 'PATCH',
    path: '/api/v1/products/{productId}/images',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteProductImage: {
    method: 'DELETE',
    path: '/api/v1/products/{productId}/images/{imageId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listPurchases: { method: 'GET', path: '/api/v1/purchases', body: null, takesQuery: true, refusals: [] },
  createPurchase: {
    method: 'POST',
    path: '/api/v1/purchases',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'AMBIGUOUS_PARTNER', 'DUPLICATE_EXTERNAL_ID'],
  },
  readPurchase: {
    method: 'GET',
    path: '/api/v1/purchases/{purchaseId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deletePurchase: {
    method: 'DELETE',
    path: '/api/v1/purchases/{purchaseId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  },
  reportBelowMinimum: {
    method: 'GET',
    path: '/api/v1/reports/below-minimum',
    body: null,
    takesQuery: true,
    refusals: [],
  },
  reportCashFlow: { method: 'GET', path: '/api/v1/reports/cash-flow', body: null, takesQuery: true, refusals: [] },
  reportGrossProfit: {
    method: 'GET',
    path: '/api/v1/reports/gross-profit',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportPartnerBalances: {
    method: 'GET',
    path: '/api/v1/reports/partner-balances',
    body: null,
    takesQuery: true,
    refusals: [],
  },
  reportPartnerStatement: {
    method: 'GET',
    path: '/api/v1/reports/partner-statement',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportStock: { method: 'GET', path: '/api/v1/reports/stock', body: null, takesQuery: true, refusals: ['NOT_FOUND'] },
  reportStockValuation: {
    method: 'GET',
    path: '/api/v1/reports/stock-valuation',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportStockValueOverTime: {
    method: 'GET',
    path: '/api/v1/reports/stock-value-over-time',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportTurnover: {
    method: 'GET',
    path: '/api/v1/reports/turnover',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportUnpaidDocuments: {
    method: 'GET',
    path: '/api/v1/reports/unpaid-documents',
    body: null,
    takesQuery: true,
    refusals: [],
  },
  selfCheck: { method: 'GET', path: '/api/v1/self-check', body: null, takesQuery: false, refusals: [] },
  readSession: { method: 'GET', path: '/api/v1/session', body: null, takesQuery: false, refusals: [] },
  chooseCompany: {
    method: 'POST',
    path: '/api/v1/session/company',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  readSettings: { method: 'GET', path: '/api/v1/settings', body: null, takesQuery: false, refusals: [] },
  updateSettings: { method: 'PATCH', path: '/api/v1/settings', body: 'json', takesQuery: false, refusals: [] },
  listStock: { method: 'GET', path: '/api/v1/stock', body: null, takesQuery: true, refusals: [] },
  receiveStock: {
    method: 'POST',
    path: '/api/v1/stock/receipt',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'ARCHIVED',
      'NOT_STOCKED',
      'AMBIGUOUS_PARTNER',
      'PURCHASE_MISMATCH',
      'PURCHASE_EXCEEDED',
      'UNIT_COST_UNKNOWN',
    ],
  },
  readReceiptCosts: { method: 'GET', path: '/api/v1/stock/receipt-costs', body: null, takesQuery: true, refusals: [] },
  transferStock: {
    method: 'POST',
    path: '/api/v1/stock/transfer',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'LOT_MISMATCH', 'INSUFFICIENT_STOCK'],
  },
  writeOffStock: {
    method: 'POST',
    path: '/api/v1/stock/writeoff',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'LOT_MISMATCH', 'INSUFFICIENT_STOCK'],
  },
  readSummary: { method: 'GET', path: '/api/v1/summary', body: null, takesQuery: true, refusals: [] },
  listTableImports: { method: 'GET', path: '/api/v1/table-imports', body: null, takesQuery: true, refusals: [] },
  uploadTableImport: {
    method: 'POST',
    path: '/api/v1/table-imports',
    body: 'bytes',
    takesQuery: true,
    refusals: ['UNREADABLE_TABLE', 'LIMIT_REACHED'],
  },
  listTableTargets: {
    method: 'GET',
    path: '/api/v1/table-imports/targets',
    body: null,
    takesQuery: true,
    refusals: [],
  },
  readTableImport: {
    method: 'GET',
    path: '/api/v1/table-imports/{tableImportId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteTableImport: {
    method: 'DELETE',
    path: '/api/v1/table-imports/{tableImportId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  applyTableImport: {
    method: 'POST',
    path: '/api/v1/table-imports/{tableImportId}/apply',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ALREADY_IMPORTED'],
  },
  cancelTableImport: {
    method: 'POST',
    path: '/api/v1/table-imports/{tableImportId}/cancel',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  mapTableImport: {
    method: 'PUT',
    path: '/api/v1/table-imports/{tableImportId}/columns',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'UNREADABLE_TABLE', 'ARCHIVED', 'AMBIGUOUS_PARTNER'],
  },
  pauseTableImport: {
    method: 'POST',
    path: '/api/v1/table-imports/{tableImportId}/pause',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  resumeTableImport: {
    method: 'POST',
    path: '/api/v1/table-imports/{tableImportId}/resume',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  listTableImportRows: {
    method: 'GET',
    path: '/api/v1/table-imports/{tableImportId}/rows',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  listTokens: { method: 'GET', path: '/api/v1/tokens', body: null, takesQuery: false, refusals: [] },
  issueToken: { method: 'POST', path: '/api/v1/tokens', body: 'json', takesQuery: false, refusals: ['LIMIT_REACHED'] },
  revokeToken: {
    method: 'DELETE',
    path: '/api/v1/tokens/{tokenId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listWarehouses: { method: 'GET', path: '/api/v1/warehouses', body: null, takesQuery: true, refusals: [] },
  createWarehouse: { method: 'POST', path: '/api/v1/warehouses', body: 'json', takesQuery: false, refusals: [] },
  readWarehouse: {
    method: 'GET',
    path: '/api/v1/warehouses/{warehouseId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateWarehouse: {
    method: 'PATCH',
    path: '/api/v1/warehouses/{warehouseId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'LAST_WAREHOUSE', 'WAREHOUSE_NOT_EMPTY'],
  },
  deleteWarehouse: {
    method: 'DELETE',
    path: '/api/v1/warehouses/{warehouseId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'LAST_WAREHOUSE', 'WAREHOUSE_NOT_EMPTY', 'HAS_REFERENCES'],
  },
}

/** What can be done with each kind of record that has a list: by the name of its list, the operations. */
export const KINDS = {
  contracts: {
    list: 'listContracts',
    read: 'readContract',
    create: 'createContract',
    update: 'updateContract',
    delete: 'deleteContract',
  },
  customFields: {
    list: 'listCustomFields',
    read: 'readCustomField',
    create: 'createCustomField',
    update: 'updateCustomField',
    delete: 'deleteCustomField',
  },
  externalLinks: {
    list: 'listExternalLinks',
    read: 'readExternalLink',
    create: 'createExternalLink',
    delete: 'deleteExternalLink',
  },
  filters: {
    list: 'listFilters',
    read: 'readFilter',
    create: 'createFilter',
    update: 'updateFilter',
    delete: 'deleteFilter',
  },
  lots: { list: 'listLots', read: 'readLot' },
  movements: { list: 'listMovements', read: 'readMovement' },
  notifications: { list: 'listNotifications', read: 'readNotification' },
  orders: { list: 'listOrders', read: 'readOrder', update: 'updateOrder', delete: 'deleteOrder' },
  organizations: {
    list: 'listOrganizations',
    read: 'readOrganization',
    create: 'createOrganization',
    update: 'updateOrganization',
    delete: 'deleteOrganization',
  },
  partners: {
    list: 'listPartners',
    read: 'readPartner',
    create: 'createPartner',
    update: 'updatePartner',
    delete: 'deletePartner',
  },
  priceTypes: {
    list: 'listPriceTypes',
    read: 'readPriceType',
    create: 'createPriceType',
    update: 'updatePriceType',
    delete: 'deletePriceType',
  },
  documents: {
    list: 'listDocuments',
    read: 'readDocument',
    create: 'createDocument',
    update: 'updateDocument',
    delete: 'deleteDocument',
  },
  imports: { list: 'listImports', read: 'readImport' },
  payments: {
    list: 'listPayments',
    read: 'readPayment',
    create: 'createPayment',
    update: 'updatePayment',
    delete: 'deletePayment',
  },
  products: {
    list: 'listProducts',
    read: 'readProduct',
    create: 'createProduct',
    update: 'updateProduct',
    delete: 'deleteProduct',
  },
  purchases: { list: 'listPurchases', read: 'readPurchase', create: 'createPurchase', delete: 'deletePurchase' },
  stock: { list: 'listStock' },
  warehouses: {
    list: 'listWarehouses',
    read: 'readWarehouse',
    create: 'createWarehouse',
    update: 'updateWarehouse',
    delete: 'deleteWarehouse',
  },
} as const
