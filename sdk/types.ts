/** Generated from docs/openapi.json by `npm run sdk:types`. */

/** The figures of `ALREADY_IMPORTED`, which depend on its reason. */
export type AlreadyImportedFigures = AlreadyImportedDocument | AlreadyImportedStock
/** The figures of `ALREADY_SHIPPED`, which depend on its reason. */
export type AlreadyShippedFigures =
  | AlreadyShippedQuantity
  | AlreadyShippedRemoved
  | AlreadyShippedPrice
  | AlreadyShippedOrder
/** The warehouse after the command: the full form, or the form requested by `Prefer`. Only the changes form has `since`; only the full form has `settings`. */
export type AnyState = State | Changes | StateSummary
/** The figures of `warehouse.updated`, which depend on how it was done. */
export type WarehouseUpdatedFigures = WarehouseUpdatedUpdated | WarehouseUpdatedRestored
/** The figures of `price_type.updated`, which depend on how it was done. */
export type PriceTypeUpdatedFigures = PriceTypeUpdatedUpdated | PriceTypeUpdatedRestored
/** The figures of `filter.updated`, which depend on how it was done. */
export type FilterUpdatedFigures = FilterUpdatedUpdated | FilterUpdatedRestored
/** The figures of `filter_value.updated`, which depend on how it was done. */
export type FilterValueUpdatedFigures = FilterValueUpdatedUpdated | FilterValueUpdatedRestored
/** The figures of `product.updated`, which depend on how it was done. */
export type ProductUpdatedFigures = ProductUpdatedUpdated | ProductUpdatedRestored | ProductUpdatedImages
/** The figures of `partner.updated`, which depend on how it was done. */
export type PartnerUpdatedFigures = PartnerUpdatedUpdated | PartnerUpdatedRestored
/** The figures of `partner.resolved`, which depend on how it was done. */
export type PartnerResolvedFigures = PartnerResolvedFound | PartnerResolvedJoined
/** The figures of `organization.updated`, which depend on how it was done. */
export type OrganizationUpdatedFigures = OrganizationUpdatedUpdated | OrganizationUpdatedRestored
/** The figures of `contract.updated`, which depend on how it was done. */
export type ContractUpdatedFigures = ContractUpdatedUpdated | ContractUpdatedRestored
/** The figures of `custom_field.updated`, which depend on how it was done. */
export type CustomFieldUpdatedFigures = CustomFieldUpdatedUpdated | CustomFieldUpdatedRestored
/** The figures of `external_link.created`, which depend on how it was done. */
export type ExternalLinkCreatedFigures = ExternalLinkCreatedCreated | ExternalLinkCreatedFound
/** The figures of `notification.marked`, which depend on how it was done. */
export type NotificationMarkedFigures = NotificationMarkedRead | NotificationMarkedUnread
/** The figures of `payment.assigned`, which depend on how it was done. */
export type PaymentAssignedFigures = PaymentAssignedOneOrder | PaymentAssignedSeveralOrders
/** The figures of `procurement_import.requeued`, which depend on how it was done. */
export type ProcurementImportRequeuedFigures = ProcurementImportRequeuedAgain | ProcurementImportRequeuedWaiting
/** The figures of `procurement_import.recognized`, which depend on how it was done. */
export type ProcurementImportRecognizedFigures = ProcurementImportRecognizedRead | ProcurementImportRecognizedLate
/** The figures of `order.reserved`, which depend on how it was done. */
export type OrderReservedFigures = OrderReservedAgain | OrderReservedLonger
/** The figures of `order.released`, which depend on how it was done. */
export type OrderReleasedFigures = OrderReleasedEnded | OrderReleasedPaid
/** The figures of `shipment.posted`, which depend on how it was done. */
export type ShipmentPostedFigures = ShipmentPostedRest | ShipmentPostedPart
/** The figures of `customer_return.cancelled`, which depend on how it was done. */
export type CustomerReturnCancelledFigures = CustomerReturnCancelledDraft | CustomerReturnCancelledPosted
/** The figures of `order.absent`, which depend on how it was done. */
export type OrderAbsentFigures = OrderAbsentAbsent | OrderAbsentFound
/** The figures of `stocktake.counted`, which depend on how it was done. */
export type StocktakeCountedFigures = StocktakeCountedOne | StocktakeCountedSeveral
/** The figures of `stocktake.posted`, which depend on how it was done. */
export type StocktakePostedFigures = StocktakePostedWhole | StocktakePostedPart
/** The figures of `token.issued`, which depend on how it was done. */
export type TokenIssuedFigures = TokenIssuedWrite | TokenIssuedRead
/** The figures of `member.updated`, which depend on how it was done. */
export type MemberUpdatedFigures =
  | MemberUpdatedRole
  | MemberUpdatedCostsShown
  | MemberUpdatedCostsHidden
  | MemberUpdatedRoleCostsShown
  | MemberUpdatedRoleCostsHidden
/** The figures of `invitation.created`, which depend on how it was done. */
export type InvitationCreatedFigures = InvitationCreatedEmail | InvitationCreatedLink
/** The figures of `invitation.withdrawn`, which depend on how it was done. */
export type InvitationWithdrawnFigures = InvitationWithdrawnEmail | InvitationWithdrawnLink
/** The figures of `FORBIDDEN`, which depend on its reason. */
export type ForbiddenFigures =
  | ForbiddenRole
  | ForbiddenOwnerNoMore
  | ForbiddenNoCompany
  | ForbiddenReadOnly
  | ForbiddenDrill
  | ForbiddenAnotherEmail
/** The figures of `NOT_FOUND`, which depend on its reason. */
export type NotFoundFigures =
  | NotFoundId
  | NotFoundName
  | NotFoundIdAsName
  | NotFoundExternalId
  | NotFoundPicture
  | NotFoundInvitation
/** The figures of `INSUFFICIENT_STOCK`, which depend on its reason. */
export type InsufficientStockFigures = InsufficientStockProduct | InsufficientStockLot
/** The figures of `HAS_REFERENCES`, which depend on its reason. */
export type HasReferencesFigures = HasReferencesNamed | HasReferencesComponent
/** The figures of `INVALID_TRANSITION`, which depend on its reason. */
export type InvalidTransitionFigures =
  | InvalidTransitionStatus
  | InvalidTransitionShipped
  | InvalidTransitionCancelled
  | InvalidTransitionPart
  | InvalidTransitionUnshipped
  | InvalidTransitionInWork
  | InvalidTransitionPaymentCancelled
/** The figures of `NOT_RESERVED`, which depend on its reason. */
export type NotReservedFigures = NotReservedWaiting | NotReservedEnded | NotReservedLine
/** The figures of `NOT_STOCKED`, which depend on its reason. */
export type NotStockedFigures = NotStockedBundle | NotStockedService
/** The figures of `INVALID_COMPONENT`, which depend on its reason. */
export type InvalidComponentFigures = InvalidComponentItself | InvalidComponentKind | InvalidComponentArchived
/** The figures of `REFUND_EXCEEDED`, which depend on its reason. */
export type RefundExceededFigures = RefundExceededOrder | RefundExceededReturn
/** The figures of `RETURN_MISMATCH`, which depend on its reason. */
export type ReturnMismatchFigures = ReturnMismatchPartner | ReturnMismatchDirection | ReturnMismatchStatus
/** The figures of `TAKEN_MEANWHILE`, which depend on its reason. */
export type TakenMeanwhileFigures = TakenMeanwhilePicked | TakenMeanwhileFree
/** The figures of `COMPANY_LIMIT_REACHED`, which depend on its reason. */
export type CompanyLimitReachedFigures =
  | CompanyLimitReachedProducts
  | CompanyLimitReachedFiles
  | CompanyLimitReachedBytes
/** The figures of `BODY_TOO_LARGE`, which depend on its reason. */
export type BodyTooLargeFigures = BodyTooLargeBytes | BodyTooLargePixels | BodyTooLargePages
/** The figures of `UNSUPPORTED_MEDIA_TYPE`, which depend on its reason. */
export type UnsupportedMediaTypeFigures =
  | UnsupportedMediaTypeType
  | UnsupportedMediaTypeDamaged
  | UnsupportedMediaTypeLocked
  | UnsupportedMediaTypeHeic
  | UnsupportedMediaTypeIllegible
/** A person, with id and name. */
export type Person1 = {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
} | null
/** The requests of the company per minute, with all its tokens and users. */
export type RequestsUsed = {
  /** The most that is allowed. */
  limit: number
  /** The number of requests in this minute. Nodes take requests in advance, so for each node the number may be up to 7.5 % of the limit too high. */
  used: number
  /** The seconds until the count starts again. */
  resetsIn: number
} | null
/** The products, archived ones too. */
export type ProductsUsed = {
  /** The most that is allowed. */
  limit: number
  /** The number of products. */
  used: number
} | null
/** The stored files: images, photographs, purchase files and tables. A deleted file may count for a day. */
export type FilesUsed = {
  /** The most that is allowed. */
  limit: number
  /** The number of files. */
  used: number
} | null
/** The bytes of these files. */
export type FileBytesUsed = {
  /** The most that is allowed. */
  limit: number
  /** The number of bytes. */
  used: number
} | null
/** A company. */
export type CompanyName1 = {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
} | null
/** The changes form if `since` is given and the log reaches back to it; otherwise the full form. Only the changes form has `since`. */
export type StateOrChanges = State | Changes
/** Why the file could not be read completely, or the import not finished. */
export type TableFault = {
  /** An internal code, as free text. */
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
  /** What is wrong. */
  message: string
} | null
export type ListExternalLinksAnswer = ExternalLink | ExternalLinkPage

export interface AbsentGoods {
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** How much could not be found. At most 3 decimals: steps of 0.001. */
  quantity: number
  by: NamedPerson
  /** When it happened. An RFC 3339 moment in UTC, with milliseconds. */
  at: string
}
/** A user or token, with its name at that time. */
export interface NamedPerson {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** The body of `acceptInvitation`. */
export interface AcceptInvitationBody {
  /** The token of the invitation link: the part after `#token=`. */
  token: string
}
/** The body of `acceptLines`. */
export interface AcceptLinesBody {
  /** The ids of the products. @minItems 1 @maxItems 1000 */
  productIds: string[]
}
/** An API token, a user, or the service itself. */
export interface Actor {
  /** The type of the record. */
  type: 'token' | 'user' | 'system'
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** The figures of `ALREADY_IMPORTED` for the reason `document`. */
export interface AlreadyImportedDocument {
  /** The reason why the code was given. */
  reason: 'document'
  /** The id of the import. */
  importId: string
  /** The name of the file, as uploaded. */
  fileName: string
  /** The id of the document. */
  documentId: string
}
/** The figures of `ALREADY_IMPORTED` for the reason `stock`. */
export interface AlreadyImportedStock {
  /** The reason why the code was given. */
  reason: 'stock'
  /** The id of the import. */
  importId: string
  /** The id of the table import that received the file first. */
  earlierId: string
}
/** The figures of `ALREADY_RETURNED`. */
export interface AlreadyReturnedFigures {
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The name of the product. */
  product: string
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  returned: number
}
/** The figures of `ALREADY_SHIPPED` for the reason `quantity`. */
export interface AlreadyShippedQuantity {
  /** The reason why the code was given. */
  reason: 'quantity'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The number of records. */
  line: number
  /** The name of the product. */
  product: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  shipped: number
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  cancelled: number
}
/** The figures of `ALREADY_SHIPPED` for the reason `removed`. */
export interface AlreadyShippedRemoved {
  /** The reason why the code was given. */
  reason: 'removed'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The number of records. */
  line: number
  /** The name of the product. */
  product: string
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  shipped: number
}
/** The figures of `ALREADY_SHIPPED` for the reason `price`. */
export interface AlreadyShippedPrice {
  /** The reason why the code was given. */
  reason: 'price'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The number of records. */
  line: number
  /** The name of the product. */
  product: string
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  shipped: number
}
/** The figures of `ALREADY_SHIPPED` for the reason `order`. */
export interface AlreadyShippedOrder {
  /** The reason why the code was given. */
  reason: 'order'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The name of the field, here or in the source; may be empty. */
  field: 'customer' | 'warehouse' | 'price type' | 'discount'
}
/** The figures of `AMBIGUOUS_PARTNER`. */
export interface AmbiguousPartnerFigures {
  /** The role in question. */
  role: 'supplier' | 'customer'
  /** The name of the record. */
  name: string
  /** The number of records. */
  count: number
}
/** The full form: all reference records, lots that are not used up, open records, and the newest 1,000 finished records of each kind. Arrays are ordered by id. */
export interface State {
  /** The number of successful commands of the company so far. */
  revision: number
  company: Company
  settings: Settings
  totals: Totals
  /** The records, ordered by id. */
  warehouses: Warehouse[]
  /** The records, ordered by id. */
  priceTypes: PriceType[]
  /** The records, ordered by id. */
  filters: Filter[]
  /** The records, ordered by id. */
  products: Product[]
  /** The records, ordered by id. */
  partners: Partner[]
  /** The records, ordered by id. */
  organizations: Organization[]
  /** The records, ordered by id. */
  contracts: Contract[]
  /** The records, ordered by id. */
  customFields: CustomField[]
  /** The records, ordered by id. */
  stock: Stock[]
  /** The records, ordered by id. */
  lots: Lot[]
  /** The records, ordered by id. */
  purchases: Purchase[]
  /** The records, ordered by id. */
  documents: Document[]
  /** The records, ordered by id. */
  payments: Payment[]
  /** The records, ordered by id. */
  orders: Order[]
  /** The records, ordered by id. */
  stocktakes: Stocktake[]
  /** The records, ordered by id. */
  customerReturns: CustomerReturn[]
  /** The records, ordered by id. */
  stockRules: StockRule[]
  /** The records, ordered by id. */
  supplierItems: SupplierItem[]
}
/** The company that owns the warehouse. */
export interface Company {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** Settings of the company. */
export interface Settings {
  /** The name of the company, as its users see it. */
  companyName: string
  /** Whether to notify when the available quantity of a product falls below its `minStock`. */
  lowStockAlerts: boolean
  /** Whether to send a summary every morning. */
  dailySummary: boolean
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** For how many hours new orders reserve goods, 1 to 87,600. Absent, or null in a body: until they are shipped or cancelled. */
  reservationHours?: number
}
/** How many records of each kind there are, and the value of the stock. */
export interface Totals {
  /** The number of records. */
  warehouses: number
  /** The number of records. */
  priceTypes: number
  /** The number of records. */
  filters: number
  /** The number of records. */
  products: number
  /** The number of records. */
  partners: number
  /** The number of records. */
  organizations: number
  /** The number of records. */
  contracts: number
  /** The number of records. */
  customFields: number
  /** The number of records. */
  lots: number
  /** The number of records. */
  purchases: number
  /** The number of records. */
  documents: number
  /** The number of records. */
  payments: number
  /** The number of records. */
  orders: number
  /** The number of records. */
  stocktakes: number
  /** The number of records. */
  customerReturns: number
  /** The number of records. */
  stockRules: number
  /** The number of records. */
  supplierItems: number
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  stockValue: number
}
/** A place where stock is kept. */
export interface Warehouse {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** A short name, for labels. */
  short: string | null
  /** The city of the warehouse. */
  city: string | null
  /** The address of the warehouse. */
  address: string | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A kind of price, such as wholesale. */
export interface PriceType {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The city where the price applies, for people. */
  city: string | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A property for filtering products, with its values. */
export interface Filter {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The values of the filter. */
  values: FilterValue[]
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A value of a filter; a product can have it. */
export interface FilterValue {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The id of the filter that the value belongs to. */
  filterId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A product, variant, service or bundle. */
export interface Product {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'product' | 'bundle' | 'service' | 'variant'
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The category, as free text. */
  category: string | null
  /** A description, as free text. */
  description: string | null
  /** An internal code, as free text. */
  code: string | null
  /** A code in another system, as free text. */
  externalCode: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The country of origin. */
  country: string | null
  /** The main price. In main currency units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** The usual purchase cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** The lowest price at which the product may be sold. In main currency units, at most 2 decimals: steps of 0.01. */
  minPrice: number | null
  /** The owner is notified when the available quantity falls below this. At most 3 decimals: steps of 0.001. */
  minStock: number | null
  /** The weight of one unit, in kilograms. */
  weightKg: number | null
  /** The volume of one unit, in cubic metres. */
  volumeM3: number | null
  /** The VAT rate, in per cent. */
  vatRate: number | null
  /** The id of the partner that usually supplies the product. */
  preferredSupplierId: string | null
  /** The id of the product of which this one is a variant. A product cannot be its own ancestor. */
  parentProductId: string | null
  /** The barcodes as printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes: string[]
  /** The packages in which the product comes. A given array replaces the old one. @maxItems 1000 */
  packages: Package[]
  /** The ids of products that can be offered instead. @maxItems 1000 */
  analogIds: string[]
  /** Free-text tags to find products by. @maxItems 1000 */
  tags: string[]
  /** The components of one bundle. @maxItems 1000 */
  components: Component[]
  /** The ids of the filter values assigned to the product. A given array replaces the old one. @maxItems 1000 */
  filterValueIds: string[]
  /** The prices by price type, at most one for each type. A given array replaces the old one. @maxItems 1000 */
  prices: ProductPrice[]
  /** The photographs: the main one first, new ones last. Their bytes are at `/api/v1/images/{imageId}`. @maxItems 1000 */
  images: ProductImage[]
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues: {
    [k: string]: unknown
  }
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
export interface Package {
  /** A name for people; several records may have the same name. */
  name: string
  /** The quantity of the product in the package. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The barcode of the package. */
  barcode: string | null
}
export interface Component {
  /** The id of the product. */
  productId: string
  /** The quantity in one bundle. At most 3 decimals: steps of 0.001. */
  quantity: number
}
export interface ProductPrice {
  /** The id of the price type. */
  priceTypeId: string
  /** The price for this price type. In main currency units, at most 2 decimals: steps of 0.01. */
  price: number
}
/** A photograph of a product. */
export interface ProductImage {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The media type detected from the bytes, whatever the upload said. */
  contentType: string
  /** The size in bytes. */
  size: number
  /** The width in pixels. */
  width: number
  /** The height in pixels. */
  height: number
}
/** A supplier, a customer, or both. */
export interface Partner {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles: string[]
  /** Free-text tags to group partners by. @maxItems 1000 */
  groups: string[]
  /** The name of the contact person. */
  contact: string | null
  /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
  phone: string | null
  /** The e-mail address, stored as given. */
  email: string | null
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name of the organization. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered legal address. */
  legalAddress: string | null
  /** The address where the organization actually is. */
  actualAddress: string | null
  /** The contact persons. A given array replaces the old one. @maxItems 1000 */
  contacts: {
    [k: string]: unknown
  }[]
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** A free-text note. */
  note: string | null
  /** The id of the price type offered to this partner; by itself it changes no order. */
  priceTypeId: string | null
  /** The partner’s discount in per cent. The app suggests it; by itself it changes no order. */
  discountPercent: number | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues: {
    [k: string]: unknown
  }
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A legal entity of the company itself. */
export interface Organization {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name of the organization. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered legal address. */
  legalAddress: string | null
  /** The address where the organization actually is. */
  actualAddress: string | null
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** An agreement between an own organization and a partner. */
export interface Contract {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The id of the partner. */
  partnerId: string
  /** The id of the company’s own organization. */
  organizationId: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'purchase' | 'sale' | 'commission'
  /** The contract number that the parties use. */
  number: string | null
  /** When the contract was signed. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  signedAt: string | null
  /** The commission in per cent. */
  commissionPercent: number | null
  /** A free-text note. */
  note: string | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A field that the company defined itself, with the type of its values. */
export interface CustomField {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** Which records have the field: `product`, `partner` or `procurement_document`. Their `customValues` hold its values, and the service checks them. Any other name of up to 50 characters is accepted for the client’s own kinds of records; the service checks nothing there. */
  entityKind: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The type that values must have; it never changes. */
  valueType: 'string' | 'number' | 'date' | 'boolean' | 'select'
  /** The values that a `select` field offers. @maxItems 1000 */
  options: string[]
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** The stock of one product at one warehouse; a bundle has only `available`. */
export interface Stock {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The quantity physically in the warehouse; null for a bundle. At most 3 decimals: steps of 0.001. */
  onHand: number | null
  /** The quantity reserved for open orders; null for a bundle. At most 3 decimals: steps of 0.001. */
  reserved: number | null
  /** onHand − reserved; for a bundle, the number that its components allow. At most 3 decimals: steps of 0.001. */
  available: number
  /** How much orders wait for (`backorder`), as components of bundles too. Absent when no order waits. At most 3 decimals: steps of 0.001. */
  waiting?: number
}
/** Goods received together at one cost; the oldest lots are used first. */
export interface Lot {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the supplier; null for a surplus that a stocktake found, and for goods returned without an order. */
  supplier: string | null
  /** The id of the supplier; null for a surplus that a stocktake found, and for goods returned without an order. */
  supplierId: string | null
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** The undamaged quantity received so far. At most 3 decimals: steps of 0.001. */
  received: number
  /** The quantity still left in the lot. At most 3 decimals: steps of 0.001. */
  remaining: number
  /** When the goods were received. Lots are used in this order, then by id; a transfer keeps the time. An RFC 3339 moment in UTC, with milliseconds. */
  receivedAt: string
  /** The id of the lot from which a transfer drew this one, or the customer’s goods were once drawn. */
  sourceLotId: string | null
}
/** Goods of one product ordered from a supplier. */
export interface Purchase {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'open' | 'partial' | 'received'
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string
  /** The id of the supplier. */
  supplierId: string
  /** The ordered quantity. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** The undamaged quantity received so far. At most 3 decimals: steps of 0.001. */
  received: number
  /** The part of the quantity that arrived damaged. At most 3 decimals: steps of 0.001. */
  damaged: number
  /** The part of the quantity that did not arrive. At most 3 decimals: steps of 0.001. */
  missing: number
  /** The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind. */
  externalSource: string | null
  /** The id of the record in the other system. */
  externalId: string | null
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** A procurement document; posting a receipt or return moves stock. */
export interface Document {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'draft' | 'posted' | 'closed' | 'cancelled'
  /** The number that the partner gave the document. */
  reference: string | null
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string | null
  /** The id of the supplier. */
  supplierId: string | null
  /** The id of the company’s own organization. */
  organizationId: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The id of the document from which this one was made. */
  sourceDocumentId: string | null
  /** The id of the uploaded file from which the document was made. */
  importId: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt: string | null
  /** The last day for payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  dueAt: string | null
  /** A free-text note. */
  note: string | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues: {
    [k: string]: unknown
  }
  /** The lines, in the order given. A given array replaces the old one. @maxItems 1000 */
  lines: DocumentLine[]
  /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number
  /** How many photographs the delivery of a receipt has. Absent when there are none. */
  photoCount?: number
  /** When the record was posted; null until then. An RFC 3339 moment in UTC, with milliseconds. */
  postedAt: string | null
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
export interface DocumentLine {
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** quantity × unitCost, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** The part of the quantity that arrived damaged. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** The part of the quantity that did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
}
/** Money paid to a partner or received from one. */
export interface Payment {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'draft' | 'posted' | 'cancelled'
  /** The stored name of the partner. */
  partner: string
  /** The id of the partner. */
  partnerId: string
  /** `outgoing`: the company pays. `incoming`: the company is paid. */
  direction: 'outgoing' | 'incoming'
  /** How the money is transferred. */
  method: 'bank' | 'cash'
  /** The amount of the payment, above zero. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** The customer's orders that the payment is for, each with its number and its part of the amount: money for the orders, or, if `outgoing`, a refund. Together they are at most the amount; at most 100 orders, each once. null or an empty list: none. @maxItems 1000 */
  orders: PaidOrder[]
  /** The part of the amount that is for no order. In main currency units, at most 2 decimals: steps of 0.01. */
  unassigned: number
  /** The number of the payment order. */
  reference: string | null
  /** The id of the company’s own organization. */
  organizationId: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId: string | null
  /** The id of the document that the payment is for. */
  documentId: string | null
  /** The id of a posted customer return that an outgoing payment refunds. If the return has an order, `orders` is filled with that order. */
  returnId: string | null
  /** The date of the payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  paidAt: string | null
  /** A free-text note. */
  note: string | null
  /** When the record was posted; null until then. An RFC 3339 moment in UTC, with milliseconds. */
  postedAt: string | null
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** The part of a payment that is for one order. */
export interface PaidOrder {
  /** The id of the customer order. */
  orderId: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The part of the payment that is for the order, above zero. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number
}
/** A customer order; `cost` is that of what was shipped so far. */
export interface Order {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'new' | 'picking' | 'shipped' | 'cancelled'
  /** The name of the customer: upper and lower case do not matter, and answers show it as stored. */
  customer: string
  /** The id of the customer. */
  customerId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** Where the order came from, as free text. */
  channel: string
  /** The id of the price type that the prices came from; null: the main price. */
  priceTypeId: string | null
  /** The number of the order in the customer’s own system, for people. */
  externalNumber: string | null
  /** The delivery address. */
  deliveryAddress: string | null
  /** A free-text note. */
  note: string | null
  /** When the customer placed the order; if left out, now. An RFC 3339 moment in UTC, with milliseconds. */
  orderedAt: string
  /** The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind. */
  externalSource: string | null
  /** The id of the record in the other system. */
  externalId: string | null
  /** The items, in the order given; several lines may be of the same product. @maxItems 1000 */
  items: OrderItem[]
  /** A discount on the whole order, distributed over its lines to the kopeck. Absent when there is none, or when `discountAmount` is set. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number
  /** A discount on the whole order as a sum of money. Absent when there is none, or when `discountPercent` is set. In main currency units, at most 2 decimals: steps of 0.01. */
  discountAmount?: number
  /** The sum of the amounts of the lines, as ordered. It does not change if the order is closed before everything was shipped. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number
  /** The amount of what was shipped, without cancelled shipments. In main currency units, at most 2 decimals: steps of 0.01. */
  shippedAmount: number
  /** The amount of what the customer returned: `shippedAmount` minus this is what the customer owes for the order. Absent when nothing was returned. In main currency units, at most 2 decimals: steps of 0.01. */
  returnedAmount?: number
  /** How much of the ordered quantity was shipped. */
  fulfilment: 'none' | 'part' | 'all'
  /** True when the order may wait for goods: its lines reserve what is available, and later receipts fill the rest. Otherwise absent. */
  backorder?: boolean
  /** The quantity that all lines together wait for; a bundle counts as one. Absent when no line waits. At most 3 decimals: steps of 0.001. */
  waiting?: number
  /** When the reservation ends, if the order is still `new`, nothing of it was shipped and nothing paid. Absent when it does not end. An RFC 3339 moment in UTC, with milliseconds. */
  reservedUntil?: string
  /** When the reservation ended. The order reserves nothing and waits for nothing until it is reserved again. Absent otherwise. An RFC 3339 moment in UTC, with milliseconds. */
  releasedAt?: string
  /** True when the order was finished although a part of it was not shipped; otherwise absent. */
  closedShort?: boolean
  /** How many shipments the order has had, cancelled ones included. Absent before the first one, and for orders that were shipped before shipments were recorded. */
  shipmentCount?: number
  /** The number of items without a price. */
  unpricedItems: number
  /** What was paid for the order: posted incoming payments for it, minus posted refunds. In main currency units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** Compares `paid` with what the order costs: the goods shipped and still to be shipped, minus the goods returned. That is its `total` minus what was returned and what closing the order cancelled. An order that costs nothing is `paid`. Nothing is owed for a cancelled order, so money paid for it makes it `overpaid`. */
  payment: 'unpaid' | 'part' | 'paid' | 'overpaid'
  /** The cost of the shipped goods, from their lots; null until the first shipment. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** When the order got the status `shipped`; null until then. An RFC 3339 moment in UTC, with milliseconds. */
  shippedAt: string | null
  pickedBy?: Picker
  /** Goods that could not be found when the order was picked: the quantity, who reported it, and when. Absent when there are none. @maxItems 1000 */
  absent?: AbsentGoods[]
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
export interface OrderItem {
  /** The number of the line in its order, counted from 1. It stays the same when the order is changed. */
  id: number
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The price of one unit before discounts, at the time of the order; null: the price type has no price for the product. In main currency units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** Present and true when the price was given with the line. Otherwise the price comes from the catalogue. */
  priceGiven?: boolean
  /** The discount on the line; absent when there is none. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number
  /** quantity × price, minus the discount on the line and the line’s share of the discount on the order, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number | null
  /** How much of the quantity was shipped, without cancelled shipments. At most 3 decimals: steps of 0.001. */
  shipped: number
  /** How much of the quantity will not be shipped, because the order was closed. At most 3 decimals: steps of 0.001. */
  cancelled: number
  /** How much the line reserves: while the order is open, quantity − shipped − cancelled − waiting; 0 if it is finished, or if its reservation ended. At most 3 decimals: steps of 0.001. */
  reserved: number
  /** How much of the line waits for goods; absent when nothing waits. At most 3 decimals: steps of 0.001. */
  waiting?: number
  /** The amount of what was shipped; only while a part of the line is shipped. Otherwise it is 0 or `amount`. In main currency units, at most 2 decimals: steps of 0.01. */
  shippedAmount?: number
  /** How much of what was shipped the customer returned; absent when nothing was. At most 3 decimals: steps of 0.001. */
  returned?: number
  /** The amount of what was returned; absent when nothing was. In main currency units, at most 2 decimals: steps of 0.01. */
  returnedAmount?: number
  /** The components of one bundle. @maxItems 1000 */
  components?: OrderComponent[]
}
export interface OrderComponent {
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The quantity in one bundle. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** The user or token that picks the order. If it was taken from somebody: `from` whom, and the `note` to them. */
export interface Picker {
  /** The id of the user or token. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  from?: NamedPerson
  /** The word to them. */
  note?: string
}
/** A count of the goods in a warehouse; posting corrects the stock by the difference. */
export interface Stocktake {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'counting' | 'review' | 'posted' | 'cancelled'
  /** The id of the warehouse. */
  warehouseId: string
  scope: StocktakeScope
  /** Whether the quantity in the books is hidden from callers who may not see costs. */
  blind: boolean
  /** What posting does with goods that have stock but were not counted. `keep`: nothing. `zero`: writes them off. */
  absent: 'keep' | 'zero'
  /** Shortages that are netted against surpluses. Absent when nothing was netted. @maxItems 1000 */
  misSorts?: MisSort[]
  /** A free-text note. */
  note: string | null
  /** The number on the paper, if it differs from ours. Absent: none was given. */
  documentNumber?: string
  /** The date on the paper, a day in the time zone of the company. Statements and debts by age count from it; stock, costs and profit go by the time of posting. Absent: the day of posting. */
  documentDate?: string
  /** When the stocktake was started. An RFC 3339 moment in UTC, with milliseconds. */
  startedAt: string
  /** The revision with which the stocktake was started. */
  startedRevision: number
  /** The number of products whose stock this stocktake has corrected so far. Posting or cancelling many products takes several commands. */
  postedLines: number
  /** When the stocktake was posted; null until then. An RFC 3339 moment in UTC, with milliseconds. */
  postedAt: string | null
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** Which goods are counted: all (`all`), certain products (`productIds`), the products with a filter value (`filterValueId`), or the products with a preferred supplier (`supplierId`). */
export interface StocktakeScope {
  /** true: all goods in the warehouse. */
  all: boolean
  /** The ids of the products. @maxItems 1000 */
  productIds?: string[]
  /** The id of a filter value: all products that have it. */
  filterValueId?: string
  /** The id of a supplier: all products that prefer it. */
  supplierId?: string
}
export interface MisSort {
  /** The id of the product of which some is missing. */
  shortProductId: string
  /** The id of the product of which there is too much. */
  overProductId: string
  /** How much of the shortage is netted, up to 3 decimals. */
  quantity: number
  /** The cost that moved from one product to the other; absent until posting. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** Goods that a customer brought back; posting puts them into stock and takes their sale back. */
export interface CustomerReturn {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'draft' | 'posted' | 'cancelled'
  /** The id of the order that the goods were shipped for; null: the order is not known. */
  orderId: string | null
  /** The stored name of the customer. */
  customer: string
  /** The id of the customer. */
  customerId: string
  /** The id of the warehouse that takes the goods. */
  warehouseId: string
  /** Why the goods came back. */
  reason: string | null
  /** A free-text note. */
  note: string | null
  /** What came back, in the order given. @maxItems 1000 */
  lines: CustomerReturnLine[]
  /** The sum of the amounts of the lines: what the customer no longer has to pay, or gets back. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** What was paid back for the return: the posted payments that name it. In main currency units, at most 2 decimals: steps of 0.01. */
  refunded: number
  /** The cost of the goods, damaged ones included; null until the return is posted. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** The number on the paper, if it differs from ours. Absent: none was given. */
  documentNumber?: string
  /** The date on the paper, a day in the time zone of the company. Statements and debts by age count from it; stock, costs and profit go by the time of posting. Absent: the day of posting. */
  documentDate?: string
  /** When the record was posted; null until then. An RFC 3339 moment in UTC, with milliseconds. */
  postedAt: string | null
  /** When the return was cancelled; otherwise absent. An RFC 3339 moment in UTC, with milliseconds. */
  cancelledAt?: string
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
export interface CustomerReturnLine {
  /** The `id` of the line of the order; null for a return without an order. */
  lineId: number | null
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** How much came back, damaged goods included. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The part of the quantity that is damaged, and written off by posting. At most 3 decimals: steps of 0.001. */
  damaged: number
  /** What the customer gets back for the line. With an order, it is a share of the shipped amount, so that returning everything gives exactly that amount. null for a line without a price. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number | null
  /** The unit cost that was given; absent when none was. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost?: number
  /** The cost of the goods; null until the return is posted. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** The components of one bundle. @maxItems 1000 */
  components?: OrderComponent[]
}
/** How much of a product should be in a warehouse, or in all warehouses together. */
export interface StockRule {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The id of the product. */
  productId: string
  /** The id of the warehouse; null: the rule is about the stock of all warehouses together. */
  warehouseId: string | null
  /** The product is proposed for ordering when the available and ordered quantity is no more than this. At most 3 decimals: steps of 0.001. */
  minStock: number
  /** Orders bring the stock up to this quantity; null: up to the minimum. It is not less than the minimum. At most 3 decimals: steps of 0.001. */
  maxStock: number | null
  /** When ordered goods arrive, the stock should still last for this many days of sales. */
  safetyDays: number
  /** For how many days of sales an order should last, in addition to the days of delivery and safety. */
  coverDays: number
  /** The id of the supplier to order from; null: the preferred supplier of the product. */
  supplierId: string | null
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** How a supplier sells a product: code, price, pack and time of delivery. */
export interface SupplierItem {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The id of the product. */
  productId: string
  /** The id of the supplier. */
  supplierId: string
  /** The code of the product in the supplier’s price list. */
  code: string | null
  /** The supplier’s price of one unit. It is used for lines of drafted orders. In main currency units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** Orders are rounded up to whole multiples of this; null: any quantity. At most 3 decimals: steps of 0.001. */
  packQuantity: number | null
  /** The smallest quantity that the supplier sells; null: any. At most 3 decimals: steps of 0.001. */
  minQuantity: number | null
  /** How many days pass between the order and the delivery. */
  leadDays: number
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
/** The changes form: what to add to and remove from the state at `since` to get the state at `revision`. */
export interface Changes {
  /** The number of successful commands of the company so far. */
  revision: number
  /** The revision that `changed` and `removed` start from. */
  since: number
  totals: Totals
  changed: ChangedRecords
  removed: RemovedRecords
}
/** Complete records, grouped under the names of their arrays in the state. */
export interface ChangedRecords {
  settings?: Settings
  /** Records that were created or changed. */
  warehouses?: Warehouse[]
  /** Records that were created or changed. */
  priceTypes?: PriceType[]
  /** Records that were created or changed. */
  filters?: Filter[]
  /** Records that were created or changed. */
  products?: Product[]
  /** Records that were created or changed. */
  partners?: Partner[]
  /** Records that were created or changed. */
  organizations?: Organization[]
  /** Records that were created or changed. */
  contracts?: Contract[]
  /** Records that were created or changed. */
  customFields?: CustomField[]
  /** Records that were created or changed. */
  stock?: Stock[]
  /** Records that were created or changed. */
  lots?: Lot[]
  /** Records that were created or changed. */
  purchases?: Purchase[]
  /** Records that were created or changed. */
  documents?: Document[]
  /** Records that were created or changed. */
  payments?: Payment[]
  /** Records that were created or changed. */
  orders?: Order[]
  /** Records that were created or changed. */
  stocktakes?: Stocktake[]
  /** Records that were created or changed. */
  customerReturns?: CustomerReturn[]
  /** Records that were created or changed. */
  stockRules?: StockRule[]
  /** Records that were created or changed. */
  supplierItems?: SupplierItem[]
}
/** Ids, grouped under the names of their arrays in the state. */
export interface RemovedRecords {
  /** Ids of the records that are no longer in the state. */
  warehouses?: string[]
  /** Ids of the records that are no longer in the state. */
  priceTypes?: string[]
  /** Ids of the records that are no longer in the state. */
  filters?: string[]
  /** Ids of the records that are no longer in the state. */
  products?: string[]
  /** Ids of the records that are no longer in the state. */
  partners?: string[]
  /** Ids of the records that are no longer in the state. */
  organizations?: string[]
  /** Ids of the records that are no longer in the state. */
  contracts?: string[]
  /** Ids of the records that are no longer in the state. */
  customFields?: string[]
  /** Ids of the records that are no longer in the state. */
  stock?: StockPlace[]
  /** Ids of the records that are no longer in the state. */
  lots?: string[]
  /** Ids of the records that are no longer in the state. */
  purchases?: string[]
  /** Ids of the records that are no longer in the state. */
  documents?: string[]
  /** Ids of the records that are no longer in the state. */
  payments?: string[]
  /** Ids of the records that are no longer in the state. */
  orders?: string[]
  /** Ids of the records that are no longer in the state. */
  stocktakes?: string[]
  /** Ids of the records that are no longer in the state. */
  customerReturns?: string[]
  /** Ids of the records that are no longer in the state. */
  stockRules?: string[]
  /** Ids of the records that are no longer in the state. */
  supplierItems?: string[]
}
/** The key of a stock row. */
export interface StockPlace {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
}
/** The short form, which `state=summary` and `return=minimal` request. */
export interface StateSummary {
  /** The number of successful commands of the company so far. */
  revision: number
  company: Company
  totals: Totals
}
/** The figures of `ARCHIVED`. */
export interface ArchivedFigures {
  /** The kind of record. */
  entity: string
  /** The id of the record. */
  id: string
  /** The name of the record. */
  name: string
}
export interface ArrivedLine {
  /** The id of the product. */
  productId: string
  /** What was counted of the product, with what is damaged and missing. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** How much of `quantity` is damaged. It does not come into stock. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** How much of `quantity` the delivery note says and did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
  /** How much of `quantity` arrived besides what the document still expects. At most 3 decimals: steps of 0.001. */
  beyond?: number
  /** The cost of one unit, if the caller knows it; null or left out: found by the service. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost?: number | null
}
/** The body of `assignPayment`. */
export interface AssignPaymentBody {
  /** The orders that the payment is for from now on, each with its part of the amount; an empty list: none. @maxItems 100 */
  orders: {
    /** The id of the customer order. */
    orderId: string
    /** quantity × price, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
    amount: number
  }[]
}
/** One successful command. */
export interface AuditEntry {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** When it happened. An RFC 3339 moment in UTC, with milliseconds. */
  at: string
  /** The number of successful commands of the company so far. */
  revision: number
  actor: Actor
  /** What happened: a noun and a past participle, such as `order.shipped`. */
  action:
    | 'warehouse.created'
    | 'warehouse.updated'
    | 'warehouse.archived'
    | 'warehouse.deleted'
    | 'price_type.created'
    | 'price_type.updated'
    | 'price_type.archived'
    | 'price_type.deleted'
    | 'filter.created'
    | 'filter.updated'
    | 'filter.archived'
    | 'filter.deleted'
    | 'filter_value.created'
    | 'filter_value.updated'
    | 'filter_value.archived'
    | 'filter_value.deleted'
    | 'product.created'
    | 'product.updated'
    | 'product.archived'
    | 'product.deleted'
    | 'product_image.uploaded'
    | 'product_image.deleted'
    | 'partner.created'
    | 'partner.updated'
    | 'partner.archived'
    | 'partner.deleted'
    | 'partner.resolved'
    | 'organization.created'
    | 'organization.updated'
    | 'organization.archived'
    | 'organization.deleted'
    | 'contract.created'
    | 'contract.updated'
    | 'contract.archived'
    | 'contract.deleted'
    | 'custom_field.created'
    | 'custom_field.updated'
    | 'custom_field.archived'
    | 'custom_field.deleted'
    | 'external_link.created'
    | 'external_link.deleted'
    | 'settings.updated'
    | 'notification.marked'
    | 'summary.made'
    | 'stock.received'
    | 'stock.written_off'
    | 'stock.transferred'
    | 'order.created'
    | 'order.updated'
    | 'order.picking'
    | 'order.shipped'
    | 'order.cancelled'
    | 'order.deleted'
    | 'purchase.created'
    | 'purchase.deleted'
    | 'procurement_document.created'
    | 'procurement_document.updated'
    | 'procurement_document.posted'
    | 'procurement_document.closed'
    | 'procurement_document.cancelled'
    | 'procurement_document.deleted'
    | 'payment.created'
    | 'payment.updated'
    | 'payment.posted'
    | 'payment.cancelled'
    | 'payment.assigned'
    | 'payment.deleted'
    | 'procurement_import.uploaded'
    | 'procurement_import.requeued'
    | 'procurement_import.rejected'
    | 'procurement_import.recognized'
    | 'procurement_import.failed'
    | 'order.reserved'
    | 'order.released'
    | 'order.closed'
    | 'shipment.posted'
    | 'shipment.cancelled'
    | 'customer_return.created'
    | 'customer_return.updated'
    | 'customer_return.posted'
    | 'customer_return.cancelled'
    | 'customer_return.deleted'
    | 'stock_rule.created'
    | 'stock_rule.updated'
    | 'stock_rule.deleted'
    | 'supplier_item.created'
    | 'supplier_item.updated'
    | 'supplier_item.deleted'
    | 'delivery.received'
    | 'delivery_photo.added'
    | 'order.taken'
    | 'order.absent'
    | 'stocktake.started'
    | 'stocktake.counted'
    | 'stocktake.recounted'
    | 'stocktake.accepted'
    | 'stocktake.netted'
    | 'stocktake.reopened'
    | 'stocktake.reviewed'
    | 'stocktake.posted'
    | 'stocktake.updated'
    | 'stocktake.cancelled'
    | 'shipment.dated'
    | 'customer_return.dated'
    | 'stocktake.dated'
    | 'procurement_document.dated'
    | 'payment.dated'
    | 'stock.dated'
    | 'token.issued'
    | 'token.revoked'
    | 'member.joined'
    | 'member.updated'
    | 'member.removed'
    | 'member.left'
    | 'invitation.created'
    | 'invitation.withdrawn'
    | 'integration.connected'
    | 'integration.disconnected'
    | 'import.started'
    | 'import.paused'
    | 'import.resumed'
    | 'import.cancelled'
    | 'import.applied'
    | 'company.exported'
    | 'company.imported'
    | 'table_import.uploaded'
    | 'table_import.applied'
    | 'table_import.paused'
    | 'table_import.resumed'
    | 'table_import.cancelled'
    | 'table_import.deleted'
  /** The kind of the record. */
  entityType: string
  /** The id of the record that the command changed. */
  entityId: string
  /** One English line with the names and figures. */
  summary: string
  /** The names and figures of `summary` as data; `action` decides which there are. Entries written before figures were introduced do not have them. */
  figures?:
    | NamedFigures
    | WarehouseUpdatedFigures
    | PriceTypeUpdatedFigures
    | PriceTypeDeletedFigures
    | FilterUpdatedFigures
    | FilterDeletedFigures
    | FilterValueCreatedFigures
    | FilterValueUpdatedFigures
    | FilterValueArchivedFigures
    | FilterValueDeletedFigures
    | ProductUpdatedFigures
    | ProductImageUploadedFigures
    | ProductImageDeletedFigures
    | PartnerUpdatedFigures
    | PartnerResolvedFigures
    | OrganizationUpdatedFigures
    | ContractCreatedFigures
    | ContractUpdatedFigures
    | CustomFieldCreatedFigures
    | CustomFieldUpdatedFigures
    | ExternalLinkCreatedFigures
    | ExternalLinkDeletedFigures
    | SettingsUpdatedFigures
    | NotificationMarkedFigures
    | SummaryMadeFigures
    | StockReceivedFigures
    | StockWrittenOffFigures
    | StockTransferredFigures
    | OrderCreatedFigures
    | OrderUpdatedFigures
    | OrderPickingFigures
    | OrderShippedFigures
    | OrderCancelledFigures
    | OrderDeletedFigures
    | PurchaseCreatedFigures
    | PurchaseDeletedFigures
    | ProcurementDocumentCreatedFigures
    | ProcurementDocumentUpdatedFigures
    | ProcurementDocumentPostedFigures
    | ProcurementDocumentClosedFigures
    | ProcurementDocumentCancelledFigures
    | ProcurementDocumentDeletedFigures
    | PaymentCreatedFigures
    | PaymentUpdatedFigures
    | PaymentPostedFigures
    | PaymentCancelledFigures
    | PaymentAssignedFigures
    | PaymentDeletedFigures
    | ProcurementImportUploadedFigures
    | ProcurementImportRequeuedFigures
    | ProcurementImportRejectedFigures
    | ProcurementImportRecognizedFigures
    | ProcurementImportFailedFigures
    | OrderReservedFigures
    | OrderReleasedFigures
    | OrderClosedFigures
    | ShipmentPostedFigures
    | ShipmentCancelledFigures
    | CustomerReturnCreatedFigures
    | CustomerReturnUpdatedFigures
    | CustomerReturnPostedFigures
    | CustomerReturnCancelledFigures
    | CustomerReturnDeletedFigures
    | StockRuleCreatedFigures
    | StockRuleUpdatedFigures
    | StockRuleDeletedFigures
    | SupplierItemCreatedFigures
    | SupplierItemUpdatedFigures
    | SupplierItemDeletedFigures
    | DeliveryReceivedFigures
    | DeliveryPhotoAddedFigures
    | OrderTakenFigures
    | OrderAbsentFigures
    | StocktakeStartedFigures
    | StocktakeCountedFigures
    | StocktakeRecountedFigures
    | StocktakeAcceptedFigures
    | StocktakeNettedFigures
    | StocktakeReopenedFigures
    | StocktakeReviewedFigures
    | StocktakePostedFigures
    | StocktakeUpdatedFigures
    | StocktakeCancelledFigures
    | ShipmentDatedFigures
    | CustomerReturnDatedFigures
    | StocktakeDatedFigures
    | ProcurementDocumentDatedFigures
    | PaymentDatedFigures
    | StockDatedFigures
    | TokenIssuedFigures
    | TokenRevokedFigures
    | MemberJoinedFigures
    | MemberUpdatedFigures
    | InvitationCreatedFigures
    | InvitationWithdrawnFigures
    | IntegrationConnectedFigures
    | IntegrationDisconnectedFigures
    | ImportStartedFigures
    | NoFigures
    | TableImportUploadedFigures
    | TableImportAppliedFigures
    | TableImportPausedFigures
    | TableImportResumedFigures
    | TableImportCancelledFigures
    | TableImportDeletedFigures
  /** The `result` of the command, except for a new order; for a changed or deleted order, also the order `before` the command. */
  details: {
    /** The complete record that was created or changed; for a delete, its id. */
    result?: {
      [k: string]: unknown
    }
    /** The record as it was before the command. */
    before?: {
      [k: string]: unknown
    }
  }
}
/** The figures of actions that report only the name of the record. */
export interface NamedFigures {
  /** The name of the record after the action. */
  name: string
}
/** The figures of `warehouse.updated` done as `updated`. */
export interface WarehouseUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `warehouse.updated` done as `restored`. */
export interface WarehouseUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `price_type.updated` done as `updated`. */
export interface PriceTypeUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `price_type.updated` done as `restored`. */
export interface PriceTypeUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `price_type.deleted`. */
export interface PriceTypeDeletedFigures {
  /** The name of the record after the action. */
  name: string
  /** The number of products that had it. */
  products: number
  /** The number of partners that had it. */
  partners: number
}
/** The figures of `filter.updated` done as `updated`. */
export interface FilterUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `filter.updated` done as `restored`. */
export interface FilterUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `filter.deleted`. */
export interface FilterDeletedFigures {
  /** The name of the record after the action. */
  name: string
  /** The number of values of the filter. */
  values: number
  /** The number of products that had it. */
  products: number
}
/** The figures of `filter_value.created`. */
export interface FilterValueCreatedFigures {
  /** The name of the record after the action. */
  name: string
  /** The name or text at that time. */
  filter: string
  /** The id of the filter. */
  filterId: string
}
/** The figures of `filter_value.updated` done as `updated`. */
export interface FilterValueUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
  /** The name or text at that time. */
  filter: string
  /** The id of the filter. */
  filterId: string
}
/** The figures of `filter_value.updated` done as `restored`. */
export interface FilterValueUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
  /** The name or text at that time. */
  filter: string
  /** The id of the filter. */
  filterId: string
}
/** The figures of `filter_value.archived`. */
export interface FilterValueArchivedFigures {
  /** The name of the record after the action. */
  name: string
  /** The name or text at that time. */
  filter: string
  /** The id of the filter. */
  filterId: string
}
/** The figures of `filter_value.deleted`. */
export interface FilterValueDeletedFigures {
  /** The name of the record after the action. */
  name: string
  /** The name or text at that time. */
  filter: string
  /** The id of the filter. */
  filterId: string
  /** The number of products that had it. */
  products: number
}
/** The figures of `product.updated` done as `updated`. */
export interface ProductUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `product.updated` done as `restored`. */
export interface ProductUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `product.updated` done as `images`. */
export interface ProductUpdatedImages {
  /** How it was done. */
  how: 'images'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `product_image.uploaded`. */
export interface ProductImageUploadedFigures {
  /** The name or text at that time. */
  product: string
  /** The id of the product. */
  productId: string
  /** The name or text at that time. */
  contentType: string
  /** The width in pixels. */
  width: number
  /** The height in pixels. */
  height: number
}
/** The figures of `product_image.deleted`. */
export interface ProductImageDeletedFigures {
  /** The name or text at that time. */
  product: string
  /** The id of the product. */
  productId: string
}
/** The figures of `partner.updated` done as `updated`. */
export interface PartnerUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `partner.updated` done as `restored`. */
export interface PartnerUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `partner.resolved` done as `found`. */
export interface PartnerResolvedFound {
  /** How it was done. */
  how: 'found'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `partner.resolved` done as `joined`. */
export interface PartnerResolvedJoined {
  /** How it was done. */
  how: 'joined'
  /** The name of the record after the action. */
  name: string
  /** One of these words. */
  type: 'Поставщик' | 'Покупатель'
}
/** The figures of `organization.updated` done as `updated`. */
export interface OrganizationUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `organization.updated` done as `restored`. */
export interface OrganizationUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `contract.created`. */
export interface ContractCreatedFigures {
  /** The name of the record after the action. */
  name: string
  /** The name or text at that time. */
  organization: string
  /** The name or text at that time. */
  partner: string
}
/** The figures of `contract.updated` done as `updated`. */
export interface ContractUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `contract.updated` done as `restored`. */
export interface ContractUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `custom_field.created`. */
export interface CustomFieldCreatedFigures {
  /** The name of the record after the action. */
  name: string
  /** A kind of record. */
  entityKind: string
}
/** The figures of `custom_field.updated` done as `updated`. */
export interface CustomFieldUpdatedUpdated {
  /** How it was done. */
  how: 'updated'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `custom_field.updated` done as `restored`. */
export interface CustomFieldUpdatedRestored {
  /** How it was done. */
  how: 'restored'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `external_link.created` done as `created`. */
export interface ExternalLinkCreatedCreated {
  /** How it was done. */
  how: 'created'
  /** The name or text at that time. */
  source: string
  /** One of these words. */
  entityType: 'product' | 'partner' | 'order'
  /** The name or text at that time. */
  externalId: string
}
/** The figures of `external_link.created` done as `found`. */
export interface ExternalLinkCreatedFound {
  /** How it was done. */
  how: 'found'
  /** The name or text at that time. */
  source: string
  /** One of these words. */
  entityType: 'product' | 'partner' | 'order'
  /** The name or text at that time. */
  externalId: string
}
/** The figures of `external_link.deleted`. */
export interface ExternalLinkDeletedFigures {
  /** The name or text at that time. */
  source: string
  /** One of these words. */
  entityType: 'product' | 'partner' | 'order'
  /** The name or text at that time. */
  externalId: string
}
/** The figures of `settings.updated`. */
export interface SettingsUpdatedFigures {
  /** The name or text at that time. */
  company: string
}
/** The figures of `notification.marked` done as `read`. */
export interface NotificationMarkedRead {
  /** How it was done. */
  how: 'read'
  /** The name or text at that time. */
  title: string
}
/** The figures of `notification.marked` done as `unread`. */
export interface NotificationMarkedUnread {
  /** How it was done. */
  how: 'unread'
  /** The name or text at that time. */
  title: string
}
/** The figures of `summary.made`. */
export interface SummaryMadeFigures {
  /** A calendar day of the company, such as `2026-03-01`. */
  day: string
}
/** The figures of `stock.received`. */
export interface StockReceivedFigures {
  /** The undamaged quantity received. In main units, at most 3 decimals: steps of 0.001. */
  good: number
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  warehouse: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `stock.written_off`. */
export interface StockWrittenOffFigures {
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  quantity: number
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  warehouse: string
  /** The name or text at that time. */
  reason: string
}
/** The figures of `stock.transferred`. */
export interface StockTransferredFigures {
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  quantity: number
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  warehouse: string
  /** The name or text at that time. */
  toWarehouse: string
}
/** The figures of `order.created`. */
export interface OrderCreatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines of the order. */
  items: number
  /** The total. In roubles, at most 2 decimals: steps of 0.01. */
  total: number
}
/** The figures of `order.updated`. */
export interface OrderUpdatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines of the order. */
  items: number
  /** The total. In roubles, at most 2 decimals: steps of 0.01. */
  total: number
}
/** The figures of `order.picking`. */
export interface OrderPickingFigures {
  /** The number that people use for the record. */
  number: string
}
/** The figures of `order.shipped`. */
export interface OrderShippedFigures {
  /** The number that people use for the record. */
  number: string
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The figures of `order.cancelled`. */
export interface OrderCancelledFigures {
  /** The number that people use for the record. */
  number: string
}
/** The figures of `order.deleted`. */
export interface OrderDeletedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
}
/** The figures of `purchase.created`. */
export interface PurchaseCreatedFigures {
  /** The number that people use for the record. */
  number: string
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  quantity: number
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `purchase.deleted`. */
export interface PurchaseDeletedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `procurement_document.created`. */
export interface ProcurementDocumentCreatedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number of lines. */
  lines: number
  /** The total. In roubles, at most 2 decimals: steps of 0.01. */
  total?: number
}
/** The figures of `procurement_document.updated`. */
export interface ProcurementDocumentUpdatedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number of lines. */
  lines: number
  /** The total. In roubles, at most 2 decimals: steps of 0.01. */
  total?: number
}
/** The figures of `procurement_document.posted`. */
export interface ProcurementDocumentPostedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
}
/** The figures of `procurement_document.closed`. */
export interface ProcurementDocumentClosedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
}
/** The figures of `procurement_document.cancelled`. */
export interface ProcurementDocumentCancelledFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
}
/** The figures of `procurement_document.deleted`. */
export interface ProcurementDocumentDeletedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
}
/** The figures of `payment.created`. */
export interface PaymentCreatedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  direction: 'outgoing' | 'incoming'
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The name or text at that time. */
  partner: string
}
/** The figures of `payment.updated`. */
export interface PaymentUpdatedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  direction: 'outgoing' | 'incoming'
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The name or text at that time. */
  partner: string
}
/** The figures of `payment.posted`. */
export interface PaymentPostedFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  direction: 'outgoing' | 'incoming'
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The name or text at that time. */
  partner: string
}
/** The figures of `payment.cancelled`. */
export interface PaymentCancelledFigures {
  /** The number that people use for the record. */
  number: string
  /** One of these words. */
  direction: 'outgoing' | 'incoming'
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The name or text at that time. */
  partner: string
}
/** The figures of `payment.assigned` done as `one_order`. */
export interface PaymentAssignedOneOrder {
  /** How it was done. */
  how: 'one_order'
  /** The number that people use for the record. */
  number: string
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  assigned?: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The name or text at that time. */
  partner: string
}
/** The figures of `payment.assigned` done as `several_orders`. */
export interface PaymentAssignedSeveralOrders {
  /** How it was done. */
  how: 'several_orders'
  /** The number that people use for the record. */
  number: string
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  assigned?: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The name or text at that time. */
  partner: string
  /** A number of these. */
  orders: number
}
/** The figures of `payment.deleted`. */
export interface PaymentDeletedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  partner: string
}
/** The figures of `procurement_import.uploaded`. */
export interface ProcurementImportUploadedFigures {
  /** The name or text at that time. */
  fileName: string
  /** The name or text at that time. */
  contentType: string
  /** The size in bytes. */
  size: number
}
/** The figures of `procurement_import.requeued` done as `again`. */
export interface ProcurementImportRequeuedAgain {
  /** How it was done. */
  how: 'again'
  /** The name or text at that time. */
  fileName: string
}
/** The figures of `procurement_import.requeued` done as `waiting`. */
export interface ProcurementImportRequeuedWaiting {
  /** How it was done. */
  how: 'waiting'
  /** The name or text at that time. */
  fileName: string
}
/** The figures of `procurement_import.rejected`. */
export interface ProcurementImportRejectedFigures {
  /** The name or text at that time. */
  fileName: string
}
/** The figures of `procurement_import.recognized` done as `read`. */
export interface ProcurementImportRecognizedRead {
  /** How it was done. */
  how: 'read'
  /** The name or text at that time. */
  fileName: string
  /** The number of lines. */
  lines: number
  /** How long reading took, in seconds. */
  seconds: number
}
/** The figures of `procurement_import.recognized` done as `late`. */
export interface ProcurementImportRecognizedLate {
  /** How it was done. */
  how: 'late'
  /** The name or text at that time. */
  fileName: string
}
/** The figures of `procurement_import.failed`. */
export interface ProcurementImportFailedFigures {
  /** The name or text at that time. */
  fileName: string
  /** The name or text at that time. */
  error: string
}
/** The figures of `order.reserved` done as `again`. */
export interface OrderReservedAgain {
  /** How it was done. */
  how: 'again'
  /** The number that people use for the record. */
  number: string
}
/** The figures of `order.reserved` done as `longer`. */
export interface OrderReservedLonger {
  /** How it was done. */
  how: 'longer'
  /** The number that people use for the record. */
  number: string
}
/** The figures of `order.released` done as `ended`. */
export interface OrderReleasedEnded {
  /** How it was done. */
  how: 'ended'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
}
/** The figures of `order.released` done as `paid`. */
export interface OrderReleasedPaid {
  /** How it was done. */
  how: 'paid'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
}
/** The figures of `order.closed`. */
export interface OrderClosedFigures {
  /** The number that people use for the record. */
  number: string
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  shipped: number
  /** The total. In roubles, at most 2 decimals: steps of 0.01. */
  total: number
}
/** The figures of `shipment.posted` done as `rest`. */
export interface ShipmentPostedRest {
  /** How it was done. */
  how: 'rest'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines of the order. */
  items: number
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The figures of `shipment.posted` done as `part`. */
export interface ShipmentPostedPart {
  /** How it was done. */
  how: 'part'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines of the order. */
  items: number
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The figures of `shipment.cancelled`. */
export interface ShipmentCancelledFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The figures of `customer_return.created`. */
export interface CustomerReturnCreatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines. */
  lines: number
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
}
/** The figures of `customer_return.updated`. */
export interface CustomerReturnUpdatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines. */
  lines: number
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
}
/** The figures of `customer_return.posted`. */
export interface CustomerReturnPostedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines. */
  lines: number
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The figures of `customer_return.cancelled` done as `draft`. */
export interface CustomerReturnCancelledDraft {
  /** How it was done. */
  how: 'draft'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
}
/** The figures of `customer_return.cancelled` done as `posted`. */
export interface CustomerReturnCancelledPosted {
  /** How it was done. */
  how: 'posted'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
  /** The number of lines. */
  lines: number
  /** An amount. In roubles, at most 2 decimals: steps of 0.01. */
  amount: number
  /** An amount that callers who may not see costs do not get. In roubles, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The figures of `customer_return.deleted`. */
export interface CustomerReturnDeletedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  customer: string
}
/** The figures of `stock_rule.created`. */
export interface StockRuleCreatedFigures {
  /** The name or text at that time. */
  product: string
}
/** The figures of `stock_rule.updated`. */
export interface StockRuleUpdatedFigures {
  /** The name or text at that time. */
  product: string
}
/** The figures of `stock_rule.deleted`. */
export interface StockRuleDeletedFigures {
  /** The name or text at that time. */
  product: string
}
/** The figures of `supplier_item.created`. */
export interface SupplierItemCreatedFigures {
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `supplier_item.updated`. */
export interface SupplierItemUpdatedFigures {
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `supplier_item.deleted`. */
export interface SupplierItemDeletedFigures {
  /** The name or text at that time. */
  product: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `delivery.received`. */
export interface DeliveryReceivedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number of lines. */
  lines: number
  /** The name or text at that time. */
  warehouse: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `delivery_photo.added`. */
export interface DeliveryPhotoAddedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  supplier: string
}
/** The figures of `order.taken`. */
export interface OrderTakenFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  from: string
}
/** The figures of `order.absent` done as `absent`. */
export interface OrderAbsentAbsent {
  /** How it was done. */
  how: 'absent'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  product: string
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  quantity: number
}
/** The figures of `order.absent` done as `found`. */
export interface OrderAbsentFound {
  /** How it was done. */
  how: 'found'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  product: string
}
/** The figures of `stocktake.started`. */
export interface StocktakeStartedFigures {
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  warehouse: string
}
/** The figures of `stocktake.counted` done as `one`. */
export interface StocktakeCountedOne {
  /** How it was done. */
  how: 'one'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  product: string
}
/** The figures of `stocktake.counted` done as `several`. */
export interface StocktakeCountedSeveral {
  /** How it was done. */
  how: 'several'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  product: string
  /** A number of these. */
  others: number
}
/** The figures of `stocktake.recounted`. */
export interface StocktakeRecountedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number of products that had it. */
  products: number
}
/** The figures of `stocktake.accepted`. */
export interface StocktakeAcceptedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number of products that had it. */
  products: number
}
/** The figures of `stocktake.netted`. */
export interface StocktakeNettedFigures {
  /** The number that people use for the record. */
  number: string
  /** A number of these. */
  pairs: number
}
/** The figures of `stocktake.reopened`. */
export interface StocktakeReopenedFigures {
  /** The number that people use for the record. */
  number: string
}
/** The figures of `stocktake.reviewed`. */
export interface StocktakeReviewedFigures {
  /** The number that people use for the record. */
  number: string
}
/** The figures of `stocktake.posted` done as `whole`. */
export interface StocktakePostedWhole {
  /** How it was done. */
  how: 'whole'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  warehouse: string
  /** A number of these. */
  short: number
  /** A number of these. */
  over: number
}
/** The figures of `stocktake.posted` done as `part`. */
export interface StocktakePostedPart {
  /** How it was done. */
  how: 'part'
  /** The number that people use for the record. */
  number: string
  /** The name or text at that time. */
  warehouse: string
  /** A number of these. */
  short: number
  /** A number of these. */
  over: number
  /** A number of these. */
  left: number
}
/** The figures of `stocktake.updated`. */
export interface StocktakeUpdatedFigures {
  /** The number that people use for the record. */
  number: string
  /** A number of these. */
  left: number
}
/** The figures of `stocktake.cancelled`. */
export interface StocktakeCancelledFigures {
  /** The number that people use for the record. */
  number: string
}
/** The figures of `shipment.dated`. */
export interface ShipmentDatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number on the paper; a dash if there is none. */
  paper: string
  /** The date on the paper, otherwise the day of posting. */
  date: string
  /** The number that the paper had before. */
  paperBefore: string
  /** The date that the paper had before. */
  dateBefore: string
}
/** The figures of `customer_return.dated`. */
export interface CustomerReturnDatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number on the paper; a dash if there is none. */
  paper: string
  /** The date on the paper, otherwise the day of posting. */
  date: string
  /** The number that the paper had before. */
  paperBefore: string
  /** The date that the paper had before. */
  dateBefore: string
}
/** The figures of `stocktake.dated`. */
export interface StocktakeDatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number on the paper; a dash if there is none. */
  paper: string
  /** The date on the paper, otherwise the day of posting. */
  date: string
  /** The number that the paper had before. */
  paperBefore: string
  /** The date that the paper had before. */
  dateBefore: string
}
/** The figures of `procurement_document.dated`. */
export interface ProcurementDocumentDatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number on the paper; a dash if there is none. */
  paper: string
  /** The date on the paper, otherwise the day of posting. */
  date: string
  /** The number that the paper had before. */
  paperBefore: string
  /** The date that the paper had before. */
  dateBefore: string
}
/** The figures of `payment.dated`. */
export interface PaymentDatedFigures {
  /** The number that people use for the record. */
  number: string
  /** The number on the paper; a dash if there is none. */
  paper: string
  /** The date on the paper, otherwise the day of posting. */
  date: string
  /** The number that the paper had before. */
  paperBefore: string
  /** The date that the paper had before. */
  dateBefore: string
}
/** The figures of `stock.dated`. */
export interface StockDatedFigures {
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  quantity: number
  /** The name or text at that time. */
  product: string
  /** The number on the paper; a dash if there is none. */
  paper: string
  /** The date on the paper, otherwise the day of posting. */
  date: string
  /** The number that the paper had before. */
  paperBefore: string
  /** The date that the paper had before. */
  dateBefore: string
}
/** The figures of `token.issued` done as `write`. */
export interface TokenIssuedWrite {
  /** How it was done. */
  how: 'write'
  /** The name of the record after the action. */
  name: string
  /** The beginning of the token. */
  prefix: string
}
/** The figures of `token.issued` done as `read`. */
export interface TokenIssuedRead {
  /** How it was done. */
  how: 'read'
  /** The name of the record after the action. */
  name: string
  /** The beginning of the token. */
  prefix: string
}
/** The figures of `token.revoked`. */
export interface TokenRevokedFigures {
  /** The name of the record after the action. */
  name: string
  /** The beginning of the token. */
  prefix: string
}
/** The figures of `member.joined`. */
export interface MemberJoinedFigures {
  /** The name of the record after the action. */
  name: string
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `member.updated` done as `role`. */
export interface MemberUpdatedRole {
  /** How it was done. */
  how: 'role'
  /** The name of the record after the action. */
  name: string
  /** The former role. */
  was: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `member.updated` done as `costs_shown`. */
export interface MemberUpdatedCostsShown {
  /** How it was done. */
  how: 'costs_shown'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `member.updated` done as `costs_hidden`. */
export interface MemberUpdatedCostsHidden {
  /** How it was done. */
  how: 'costs_hidden'
  /** The name of the record after the action. */
  name: string
}
/** The figures of `member.updated` done as `role_costs_shown`. */
export interface MemberUpdatedRoleCostsShown {
  /** How it was done. */
  how: 'role_costs_shown'
  /** The name of the record after the action. */
  name: string
  /** The former role. */
  was: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `member.updated` done as `role_costs_hidden`. */
export interface MemberUpdatedRoleCostsHidden {
  /** How it was done. */
  how: 'role_costs_hidden'
  /** The name of the record after the action. */
  name: string
  /** The former role. */
  was: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `invitation.created` done as `email`. */
export interface InvitationCreatedEmail {
  /** How it was done. */
  how: 'email'
  /** The name or text at that time. */
  email: string
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `invitation.created` done as `link`. */
export interface InvitationCreatedLink {
  /** How it was done. */
  how: 'link'
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `invitation.withdrawn` done as `email`. */
export interface InvitationWithdrawnEmail {
  /** How it was done. */
  how: 'email'
  /** The name or text at that time. */
  email: string
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `invitation.withdrawn` done as `link`. */
export interface InvitationWithdrawnLink {
  /** How it was done. */
  how: 'link'
  /** The role. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** The figures of `integration.connected`. */
export interface IntegrationConnectedFigures {
  /** The name or text at that time. */
  account: string
}
/** The figures of `integration.disconnected`. */
export interface IntegrationDisconnectedFigures {
  /** The name or text at that time. */
  account: string
}
/** The figures of `import.started`. */
export interface ImportStartedFigures {
  /** Some of these words. Items: One of these words. */
  what: ('products' | 'partners' | 'warehouses' | 'organizations' | 'purchases')[]
}
/** The action has no figures. */
export type NoFigures = Record<string, never>
/** The figures of `table_import.uploaded`. */
export interface TableImportUploadedFigures {
  /** The name or text at that time. */
  fileName: string
  /** One of these words. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
}
/** The figures of `table_import.applied`. */
export interface TableImportAppliedFigures {
  /** The name or text at that time. */
  fileName: string
  /** One of these words. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
}
/** The figures of `table_import.paused`. */
export interface TableImportPausedFigures {
  /** The name or text at that time. */
  fileName: string
  /** One of these words. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
}
/** The figures of `table_import.resumed`. */
export interface TableImportResumedFigures {
  /** The name or text at that time. */
  fileName: string
  /** One of these words. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
}
/** The figures of `table_import.cancelled`. */
export interface TableImportCancelledFigures {
  /** The name or text at that time. */
  fileName: string
  /** One of these words. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
}
/** The figures of `table_import.deleted`. */
export interface TableImportDeletedFigures {
  /** The name or text at that time. */
  fileName: string
  /** One of these words. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
}
/** A page of a list of AuditEntry. */
export interface AuditEntryPage {
  /** The records on this page. */
  items: AuditEntry[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The answer to one command of a batch. */
export interface BatchResult {
  /** The key of the command. */
  key: string
  /** The status that the command would have as a request of its own. */
  status: number
  /** True when the command was executed or refused by an earlier request. */
  isReplay: boolean
  /** The `result` of a command that was executed. */
  result?: {
    [k: string]: unknown
  }
  problem?: Problem
}
/** RFC 9457. `code` says what happened, `figures` give the data, and `detail` says what to do. */
export interface Problem {
  /** A URN made of the code. */
  type: string
  /** A title for people. */
  title: string
  /** The HTTP status. */
  status: number
  /** What happened, for programs; docs/errors.md lists the codes. */
  code:
    | 'VALIDATION_FAILED'
    | 'MALFORMED_JSON'
    | 'IDEMPOTENCY_KEY_REQUIRED'
    | 'IDEMPOTENCY_KEY_INVALID'
    | 'EXTERNAL_TOKEN_REJECTED'
    | 'PASSWORD_WRONG'
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
    | 'NOT_RESERVED'
    | 'SHIPMENT_EXCEEDED'
    | 'ALREADY_SHIPPED'
    | 'NOT_STOCKED'
    | 'LOT_MISMATCH'
    | 'INVALID_COMPONENT'
    | 'AMBIGUOUS_PARTNER'
    | 'NOT_DRAFT'
    | 'LOTS_CONSUMED'
    | 'PURCHASE_EXCEEDED'
    | 'PURCHASE_MISMATCH'
    | 'UNIT_COST_UNKNOWN'
    | 'PAYMENT_EXCEEDED'
    | 'ORDER_MISMATCH'
    | 'REFUND_EXCEEDED'
    | 'CONTRACT_MISMATCH'
    | 'INCOMPLETE'
    | 'ALREADY_IMPORTED'
    | 'NOT_RECOGNIZED'
    | 'DUPLICATE_EXTERNAL_ID'
    | 'KIND_IN_USE'
    | 'RETURN_EXCEEDS_SHIPPED'
    | 'ALREADY_RETURNED'
    | 'RETURN_MISMATCH'
    | 'RULE_OVERLAPS'
    | 'ITEM_EXISTS'
    | 'ORDERED_MEANWHILE'
    | 'MOVED_MEANWHILE'
    | 'NOT_EXPECTED'
    | 'DELIVERY_EXCEEDED'
    | 'TAKEN_MEANWHILE'
    | 'OVERLAPPING'
    | 'OUT_OF_SCOPE'
    | 'RECOUNT_NEEDED'
    | 'PAPER_ELSEWHERE'
    | 'RESERVED_SHORT'
    | 'LAST_OWNER'
    | 'NAME_DIFFERS'
    | 'ALREADY_MEMBER'
    | 'NOT_CONNECTED'
    | 'JOB_STATE'
    | 'MIGRATION_PENDING'
    | 'LIMIT_REACHED'
    | 'COMPANY_LIMIT_REACHED'
    | 'BODY_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'RATE_LIMITED'
    | 'INTERNAL'
    | 'UNAVAILABLE'
    | 'EXTERNAL_UNAVAILABLE'
  /** What is wrong and what to do, with the figures. */
  detail: string
  /** What happened, as data; `code` decides which figures there are. Answers stored before figures were introduced do not have them. */
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
    | NotReservedFigures
    | ShipmentExceededFigures
    | AlreadyShippedFigures
    | NotStockedFigures
    | LotMismatchFigures
    | InvalidComponentFigures
    | AmbiguousPartnerFigures
    | NotDraftFigures
    | LotsConsumedFigures
    | PurchaseExceededFigures
    | PurchaseMismatchFigures
    | UnitCostUnknownFigures
    | PaymentExceededFigures
    | OrderMismatchFigures
    | RefundExceededFigures
    | ContractMismatchFigures
    | IncompleteFigures
    | AlreadyImportedFigures
    | NotRecognizedFigures
    | DuplicateExternalIdFigures
    | KindInUseFigures
    | ReturnExceedsShippedFigures
    | AlreadyReturnedFigures
    | ReturnMismatchFigures
    | RuleOverlapsFigures
    | ItemExistsFigures
    | OrderedMeanwhileFigures
    | MovedMeanwhileFigures
    | NotExpectedFigures
    | DeliveryExceededFigures
    | TakenMeanwhileFigures
    | OverlappingFigures
    | OutOfScopeFigures
    | RecountNeededFigures
    | PaperElsewhereFigures
    | ReservedShortFigures
    | NameDiffersFigures
    | JobStateFigures
    | LimitReachedFigures
    | CompanyLimitReachedFigures
    | BodyTooLargeFigures
    | UnsupportedMediaTypeFigures
  /** The errors in the request. */
  errors?: FieldError[]
  /** Up to 10 of the records that prevent the change. */
  blockers?: Blocker[]
  /** Present and true when a rule refused the command: the Idempotency-Key will return this answer from now on. Send the corrected command with a new key. */
  keyUsed?: boolean
  /** What to do with the key, in words. */
  hint?: string
  command?: CommandOfBatch
  /** The id of the request in the log; a replay repeats the id of the first request. */
  requestId: string
}
/** The figures of `FORBIDDEN` for the reason `role`. */
export interface ForbiddenRole {
  /** The reason why the code was given. */
  reason: 'role'
  /** The allowed values. */
  allowed: string[]
  /** The role in question. */
  role: string
}
/** The figures of `FORBIDDEN` for the reason `owner_no_more`. */
export interface ForbiddenOwnerNoMore {
  /** The reason why the code was given. */
  reason: 'owner_no_more'
}
/** The figures of `FORBIDDEN` for the reason `no_company`. */
export interface ForbiddenNoCompany {
  /** The reason why the code was given. */
  reason: 'no_company'
}
/** The figures of `FORBIDDEN` for the reason `read_only`. */
export interface ForbiddenReadOnly {
  /** The reason why the code was given. */
  reason: 'read_only'
}
/** The figures of `FORBIDDEN` for the reason `drill`. */
export interface ForbiddenDrill {
  /** The reason why the code was given. */
  reason: 'drill'
}
/** The figures of `FORBIDDEN` for the reason `another_email`. */
export interface ForbiddenAnotherEmail {
  /** The reason why the code was given. */
  reason: 'another_email'
}
/** The figures of `NOT_FOUND` for the reason `id`. */
export interface NotFoundId {
  /** The reason why the code was given. */
  reason: 'id'
  /** The kind of record. */
  entity: string
  /** The id of the record. */
  id: string
}
/** The figures of `NOT_FOUND` for the reason `name`. */
export interface NotFoundName {
  /** The reason why the code was given. */
  reason: 'name'
  /** The role in question. */
  role: 'supplier' | 'customer'
  /** The name of the record. */
  name: string
}
/** The figures of `NOT_FOUND` for the reason `id_as_name`. */
export interface NotFoundIdAsName {
  /** The reason why the code was given. */
  reason: 'id_as_name'
  /** The role in question. */
  role: 'supplier' | 'customer'
  /** The name of the record. */
  name: string
}
/** The figures of `NOT_FOUND` for the reason `external_id`. */
export interface NotFoundExternalId {
  /** The reason why the code was given. */
  reason: 'external_id'
  /** The kind of record. */
  entity: string
  /** The name of the other system, as free text. */
  source: string
  /** The id in the other system. */
  externalId: string
}
/** The figures of `NOT_FOUND` for the reason `picture`. */
export interface NotFoundPicture {
  /** The reason why the code was given. */
  reason: 'picture'
  /** The id of the import. */
  importId: string
  /** The page of the file, counted from 1. */
  page: number
}
/** The figures of `NOT_FOUND` for the reason `invitation`. */
export interface NotFoundInvitation {
  /** The reason why the code was given. */
  reason: 'invitation'
}
/** The figures of `INSUFFICIENT_STOCK` for the reason `product`. */
export interface InsufficientStockProduct {
  /** The reason why the code was given. */
  reason: 'product'
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The available quantity: on hand and not reserved. In main units, at most 3 decimals: steps of 0.001. */
  available: number
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
}
/** The figures of `INSUFFICIENT_STOCK` for the reason `lot`. */
export interface InsufficientStockLot {
  /** The reason why the code was given. */
  reason: 'lot'
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
  /** The id of the lot. */
  lotId: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `BELOW_MIN_PRICE`. */
export interface BelowMinPriceFigures {
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The number of records. */
  line: number
}
/** The figures of `HAS_REFERENCES` for the reason `named`. */
export interface HasReferencesNamed {
  /** The reason why the code was given. */
  reason: 'named'
  /** The number of records that refer to the record, by kind. */
  references: ReferenceCount[]
}
/** The number of records of one kind. */
export interface ReferenceCount {
  /** The kind of record. */
  entity: string
  /** The number of records. */
  count: number
}
/** The figures of `HAS_REFERENCES` for the reason `component`. */
export interface HasReferencesComponent {
  /** The reason why the code was given. */
  reason: 'component'
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The number of active bundles that contain the product. */
  bundles: number
}
/** The figures of `WAREHOUSE_NOT_EMPTY`. */
export interface WarehouseNotEmptyFigures {
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
  /** The number of lots with goods left in the warehouse. */
  lots: number
  /** The number of open orders of the warehouse. */
  orders: number
}
/** The figures of `LAST_WAREHOUSE`. */
export interface LastWarehouseFigures {
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
}
/** The figures of `INVALID_TRANSITION` for the reason `status`. */
export interface InvalidTransitionStatus {
  /** The reason why the code was given. */
  reason: 'status'
  /** The kind of record. */
  entity: string
  /** The id of the record. */
  id: string
  /** The current status. */
  from: string
  /** The requested status. */
  to: string
  /** The allowed values. */
  allowed: string[]
}
/** The figures of `INVALID_TRANSITION` for the reason `shipped`. */
export interface InvalidTransitionShipped {
  /** The reason why the code was given. */
  reason: 'shipped'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `INVALID_TRANSITION` for the reason `cancelled`. */
export interface InvalidTransitionCancelled {
  /** The reason why the code was given. */
  reason: 'cancelled'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `INVALID_TRANSITION` for the reason `part`. */
export interface InvalidTransitionPart {
  /** The reason why the code was given. */
  reason: 'part'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `INVALID_TRANSITION` for the reason `unshipped`. */
export interface InvalidTransitionUnshipped {
  /** The reason why the code was given. */
  reason: 'unshipped'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `INVALID_TRANSITION` for the reason `in_work`. */
export interface InvalidTransitionInWork {
  /** The reason why the code was given. */
  reason: 'in_work'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `INVALID_TRANSITION` for the reason `payment_cancelled`. */
export interface InvalidTransitionPaymentCancelled {
  /** The reason why the code was given. */
  reason: 'payment_cancelled'
  /** An id. */
  paymentId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `NOT_RESERVED` for the reason `waiting`. */
export interface NotReservedWaiting {
  /** The reason why the code was given. */
  reason: 'waiting'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `NOT_RESERVED` for the reason `ended`. */
export interface NotReservedEnded {
  /** The reason why the code was given. */
  reason: 'ended'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `NOT_RESERVED` for the reason `line`. */
export interface NotReservedLine {
  /** The reason why the code was given. */
  reason: 'line'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The number of records. */
  line: number
  /** The name of the product. */
  product: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity reserved for open orders; null for a bundle. At most 3 decimals: steps of 0.001. In main units, at most 3 decimals: steps of 0.001. */
  reserved: number
}
/** The figures of `SHIPMENT_EXCEEDED`. */
export interface ShipmentExceededFigures {
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The number of records. */
  line: number
  /** The name of the product. */
  product: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
}
/** The figures of `NOT_STOCKED` for the reason `bundle`. */
export interface NotStockedBundle {
  /** The reason why the code was given. */
  reason: 'bundle'
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `NOT_STOCKED` for the reason `service`. */
export interface NotStockedService {
  /** The reason why the code was given. */
  reason: 'service'
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `LOT_MISMATCH`. */
export interface LotMismatchFigures {
  /** The id of the lot. */
  lotId: string
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
}
/** The figures of `INVALID_COMPONENT` for the reason `itself`. */
export interface InvalidComponentItself {
  /** The reason why the code was given. */
  reason: 'itself'
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `INVALID_COMPONENT` for the reason `kind`. */
export interface InvalidComponentKind {
  /** The reason why the code was given. */
  reason: 'kind'
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The kind of product. */
  kind: 'bundle' | 'service'
}
/** The figures of `INVALID_COMPONENT` for the reason `archived`. */
export interface InvalidComponentArchived {
  /** The reason why the code was given. */
  reason: 'archived'
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `NOT_DRAFT`. */
export interface NotDraftFigures {
  /** The kind of record. */
  entity: 'document' | 'payment' | 'customer return'
  /** The id of the record. */
  id: string
  /** The number that people use for the record. */
  number: string
  /** The current status. */
  status: string
}
/** The figures of `LOTS_CONSUMED`. */
export interface LotsConsumedFigures {
  /** The id of the lot. */
  lotId: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The quantity received. In main units, at most 3 decimals: steps of 0.001. */
  received: number
  /** The quantity already used. In main units, at most 3 decimals: steps of 0.001. */
  gone: number
}
/** The figures of `PURCHASE_EXCEEDED`. */
export interface PurchaseExceededFigures {
  /** The id of the purchase for which the goods were received; the product, warehouse and supplier must be the same. */
  purchaseId: string
  /** The number that people use for the record. */
  number: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
}
/** The figures of `PURCHASE_MISMATCH`. */
export interface PurchaseMismatchFigures {
  /** The id of the purchase for which the goods were received; the product, warehouse and supplier must be the same. */
  purchaseId: string
  /** The number that people use for the record. */
  number: string
  /** The field that differs. */
  differs: 'product' | 'warehouse' | 'supplier'
}
/** The figures of `UNIT_COST_UNKNOWN`. */
export interface UnitCostUnknownFigures {
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `PAYMENT_EXCEEDED`. */
export interface PaymentExceededFigures {
  /** An id. */
  paymentId: string
  /** The number that people use for the record. */
  number: string
  /** The requested quantity. */
  asked: number
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most: number
}
/** The figures of `ORDER_MISMATCH`. */
export interface OrderMismatchFigures {
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The name of the customer: upper and lower case do not matter, and answers show it as stored. */
  customer: string
  /** The stored name of the partner. */
  partner: string
}
/** The figures of `REFUND_EXCEEDED` for the reason `order`. */
export interface RefundExceededOrder {
  /** The reason why the code was given. */
  reason: 'order'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The requested quantity. */
  asked: number
  /** A limit. */
  paid: number
}
/** The figures of `REFUND_EXCEEDED` for the reason `return`. */
export interface RefundExceededReturn {
  /** The reason why the code was given. */
  reason: 'return'
  /** An id. */
  returnId: string
  /** The number that people use for the record. */
  number: string
  /** The requested quantity. */
  asked: number
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most: number
}
/** The figures of `CONTRACT_MISMATCH`. */
export interface ContractMismatchFigures {
  /** The id of the contract. */
  contractId: string
  /** The number of the contract, or its id if it has no number. */
  contract: string
  /** The field that differs. */
  differs: 'partner' | 'organization'
}
/** The figures of `INCOMPLETE`. */
export interface IncompleteFigures {
  /** The id of the document. */
  documentId: string
  /** The number that people use for the record. */
  number: string
  /** The fields that lack a value. */
  missing: string[]
}
/** The figures of `NOT_RECOGNIZED`. */
export interface NotRecognizedFigures {
  /** The id of the import. */
  importId: string
  /** The name of the file, as uploaded. */
  fileName: string
  /** The current status. */
  status: string
}
/** The figures of `DUPLICATE_EXTERNAL_ID`. */
export interface DuplicateExternalIdFigures {
  /** The kind of record. */
  entity: string
  /** The id of the record. */
  id: string
  /** The id in the other system. */
  externalId: string
}
/** The figures of `KIND_IN_USE`. */
export interface KindInUseFigures {
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The kind of product. */
  kind: string
  /** The number of records that refer to the record, by kind. */
  references: ReferenceCount[]
}
/** The figures of `RETURN_EXCEEDS_SHIPPED`. */
export interface ReturnExceedsShippedFigures {
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The number of records. */
  line: number
  /** The name of the product. */
  product: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
}
/** The figures of `RETURN_MISMATCH` for the reason `partner`. */
export interface ReturnMismatchPartner {
  /** The reason why the code was given. */
  reason: 'partner'
  /** An id. */
  returnId: string
  /** The number that people use for the record. */
  number: string
  /** The name of the customer: upper and lower case do not matter, and answers show it as stored. */
  customer: string
  /** The stored name of the partner. */
  partner: string
}
/** The figures of `RETURN_MISMATCH` for the reason `direction`. */
export interface ReturnMismatchDirection {
  /** The reason why the code was given. */
  reason: 'direction'
  /** An id. */
  returnId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `RETURN_MISMATCH` for the reason `status`. */
export interface ReturnMismatchStatus {
  /** The reason why the code was given. */
  reason: 'status'
  /** An id. */
  returnId: string
  /** The number that people use for the record. */
  number: string
  /** The current status. */
  status: string
}
/** The figures of `RULE_OVERLAPS`. */
export interface RuleOverlapsFigures {
  /** An id. */
  ruleId: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `ITEM_EXISTS`. */
export interface ItemExistsFigures {
  /** An id. */
  itemId: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string
}
/** The figures of `ORDERED_MEANWHILE`. */
export interface OrderedMeanwhileFigures {
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The number of records. */
  line: number
  /** A quantity of goods. In main units, at most 3 decimals: steps of 0.001. */
  seen: number
  /** What the row of the report showed as `ordered`. At most 3 decimals: steps of 0.001. In main units, at most 3 decimals: steps of 0.001. */
  ordered: number
}
/** The figures of `MOVED_MEANWHILE`. */
export interface MovedMeanwhileFigures {
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The name that people use. */
  fromWarehouse: string
  /** The name of the warehouse. */
  warehouse: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
}
/** The figures of `NOT_EXPECTED`. */
export interface NotExpectedFigures {
  /** The id of the document. */
  documentId: string
  /** The number that people use for the record. */
  number: string
  /** The current status. */
  status: string
}
/** The figures of `DELIVERY_EXCEEDED`. */
export interface DeliveryExceededFigures {
  /** The id of the document. */
  documentId: string
  /** The number that people use for the record. */
  number: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The requested quantity. In main units, at most 3 decimals: steps of 0.001. */
  asked: number
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
}
/** The figures of `TAKEN_MEANWHILE` for the reason `picked`. */
export interface TakenMeanwhilePicked {
  /** The reason why the code was given. */
  reason: 'picked'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
  /** The name that people use. */
  picker: string
}
/** The figures of `TAKEN_MEANWHILE` for the reason `free`. */
export interface TakenMeanwhileFree {
  /** The reason why the code was given. */
  reason: 'free'
  /** The id of the customer order. */
  orderId: string
  /** The number that people use for the record. */
  number: string
}
/** The figures of `OVERLAPPING`. */
export interface OverlappingFigures {
  /** An id. */
  stocktakeId: string
  /** The number that people use for the record. */
  number: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `OUT_OF_SCOPE`. */
export interface OutOfScopeFigures {
  /** An id. */
  stocktakeId: string
  /** The number that people use for the record. */
  number: string
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
}
/** The figures of `RECOUNT_NEEDED`. */
export interface RecountNeededFigures {
  /** An id. */
  stocktakeId: string
  /** The number that people use for the record. */
  number: string
  /** The products, ordered by id. */
  products: number
}
/** The figures of `PAPER_ELSEWHERE`. */
export interface PaperElsewhereFigures {
  /** The kind of record. */
  entity: string
  /** The id of the record. */
  id: string
}
/** The figures of `RESERVED_SHORT`. */
export interface ReservedShortFigures {
  /** The id of the product. */
  productId: string
  /** The name of the product. */
  product: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the warehouse. */
  warehouse: string
  /** The quantity left. In main units, at most 3 decimals: steps of 0.001. */
  left: number
  /** The quantity reserved for open orders; null for a bundle. At most 3 decimals: steps of 0.001. In main units, at most 3 decimals: steps of 0.001. */
  reserved: number
}
/** The figures of `NAME_DIFFERS`. */
export interface NameDiffersFigures {
  /** The name of the record. */
  name: string
}
/** The figures of `JOB_STATE`. */
export interface JobStateFigures {
  /** The id of the import. */
  importId: string
  /** The current status. */
  status: string
}
/** The figures of `LIMIT_REACHED`. */
export interface LimitReachedFigures {
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most: number
}
/** The figures of `COMPANY_LIMIT_REACHED` for the reason `products`. */
export interface CompanyLimitReachedProducts {
  /** The reason why the code was given. */
  reason: 'products'
  /** The number of records. */
  limit: number
  /** The number of records. */
  used: number
}
/** The figures of `COMPANY_LIMIT_REACHED` for the reason `files`. */
export interface CompanyLimitReachedFiles {
  /** The reason why the code was given. */
  reason: 'files'
  /** The number of records. */
  limit: number
  /** The number of records. */
  used: number
}
/** The figures of `COMPANY_LIMIT_REACHED` for the reason `bytes`. */
export interface CompanyLimitReachedBytes {
  /** The reason why the code was given. */
  reason: 'bytes'
  /** The number of records. */
  limit: number
  /** The number of records. */
  used: number
}
/** The figures of `BODY_TOO_LARGE` for the reason `bytes`. */
export interface BodyTooLargeBytes {
  /** The reason why the code was given. */
  reason: 'bytes'
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most: number
}
/** The figures of `BODY_TOO_LARGE` for the reason `pixels`. */
export interface BodyTooLargePixels {
  /** The reason why the code was given. */
  reason: 'pixels'
  /** The width in pixels. */
  width: number
  /** The height in pixels. */
  height: number
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most: number
}
/** The figures of `BODY_TOO_LARGE` for the reason `pages`. */
export interface BodyTooLargePages {
  /** The reason why the code was given. */
  reason: 'pages'
  /** The number of pages in the file. */
  pages: number
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most: number
}
/** The figures of `UNSUPPORTED_MEDIA_TYPE` for the reason `type`. */
export interface UnsupportedMediaTypeType {
  /** The reason why the code was given. */
  reason: 'type'
}
/** The figures of `UNSUPPORTED_MEDIA_TYPE` for the reason `damaged`. */
export interface UnsupportedMediaTypeDamaged {
  /** The reason why the code was given. */
  reason: 'damaged'
}
/** The figures of `UNSUPPORTED_MEDIA_TYPE` for the reason `locked`. */
export interface UnsupportedMediaTypeLocked {
  /** The reason why the code was given. */
  reason: 'locked'
}
/** The figures of `UNSUPPORTED_MEDIA_TYPE` for the reason `heic`. */
export interface UnsupportedMediaTypeHeic {
  /** The reason why the code was given. */
  reason: 'heic'
}
/** The figures of `UNSUPPORTED_MEDIA_TYPE` for the reason `illegible`. */
export interface UnsupportedMediaTypeIllegible {
  /** The reason why the code was given. */
  reason: 'illegible'
}
/** One error in the request. */
export interface FieldError {
  /** The place of the error: a JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
  path: string
  /** What is wrong. */
  message: string
  /** What is wrong with the field, for programs. */
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
    | 'NOT_BETWEEN'
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
/** The figures of the field error. */
export interface FieldFigures {
  /** The allowed types. */
  types?: string[]
  /** The allowed values. */
  allowed?: string[]
  /** The lower limit. */
  least?: number
  /** The upper limit, in main units of the field; for bodies in bytes, for pictures in pixels. */
  most?: number
  /** The value must be greater than this. */
  bound?: number
  /** The first day that is allowed. */
  first?: string
  /** The last day that is allowed. */
  last?: string
  /** The maximum number of decimals. */
  decimals?: number
}
/** A record that prevents the change. */
export interface Blocker {
  /** The kind of record. */
  entity: string
  /** The id of the record that prevents the change. */
  id: string
  /** A label of the record for people. */
  label: string
  /** The name or number of the record, if it has one. */
  name?: string
  /** For a record that people know by its day: that day, such as `2026-03-01`. */
  day?: string
  /** The kind of movement or contract. */
  kind?: string
}
/** The command of a batch because of which none of its commands was executed. */
export interface CommandOfBatch {
  /** The position of the command in the batch, counted from 0. */
  index: number
  /** The key of the command. */
  key: string
}
/** The deletion that has begun. */
export interface BegunDeletion {
  /** The id of the company. */
  companyId: string
  /** When all access to the company ended. */
  begunAt: string
}
/** A page of the report. */
export interface BelowMinimumReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  /** Always empty: nothing in this report can be added up. */
  totals: {
    [k: string]: number
  }
  /** The records on this page. */
  items: BelowMinimumReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface BelowMinimumReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the supplier. */
  supplierId: string | null
  /** The name of the supplier. */
  supplier: string | null
  /** onHand − reserved. At most 3 decimals: steps of 0.001. */
  available: number
  /** The owner is notified when the available quantity falls below this. At most 3 decimals: steps of 0.001. */
  minStock: number
  /** The quantity missing to reach the minimum, up to 3 decimals. */
  shortfall: number
}
/** A page of the report. */
export interface CashFlowReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: CashFlowReportTotals
  /** The records on this page. */
  items: CashFlowReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface CashFlowReportTotals {
  /** The number of posted payments. */
  payments: number
  /** The money received. In main currency units, at most 2 decimals: steps of 0.01. */
  received: number
  /** The amount paid. In main currency units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** received − paid. In main currency units, at most 2 decimals: steps of 0.01. */
  balance: number
}
/** One row; `groupBy` decides which fields it has. */
export interface CashFlowReportRow {
  /** The first day of the day, week or month, limited to the report’s period. */
  period: string | null
  /** The number of posted payments. */
  payments: number
  /** The money received. In main currency units, at most 2 decimals: steps of 0.01. */
  received: number
  /** The amount paid. In main currency units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** received − paid. In main currency units, at most 2 decimals: steps of 0.01. */
  balance: number
}
/** The products that can be sold, at the chosen prices. */
export interface Catalog {
  /** The number of successful commands of the company so far. */
  revision: number
  /** The price type of the prices; null: the main price. */
  priceType: {
    /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
    id: string
    /** A name for people; several records may have the same name. */
    name: string
  } | null
  /** The filters with their values. */
  filters: CatalogFilter[]
  /** The products, ordered by id. */
  products: CatalogProduct[]
}
/** An active filter. */
export interface CatalogFilter {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The values of the filter. */
  values: CatalogValue[]
}
/** An active value. */
export interface CatalogValue {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** How many products would be found with this value. */
  count: number
}
/** An active product with its price and stock. */
export interface CatalogProduct {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'product' | 'bundle' | 'service' | 'variant'
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The category, as free text. */
  category: string | null
  /** A description, as free text. */
  description: string | null
  /** An internal code, as free text. */
  code: string | null
  /** A code in another system, as free text. */
  externalCode: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The country of origin. */
  country: string | null
  /** The main price. In main currency units, at most 2 decimals: steps of 0.01. */
  price: number | null
  /** The usual purchase cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number | null
  /** The lowest price at which the product may be sold. In main currency units, at most 2 decimals: steps of 0.01. */
  minPrice: number | null
  /** The owner is notified when the available quantity falls below this. At most 3 decimals: steps of 0.001. */
  minStock: number | null
  /** The weight of one unit, in kilograms. */
  weightKg: number | null
  /** The volume of one unit, in cubic metres. */
  volumeM3: number | null
  /** The VAT rate, in per cent. */
  vatRate: number | null
  /** The id of the partner that usually supplies the product. */
  preferredSupplierId: string | null
  /** The id of the product of which this one is a variant. A product cannot be its own ancestor. */
  parentProductId: string | null
  /** The barcodes as printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes: string[]
  /** The packages in which the product comes. A given array replaces the old one. @maxItems 1000 */
  packages: Package[]
  /** The ids of products that can be offered instead. @maxItems 1000 */
  analogIds: string[]
  /** Free-text tags to find products by. @maxItems 1000 */
  tags: string[]
  /** The components of one bundle. @maxItems 1000 */
  components: Component[]
  /** The ids of the filter values assigned to the product. A given array replaces the old one. @maxItems 1000 */
  filterValueIds: string[]
  /** The prices by price type, at most one for each type. A given array replaces the old one. @maxItems 1000 */
  prices: ProductPrice[]
  /** The photographs: the main one first, new ones last. Their bytes are at `/api/v1/images/{imageId}`. @maxItems 1000 */
  images: ProductImage[]
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues: {
    [k: string]: unknown
  }
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
  /** The price for the chosen price type, or the main price if none is chosen; null: there is no such price. In main currency units, at most 2 decimals: steps of 0.01. */
  selectedPrice: number | null
  /** The stock of the product, by warehouse. */
  stock: Stock[]
}
/** The body of `changeCustomerReturnStatus`. */
export interface ChangeCustomerReturnStatusBody {
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'posted' | 'cancelled'
}
/** The body of `changeDocumentStatus`. */
export interface ChangeDocumentStatusBody {
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'posted' | 'closed' | 'cancelled'
}
/** The body of `changeOrderStatus`. */
export interface ChangeOrderStatusBody {
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'picking' | 'shipped' | 'cancelled'
}
/** The body of `changePaymentStatus`. */
export interface ChangePaymentStatusBody {
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'posted' | 'cancelled'
}
/** The body of `changeStocktakeStatus`. */
export interface ChangeStocktakeStatusBody {
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'counting' | 'review' | 'cancelled'
}
export interface ChangedOrderItem {
  /** The line of the order to change; null: a new line. */
  id?: number | null
  /** The id of the product. */
  productId: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** With an `id`: the new price of the line; null: the current catalogue price. Without an `id` it does not set a price but selects one of the product’s lines: the line with this price; null: the line without a price. In main currency units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** The discount on the line; null: no discount. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
}
/** The body of `chooseCompany`. */
export interface ChooseCompanyBody {
  /** The id of a company that the user belongs to. */
  companyId: string
}
/** A company. */
export interface CompanyName {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** A page of the report. */
export interface ComparisonSheetReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: ComparisonSheetReportTotals
  /** The records on this page. */
  items: ComparisonSheetReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface ComparisonSheetReportTotals {
  /** How much more there is than in the books. At most 3 decimals: steps of 0.001. */
  surplus: number | null
  /** How much more there is than in the books. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusCost: number | null
  /** How much less there is than in the books. At most 3 decimals: steps of 0.001. */
  shortage: number | null
  /** How much less there is than in the books. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageCost: number | null
  /** The part of the surplus that is netted against shortages of other products. At most 3 decimals: steps of 0.001. */
  surplusNetted: number | null
  /** The part of the surplus that is netted against shortages of other products. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusNettedCost: number | null
  /** The part of the shortage that is netted against surpluses of other products. At most 3 decimals: steps of 0.001. */
  shortageNetted: number | null
  /** The part of the shortage that is netted against surpluses of other products. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageNettedCost: number | null
  /** The part of the surplus that is not netted. At most 3 decimals: steps of 0.001. */
  surplusLeft: number | null
  /** The part of the surplus that is not netted. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusLeftCost: number | null
  /** The part of the shortage that is not netted. At most 3 decimals: steps of 0.001. */
  shortageLeft: number | null
  /** The part of the shortage that is not netted. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageLeftCost: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: ComparisonSheetReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface ComparisonSheetReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** How much more there is than in the books. At most 3 decimals: steps of 0.001. */
  surplus: number
  /** How much less there is than in the books. At most 3 decimals: steps of 0.001. */
  shortage: number
  /** The part of the surplus that is netted against shortages of other products. At most 3 decimals: steps of 0.001. */
  surplusNetted: number
  /** The part of the shortage that is netted against surpluses of other products. At most 3 decimals: steps of 0.001. */
  shortageNetted: number
  /** The part of the surplus that is not netted. At most 3 decimals: steps of 0.001. */
  surplusLeft: number
  /** The part of the shortage that is not netted. At most 3 decimals: steps of 0.001. */
  shortageLeft: number
}
/** One row; `groupBy` decides which fields it has. */
export interface ComparisonSheetReportRow {
  /** The number of the line. A product has the same number in the inventory list and in the comparison sheet. */
  line: number
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the stocktake. */
  stocktakeId: string | null
  /** The number of the stocktake. */
  number: string | null
  /** How much more there is than in the books. At most 3 decimals: steps of 0.001. */
  surplus: number
  /** How much more there is than in the books. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusCost: number | null
  /** How much less there is than in the books. At most 3 decimals: steps of 0.001. */
  shortage: number
  /** How much less there is than in the books. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageCost: number | null
  /** The part of the surplus that is netted against shortages of other products. At most 3 decimals: steps of 0.001. */
  surplusNetted: number
  /** The part of the surplus that is netted against shortages of other products. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusNettedCost: number | null
  /** The part of the shortage that is netted against surpluses of other products. At most 3 decimals: steps of 0.001. */
  shortageNetted: number
  /** The part of the shortage that is netted against surpluses of other products. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageNettedCost: number | null
  /** The numbers of the lines with which this one is netted. */
  nettedWith: string | null
  /** The part of the surplus that is not netted. At most 3 decimals: steps of 0.001. */
  surplusLeft: number
  /** The part of the surplus that is not netted. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusLeftCost: number | null
  /** The part of the shortage that is not netted. At most 3 decimals: steps of 0.001. */
  shortageLeft: number
  /** The part of the shortage that is not netted. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageLeftCost: number | null
}
/** The body of `connectIntegration`. */
export interface ConnectIntegrationBody {
  /** An access token of MoySklad, made there in its settings (Обмен данными → Токены): Latin letters, digits and signs without spaces, usually 40 hexadecimal digits. */
  token: string
}
/** The connection to the external accounting system; the token is never shown. */
export interface Connection {
  /** Whether the company is connected; if not, the other fields are absent. */
  connected: boolean
  /** The name of the account in the external system. */
  accountName?: string
  /** When the token was checked. An RFC 3339 moment in UTC, with milliseconds. */
  connectedAt?: string
  /** The name of the employee in the external system whose token this is. */
  employeeName?: string
  rights?: SourceRights
}
/** Entities of the source that the user of the token may not see, or may see only in part. */
export interface SourceRights {
  /** The entities that the user may not see, by their names in the external system. */
  missing: string[]
  /** The entities that the user sees only in part: their lists will be incomplete. */
  partial: string[]
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts: boolean
}
/** The answer to a write whose `result` is a Connection. */
export interface ConnectionAnswer {
  result: Connection
  state: AnyState
}
/** The answer to a write whose `result` is a Contract. */
export interface ContractAnswer {
  result: Contract
  state: AnyState
}
/** A page of a list of Contract. */
export interface ContractPage {
  /** The records on this page. */
  items: Contract[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ContractTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface ContractTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The body of `countGoods`. */
export interface CountGoodsBody {
  /** What was counted, in the order in which it was counted. @minItems 1 @maxItems 1000 */
  lines: {
    /** The id of the product. */
    productId: string
    /** The sheet, shelf or person. The sheets of a product add up; left out: the name of the caller. */
    sheet?: string
    /** The round of the count; left out: the current one. A higher round replaces the lower ones. */
    round?: number
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number
    /** `set`: the sheet has this quantity. `add`: it has this much more. Left out: `set`. */
    mode?: 'set' | 'add'
    /** When it was counted, for a count that could not be sent at once; left out: now. An RFC 3339 moment in UTC, with milliseconds. */
    countedAt?: string
  }[]
}
/** A page of the report. */
export interface CountNextReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: CountNextReportTotals
  /** The records on this page. */
  items: CountNextReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface CountNextReportTotals {
  /** On hand now. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  value: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: CountNextReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface CountNextReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** On hand now. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** One row; `groupBy` decides which fields it has. */
export interface CountNextReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** `never`: no posted stocktake counted it here. `often_wrong`: of two or more counts within 365 days, at least half found a difference. `long_ago`: not counted for `days`. `high_value`, `high_turnover`: among the goods that make up the first 80 % of the value or of the movements in the warehouse. Goods with the reason `often_wrong`, `high_value` or `high_turnover` are proposed when their last count is older than a third of `days`. */
  reason: string | null
  /** On hand now. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  value: number
  /** When a posted stocktake last counted the product here; null: never. An RFC 3339 moment in UTC, with milliseconds. */
  countedAt: string | null
  /** The number of whole days from the last count to the company’s last command; null: never counted. */
  daysSince: number | null
  /** How many posted stocktakes counted the product here within 365 days. */
  counts: number
  /** How many of these counts found a difference. */
  wrong: number
  /** The number of movements of the product here within `days`, without those of stocktakes. */
  movements: number
}
/** The body of `createContract`. */
export interface CreateContractBody {
  /** The id of the partner. */
  partnerId: string
  /** The id of the company’s own organization. */
  organizationId: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'purchase' | 'sale' | 'commission'
  /** The contract number that the parties use. */
  number?: string | null
  /** When the contract was signed. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  signedAt?: string | null
  /** The commission in per cent. */
  commissionPercent?: number | null
  /** A free-text note. */
  note?: string | null
}
/** The body of `createCustomField`. */
export interface CreateCustomFieldBody {
  /** Which records have the field: `product`, `partner` or `procurement_document`. Their `customValues` hold its values, and the service checks them. Any other name of up to 50 characters is accepted for the client’s own kinds of records; the service checks nothing there. */
  entityKind: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The type that values must have; it never changes. */
  valueType: 'string' | 'number' | 'date' | 'boolean' | 'select'
  /** The values that a `select` field offers. @maxItems 1000 */
  options?: string[] | null
}
/** The body of `createCustomerReturn`. */
export interface CreateCustomerReturnBody {
  /** The id of the order that the goods were shipped for; left out: the order is not known. */
  orderId?: string | null
  /** The id of the customer; left out with an order. */
  customerId?: string | null
  /** The id of the warehouse that takes the goods; left out: that of the order. */
  warehouseId?: string | null
  /** Why the goods came back. */
  reason?: string | null
  /** A free-text note. */
  note?: string | null
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
  /** The lines, in the order given. A given array replaces the old one. @minItems 1 @maxItems 1000 */
  lines: ReturnedLine[]
}
export interface ReturnedLine {
  /** The `id` of a line of the order; left out without an order. */
  lineId?: number
  /** The id of the product; only without an order. */
  productId?: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The part of the quantity that is damaged; left out: none. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** What the customer gets back for the line; only without an order, then required. In main currency units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The cost of one unit; only without an order. Left out: as much as the newest lot, or the cost of the product. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost?: number
}
/** The body of `createDocument`. */
export interface CreateDocumentBody {
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number that the partner gave the document. */
  reference?: string | null
  /** The id of the supplier. */
  supplierId?: string | null
  /** The id of the company’s own organization. */
  organizationId?: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string | null
  /** The id of the warehouse. */
  warehouseId?: string | null
  /** The id of the document from which this one was made. */
  sourceDocumentId?: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt?: string | null
  /** The last day for payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  dueAt?: string | null
  /** A free-text note. */
  note?: string | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** The lines, in the order given. A given array replaces the old one. @maxItems 1000 */
  lines: {
    /** The id of the product. */
    productId: string
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number
    /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
}
/** The body of `createExternalLink`. */
export interface CreateExternalLinkBody {
  /** The name of the other system, as free text. */
  source: string
  /** The kind of the record. */
  entityType: 'product' | 'partner' | 'order'
  /** The id of the record in the other system. */
  externalId: string
  /** The id of the record in this service. */
  internalId: string
}
/** The body of `createFilter`. */
export interface CreateFilterBody {
  /** A name for people; several records may have the same name. */
  name: string
}
/** The body of `createFilterValue`. */
export interface CreateFilterValueBody {
  /** A name for people; several records may have the same name. */
  name: string
}
/** The body of `createOrganization`. */
export interface CreateOrganizationBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name of the organization. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered legal address. */
  legalAddress?: string | null
  /** The address where the organization actually is. */
  actualAddress?: string | null
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        [k: string]: unknown
      }[]
    | null
}
/** The body of `createPartner`. */
export interface CreatePartnerBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type?: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles?: string[] | null
  /** Free-text tags to group partners by. @maxItems 1000 */
  groups?: string[] | null
  /** The name of the contact person. */
  contact?: string | null
  /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
  phone?: string | null
  /** The e-mail address, stored as given. */
  email?: string | null
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name of the organization. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered legal address. */
  legalAddress?: string | null
  /** The address where the organization actually is. */
  actualAddress?: string | null
  /** The contact persons. A given array replaces the old one. @maxItems 1000 */
  contacts?:
    | {
        /** A name for people; several records may have the same name. */
        name: string
        /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
        phone?: string | null
        /** The e-mail address, stored as given. */
        email?: string | null
      }[]
    | null
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        /** The name of the bank. */
        bankName: string
        /** The account number. */
        accountNumber: string
        /** Bank identifier code (БИК). */
        bic?: string | null
        /** The correspondent account of the bank. */
        correspondentAccount?: string | null
      }[]
    | null
  /** A free-text note. */
  note?: string | null
  /** The id of the price type offered to this partner; by itself it changes no order. */
  priceTypeId?: string | null
  /** The partner’s discount in per cent. The app suggests it; by itself it changes no order. */
  discountPercent?: number | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
}
/** The body of `createPayment`. */
export interface CreatePaymentBody {
  /** The id of the partner. */
  partnerId: string
  /** `outgoing`: the company pays. `incoming`: the company is paid. */
  direction: 'outgoing' | 'incoming'
  /** How the money is transferred. */
  method: 'bank' | 'cash'
  /** The amount of the payment, above zero. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** The customer's orders that the payment is for, each with its number and its part of the amount: money for the orders, or, if `outgoing`, a refund. Together they are at most the amount; at most 100 orders, each once. null or an empty list: none. @maxItems 100 */
  orders?:
    | {
        /** The id of the customer order. */
        orderId: string
        /** quantity × price, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
        amount: number
      }[]
    | null
  /** The number of the payment order. */
  reference?: string | null
  /** The id of the company’s own organization. */
  organizationId?: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string | null
  /** The id of the document that the payment is for. */
  documentId?: string | null
  /** The id of a posted customer return that an outgoing payment refunds. If the return has an order, `orders` is filled with that order. */
  returnId?: string | null
  /** The date of the payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  paidAt?: string | null
  /** A free-text note. */
  note?: string | null
}
/** The body of `createPriceType`. */
export interface CreatePriceTypeBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** The city where the price applies, for people. */
  city?: string | null
}
/** The body of `createProduct`. */
export interface CreateProductBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind?: 'product' | 'bundle' | 'service' | 'variant'
  /** The SKU (stock keeping unit), also called article number. */
  sku?: string | null
  /** The category, as free text. */
  category?: string | null
  /** A description, as free text. */
  description?: string | null
  /** An internal code, as free text. */
  code?: string | null
  /** A code in another system, as free text. */
  externalCode?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** The country of origin. */
  country?: string | null
  /** The main price. In main currency units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** The usual purchase cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number | null
  /** The lowest price at which the product may be sold. In main currency units, at most 2 decimals: steps of 0.01. */
  minPrice?: number | null
  /** The owner is notified when the available quantity falls below this. At most 3 decimals: steps of 0.001. */
  minStock?: number | null
  /** The weight of one unit, in kilograms. */
  weightKg?: number | null
  /** The volume of one unit, in cubic metres. */
  volumeM3?: number | null
  /** The VAT rate, in per cent. */
  vatRate?: number | null
  /** The id of the partner that usually supplies the product. */
  preferredSupplierId?: string | null
  /** The id of the product of which this one is a variant. A product cannot be its own ancestor. */
  parentProductId?: string | null
  /** The barcodes as printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes?: string[] | null
  /** The packages in which the product comes. A given array replaces the old one. @maxItems 1000 */
  packages?:
    | {
        /** A name for people; several records may have the same name. */
        name: string
        /** The quantity of goods. At most 3 decimals: steps of 0.001. */
        quantity: number
        /** The barcode of the package. */
        barcode?: string | null
      }[]
    | null
  /** The ids of products that can be offered instead. @maxItems 1000 */
  analogIds?: string[] | null
  /** Free-text tags to find products by. @maxItems 1000 */
  tags?: string[] | null
  /** The components of one bundle. @maxItems 1000 */
  components?:
    | {
        /** The id of the product. */
        productId: string
        /** The quantity of goods. At most 3 decimals: steps of 0.001. */
        quantity: number
      }[]
    | null
  /** The ids of the filter values assigned to the product. A given array replaces the old one. @maxItems 1000 */
  filterValueIds?: string[] | null
  /** The prices by price type, at most one for each type. A given array replaces the old one. @maxItems 1000 */
  prices?:
    | {
        /** The id of the price type. */
        priceTypeId: string
        /** The main price. In main currency units, at most 2 decimals: steps of 0.01. */
        price: number
      }[]
    | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
}
/** The body of `createPurchase`. */
export interface CreatePurchaseBody {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number
  /** The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind. */
  externalSource?: string | null
  /** The id of the record in the other system. */
  externalId?: string | null
}
/** The body of `createStockRule`. */
export interface CreateStockRuleBody {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse; null: the rule is about the stock of all warehouses together. */
  warehouseId?: string | null
  /** The product is proposed for ordering when the available and ordered quantity is no more than this. At most 3 decimals: steps of 0.001. */
  minStock?: number | null
  /** Orders bring the stock up to this quantity; null: up to the minimum. It is not less than the minimum. At most 3 decimals: steps of 0.001. */
  maxStock?: number | null
  /** When ordered goods arrive, the stock should still last for this many days of sales. */
  safetyDays?: number | null
  /** For how many days of sales an order should last, in addition to the days of delivery and safety. */
  coverDays?: number | null
  /** The id of the supplier to order from; null: the preferred supplier of the product. */
  supplierId?: string | null
}
/** The body of `createStocktake`. */
export interface CreateStocktakeBody {
  /** The id of the warehouse. */
  warehouseId: string
  /** Which goods are counted: exactly one key; left out: all. */
  scope?: {
    /** true: all goods in the warehouse. */
    all?: boolean
    /** The ids of the products. @minItems 1 @maxItems 1000 */
    productIds?: string[]
    /** The id of a filter value: all products that have it. */
    filterValueId?: string
    /** The id of the supplier. */
    supplierId?: string
  }
  /** Whether storekeepers are not shown how much there should be. */
  blind?: boolean
  /** What posting does with goods that have stock but were not counted. `keep`: nothing. `zero`: writes them off. */
  absent?: 'keep' | 'zero'
  /** A free-text note. */
  note?: string | null
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** The body of `createSupplierItem`. */
export interface CreateSupplierItemBody {
  /** The id of the product. */
  productId: string
  /** The id of the supplier. */
  supplierId: string
  /** The code of the product in the supplier’s price list. */
  code?: string | null
  /** The supplier’s price of one unit. It is used for lines of drafted orders. In main currency units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** Orders are rounded up to whole multiples of this; null: any quantity. At most 3 decimals: steps of 0.001. */
  packQuantity?: number | null
  /** The smallest quantity that the supplier sells; null: any. At most 3 decimals: steps of 0.001. */
  minQuantity?: number | null
  /** How many days pass between the order and the delivery. */
  leadDays?: number | null
}
/** The body of `createWarehouse`. */
export interface CreateWarehouseBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** A short name, for labels. */
  short?: string | null
  /** The city of the warehouse. */
  city?: string | null
  /** The address of the warehouse. */
  address?: string | null
}
/** The answer to a write whose `result` is a CustomField. */
export interface CustomFieldAnswer {
  result: CustomField
  state: AnyState
}
/** A page of a list of CustomField. */
export interface CustomFieldPage {
  /** The records on this page. */
  items: CustomField[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: CustomFieldTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface CustomFieldTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The answer to a write whose `result` is a CustomerReturn. */
export interface CustomerReturnAnswer {
  result: CustomerReturn
  state: AnyState
}
/** A page of a list of CustomerReturn. */
export interface CustomerReturnPage {
  /** The records on this page. */
  items: CustomerReturn[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: CustomerReturnTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface CustomerReturnTotals {
  /** The number of records in the whole list. */
  count: number
  /** The amount of the returns. In main currency units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** What was paid back for the returns. In main currency units, at most 2 decimals: steps of 0.01. */
  refunded?: number
  /** The cost of the returned goods. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The body of `dateCustomerReturn`. */
export interface DateCustomerReturnBody {
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** The body of `dateDocument`. */
export interface DateDocumentBody {
  /** The number that the partner gave the document. */
  reference?: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt?: string | null
}
/** The body of `dateMovement`. */
export interface DateMovementBody {
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** The body of `datePayment`. */
export interface DatePaymentBody {
  /** The number that the partner gave the document. */
  reference?: string | null
  /** The date of the payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  paidAt?: string | null
}
/** The body of `dateShipment`. */
export interface DateShipmentBody {
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** The body of `dateStocktake`. */
export interface DateStocktakeBody {
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** The body of `deleteCompany`. */
export interface DeleteCompanyBody {
  /** The name of the company, to confirm that this one is meant. */
  name: string
  /** The password of the signed-in user. */
  password: string
}
/** The answer to a delete. */
export interface Deleted {
  /** The id of the deleted record. */
  id: string
  /** Always true: the record was deleted. */
  deleted: boolean
}
/** The answer to a write whose `result` is a Deleted. */
export interface DeletedAnswer {
  result: Deleted
  state: AnyState
}
/** Confirms that the import and its report were deleted; the records that it wrote stay. */
export interface DeletedTableImport {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** Always true: the record was deleted. */
  deleted: true
}
/** How far a deletion is, and its receipt. */
export interface Deletion {
  /** When all access to the company ended. */
  begunAt: string
  /** When everything was deleted; null until then. */
  finishedAt: string | null
  /** JSON text that says what was deleted: rows before and after by table, files, users; null until then. */
  receipt: string | null
  /** The SHA-256 hash of the receipt, in hexadecimal; the database keeps it. */
  sha256: string | null
}
/** A posted receipt as warehouse staff see it: without costs. */
export interface Delivery {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the record. The service assigns numbers in order of creation and never reuses one; clients cannot set it. */
  number: string
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string
  /** The id of the supplier. */
  supplierId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The number that the partner gave the document. */
  reference: string | null
  /** The id of the order or invoice from which the receipt was made. */
  sourceDocumentId: string | null
  /** What arrived, in the order given. A product with several costs in its document has several lines. @maxItems 1000 */
  lines: DeliveryLine[]
  /** When the record was posted; null until then. An RFC 3339 moment in UTC, with milliseconds. */
  postedAt: string
}
export interface DeliveryLine {
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** What came into stock. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The part of the quantity that arrived damaged. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** The part of the quantity that did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
}
/** The answer to a write whose `result` is a Delivery. */
export interface DeliveryAnswer {
  result: Delivery
  state: AnyState
}
/** A photograph of what arrived, such as damaged goods. */
export interface DeliveryPhoto {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The id of the receipt of the delivery. */
  documentId: string
  /** The media type of the picture. Its bytes are at `/api/v1/images/{imageId}`, under the id of the record. */
  contentType: string
  /** The number of bytes. */
  size: number
  /** The width of the upright picture, in pixels. */
  width: number
  /** The height of the upright picture, in pixels. */
  height: number
  /** The SHA-256 hash of the original bytes, in hexadecimal. */
  sha256: string
  by: Photographer
  /** When the photograph was added. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
}
/** The user or token that added the photograph. */
export interface Photographer {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** The answer to a write whose `result` is a DeliveryPhoto. */
export interface DeliveryPhotoAnswer {
  result: DeliveryPhoto
  state: AnyState
}
/** A page of a list of DeliveryPhoto. */
export interface DeliveryPhotoPage {
  /** The records on this page. */
  items: DeliveryPhoto[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: DeliveryPhotoTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface DeliveryPhotoTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The answer to a write whose `result` is a Document. */
export interface DocumentAnswer {
  result: Document
  state: AnyState
}
/** A page of a list of Document. */
export interface DocumentPage {
  /** The records on this page. */
  items: Document[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: DocumentTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface DocumentTotals {
  /** The number of records in the whole list. */
  count: number
  /** The total amount of the documents. In main currency units, at most 2 decimals: steps of 0.01. */
  total?: number
}
/** The body of `draftFromImport`. */
export interface DraftFromImportBody {
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind?: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number that the partner gave the document. */
  reference?: string | null
  /** The id of the supplier. */
  supplierId?: string | null
  /** The id of the company’s own organization. */
  organizationId?: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string | null
  /** The id of the warehouse. */
  warehouseId?: string | null
  /** The id of the document from which this one was made. */
  sourceDocumentId?: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt?: string | null
  /** The last day for payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  dueAt?: string | null
  /** A free-text note. */
  note?: string | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** The lines, in the order given. A given array replaces the old one. @maxItems 1000 */
  lines?: {
    /** The id of the product. */
    productId: string
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number
    /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
}
/** The drafts of documents made from files. */
export interface DraftsFromFiles {
  /** How many products would be found with this value. */
  count: number
}
/** Confirms that the record is gone. */
export interface Ended {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** Always true: the record was deleted. */
  deleted: true
}
/** The answers to the commands of a batch, and the state after them. */
export interface ExecuteBatchAnswer {
  /** The answers to the commands, in their order. */
  results: BatchResult[]
  state: AnyState
}
/** The body of `executeBatch`. */
export interface ExecuteBatchBody {
  /** `all`: in one transaction or not at all. `each`: one after the other, each for itself. */
  mode: 'all' | 'each'
  /** The commands, in the order in which they are executed. @minItems 1 @maxItems 100 */
  commands: {
    /** The Idempotency-Key of the command. */
    key: string
    /** The HTTP method of the command. */
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    /** The path of the command, with its ids. */
    path: string
    /** The body of the command; by default `{}`. */
    body?: {
      [k: string]: unknown
    }
  }[]
}
/** A page of the report. */
export interface ExpectedReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: ExpectedReportTotals
  /** The records on this page. */
  items: ExpectedReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface ExpectedReportTotals {
  /** What the purchase or document says. At most 3 decimals: steps of 0.001. */
  expected: number | null
  /** What came into stock of it. At most 3 decimals: steps of 0.001. */
  received: number | null
  /** What is still to come. Drafted receipts that were made from the document are not counted, because they have rows of their own. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: ExpectedReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface ExpectedReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** What the purchase or document says. At most 3 decimals: steps of 0.001. */
  expected: number
  /** What came into stock of it. At most 3 decimals: steps of 0.001. */
  received: number
  /** What is still to come. Drafted receipts that were made from the document are not counted, because they have rows of their own. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** One row; `groupBy` decides which fields it has. */
export interface ExpectedReportRow {
  /** The id of the purchase or document by which the goods are to come. */
  sourceId: string | null
  /** What announces the goods: a `purchase`; a posted `purchase_order`; a `supplier_invoice` that was read from a file and not made from an order; a drafted `receipt`. */
  kind: string | null
  /** The number of the purchase or document. */
  number: string | null
  /** The number that the partner gave the document. */
  reference: string | null
  /** When the purchase or document was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** The id of the supplier. */
  supplierId: string | null
  /** The name of the supplier. */
  supplier: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** What the purchase or document says. At most 3 decimals: steps of 0.001. */
  expected: number
  /** What came into stock of it. At most 3 decimals: steps of 0.001. */
  received: number
  /** What is still to come. Drafted receipts that were made from the document are not counted, because they have rows of their own. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** The id that a record has in another system. */
export interface ExternalLink {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The name of the other system, as free text. */
  source: string
  /** The kind of the record. */
  entityType: 'product' | 'partner' | 'order'
  /** The id of the record in the other system. */
  externalId: string
  /** The id of the record in this service. */
  internalId: string
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
}
/** The answer to a write whose `result` is a ExternalLink. */
export interface ExternalLinkAnswer {
  result: ExternalLink
  state: AnyState
}
/** A page of a list of ExternalLink. */
export interface ExternalLinkPage {
  /** The records on this page. */
  items: ExternalLink[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ExternalLinkTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface ExternalLinkTotals {
  /** The number of records in the whole list. */
  count: number
}
/** What was read from a file, with proposals. */
export interface Extraction {
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'invoice' | 'torg12' | 'upd' | 'receipt'
  /** The number that the partner gave the document. */
  reference: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt: string | null
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: {
    /** A name for people; several records may have the same name. */
    name: string | null
    /** Taxpayer number (ИНН). */
    inn: string | null
    /** The id of the partner. */
    partnerId?: string
    /** The id of an earlier document in which a user chose this supplier; absent when the ИНН or the name identifies the supplier. */
    learnedFrom?: string
  }
  /** The lines, in the order given. A given array replaces the old one. */
  lines: {
    /** A name for people; several records may have the same name. */
    name: string
    /** The SKU (stock keeping unit), also called article number. */
    sku: string | null
    /** The unit of measure, as printed. */
    unit: string | null
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number | null
    /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
    unitCost: number | null
    /** quantity × price, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
    amount: number | null
    /** The id of the product. */
    productId?: string
    /** How certain the reading is, from 0 to 1. */
    confidence: number
    doubts?: LetterDoubts
    place?: LinePlace
    learned?: LearnedLine
  }[]
  /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number | null
  /** What to check before the draft is made. */
  warnings: {
    /** An internal code, as free text. */
    code: string
    /** What is wrong. */
    message: string
  }[]
  /** The whole text that was read. */
  text: string
  /** The pages of the file; absent for files read before places were stored. */
  pages?: {
    /** The rotation that makes the page upright, in degrees clockwise. */
    rotation: number
  }[]
  /** How the file was read. */
  recognition: {
    /** The model that read the file. */
    model: string
    /** When the work started. An RFC 3339 moment in UTC, with milliseconds. */
    startedAt: string
    /** How many seconds the pages took to read. Time spent on other companies in between is not counted. */
    durationSeconds: number
  }
}
/** Letters of a line that could be read in more than one way: compare them with the paper. Places are counted from 0. */
export interface LetterDoubts {
  /** The doubtful letters in the name. */
  name: number[]
  /** The doubtful letters in the article code. */
  sku: number[]
}
/** The place of a line on a page, in the picture that `GET …/pages/{page}` returns. */
export interface LinePlace {
  /** The page number, counted from 1. */
  page: number
  /** The distance from the left edge of the page, as a share of its width. */
  x: number
  /** The distance from the upper edge of the page, as a share of its height. */
  y: number
  /** The width, as a share of the width of the page. */
  width: number
  /** The height, as a share of the height of the page. */
  height: number
}
/** What an earlier document of this supplier taught about a line. `read` has the figures on the paper. */
export interface LearnedLine {
  /** `columns`: quantity and price were swapped; `pack`: packs were converted to pieces, or pieces to packs; `vat`: VAT was added to or removed from the price. */
  rules: ('columns' | 'pack' | 'vat')[]
  /** The id of the document in which the user made this correction. If the next document is corrected back, the service forgets it. */
  documentId: string
  /** The figures as they are on the paper. */
  read: {
    /** The unit of measure, as printed. */
    unit: string | null
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number | null
    /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
    unitCost: number | null
    /** quantity × price, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
    amount: number | null
  }
}
/** Uploaded files that were read but have no draft yet, or could not be read. */
export interface FilesToCheck {
  /** The number of files that were read but have no draft yet. */
  recognized: number
  /** The number of files that could not be read. */
  failed: number
}
/** The answer to a write whose `result` is a Filter. */
export interface FilterAnswer {
  result: Filter
  state: AnyState
}
/** A page of a list of Filter. */
export interface FilterPage {
  /** The records on this page. */
  items: Filter[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: FilterTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface FilterTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The answer to a write whose `result` is a FilterValue. */
export interface FilterValueAnswer {
  result: FilterValue
  state: AnyState
}
/** The rows of the report of goods not on the shelf. */
export interface GoodsNotOnShelf {
  /** How many products would be found with this value. */
  count: number
}
/** A page of the report. */
export interface GrossProfitReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: GrossProfitReportTotals
  /** The records on this page. */
  items: GrossProfitReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface GrossProfitReportTotals {
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity?: number | null
  /** The revenue from items that have a price. In main currency units, at most 2 decimals: steps of 0.01. */
  revenue: number
  /** The cost of the goods. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** revenue − cost. In main currency units, at most 2 decimals: steps of 0.01. */
  profit: number
  /** profit as a percentage of revenue; null without revenue. */
  marginPercent: number | null
  /** The number of items without a price. */
  unpricedItems: number
  /** The cost of goods in items without a price, which bring no revenue. In main currency units, at most 2 decimals: steps of 0.01. */
  unpricedCost: number
  /** The number of orders of which something was shipped, taken back or returned. */
  orders?: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: GrossProfitReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface GrossProfitReportUnit {
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity?: number | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface GrossProfitReportRow {
  /** The id of the customer order; for a return without an order, that of the return. */
  orderId?: string | null
  /** The number of the record. */
  number?: string | null
  /** When goods of the order were last shipped, taken back or returned in the period. An RFC 3339 moment in UTC, with milliseconds. */
  shippedAt?: string
  /** The id of the customer. */
  customerId?: string | null
  /** The name of the customer. */
  customer?: string | null
  /** Where the order came from, as free text; null for returns without an order. */
  channel?: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity?: number | null
  /** The revenue from items that have a price. In main currency units, at most 2 decimals: steps of 0.01. */
  revenue: number
  /** The cost of the goods. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** revenue − cost. In main currency units, at most 2 decimals: steps of 0.01. */
  profit: number
  /** profit as a percentage of revenue; null without revenue. */
  marginPercent: number | null
  /** The number of items without a price. */
  unpricedItems: number
  /** The cost of goods in items without a price, which bring no revenue. In main currency units, at most 2 decimals: steps of 0.01. */
  unpricedCost: number
  /** The id of the product. */
  productId?: string | null
  /** The name of the product. */
  product?: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** The number of orders of which something was shipped, taken back or returned. */
  orders?: number
  /** The first day of the day, week or month, limited to the report’s period. */
  period?: string | null
}
/** An uploaded file of a purchase document. */
export interface ImportFile {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The name of the file, as uploaded. */
  fileName: string
  /** The media type detected from the bytes, whatever the upload said. */
  contentType: string
  /** The size in bytes. */
  size: number
  /** The SHA-256 hash of the original bytes, in hexadecimal. */
  sha256: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'queued' | 'processing' | 'recognized' | 'failed' | 'imported'
  /** When the file was uploaded. An RFC 3339 moment in UTC, with milliseconds. */
  uploadedAt: string
  /** The id of the procurement document. */
  documentId?: string
  /** Why a failed file could not be read. */
  error?: string
  extraction?: Extraction
}
/** The answer to a write whose `result` is a ImportFile. */
export interface ImportFileAnswer {
  result: ImportFile
  state: AnyState
}
/** An import. */
export interface ImportJob {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The status of the import. */
  status: 'previewing' | 'ready' | 'applying' | 'paused' | 'failed' | 'cancelled' | 'done'
  /** `preview` reads and plans, `apply` writes. A paused or failed import continues in the same phase. */
  phase: 'preview' | 'apply'
  options: ImportJobOptions
  progress: ImportJobProgress
  counts: ImportJobCounts
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  createdBy: Person
  /** When the import sent its first request; null until then. */
  startedAt: string | null
  /** When the import was done or cancelled; null until then. */
  finishedAt: string | null
  error?: ImportJobError
  /** The import waits until this time and then continues by itself, because the source asked it to wait or does not answer. Absent when it does not wait. */
  pausedUntil?: string
}
/** Which records to import. */
export interface ImportJobOptions {
  /** Whether the import includes these records. */
  products: boolean
  /** Whether the import includes these records. */
  partners: boolean
  /** Whether the import includes these records. */
  warehouses: boolean
  /** Whether the import includes these records. */
  organizations: boolean
  /** Whether the import includes these records. They become drafts. */
  purchases: boolean
}
/** The progress of the import. */
export interface ImportJobProgress {
  /** What the import is working on: a kind of row, or `settings`, which are needed to understand the rows; null: nothing in particular. */
  entity: string | null
  /** Rows that were written or refused. */
  done: number
  /** The total number of these rows; null: not known yet. */
  total: number | null
  /** `reading` the source, `planning` the rows, or `applying` them. */
  stage: 'reading' | 'planning' | 'applying'
  /** The progress of the phase, in per cent. */
  percent: number
  /** The estimated seconds until the phase ends; null: not known. */
  estimatedRemainingSeconds: number | null
}
/** The number of rows by their plan and by their result. */
export interface ImportJobCounts {
  /** Rows that become new records. */
  create: number
  /** Rows that change an existing record. */
  update: number
  /** Rows whose data the existing record already has. */
  unchanged: number
  /** Rows that are left out because of their problems. */
  problem: number
  /** Rows that have been written. */
  written: number
  /** Rows that could not be written; their `problems` say why. */
  failed: number
}
/** A person, with id and name. */
export interface Person {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** Why the import stopped or is waiting. */
export interface ImportJobError {
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: string
  /** The error message in Russian. */
  message: string
  /** The message in English. */
  messageEn: string
}
/** The answer to a write whose `result` is a ImportJob. */
export interface ImportJobAnswer {
  result: ImportJob
  state: AnyState
}
/** Messages about the row, and what to do. */
export interface ImportProblem {
  /** A code for programs; docs/import.md lists them. */
  code: string
  /** `error`: the row is not imported. `warning`: check the row. `info`: nothing to do. */
  severity: 'info' | 'warning' | 'error'
  /** The name of the field, here or in the source; may be empty. */
  field: string
  /** The value in the source, shortened. */
  value: string
  /** What happened and what to do, in Russian. */
  message: string
  /** The message in English. */
  messageEn: string
}
/** Rows that have the same problem. */
export interface ImportProblemGroup {
  /** A code for programs; docs/import.md lists them. */
  code: string
  /** `error`: the row is not imported. `warning`: check the row. `info`: nothing to do. */
  severity: 'info' | 'warning' | 'error'
  /** What the problem means and what to do, in Russian; `…` stands for what differs from row to row. */
  message: string
  /** The message in English. */
  messageEn: string
  /** The number of rows with the problem. */
  rows: number
  /** The number of these rows by the kind of record that they become here. */
  entityTypes: {
    [k: string]: number
  }
}
/** All problems of the import, the most severe and most frequent ones first. */
export interface ImportProblemGroups {
  /** The records on this page. */
  items: ImportProblemGroup[]
}
/** The estimate of when a queued file will be ready. */
export interface ImportProgress {
  /** The seconds since processing began, including work for other companies; 0 while the file is queued. */
  elapsedSeconds: number
  /** The position in the queue of the company; 1 is being processed or is next. */
  queuePosition: number
  /** The number of successful recognitions behind the estimate, at most ten. */
  sampleCount: number
  /** The estimated number of seconds; null before the first success, and once the estimate is exceeded. */
  estimatedRemainingSeconds: number | null
  /** Whether this file, or a file ahead of it in the queue, takes longer than the average. */
  estimateExceeded: boolean
}
/** The whole import report. */
export interface ImportReport {
  /** The number of rows in the report, or of those that need attention. */
  total: number
  /** The rows, in the order in which they are written. */
  rows: ImportRow[]
}
/** A row of the source and its result. */
export interface ImportRow {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The kind of record that the row becomes here. */
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
  /** The id of the row in the source. */
  externalId: string
  /** The name of the row in the source. */
  name: string
  /** The plan for the row: `create` a record, `update` one, or do nothing because it is `unchanged` or has a `problem`. */
  action: 'create' | 'update' | 'unchanged' | 'problem'
  /** What happened to the row: `planned` is not written yet, `skipped` has nothing to write. */
  status: 'planned' | 'written' | 'failed' | 'skipped'
  /** The id of the record here, once it exists. */
  internalId?: string
  /** Messages about the row, and what to do. */
  problems: ImportProblem[]
  /** Data that is only in the report: `left` has fields under their names in the source, `whole` has the original values that were shortened, rounded or unusable. */
  data: {
    [k: string]: unknown
  }
  /** The original data of the source, unchanged; null: no longer stored, since it is stored only for the newest imports. Present only with `source=true`. */
  source?: {
    [k: string]: unknown
  } | null
}
/** A page of the import report. */
export interface ImportRows {
  /** The number of rows in the report, or of those that need attention. */
  total: number
  /** The number of rows before the page. */
  offset: number
  /** The maximum number of rows on the page. */
  limit: number
  /** The rows, in the order in which they are written. */
  rows: ImportRow[]
}
/** The connection and the history of imports. */
export interface Integration {
  /** Whether this installation can import. */
  available: boolean
  /** Whether imports wait for a migration of the database. */
  migrationPending: boolean
  connection: Connection
  /** The imports so far, newest first. */
  jobs: ImportJob[]
}
/** A page of the report. */
export interface InventoryListReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: InventoryListReportTotals
  /** The records on this page. */
  items: InventoryListReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface InventoryListReportTotals {
  /** What was found. At most 3 decimals: steps of 0.001. */
  found: number | null
  /** What was found. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  foundCost: number | null
  /** The stock according to the books when the product was counted. At most 3 decimals: steps of 0.001. */
  book: number | null
  /** The stock according to the books when the product was counted. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  bookCost: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: InventoryListReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface InventoryListReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** What was found. At most 3 decimals: steps of 0.001. */
  found: number
  /** The stock according to the books when the product was counted. At most 3 decimals: steps of 0.001. */
  book?: number | null
}
/** One row; `groupBy` decides which fields it has. */
export interface InventoryListReportRow {
  /** The number of the line. A product has the same number in the inventory list and in the comparison sheet. */
  line: number
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the stocktake. */
  stocktakeId: string | null
  /** The number of the stocktake. */
  number: string | null
  /** The moment of the last count. An RFC 3339 moment in UTC, with milliseconds. */
  countedAt: string | null
  /** The average cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number | null
  /** What was found. At most 3 decimals: steps of 0.001. */
  found: number
  /** What was found. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  foundCost: number | null
  /** The stock according to the books when the product was counted. At most 3 decimals: steps of 0.001. */
  book: number | null
  /** The stock according to the books when the product was counted. Its cost; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  bookCost: number | null
}
/** A link with which somebody can become a member. */
export interface Invitation {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The e-mail address, stored as given. */
  email: string | null
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** Whether the invitation was sent to the e-mail address; if not, pass its link on. */
  mailed: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  createdBy: Person
  /** When the token or the invitation expires; null: never. */
  expiresAt: string
}
/** All records of the list. */
export interface InvitationList {
  /** The records on this page. */
  items: Invitation[]
}
/** The part of an invitation that its link shows. */
export interface InvitationPreview {
  company: CompanyName
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** The e-mail address, stored as given. */
  email: string | null
  /** The name of the user who made the invitation. */
  invitedBy: string
  /** When the token or the invitation expires; null: never. */
  expiresAt: string
}
/** The body of `inviteMember`. */
export interface InviteMemberBody {
  /** The e-mail address, stored as given. */
  email?: string | null
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts?: boolean
}
/** The body of `issueToken`. */
export interface IssueTokenBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** `read`: cannot write. `write`: can do everything. */
  scope?: 'read' | 'write'
  /** When the token or the invitation expires; null: never. */
  expiresAt?: string | null
}
/** The token, and the secret that programs send. */
export interface IssuedToken {
  token: Token
  /** The secret that programs send as `Authorization: Bearer`. Shown only once: null when the request is repeated. */
  secret: string | null
}
/** An API token. Its secret is shown only once, when the token is issued. */
export interface Token {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The first characters of the secret, to recognize the token by. */
  prefix: string
  /** `read`: cannot write. `write`: can do everything. */
  scope: 'read' | 'write'
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  createdBy: Person1
  /** When the token was last used, to the minute; null: never. */
  lastUsedAt: string | null
  /** When the token or the invitation expires; null: never. */
  expiresAt: string | null
}
/** The company that the user now belongs to, and the user’s role there. */
export interface Joined {
  company: CompanyName
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts: boolean
}
/** A page of the report. */
export interface LastCountedReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: LastCountedReportTotals
  /** The records on this page. */
  items: LastCountedReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface LastCountedReportTotals {
  /** The quantity on hand now. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: LastCountedReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface LastCountedReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The quantity on hand now. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** One row; `groupBy` decides which fields it has. */
export interface LastCountedReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** The quantity on hand now. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** When the product was last counted by a posted stocktake; null: never. An RFC 3339 moment in UTC, with milliseconds. */
  countedAt: string | null
}
/** What the company uses of each limit; null where nothing is limited. */
export interface LimitsUsed {
  requests: RequestsUsed
  products: ProductsUsed
  files: FilesUsed
  fileBytes: FileBytesUsed
}
/** An uploaded file; one that is queued or being processed has `recognition`. */
export interface ListedImportFile {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The name of the file, as uploaded. */
  fileName: string
  /** The media type detected from the bytes, whatever the upload said. */
  contentType: string
  /** The size in bytes. */
  size: number
  /** The SHA-256 hash of the original bytes, in hexadecimal. */
  sha256: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'queued' | 'processing' | 'recognized' | 'failed' | 'imported'
  /** When the file was uploaded. An RFC 3339 moment in UTC, with milliseconds. */
  uploadedAt: string
  /** The id of the procurement document. */
  documentId?: string
  /** Why a failed file could not be read. */
  error?: string
  extraction?: Extraction
  recognition?: ImportProgress
}
/** A page of a list of ListedImportFile. */
export interface ListedImportFilePage {
  /** The records on this page. */
  items: ListedImportFile[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
export interface LotDraw {
  /** The id of the lot that was drawn from or created. */
  lotId: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number
}
/** A page of a list of Lot. */
export interface LotPage {
  /** The records on this page. */
  items: Lot[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: LotTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface LotTotals {
  /** The number of records in the whole list. */
  count: number
  /** The quantity received. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  received?: number | null
  /** The quantity left. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  remaining?: number | null
  /** The value of what is left, at its unit cost. In main currency units, at most 2 decimals: steps of 0.01. */
  value?: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: LotsUnitTotals[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface LotsUnitTotals {
  /** The unit of measure, in the spelling of ОКЕИ if it lists the unit. */
  uom: string | null
  /** The quantity received. At most 3 decimals: steps of 0.001. */
  received: number
  /** The quantity left. At most 3 decimals: steps of 0.001. */
  remaining: number
}
export interface LowProduct {
  /** The id of the product. */
  productId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** onHand − reserved; for a bundle, the number that its components allow. At most 3 decimals: steps of 0.001. */
  available: number
  /** The owner is notified when the available quantity falls below this. At most 3 decimals: steps of 0.001. */
  minStock: number
}
/** The body of `mapTableImport`. */
export interface MapTableImportBody {
  /** The sheet of the workbook; if left out, the first one. null for CSV. */
  sheet?: string
  /** The row with the column names, counted from 1; if left out, it is detected. */
  headerRow?: number
  /** What the columns contain. Columns that are not listed are ignored. If left out, the proposed targets apply. @maxItems 200 */
  columns?: TableColumnChoice[]
  /** The field that matches rows to existing records; one of the columns must contain it. */
  matchBy?: 'sku' | 'code' | 'barcodes' | 'externalCode' | 'name' | 'id' | 'inn' | 'phone' | 'email'
  /** Whether rows without a matching record create one; otherwise they are problems. */
  create?: boolean
  /** Whether rows with a matching record change it; otherwise it stays as it is. */
  update?: boolean
  /** Whether to create price types, filters and filter values that rows name and the company does not have. */
  createMissing?: boolean
  /** The id of the warehouse. */
  warehouseId?: string
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier?: string
  /** The language of problem messages: `ru` or `en`. */
  language?: 'ru' | 'en'
}
/** The target of one column. */
export interface TableColumnChoice {
  /** The index of the column, counted from 0. */
  index: number
  /** A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out. */
  target: string | null
}
/** The body of `markNotification`. */
export interface MarkNotificationBody {
  /** true: mark as read. false: mark as unread. */
  read: boolean
}
/** A member of the company. */
export interface Member {
  /** The id of the user. */
  userId: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The e-mail address, stored as given. */
  email: string
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** When the user became a member. */
  joinedAt: string
}
/** All records of the list. */
export interface MemberList {
  /** The records on this page. */
  items: Member[]
}
/** A company that the user belongs to. */
export interface Membership {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer'
}
/** A page of the report. */
export interface MisSortsReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  /** Always empty: nothing in this report can be added up. */
  totals: {
    [k: string]: number
  }
  /** The records on this page. */
  items: MisSortsReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface MisSortsReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the product of which there is too much. */
  overProductId: string | null
  /** The name of the product of which there is too much. */
  overProduct: string | null
  /** The id of the stocktake. */
  stocktakeId: string | null
  /** The number of the stocktake. */
  number: string | null
  /** `netted`: the shortage is netted against the surplus. The other values say why the two may have been mixed up. `variant`: they are variants of one product. `name`: their names begin with the same word. `filter`: they share a filter value. */
  state: string | null
  /** The quantity that is netted; before that, the largest quantity that can be netted. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The cost that moves from the missing product to the product found; null if the pair is not netted yet, or if the cost is not known. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number | null
}
/** One change of stock; only the number and date of its paper can be corrected. */
export interface Movement {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The kind of movement. */
  type: 'receipt' | 'writeoff' | 'transfer' | 'shipment' | 'return' | 'reversal' | 'surplus' | 'customer_return'
  /** When the goods moved. An RFC 3339 moment in UTC, with milliseconds. */
  at: string
  /** The number on the paper, if it differs from ours. Absent: none was given. */
  documentNumber?: string
  /** The date on the paper, a day in the time zone of the company. Statements and debts by age count from it; stock, costs and profit go by the time of posting. Absent: the day of posting. */
  documentDate?: string
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The id of the destination warehouse. */
  toWarehouseId?: string
  /** For a receipt, the quantity on its document; otherwise, the quantity moved. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The quantity that became stock: quantity − damaged − missing. At most 3 decimals: steps of 0.001. */
  good?: number
  /** The part of the quantity that arrived damaged. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** The part of the quantity that did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost?: number
  /** The cost of the moved goods, from their lots. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** The quantities drawn from each lot, in the order in which they were drawn. */
  lots: LotDraw[]
  /** Why the goods were written off, or appeared. */
  reason?: string
  /** For a reversal, the type of the movements that it undoes. */
  reverses?: 'receipt' | 'return' | 'shipment' | 'surplus' | 'writeoff' | 'customer_return'
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier?: string
  /** The id of the supplier. */
  supplierId?: string
  /** The id of the customer order. */
  orderId?: string
  /** The id of the shipment. Movements from before shipments were recorded have none. */
  shipmentId?: string
  /** The id of the purchase for which the goods were received; the product, warehouse and supplier must be the same. */
  purchaseId?: string
  /** The id of the procurement document. */
  documentId?: string
  /** The id of the stocktake that found the surplus or the shortage. */
  stocktakeId?: string
  /** The id of the customer return, also for the write-off of its damaged goods. */
  returnId?: string
}
/** The answer to a write whose `result` is a Movement. */
export interface MovementAnswer {
  result: Movement
  state: AnyState
}
/** A page of a list of Movement. */
export interface MovementPage {
  /** The records on this page. */
  items: Movement[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: MovementTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface MovementTotals {
  /** The number of records in the whole list. */
  count: number
  /** The incoming quantity; for receipts, the good part. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantityIn?: number | null
  /** The outgoing quantity. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantityOut?: number | null
  /** The quantity moved from one warehouse to another. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantityMoved?: number | null
  /** The cost of the incoming goods. In main currency units, at most 2 decimals: steps of 0.01. */
  costIn?: number
  /** The cost of the outgoing goods. In main currency units, at most 2 decimals: steps of 0.01. */
  costOut?: number
  /** The cost of the transferred goods. In main currency units, at most 2 decimals: steps of 0.01. */
  costMoved?: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: MovementsUnitTotals[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface MovementsUnitTotals {
  /** The unit of measure, in the spelling of ОКЕИ if it lists the unit. */
  uom: string | null
  /** The incoming quantity; for receipts, the good part. At most 3 decimals: steps of 0.001. */
  quantityIn: number
  /** The outgoing quantity. At most 3 decimals: steps of 0.001. */
  quantityOut: number
  /** The quantity moved from one warehouse to another. At most 3 decimals: steps of 0.001. */
  quantityMoved: number
}
/** The invitation and its link. */
export interface NewInvitation {
  invitation: Invitation
  /** The link to pass on. Shown only once: null when it was sent by mail, or when the request is repeated. */
  link: string | null
}
export interface NewOrderItem {
  /** The id of the product. */
  productId: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The price of one unit before discounts; null or left out: the catalogue price. In main currency units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** A discount on the price; null: no discount. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
}
/** A page of the report. */
export interface NotOnShelfReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: NotOnShelfReportTotals
  /** The records on this page. */
  items: NotOnShelfReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface NotOnShelfReportTotals {
  /** How much of the product could not be found for the order. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: NotOnShelfReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface NotOnShelfReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** How much of the product could not be found for the order. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** One row; `groupBy` decides which fields it has. */
export interface NotOnShelfReportRow {
  /** The id of the order that needs the goods. */
  orderId: string | null
  /** The number of the order. */
  number: string | null
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** How much of the product could not be found for the order. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The quantity physically in the warehouse; null for a bundle. At most 3 decimals: steps of 0.001. */
  onHand: number
  /** The quantity reserved for open orders; null for a bundle. At most 3 decimals: steps of 0.001. */
  reserved: number
  /** Who could not find the goods. */
  by: string | null
  /** When that was said. An RFC 3339 moment in UTC, with milliseconds. */
  at: string
}
/** The body of `noteAbsence`. */
export interface NoteAbsenceBody {
  /** The id of the product. */
  productId: string
  /** How much could not be found; 0: it was found after all. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** Something that the owner asked to be notified about. */
export interface Notification {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'low_stock' | 'daily_summary'
  /** The title of the notification. */
  title: string
  /** The text of the notification. */
  text: string
  /** The id of the product. */
  productId: string | null
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the notification was read; null while it is unread. An RFC 3339 moment in UTC, with milliseconds. */
  readAt: string | null
}
/** The answer to a write whose `result` is a Notification. */
export interface NotificationAnswer {
  result: Notification
  state: AnyState
}
/** A page of a list of Notification. */
export interface NotificationPage {
  /** The records on this page. */
  items: Notification[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: NotificationTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface NotificationTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The answer to a write whose `result` is a Order. */
export interface OrderAnswer {
  result: Order
  state: AnyState
}
/** A page of a list of Order. */
export interface OrderPage {
  /** The records on this page. */
  items: Order[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: OrderTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface OrderTotals {
  /** The number of records in the whole list. */
  count: number
  /** The amount of the items that have a price. In main currency units, at most 2 decimals: steps of 0.01. */
  total?: number
  /** What was paid for the orders. In main currency units, at most 2 decimals: steps of 0.01. */
  paid?: number
  /** The cost of the shipped orders. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** The body of `orderProductImages`. */
export interface OrderProductImagesBody {
  /** The ids of all images of the product, in their new order. @maxItems 100 */
  imageIds: string[]
}
/** The body of `orderProposed`. */
export interface OrderProposedBody {
  /** The id of the supplier to order from. */
  supplierId: string
  /** The id of the warehouse that will receive the goods; left out: not known yet, so that the order counts for each warehouse. */
  warehouseId?: string | null
  /** The lines, in the order given. A given array replaces the old one. @minItems 1 @maxItems 1000 */
  lines: {
    /** The id of the product. */
    productId: string
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number
    /** What the row of the report showed as `ordered`. At most 3 decimals: steps of 0.001. */
    ordered: number
  }[]
}
/** The orders that reserve stock. */
export interface OrdersToShip {
  /** Open orders that nobody has started to pick. */
  new: {
    /** How many products would be found with this value. */
    count: number
    /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
    total: number
  }
  /** Orders being picked. */
  picking: {
    /** How many products would be found with this value. */
    count: number
    /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
    total: number
  }
}
/** The answer to a write whose `result` is a Organization. */
export interface OrganizationAnswer {
  result: Organization
  state: AnyState
}
/** A page of a list of Organization. */
export interface OrganizationPage {
  /** The records on this page. */
  items: Organization[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: OrganizationTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface OrganizationTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The partner as it is now. */
export interface PartnerAnswer {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles: string[]
  /** Free-text tags to group partners by. @maxItems 1000 */
  groups: string[]
  /** The name of the contact person. */
  contact: string | null
  /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
  phone: string | null
  /** The e-mail address, stored as given. */
  email: string | null
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name of the organization. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered legal address. */
  legalAddress: string | null
  /** The address where the organization actually is. */
  actualAddress: string | null
  /** The contact persons. A given array replaces the old one. @maxItems 1000 */
  contacts: {
    [k: string]: unknown
  }[]
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** A free-text note. */
  note: string | null
  /** The id of the price type offered to this partner; by itself it changes no order. */
  priceTypeId: string | null
  /** The partner’s discount in per cent. The app suggests it; by itself it changes no order. */
  discountPercent: number | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues: {
    [k: string]: unknown
  }
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
  /** What to check before the draft is made. */
  warnings?: Warning[]
}
/** Something that was done but should be checked. */
export interface Warning {
  /** An internal code, as free text. */
  code: 'AMBIGUOUS_PARTNER'
  /** The place of the error: a JSON pointer into the body, or `query/…`, `header/…`, `params/…`. */
  path: '/name'
  /** What is wrong. */
  message: string
  /** The records that the warning is about, at most 10. */
  records: {
    /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
    id: string
    /** A name for people; several records may have the same name. */
    name: string
  }[]
}
/** The answer to a write whose `result` is a PartnerAnswer. */
export interface PartnerAnswerAnswer {
  result: PartnerAnswer
  state: AnyState
}
/** A page of the report. */
export interface PartnerBalancesReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: PartnerBalancesReportTotals
  /** The records on this page. */
  items: PartnerBalancesReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface PartnerBalancesReportTotals {
  /** The amount of what was shipped to the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  shipped: number
  /** Posted payments from the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  paidIn: number
  /** The cost of goods received from the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  received: number
  /** The total of posted returns to the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  returned: number
  /** The amount of posted returns of the customer. In main currency units, at most 2 decimals: steps of 0.01. */
  takenBack: number
  /** Posted payments to the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  paidOut: number
  /** What the partner owes the company: shipped + returned + paidOut − received − paidIn − takenBack, or 0. In main currency units, at most 2 decimals: steps of 0.01. */
  receivable: number
  /** What the company owes the partner: the same sum with the other sign, or 0. In main currency units, at most 2 decimals: steps of 0.01. */
  payable: number
}
/** One row; `groupBy` decides which fields it has. */
export interface PartnerBalancesReportRow {
  /** The id of the partner. */
  partnerId: string | null
  /** The name of the partner. */
  partner: string | null
  /** The amount of what was shipped to the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  shipped: number
  /** Posted payments from the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  paidIn: number
  /** The cost of goods received from the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  received: number
  /** The total of posted returns to the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  returned: number
  /** The amount of posted returns of the customer. In main currency units, at most 2 decimals: steps of 0.01. */
  takenBack: number
  /** Posted payments to the partner. In main currency units, at most 2 decimals: steps of 0.01. */
  paidOut: number
  /** What the partner owes the company: shipped + returned + paidOut − received − paidIn − takenBack, or 0. In main currency units, at most 2 decimals: steps of 0.01. */
  receivable: number
  /** What the company owes the partner: the same sum with the other sign, or 0. In main currency units, at most 2 decimals: steps of 0.01. */
  payable: number
}
/** A page of a list of Partner. */
export interface PartnerPage {
  /** The records on this page. */
  items: Partner[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PartnerTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface PartnerTotals {
  /** The number of records in the whole list. */
  count: number
}
/** A page of the report. */
export interface PartnerStatementReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: PartnerStatementReportTotals
  /** The records on this page. */
  items: PartnerStatementReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface PartnerStatementReportTotals {
  /** What the entry adds to the partner's debt; below zero for a cancelled shipment. In main currency units, at most 2 decimals: steps of 0.01. */
  debit: number
  /** What the entry subtracts from the partner's debt; below zero for a cancelled customer return. In main currency units, at most 2 decimals: steps of 0.01. */
  credit: number
}
/** One row; `groupBy` decides which fields it has. */
export interface PartnerStatementReportRow {
  /** The id of the partner. */
  partnerId: string | null
  /** The name of the partner. */
  partner: string | null
  /** The date on the paper, or, without one, when the entry was posted. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  date: string | null
  /** The kind of entry. */
  kind: string | null
  /** The number of the order, return, document or payment. */
  number: string | null
  /** The id of the order, return, document, payment or movement; null for balances. */
  entryId: string | null
  /** What the entry adds to the partner's debt; below zero for a cancelled shipment. In main currency units, at most 2 decimals: steps of 0.01. */
  debit: number
  /** What the entry subtracts from the partner's debt; below zero for a cancelled customer return. In main currency units, at most 2 decimals: steps of 0.01. */
  credit: number
  /** What the partner owes after the entry; below zero, what the company owes. In main currency units, at most 2 decimals: steps of 0.01. */
  balance: number
}
/** A page of the report. */
export interface PayablesByAgeReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: PayablesByAgeReportTotals
  /** The records on this page. */
  items: PayablesByAgeReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface PayablesByAgeReportTotals {
  /** Debts not older than 30 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days30: number
  /** Debts of 31 to 60 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days60: number
  /** Debts of 61 to 90 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days90: number
  /** Debts of 91 days or more. In main currency units, at most 2 decimals: steps of 0.01. */
  older: number
  /** The whole debt: the sum of the four. In main currency units, at most 2 decimals: steps of 0.01. */
  debt: number
}
/** One row; `groupBy` decides which fields it has. */
export interface PayablesByAgeReportRow {
  /** The id of the partner. */
  partnerId: string | null
  /** The name of the partner. */
  partner: string | null
  /** Debts not older than 30 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days30: number
  /** Debts of 31 to 60 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days60: number
  /** Debts of 61 to 90 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days90: number
  /** Debts of 91 days or more. In main currency units, at most 2 decimals: steps of 0.01. */
  older: number
  /** The whole debt: the sum of the four. In main currency units, at most 2 decimals: steps of 0.01. */
  debt: number
}
/** The answer to a write whose `result` is a Payment. */
export interface PaymentAnswer {
  result: Payment
  state: AnyState
}
/** A page of a list of Payment. */
export interface PaymentPage {
  /** The records on this page. */
  items: Payment[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PaymentTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface PaymentTotals {
  /** The number of records in the whole list. */
  count: number
  /** The amount received. In main currency units, at most 2 decimals: steps of 0.01. */
  received?: number
  /** The amount paid. In main currency units, at most 2 decimals: steps of 0.01. */
  paid?: number
  /** The amounts that are for no order. In main currency units, at most 2 decimals: steps of 0.01. */
  unassigned?: number
}
/** The body of `placeOrder`. */
export interface PlaceOrderBody {
  /** The name of the customer: upper and lower case do not matter, and answers show it as stored. */
  customer: string
  /** The id of the warehouse. */
  warehouseId: string
  /** Where the order came from, as free text. */
  channel: string
  /** The items, in the order given; several lines may be of the same product. @minItems 1 @maxItems 1000 */
  items: NewOrderItem[]
  /** A discount on the whole order, distributed over the amounts of its lines. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
  /** A discount on the whole order as a sum of money, distributed over the amounts of its lines; cannot be combined with `discountPercent`. In main currency units, at most 2 decimals: steps of 0.01. */
  discountAmount?: number | null
  /** true: the order may wait for goods. Each line reserves what is available, and later receipts fill the rest. Left out: everything must be available. */
  backorder?: boolean
  /** The id of the price type that the prices came from; null: the main price. */
  priceTypeId?: string | null
  /** The number of the order in the customer’s own system, for people. */
  externalNumber?: string | null
  /** The delivery address. */
  deliveryAddress?: string | null
  /** A free-text note. */
  note?: string | null
  /** When the customer placed the order; if left out, now. An RFC 3339 moment in UTC, with milliseconds. */
  orderedAt?: string | null
  /** The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind. */
  externalSource?: string | null
  /** The id of the record in the other system. */
  externalId?: string | null
}
/** The body of `postStocktake`. */
export interface PostStocktakeBody {
  /** The unit costs of surpluses; without one, the cost of the newest lot, or of the product, is used. @maxItems 1000 */
  unitCosts?: {
    /** The id of the product. */
    productId: string
    /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
  /** The most products to correct with this command; 1,000 when left out. */
  limit?: number
}
/** The body of `previewInvitation`. */
export interface PreviewInvitationBody {
  /** The token of the invitation link: the part after `#token=`. */
  token: string
}
/** The answer to a write whose `result` is a PriceType. */
export interface PriceTypeAnswer {
  result: PriceType
  state: AnyState
}
/** A page of a list of PriceType. */
export interface PriceTypePage {
  /** The records on this page. */
  items: PriceType[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PriceTypeTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface PriceTypeTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The answer to a write whose `result` is a Product. */
export interface ProductAnswer {
  result: Product
  state: AnyState
}
/** The answer to a write whose `result` is a ProductImage. */
export interface ProductImageAnswer {
  result: ProductImage
  state: AnyState
}
/** A page of a list of Product. */
export interface ProductPage {
  /** The records on this page. */
  items: Product[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ProductTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface ProductTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The first 5 products of the report `below-minimum`. */
export interface ProductsBelowMinimum {
  /** How many products would be found with this value. */
  count: number
  /** The records on this page. @maxItems 5 */
  items: LowProduct[]
}
/** A page of the report. */
export interface ProposedTransfersReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  /** Always empty: nothing in this report can be added up. */
  totals: {
    [k: string]: number
  }
  /** The records on this page. */
  items: ProposedTransfersReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface ProposedTransfersReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse that has more than it keeps. */
  fromWarehouseId: string | null
  /** The name of the warehouse that has more than it keeps. */
  fromWarehouse: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** The quantity to move: at most target − position, which is what is lacking here, and at most what the other warehouse can give, fromAvailable − fromWaiting − fromKept. Other rows may share the same shortage or the same goods; nothing is counted twice. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Why the row is listed. `minimum`: the level is the minimum. `sales`: the level is what is sold until the goods arrive. `waiting`: only because orders wait for the goods. */
  reason: string | null
  /** onHand − reserved of the other warehouse. At most 3 decimals: steps of 0.001. */
  fromAvailable: number
  /** What orders of the other warehouse wait for. At most 3 decimals: steps of 0.001. */
  fromWaiting: number
  /** How much stays in the other warehouse: the target of its own stock rule, or without a rule what it sells in keptDays days. Rounded up. At most 3 decimals: steps of 0.001. */
  fromKept: number
  /** `rule`: the other warehouse has a stock rule of its own; `sales`: it has none. */
  keptFor: string | null
  /** For how many days of sales a warehouse without a rule keeps goods: the largest leadDays + safetyDays + coverDays of all rules of the product. */
  keptDays: number | null
  /** What was shipped there in these days, minus what came back. At most 3 decimals: steps of 0.001. */
  fromSold: number
  /** The number of these days that began with stock there. The sales of the other warehouse are divided by this number. */
  fromDaysInStock: number
  /** onHand − reserved; for a bundle, the number that its components allow. At most 3 decimals: steps of 0.001. */
  available: number
  /** How much orders wait for (`backorder`), as components of bundles too. Absent when no order waits. At most 3 decimals: steps of 0.001. */
  waiting: number
  /** The quantity that suppliers are still to deliver, including draft orders. At most 3 decimals: steps of 0.001. */
  ordered: number
  /** available + ordered − waiting. At most 3 decimals: steps of 0.001. */
  position: number
  /** The product is proposed for ordering when the available and ordered quantity is no more than this. At most 3 decimals: steps of 0.001. */
  minStock: number
  /** Orders bring the stock up to this quantity; null: up to the minimum. It is not less than the minimum. At most 3 decimals: steps of 0.001. */
  maxStock: number | null
  /** What was shipped in these days, minus what came back. At most 3 decimals: steps of 0.001. */
  sold: number
  /** The number of these days that began with stock, or on which goods came in. */
  daysInStock: number
  /** How many days pass between the order and the delivery. */
  leadDays: number
  /** When ordered goods arrive, the stock should still last for this many days of sales. */
  safetyDays: number
  /** For how many days of sales an order should last, in addition to the days of delivery and safety. */
  coverDays: number
  /** The larger of minStock and sold ÷ daysInStock × (leadDays + safetyDays), rounded up. At most 3 decimals: steps of 0.001. */
  level: number
  /** The largest of level, maxStock and sold ÷ daysInStock × (leadDays + safetyDays + coverDays), rounded up. At most 3 decimals: steps of 0.001. */
  target: number
}
/** The answer to a write whose `result` is a Purchase. */
export interface PurchaseAnswer {
  result: Purchase
  state: AnyState
}
/** A page of a list of Purchase. */
export interface PurchasePage {
  /** The records on this page. */
  items: Purchase[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: PurchaseTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface PurchaseTotals {
  /** The number of records in the whole list. */
  count: number
  /** The quantity ordered. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  quantity?: number | null
  /** The undamaged quantity received. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  received?: number | null
  /** The cost of the ordered quantity, at its unit cost. In main currency units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: PurchasesUnitTotals[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface PurchasesUnitTotals {
  /** The unit of measure, in the spelling of ОКЕИ if it lists the unit. */
  uom: string | null
  /** The quantity ordered. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The undamaged quantity received. At most 3 decimals: steps of 0.001. */
  received: number
}
/** The body of `readDeletion`. */
export interface ReadDeletionBody {
  /** The id of the company. */
  companyId: string
  /** The `Idempotency-Key` with which the deletion was requested. */
  key: string
}
export interface ReceiptCost {
  /** The id of the product. */
  productId: string
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number | null
  /** Where the cost comes from: the newest lot, or the `cost` of the product; null: the cost is not known. */
  source: 'lot' | 'product' | null
  /** When the lot was received. */
  receivedAt: string | null
}
/** The unit costs that receipts would use, by product. */
export interface ReceiptCosts {
  /** The records on this page. */
  items: ReceiptCost[]
}
/** A page of the report. */
export interface ReceivablesByAgeReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: ReceivablesByAgeReportTotals
  /** The records on this page. */
  items: ReceivablesByAgeReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface ReceivablesByAgeReportTotals {
  /** Debts not older than 30 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days30: number
  /** Debts of 31 to 60 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days60: number
  /** Debts of 61 to 90 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days90: number
  /** Debts of 91 days or more. In main currency units, at most 2 decimals: steps of 0.01. */
  older: number
  /** The whole debt: the sum of the four. In main currency units, at most 2 decimals: steps of 0.01. */
  debt: number
}
/** One row; `groupBy` decides which fields it has. */
export interface ReceivablesByAgeReportRow {
  /** The id of the partner. */
  partnerId: string | null
  /** The name of the partner. */
  partner: string | null
  /** Debts not older than 30 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days30: number
  /** Debts of 31 to 60 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days60: number
  /** Debts of 61 to 90 days. In main currency units, at most 2 decimals: steps of 0.01. */
  days90: number
  /** Debts of 91 days or more. In main currency units, at most 2 decimals: steps of 0.01. */
  older: number
  /** The whole debt: the sum of the four. In main currency units, at most 2 decimals: steps of 0.01. */
  debt: number
}
/** The body of `receiveDelivery`. */
export interface ReceiveDeliveryBody {
  /** The id of the document that announced the goods, as `sourceId` in the report of expected goods; left out: none. */
  documentId?: string | null
  /** The id of the supplier. Required if the document names none. */
  supplierId?: string | null
  /** The id of the warehouse where the goods arrived. */
  warehouseId: string
  /** The number that the partner gave the document. */
  reference?: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt?: string | null
  /** A free-text note. */
  note?: string | null
  /** The lines, in the order given. A given array replaces the old one. @minItems 1 @maxItems 1000 */
  lines: ArrivedLine[]
}
/** The body of `receiveStock`. */
export interface ReceiveStockBody {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string
  /** The cost of one unit; null: the cost on the purchase, otherwise the last cost, otherwise the cost of the product. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost: number | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The part of the quantity that arrived damaged. At most 3 decimals: steps of 0.001. */
  damaged?: number
  /** The part of the quantity that did not arrive. At most 3 decimals: steps of 0.001. */
  missing?: number
  /** The id of the purchase for which the goods were received; the product, warehouse and supplier must be the same. */
  purchaseId?: string
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** The body of `recountLines`. */
export interface RecountLinesBody {
  /** The ids of the products. @minItems 1 @maxItems 1000 */
  productIds: string[]
}
/** A page of the report. */
export interface ReorderReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  /** Always empty: nothing in this report can be added up. */
  totals: {
    [k: string]: number
  }
  /** The records on this page. */
  items: ReorderReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface ReorderReportRow {
  /** The id of the supplier. */
  supplierId: string | null
  /** The name of the supplier. */
  supplier: string | null
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** target − position − transferable, at least `minQuantity`, in whole packs. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Why the row is listed. `minimum`: the level is the minimum. `sales`: the level is what is sold until the goods arrive. `waiting`: only because orders wait for the goods. */
  reason: string | null
  /** The quantity physically in the warehouse; null for a bundle. At most 3 decimals: steps of 0.001. */
  onHand: number
  /** The quantity reserved for open orders; null for a bundle. At most 3 decimals: steps of 0.001. */
  reserved: number
  /** onHand − reserved; for a bundle, the number that its components allow. At most 3 decimals: steps of 0.001. */
  available: number
  /** How much orders wait for (`backorder`), as components of bundles too. Absent when no order waits. At most 3 decimals: steps of 0.001. */
  waiting: number
  /** The quantity that suppliers are still to deliver, including draft orders. At most 3 decimals: steps of 0.001. */
  ordered: number
  /** The part of `ordered` that is in drafts. At most 3 decimals: steps of 0.001. */
  drafted: number
  /** available + ordered − waiting. At most 3 decimals: steps of 0.001. */
  position: number
  /** The quantity that the report `proposed-transfers` proposes to move here from other warehouses. It need not be ordered. At most 3 decimals: steps of 0.001. */
  transferable: number
  /** The product is proposed for ordering when the available and ordered quantity is no more than this. At most 3 decimals: steps of 0.001. */
  minStock: number
  /** Orders bring the stock up to this quantity; null: up to the minimum. It is not less than the minimum. At most 3 decimals: steps of 0.001. */
  maxStock: number | null
  /** What was shipped in these days, minus what came back. At most 3 decimals: steps of 0.001. */
  sold: number
  /** The number of these days that began with stock, or on which goods came in. */
  daysInStock: number
  /** sold ÷ daysInStock, rounded; 0 if daysInStock is 0. At most 3 decimals: steps of 0.001. */
  soldPerDay: number
  /** How many days pass between the order and the delivery. */
  leadDays: number
  /** When ordered goods arrive, the stock should still last for this many days of sales. */
  safetyDays: number
  /** For how many days of sales an order should last, in addition to the days of delivery and safety. */
  coverDays: number
  /** The larger of minStock and sold ÷ daysInStock × (leadDays + safetyDays), rounded up. At most 3 decimals: steps of 0.001. */
  level: number
  /** The largest of level, maxStock and sold ÷ daysInStock × (leadDays + safetyDays + coverDays), rounded up. At most 3 decimals: steps of 0.001. */
  target: number
  /** Orders are rounded up to whole multiples of this; null: any quantity. At most 3 decimals: steps of 0.001. */
  packQuantity: number | null
  /** The smallest quantity that the supplier sells; null: any. At most 3 decimals: steps of 0.001. */
  minQuantity: number | null
}
/** The body of `reserveOrder`. */
export interface ReserveOrderBody {
  /** When the reservation ends; null: it does not end. Left out: after `reservationHours` of the settings. An RFC 3339 moment in UTC, with milliseconds. */
  reservedUntil?: string | null
}
/** The body of `resolvePartner`. */
export interface ResolvePartnerBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** The type of the record. */
  type: 'Поставщик' | 'Покупатель'
  /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
  phone?: string | null
  /** The e-mail address, stored as given. */
  email?: string | null
}
/** The partner that was found or created. */
export interface ResolvedPartner {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** Supplier (`Поставщик`) or customer (`Покупатель`), as it was created. */
  type: 'Поставщик' | 'Покупатель' | null
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles: string[]
  /** Free-text tags to group partners by. @maxItems 1000 */
  groups: string[]
  /** The name of the contact person. */
  contact: string | null
  /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
  phone: string | null
  /** The e-mail address, stored as given. */
  email: string | null
  /** The legal form, such as ООО. */
  legalKind: string | null
  /** The full legal name of the organization. */
  fullName: string | null
  /** Taxpayer number (ИНН). */
  inn: string | null
  /** Registration reason code (КПП). */
  kpp: string | null
  /** State registration number (ОГРН). */
  ogrn: string | null
  /** The registered legal address. */
  legalAddress: string | null
  /** The address where the organization actually is. */
  actualAddress: string | null
  /** The contact persons. A given array replaces the old one. @maxItems 1000 */
  contacts: {
    [k: string]: unknown
  }[]
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts: {
    [k: string]: unknown
  }[]
  /** A free-text note. */
  note: string | null
  /** The id of the price type offered to this partner; by itself it changes no order. */
  priceTypeId: string | null
  /** The partner’s discount in per cent. The app suggests it; by itself it changes no order. */
  discountPercent: number | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues: {
    [k: string]: unknown
  }
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
  /** true: the partner is new. false: an existing one was found. */
  created: boolean
  /** What to check before the draft is made. */
  warnings?: Warning[]
}
/** The answer to a write whose `result` is a ResolvedPartner. */
export interface ResolvedPartnerAnswer {
  result: ResolvedPartner
  state: AnyState
}
/** Why the record of the row was not written, as data. */
export interface RowRefusal {
  /** An internal code, as free text. */
  code:
    | 'VALIDATION_FAILED'
    | 'MALFORMED_JSON'
    | 'IDEMPOTENCY_KEY_REQUIRED'
    | 'IDEMPOTENCY_KEY_INVALID'
    | 'EXTERNAL_TOKEN_REJECTED'
    | 'PASSWORD_WRONG'
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
    | 'NOT_RESERVED'
    | 'SHIPMENT_EXCEEDED'
    | 'ALREADY_SHIPPED'
    | 'NOT_STOCKED'
    | 'LOT_MISMATCH'
    | 'INVALID_COMPONENT'
    | 'AMBIGUOUS_PARTNER'
    | 'NOT_DRAFT'
    | 'LOTS_CONSUMED'
    | 'PURCHASE_EXCEEDED'
    | 'PURCHASE_MISMATCH'
    | 'UNIT_COST_UNKNOWN'
    | 'PAYMENT_EXCEEDED'
    | 'ORDER_MISMATCH'
    | 'REFUND_EXCEEDED'
    | 'CONTRACT_MISMATCH'
    | 'INCOMPLETE'
    | 'ALREADY_IMPORTED'
    | 'NOT_RECOGNIZED'
    | 'DUPLICATE_EXTERNAL_ID'
    | 'KIND_IN_USE'
    | 'RETURN_EXCEEDS_SHIPPED'
    | 'ALREADY_RETURNED'
    | 'RETURN_MISMATCH'
    | 'RULE_OVERLAPS'
    | 'ITEM_EXISTS'
    | 'ORDERED_MEANWHILE'
    | 'MOVED_MEANWHILE'
    | 'NOT_EXPECTED'
    | 'DELIVERY_EXCEEDED'
    | 'TAKEN_MEANWHILE'
    | 'OVERLAPPING'
    | 'OUT_OF_SCOPE'
    | 'RECOUNT_NEEDED'
    | 'PAPER_ELSEWHERE'
    | 'RESERVED_SHORT'
    | 'LAST_OWNER'
    | 'NAME_DIFFERS'
    | 'ALREADY_MEMBER'
    | 'NOT_CONNECTED'
    | 'JOB_STATE'
    | 'MIGRATION_PENDING'
    | 'LIMIT_REACHED'
    | 'COMPANY_LIMIT_REACHED'
    | 'BODY_TOO_LARGE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'RATE_LIMITED'
    | 'INTERNAL'
    | 'UNAVAILABLE'
    | 'EXTERNAL_UNAVAILABLE'
  /** What happened, as data; `code` decides which figures there are. Answers stored before figures were introduced do not have them. */
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
    | NotReservedFigures
    | ShipmentExceededFigures
    | AlreadyShippedFigures
    | NotStockedFigures
    | LotMismatchFigures
    | InvalidComponentFigures
    | AmbiguousPartnerFigures
    | NotDraftFigures
    | LotsConsumedFigures
    | PurchaseExceededFigures
    | PurchaseMismatchFigures
    | UnitCostUnknownFigures
    | PaymentExceededFigures
    | OrderMismatchFigures
    | RefundExceededFigures
    | ContractMismatchFigures
    | IncompleteFigures
    | AlreadyImportedFigures
    | NotRecognizedFigures
    | DuplicateExternalIdFigures
    | KindInUseFigures
    | ReturnExceedsShippedFigures
    | AlreadyReturnedFigures
    | ReturnMismatchFigures
    | RuleOverlapsFigures
    | ItemExistsFigures
    | OrderedMeanwhileFigures
    | MovedMeanwhileFigures
    | NotExpectedFigures
    | DeliveryExceededFigures
    | TakenMeanwhileFigures
    | OverlappingFigures
    | OutOfScopeFigures
    | RecountNeededFigures
    | PaperElsewhereFigures
    | ReservedShortFigures
    | NameDiffersFigures
    | JobStateFigures
    | LimitReachedFigures
    | CompanyLimitReachedFigures
    | BodyTooLargeFigures
    | UnsupportedMediaTypeFigures
}
/** Whether the books agree with the movements and records. */
export interface SelfCheck {
  /** Whether all checks passed. */
  ok: boolean
  /** The revision of the checked snapshot. */
  revision: number
  /** When the checked snapshot was taken. An RFC 3339 moment in UTC, with milliseconds. */
  checkedAt: string
  /** The values that were recomputed. */
  checks: SelfCheckPart[]
}
/** One check of the books. */
export interface SelfCheckPart {
  /** The rule that must be true. */
  name: string
  /** Whether all checks passed. */
  ok: boolean
  /** The differences that were found, in words. @maxItems 20 */
  differences: string[]
}
/** The signed-in user, and the company that the session acts for. */
export interface Session {
  user: User
  company: CompanyName1
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role: 'owner' | 'manager' | 'storekeeper' | 'viewer' | null
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts: boolean
  /** The number of successful commands of the company so far. */
  revision: number | null
  /** The history that the data belongs to; it changes when the data is restored to an earlier moment. */
  epoch: string
  /** Whether this is a copy for a drill: it sends no mail and calls no other service. */
  drill: boolean
  /** All companies that the user belongs to. */
  companies: Membership[]
}
/** The signed-in user. */
export interface User {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
  /** The e-mail address, stored as given. */
  email: string
  /** Whether the user opened a link that was mailed to the address. */
  emailVerified: boolean
  /** Whether signing in also asks for a code. */
  twoFactorEnabled: boolean
}
/** The body of `setMisSorts`. */
export interface SetMisSortsBody {
  /** Shortages that are netted against surpluses, in the order in which they get the oldest goods. @maxItems 1000 */
  misSorts: {
    /** The id of the product of which some is missing. */
    shortProductId: string
    /** The id of the product of which there is too much. */
    overProductId: string
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number
  }[]
}
/** Which of the things that every company needs exist. */
export interface SetUp {
  /** Whether there is a warehouse. */
  hasWarehouse: boolean
  /** Whether there is an own organization. */
  hasOrganization: boolean
  /** Whether there is a product. */
  hasProduct: boolean
  /** Whether there is a supplier. */
  hasSupplier: boolean
  /** Whether goods were ever received. */
  wasStocked: boolean
  /** Whether there is an order. */
  hasOrder: boolean
}
/** The answer to a write whose `result` is a Settings. */
export interface SettingsAnswer {
  result: Settings
  state: AnyState
}
/** The body of `shipOrder`. */
export interface ShipOrderBody {
  /** What to ship; if left out, everything that is left. @minItems 1 @maxItems 1000 */
  lines?: ShippedLine[]
  /** The number by which the carrier tracks the parcel. */
  trackingNumber?: string | null
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
  /** A free-text note. */
  note?: string | null
}
export interface ShippedLine {
  /** The `id` of the line of the order. */
  lineId: number
  /** How much of the line to ship, at most what is left. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** Goods of an order that left the warehouse together: the whole order or a part of it. */
export interface Shipment {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The number of the order with the number of the shipment within it. */
  number: string
  /** The id of the customer order. */
  orderId: string
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'posted' | 'cancelled'
  /** When the goods left the warehouse. An RFC 3339 moment in UTC, with milliseconds. */
  at: string
  /** What was shipped of each line of the order, in the order of its lines. @maxItems 1000 */
  items: ShipmentItem[]
  /** The sum of the amounts of the items. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number
  /** The cost of the goods, from their lots. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** The number by which the carrier tracks the parcel. */
  trackingNumber?: string
  /** The number on the paper, if it differs from ours. Absent: none was given. */
  documentNumber?: string
  /** The date on the paper, a day in the time zone of the company. Statements and debts by age count from it; stock, costs and profit go by the time of posting. Absent: the day of posting. */
  documentDate?: string
  /** A free-text note. */
  note?: string
  /** When the shipment was cancelled, and its goods were put back; otherwise absent. An RFC 3339 moment in UTC, with milliseconds. */
  cancelledAt?: string
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
}
export interface ShipmentItem {
  /** The `id` of the line of the order. */
  lineId: number
  /** The id of the product. */
  productId: string
  /** The name of the product, as in the order. */
  name: string
  /** The shipped quantity. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The part of the line’s amount that belongs to this shipment. The parts of all shipments add up to the amount of the line. null for a line without a price. In main currency units, at most 2 decimals: steps of 0.01. */
  amount: number | null
  /** The cost of the goods, from their lots. In main currency units, at most 2 decimals: steps of 0.01. */
  cost: number
  /** The components of one bundle. @maxItems 1000 */
  components?: OrderComponent[]
}
/** The answer to a write whose `result` is a Shipment. */
export interface ShipmentAnswer {
  result: Shipment
  state: AnyState
}
/** A page of a list of Shipment. */
export interface ShipmentPage {
  /** The records on this page. */
  items: Shipment[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: ShipmentTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface ShipmentTotals {
  /** The number of records in the whole list. */
  count: number
  /** The amount of the shipments. In main currency units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The cost of the shipped goods. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** What was shipped of orders since the day began, minus what came back of cancelled shipments and customer returns. */
export interface ShippedToday {
  /** How many products would be found with this value. */
  count: number
  /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number
  /** The usual purchase cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number
}
/** A page of the report. */
export interface ShrinkageReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: ShrinkageReportTotals
  /** The records on this page. */
  items: ShrinkageReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface ShrinkageReportTotals {
  /** The number of write-offs and surpluses. */
  movements: number
  /** The quantity written off, without what was put back. At most 3 decimals: steps of 0.001. */
  lost: number | null
  /** The cost of the goods written off. In main currency units, at most 2 decimals: steps of 0.01. */
  lostCost: number
  /** The quantity that stocktakes found as surplus. At most 3 decimals: steps of 0.001. */
  found: number | null
  /** The cost of the surplus. In main currency units, at most 2 decimals: steps of 0.01. */
  foundCost: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: ShrinkageReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface ShrinkageReportUnit {
  /** The quantity written off, without what was put back. At most 3 decimals: steps of 0.001. */
  lost: number | null
  /** The quantity that stocktakes found as surplus. At most 3 decimals: steps of 0.001. */
  found: number | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface ShrinkageReportRow {
  /** Why the goods were written off. */
  reason?: string | null
  /** The number of write-offs and surpluses. */
  movements: number
  /** The quantity written off, without what was put back. At most 3 decimals: steps of 0.001. */
  lost: number | null
  /** The cost of the goods written off. In main currency units, at most 2 decimals: steps of 0.01. */
  lostCost: number
  /** The quantity that stocktakes found as surplus. At most 3 decimals: steps of 0.001. */
  found: number | null
  /** The cost of the surplus. In main currency units, at most 2 decimals: steps of 0.01. */
  foundCost: number
  /** The id of the product. */
  productId?: string | null
  /** The name of the product. */
  product?: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
}
/** The body of `startImport`. */
export interface StartImportBody {
  /** Whether the import includes these records. */
  products: boolean
  /** Whether the import includes these records. */
  partners: boolean
  /** Whether the import includes these records. */
  warehouses: boolean
  /** Whether the import includes these records. */
  organizations: boolean
  /** Whether the import includes these records. They become drafts. */
  purchases: boolean
}
/** A page of a list of Stock. */
export interface StockPage {
  /** The records on this page. */
  items: Stock[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: StockTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface StockTotals {
  /** The number of records in the whole list. */
  count: number
  /** The quantity on hand. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  onHand?: number | null
  /** The quantity reserved for orders. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  reserved?: number | null
  /** onHand − reserved. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  available?: number | null
  /** The quantity that orders wait for. At most 3 decimals: steps of 0.001. null: the goods are counted in different units. */
  waiting?: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: StockUnitTotals[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface StockUnitTotals {
  /** The unit of measure, in the spelling of ОКЕИ if it lists the unit. */
  uom: string | null
  /** The quantity on hand. At most 3 decimals: steps of 0.001. */
  onHand: number
  /** The quantity reserved for orders. At most 3 decimals: steps of 0.001. */
  reserved: number
  /** onHand − reserved. At most 3 decimals: steps of 0.001. */
  available: number
  /** The quantity that orders wait for. At most 3 decimals: steps of 0.001. */
  waiting: number
}
/** A page of the report. */
export interface StockReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: StockReportTotals
  /** The records on this page. */
  items: StockReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface StockReportTotals {
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: StockReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface StockReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
}
/** One row; `groupBy` decides which fields it has. */
export interface StockReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The id of the lot. */
  lotId?: string | null
  /** When the goods were received. Lots are used in this order, then by id; a transfer keeps the time. An RFC 3339 moment in UTC, with milliseconds. */
  receivedAt?: string
  /** The name of the supplier. */
  supplier?: string | null
}
/** The answer to a write whose `result` is a StockRule. */
export interface StockRuleAnswer {
  result: StockRule
  state: AnyState
}
/** A page of a list of StockRule. */
export interface StockRulePage {
  /** The records on this page. */
  items: StockRule[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: StockRuleTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface StockRuleTotals {
  /** The number of records in the whole list. */
  count: number
}
/** A page of the report. */
export interface StockValuationReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: StockValuationReportTotals
  /** The records on this page. */
  items: StockValuationReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface StockValuationReportTotals {
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  value: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: StockValuationReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface StockValuationReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number | null
}
/** One row; `groupBy` decides which fields it has. */
export interface StockValuationReportRow {
  /** The id of the product. */
  productId?: string | null
  /** The name of the product. */
  product?: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** The id of the warehouse. */
  warehouseId?: string | null
  /** The name of the warehouse. */
  warehouse?: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  value: number
  /** The id of the lot. */
  lotId?: string | null
  /** When the goods were received. Lots are used in this order, then by id; a transfer keeps the time. An RFC 3339 moment in UTC, with milliseconds. */
  receivedAt?: string
  /** The name of the supplier. */
  supplier?: string | null
  /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  unitCost?: number
}
/** A page of the report. */
export interface StockValueOverTimeReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  /** Always empty: nothing in this report can be added up. */
  totals: {
    [k: string]: number
  }
  /** The records on this page. */
  items: StockValueOverTimeReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface StockValueOverTimeReportRow {
  /** The first day of the day, week or month, limited to the report’s period. */
  period: string | null
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number | null
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  value: number
}
/** The answer to a write whose `result` is a Stocktake. */
export interface StocktakeAnswer {
  result: Stocktake
  state: AnyState
}
/** A page of the report. */
export interface StocktakeLinesReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: StocktakeLinesReportTotals
  /** The records on this page. */
  items: StocktakeLinesReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface StocktakeLinesReportTotals {
  /** The sum of the sheets of the current round; null: not counted in this round. At most 3 decimals: steps of 0.001. */
  counted: number | null
  /** The quantity on hand at the moment of the last count. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  expected: number | null
  /** counted − expected. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  difference: number | null
  /** How much more there is than in the books. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  surplus: number | null
  /** The cost of the surplus; before posting, what it would be now; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusCost: number | null
  /** How much less there is than in the books. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  shortage: number | null
  /** The cost of the shortage; before posting, what it would be now; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageCost: number | null
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: StocktakeLinesReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface StocktakeLinesReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The sum of the sheets of the current round; null: not counted in this round. At most 3 decimals: steps of 0.001. */
  counted?: number | null
  /** The quantity on hand at the moment of the last count. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  expected?: number | null
  /** counted − expected. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  difference?: number | null
  /** How much more there is than in the books. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  surplus?: number | null
  /** How much less there is than in the books. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  shortage?: number | null
}
/** One row; `groupBy` decides which fields it has. */
export interface StocktakeLinesReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the stocktake. */
  stocktakeId: string | null
  /** The number of the stocktake. */
  number: string | null
  /** What became of the count. `disturbed`: the product moved while it was counted; it must be counted again, or accepted. */
  state: string | null
  /** The moment of the last count. An RFC 3339 moment in UTC, with milliseconds. */
  countedAt: string | null
  /** The sum of the sheets of the current round; null: not counted in this round. At most 3 decimals: steps of 0.001. */
  counted: number | null
  /** The quantity on hand at the moment of the last count. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  expected: number | null
  /** counted − expected. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  difference: number | null
  /** How much more there is than in the books. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  surplus: number | null
  /** The cost of the surplus; before posting, what it would be now; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusCost: number | null
  /** How much less there is than in the books. At most 3 decimals: steps of 0.001. Null if the caller may not see it. */
  shortage: number | null
  /** The cost of the shortage; before posting, what it would be now; null: not known. In main currency units, at most 2 decimals: steps of 0.01. */
  shortageCost: number | null
}
/** A page of a list of Stocktake. */
export interface StocktakePage {
  /** The records on this page. */
  items: Stocktake[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: StocktakeTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface StocktakeTotals {
  /** The number of records in the whole list. */
  count: number
}
/** A page of the report. */
export interface StocktakeRecountsReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  /** Always empty: nothing in this report can be added up. */
  totals: {
    [k: string]: number
  }
  /** The records on this page. */
  items: StocktakeRecountsReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** One row; `groupBy` decides which fields it has. */
export interface StocktakeRecountsReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the warehouse. */
  warehouse: string | null
  /** The id of the stocktake. */
  stocktakeId: string | null
  /** The number of the stocktake. */
  number: string | null
  /** `recount`: a manager ordered a recount. `disturbed`: the product moved while it was counted. `differ`: the last round found a difference that no earlier round had found. */
  reason: string | null
  /** The `round` to send with the new count. A count with this round replaces those of earlier rounds. */
  round: number
  /** The moment of the last count. An RFC 3339 moment in UTC, with milliseconds. */
  countedAt: string | null
  /** The sum of the sheets of the current round; null: not counted in this round. At most 3 decimals: steps of 0.001. Null if it is not known, or if the caller may not see it. */
  counted: number | null
  /** counted − expected. At most 3 decimals: steps of 0.001. Null if it is not known, or if the caller may not see it. */
  difference: number | null
  /** The sum of all sheets in the previous round. At most 3 decimals: steps of 0.001. Null if it is not known, or if the caller may not see it. */
  countedBefore: number | null
  /** The difference found in the previous round. At most 3 decimals: steps of 0.001. Null if it is not known, or if the caller may not see it. */
  differenceBefore: number | null
}
/** What needs to be done now. `drafts`, `unpaid`, `stockValue` and costs are only for users who see costs. */
export interface Summary {
  /** The revision of the company; data read from outside its state may be newer. */
  revision: number
  orders: OrdersToShip
  shippedToday: ShippedToday
  belowMinimum: ProductsBelowMinimum
  notOnShelf: GoodsNotOnShelf
  files: FilesToCheck
  drafts?: DraftsFromFiles
  unpaid?: UnpaidDocuments
  /** remaining × unitCost for each lot, rounded and then added up. In main currency units, at most 2 decimals: steps of 0.01. */
  stockValue?: number
  setUp: SetUp
}
/** The documents of the report `unpaid-documents`. */
export interface UnpaidDocuments {
  /** How many products would be found with this value. */
  count: number
  /** The amount still to be paid. In main currency units, at most 2 decimals: steps of 0.01. */
  due: number
}
/** The answer to a write whose `result` is a SupplierItem. */
export interface SupplierItemAnswer {
  result: SupplierItem
  state: AnyState
}
/** A page of a list of SupplierItem. */
export interface SupplierItemPage {
  /** The records on this page. */
  items: SupplierItem[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: SupplierItemTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface SupplierItemTotals {
  /** The number of records in the whole list. */
  count: number
}
/** A column of an uploaded table. */
export interface TableColumn {
  /** The name of the column in the header row. */
  header: string
  /** Some values from the cells below the header. */
  samples: string[]
  /** The suggested target of the column: the one used last time, or the one that its name or content suggests. */
  proposed: string | null
  /** A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out. */
  target: string | null
}
/** The number of rows by plan and by result. */
export interface TableCounts {
  /** Rows that create a record; for opening stock, a receipt. */
  create: number
  /** Rows that change a record. */
  update: number
  /** Rows that would change nothing. */
  unchanged: number
  /** Rows that are left out because of their problems. */
  problem: number
  /** Rows that are written but need a check, for example because another product has the same code. */
  warned: number
  /** Rows that have been written. */
  applied: number
  /** Rows that were refused when they were about to be written. */
  failed: number
}
/** An uploaded table, and the progress of its import. */
export interface TableImport {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
  /** The stage that the record has reached; only its own status command changes it. */
  status: 'uploaded' | 'planning' | 'ready' | 'applying' | 'paused' | 'done' | 'cancelled' | 'failed'
  /** The name of the file, as uploaded. */
  fileName: string
  /** The size in bytes. */
  size: number
  /** The language of problem messages: `ru` or `en`. */
  language: 'ru' | 'en'
  /** The visible sheets of the workbook; empty for CSV. */
  sheets: string[]
  /** The sheet of the workbook; if left out, the first one. null for CSV. */
  sheet: string | null
  /** The row with the column names, counted from 1; if left out, it is detected. */
  headerRow: number
  /** The columns of the chosen sheet, from left to right. */
  columns: TableColumn[]
  options: TableOptions
  fault: TableFault
  /** The number of rows below the header that are not empty; 0 until they are read. */
  rowCount: number
  counts: TableCounts
  progress: TableProgress
  /** When the record was created. An RFC 3339 moment in UTC, with milliseconds. */
  createdAt: string
  /** When the record was last changed. An RFC 3339 moment in UTC, with milliseconds. */
  updatedAt: string
  createdBy: TableMaker
}
/** How the import treats the rows. */
export interface TableOptions {
  /** The field that matches rows to existing records; one of the columns must contain it. */
  matchBy: 'sku' | 'code' | 'barcodes' | 'externalCode' | 'name' | 'id' | 'inn' | 'phone' | 'email' | null
  /** Whether rows without a matching record create one; otherwise they are problems. */
  create: boolean
  /** Whether rows with a matching record change it; otherwise it stays as it is. */
  update: boolean
  /** Whether to create price types, filters and filter values that rows name and the company does not have. */
  createMissing: boolean
  /** The id of the warehouse. */
  warehouseId: string | null
  /** The name of the supplier: upper and lower case do not matter, and answers show it as stored. */
  supplier: string | null
}
/** Rows that were written or failed, out of those to write. */
export interface TableProgress {
  /** Rows that were written or refused. */
  done: number
  /** Rows to write in total. */
  of: number
}
/** The user who uploaded the table. */
export interface TableMaker {
  /** The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created. */
  id: string
  /** A name for people; several records may have the same name. */
  name: string
}
/** A page of the list of table imports. */
export interface TableImportPage {
  /** The records on this page. */
  items: TableImport[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** A row of an uploaded table. */
export interface TableRow {
  /** The row number in the file, counted from 1. */
  row: number
  /** The plan for the row. */
  plan: 'create' | 'update' | 'unchanged' | 'problem'
  /** The result of the row; null: not processed yet, or nothing to do. */
  outcome: 'applied' | 'failed' | null
  /** The id of the written record; for opening stock, of the movement. */
  recordId: string | null
  /** The problems of the row. */
  problems: TableRowProblem[]
  /** The cells as they were read; a day looks like `2026-03-01`. */
  cells: (string | number | boolean | null)[]
}
/** A problem of a row, or something in it to check. */
export interface TableRowProblem {
  /** An internal code, as free text. */
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
    | 'SUPPLIER_MISSING'
    | 'RULE_OVERLAPS'
    | 'MAXIMUM_TOO_SMALL'
    | 'NOT_ABOVE_ZERO'
    | 'CODE_TAKEN'
    | 'CODE_TWICE'
    | 'REFUSED'
  /** What is wrong. */
  message: string
  /** The index of the column with the problem; null: the whole row. */
  column: number | null
  /** The id of the product that already has the code. */
  productId?: string
  refusal?: RowRefusal
}
/** A page of the import report. */
export interface TableRows {
  /** The records on this page. */
  items: TableRow[]
  /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number
  /** The number of rows before the page. */
  offset: number
}
/** One possible target of a column. */
export interface TableTarget {
  /** A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out. */
  target: string
  /** A title for people. */
  title: string
  /** Whether rows can be matched to records by this field. */
  canMatch: boolean
}
/** The possible targets of columns. */
export interface TableTargets {
  /** The records on this page. */
  items: TableTarget[]
}
/** The body of `takeOrder`. */
export interface TakeOrderBody {
  /** The id in the `pickedBy` of the order that the caller saw; null: nobody picked it. */
  from: string | null
  /** A word to whom the order is taken from. */
  note?: string | null
}
/** All records of the list. */
export interface TokenList {
  /** The records on this page. */
  items: Token[]
}
/** The body of `transferStock`. */
export interface TransferStockBody {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The id of the destination warehouse. */
  toWarehouseId: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** The id of the lot to draw from; if left out, the oldest lots are used first. */
  selectedLotId?: string
  /** What the row of the report showed; left out: nothing is compared. */
  proposal?: {
    /** What the row of the report showed as `fromKept`. At most 3 decimals: steps of 0.001. */
    fromKept: number
    /** What the row of the report showed as `target`. At most 3 decimals: steps of 0.001. */
    target: number
  }
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
/** A page of the report. */
export interface TurnoverReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: TurnoverReportTotals
  /** The records on this page. */
  items: TurnoverReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface TurnoverReportTotals {
  /** The quantity of the goods in stock before the period. At most 3 decimals: steps of 0.001. */
  openingQuantity: number | null
  /** The cost of the goods in stock before the period. In main currency units, at most 2 decimals: steps of 0.01. */
  openingCost: number
  /** The quantity of the goods that were received. At most 3 decimals: steps of 0.001. */
  receiptQuantity: number | null
  /** The cost of the goods that were received. In main currency units, at most 2 decimals: steps of 0.01. */
  receiptCost: number
  /** The quantity of the goods that came from other warehouses. At most 3 decimals: steps of 0.001. */
  transferInQuantity: number | null
  /** The cost of the goods that came from other warehouses. In main currency units, at most 2 decimals: steps of 0.01. */
  transferInCost: number
  /** The quantity of the goods that came back when returns to suppliers, shipments, shortages of stocktakes, or write-offs of returned goods, were cancelled. At most 3 decimals: steps of 0.001. */
  reversalInQuantity: number | null
  /** The cost of the goods that came back when returns to suppliers, shipments, shortages of stocktakes, or write-offs of returned goods, were cancelled. In main currency units, at most 2 decimals: steps of 0.01. */
  reversalInCost: number
  /** The quantity of the goods that stocktakes found. At most 3 decimals: steps of 0.001. */
  surplusQuantity: number | null
  /** The cost of the goods that stocktakes found. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusCost: number
  /** The quantity of the goods that customers returned. At most 3 decimals: steps of 0.001. */
  customerReturnQuantity: number | null
  /** The cost of the goods that customers returned. In main currency units, at most 2 decimals: steps of 0.01. */
  customerReturnCost: number
  /** The quantity of the goods that were shipped. At most 3 decimals: steps of 0.001. */
  shipmentQuantity: number | null
  /** The cost of the goods that were shipped. In main currency units, at most 2 decimals: steps of 0.01. */
  shipmentCost: number
  /** The quantity of the goods that were written off. At most 3 decimals: steps of 0.001. */
  writeoffQuantity: number | null
  /** The cost of the goods that were written off. In main currency units, at most 2 decimals: steps of 0.01. */
  writeoffCost: number
  /** The quantity of the goods that were returned to suppliers. At most 3 decimals: steps of 0.001. */
  returnQuantity: number | null
  /** The cost of the goods that were returned to suppliers. In main currency units, at most 2 decimals: steps of 0.01. */
  returnCost: number
  /** The quantity of the goods that went to other warehouses. At most 3 decimals: steps of 0.001. */
  transferOutQuantity: number | null
  /** The cost of the goods that went to other warehouses. In main currency units, at most 2 decimals: steps of 0.01. */
  transferOutCost: number
  /** The quantity of the goods that went out when receipts, surpluses of stocktakes, or customer returns, were cancelled. At most 3 decimals: steps of 0.001. */
  reversalOutQuantity: number | null
  /** The cost of the goods that went out when receipts, surpluses of stocktakes, or customer returns, were cancelled. In main currency units, at most 2 decimals: steps of 0.01. */
  reversalOutCost: number
  /** The rounding difference, because each part of a lot is rounded on its own. In main currency units, at most 2 decimals: steps of 0.01. */
  rounding: number
  /** The quantity of the goods in stock after the period. At most 3 decimals: steps of 0.001. */
  closingQuantity: number | null
  /** The cost of the goods in stock after the period. In main currency units, at most 2 decimals: steps of 0.01. */
  closingCost: number
  /** The same sums for each unit of measure, because kilograms and pieces cannot be added up. */
  byUnit?: TurnoverReportUnit[]
}
/** The sums of the goods with the same unit; `uom` null: goods without a unit. */
export interface TurnoverReportUnit {
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The quantity of the goods in stock before the period. At most 3 decimals: steps of 0.001. */
  openingQuantity: number
  /** The quantity of the goods that were received. At most 3 decimals: steps of 0.001. */
  receiptQuantity: number
  /** The quantity of the goods that came from other warehouses. At most 3 decimals: steps of 0.001. */
  transferInQuantity: number
  /** The quantity of the goods that came back when returns to suppliers, shipments, shortages of stocktakes, or write-offs of returned goods, were cancelled. At most 3 decimals: steps of 0.001. */
  reversalInQuantity: number
  /** The quantity of the goods that stocktakes found. At most 3 decimals: steps of 0.001. */
  surplusQuantity: number
  /** The quantity of the goods that customers returned. At most 3 decimals: steps of 0.001. */
  customerReturnQuantity: number
  /** The quantity of the goods that were shipped. At most 3 decimals: steps of 0.001. */
  shipmentQuantity: number
  /** The quantity of the goods that were written off. At most 3 decimals: steps of 0.001. */
  writeoffQuantity: number
  /** The quantity of the goods that were returned to suppliers. At most 3 decimals: steps of 0.001. */
  returnQuantity: number
  /** The quantity of the goods that went to other warehouses. At most 3 decimals: steps of 0.001. */
  transferOutQuantity: number
  /** The quantity of the goods that went out when receipts, surpluses of stocktakes, or customer returns, were cancelled. At most 3 decimals: steps of 0.001. */
  reversalOutQuantity: number
  /** The quantity of the goods in stock after the period. At most 3 decimals: steps of 0.001. */
  closingQuantity: number
}
/** One row; `groupBy` decides which fields it has. */
export interface TurnoverReportRow {
  /** The id of the product. */
  productId: string | null
  /** The name of the product. */
  product: string | null
  /** The SKU (stock keeping unit), also called article number. */
  sku: string | null
  /** The unit of measure, such as шт or кг. */
  uom: string | null
  /** The quantity of the goods in stock before the period. At most 3 decimals: steps of 0.001. */
  openingQuantity: number
  /** The cost of the goods in stock before the period. In main currency units, at most 2 decimals: steps of 0.01. */
  openingCost: number
  /** The quantity of the goods that were received. At most 3 decimals: steps of 0.001. */
  receiptQuantity: number
  /** The cost of the goods that were received. In main currency units, at most 2 decimals: steps of 0.01. */
  receiptCost: number
  /** The quantity of the goods that came from other warehouses. At most 3 decimals: steps of 0.001. */
  transferInQuantity: number
  /** The cost of the goods that came from other warehouses. In main currency units, at most 2 decimals: steps of 0.01. */
  transferInCost: number
  /** The quantity of the goods that came back when returns to suppliers, shipments, shortages of stocktakes, or write-offs of returned goods, were cancelled. At most 3 decimals: steps of 0.001. */
  reversalInQuantity: number
  /** The cost of the goods that came back when returns to suppliers, shipments, shortages of stocktakes, or write-offs of returned goods, were cancelled. In main currency units, at most 2 decimals: steps of 0.01. */
  reversalInCost: number
  /** The quantity of the goods that stocktakes found. At most 3 decimals: steps of 0.001. */
  surplusQuantity: number
  /** The cost of the goods that stocktakes found. In main currency units, at most 2 decimals: steps of 0.01. */
  surplusCost: number
  /** The quantity of the goods that customers returned. At most 3 decimals: steps of 0.001. */
  customerReturnQuantity: number
  /** The cost of the goods that customers returned. In main currency units, at most 2 decimals: steps of 0.01. */
  customerReturnCost: number
  /** The quantity of the goods that were shipped. At most 3 decimals: steps of 0.001. */
  shipmentQuantity: number
  /** The cost of the goods that were shipped. In main currency units, at most 2 decimals: steps of 0.01. */
  shipmentCost: number
  /** The quantity of the goods that were written off. At most 3 decimals: steps of 0.001. */
  writeoffQuantity: number
  /** The cost of the goods that were written off. In main currency units, at most 2 decimals: steps of 0.01. */
  writeoffCost: number
  /** The quantity of the goods that were returned to suppliers. At most 3 decimals: steps of 0.001. */
  returnQuantity: number
  /** The cost of the goods that were returned to suppliers. In main currency units, at most 2 decimals: steps of 0.01. */
  returnCost: number
  /** The quantity of the goods that went to other warehouses. At most 3 decimals: steps of 0.001. */
  transferOutQuantity: number
  /** The cost of the goods that went to other warehouses. In main currency units, at most 2 decimals: steps of 0.01. */
  transferOutCost: number
  /** The quantity of the goods that went out when receipts, surpluses of stocktakes, or customer returns, were cancelled. At most 3 decimals: steps of 0.001. */
  reversalOutQuantity: number
  /** The cost of the goods that went out when receipts, surpluses of stocktakes, or customer returns, were cancelled. In main currency units, at most 2 decimals: steps of 0.01. */
  reversalOutCost: number
  /** The rounding difference, because each part of a lot is rounded on its own. In main currency units, at most 2 decimals: steps of 0.01. */
  rounding: number
  /** The quantity of the goods in stock after the period. At most 3 decimals: steps of 0.001. */
  closingQuantity: number
  /** The cost of the goods in stock after the period. In main currency units, at most 2 decimals: steps of 0.01. */
  closingCost: number
}
/** A page of the report. */
export interface UnpaidDocumentsReport {
  /** The revision of the company when the report was read. */
  revision: number
  /** The start of the period. */
  from?: string
  /** The moment at which the report ends: it contains everything that happened before. */
  before: string
  /** The IANA name of the time zone in which days are counted. */
  timeZone: string
  /** The number of rows in the whole report. */
  rowCount: number
  totals: UnpaidDocumentsReportTotals
  /** The records on this page. */
  items: UnpaidDocumentsReportRow[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
}
/** The totals of the whole report, not of this page. */
export interface UnpaidDocumentsReportTotals {
  /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number
  /** The amount paid. In main currency units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** The amount still to be paid. In main currency units, at most 2 decimals: steps of 0.01. */
  due: number
}
/** One row; `groupBy` decides which fields it has. */
export interface UnpaidDocumentsReportRow {
  /** The id of the procurement document. */
  documentId: string | null
  /** The number of the record. */
  number: string | null
  /** The kind of document. */
  kind: string | null
  /** The number that the partner gave the document. */
  reference: string | null
  /** The id of the supplier. */
  supplierId: string | null
  /** The name of the supplier. */
  supplier: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt: string | null
  /** The last day for payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  dueAt: string | null
  /** The sum of the amounts of the lines. In main currency units, at most 2 decimals: steps of 0.01. */
  total: number
  /** The amount paid. In main currency units, at most 2 decimals: steps of 0.01. */
  paid: number
  /** The amount still to be paid. In main currency units, at most 2 decimals: steps of 0.01. */
  due: number
}
/** The body of `updateContract`. */
export interface UpdateContractBody {
  /** The id of the partner. */
  partnerId?: string
  /** The id of the company’s own organization. */
  organizationId?: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind?: 'purchase' | 'sale' | 'commission'
  /** The contract number that the parties use. */
  number?: string | null
  /** When the contract was signed. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  signedAt?: string | null
  /** The commission in per cent. */
  commissionPercent?: number | null
  /** A free-text note. */
  note?: string | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived?: boolean
}
/** The body of `updateCustomField`. */
export interface UpdateCustomFieldBody {
  /** A name for people; several records may have the same name. */
  name?: string
  /** The values that a `select` field offers. @maxItems 1000 */
  options?: string[] | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived?: boolean
}
/** The body of `updateCustomerReturn`. */
export interface UpdateCustomerReturnBody {
  /** The id of the warehouse that takes the goods. */
  warehouseId?: string
  /** Why the goods came back. */
  reason?: string | null
  /** A free-text note. */
  note?: string | null
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
  /** The lines, in the order given. A given array replaces the old one. @minItems 1 @maxItems 1000 */
  lines?: ReturnedLine[]
}
/** The body of `updateDocument`. */
export interface UpdateDocumentBody {
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind?: 'purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order'
  /** The number that the partner gave the document. */
  reference?: string | null
  /** The id of the supplier. */
  supplierId?: string | null
  /** The id of the company’s own organization. */
  organizationId?: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string | null
  /** The id of the warehouse. */
  warehouseId?: string | null
  /** The id of the document from which this one was made. */
  sourceDocumentId?: string | null
  /** The date of the document. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  issuedAt?: string | null
  /** The last day for payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  dueAt?: string | null
  /** A free-text note. */
  note?: string | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** The lines, in the order given. A given array replaces the old one. @maxItems 1000 */
  lines?: {
    /** The id of the product. */
    productId: string
    /** The quantity of goods. At most 3 decimals: steps of 0.001. */
    quantity: number
    /** The cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
    unitCost: number
  }[]
}
/** The body of `updateFilter`. */
export interface UpdateFilterBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
}
/** The body of `updateFilterValue`. */
export interface UpdateFilterValueBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
}
/** The body of `updateMember`. */
export interface UpdateMemberBody {
  /** The role of the member: docs/security.md, "Roles", says what it allows. */
  role?: 'owner' | 'manager' | 'storekeeper' | 'viewer'
  /** Whether the member sees costs. The owner decides this for viewers; for other roles it follows from the role. */
  seesCosts?: boolean
}
/** The body of `updateOrder`. */
export interface UpdateOrderBody {
  /** The name of the customer: upper and lower case do not matter, and answers show it as stored. */
  customer?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** Where the order came from, as free text. */
  channel?: string
  /** The items, in the order given; several lines may be of the same product. @minItems 1 @maxItems 1000 */
  items?: ChangedOrderItem[]
  /** A discount on the whole order, which replaces the current one; null: no discount. In per cent, at most 2 decimals: steps of 0.01. */
  discountPercent?: number | null
  /** A discount on the whole order as a sum of money, which replaces the current one; null: no discount. In main currency units, at most 2 decimals: steps of 0.01. */
  discountAmount?: number | null
  /** Whether the order may wait for goods. false: everything must be available now. */
  backorder?: boolean
  /** The id of the price type that the prices came from; null: the main price. */
  priceTypeId?: string | null
  /** The number of the order in the customer’s own system, for people. */
  externalNumber?: string | null
  /** The delivery address. */
  deliveryAddress?: string | null
  /** A free-text note. */
  note?: string | null
  /** When the customer placed the order; if left out, now. An RFC 3339 moment in UTC, with milliseconds. */
  orderedAt?: string
}
/** The body of `updateOrganization`. */
export interface UpdateOrganizationBody {
  /** A name for people; several records may have the same name. */
  name?: string
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name of the organization. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered legal address. */
  legalAddress?: string | null
  /** The address where the organization actually is. */
  actualAddress?: string | null
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        [k: string]: unknown
      }[]
    | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived?: boolean
}
/** The body of `updatePartner`. */
export interface UpdatePartnerBody {
  /** A name for people; several records may have the same name. */
  name?: string
  /** Free words; `Поставщик`/`supplier` and `Покупатель`/`customer` decide who may sell and who may buy. @maxItems 1000 */
  roles?: string[] | null
  /** Free-text tags to group partners by. @maxItems 1000 */
  groups?: string[] | null
  /** The name of the contact person. */
  contact?: string | null
  /** The phone number, stored as given. partners/resolve compares only the digits and treats 8 and +7 as the same. */
  phone?: string | null
  /** The e-mail address, stored as given. */
  email?: string | null
  /** The legal form, such as ООО. */
  legalKind?: string | null
  /** The full legal name of the organization. */
  fullName?: string | null
  /** Taxpayer number (ИНН). */
  inn?: string | null
  /** Registration reason code (КПП). */
  kpp?: string | null
  /** State registration number (ОГРН). */
  ogrn?: string | null
  /** The registered legal address. */
  legalAddress?: string | null
  /** The address where the organization actually is. */
  actualAddress?: string | null
  /** The contact persons. A given array replaces the old one. @maxItems 1000 */
  contacts?:
    | {
        [k: string]: unknown
      }[]
    | null
  /** The bank accounts. A given array replaces the old one. @maxItems 1000 */
  bankAccounts?:
    | {
        [k: string]: unknown
      }[]
    | null
  /** A free-text note. */
  note?: string | null
  /** The id of the price type offered to this partner; by itself it changes no order. */
  priceTypeId?: string | null
  /** The partner’s discount in per cent. The app suggests it; by itself it changes no order. */
  discountPercent?: number | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived?: boolean
}
/** The body of `updatePayment`. */
export interface UpdatePaymentBody {
  /** The id of the partner. */
  partnerId?: string
  /** `outgoing`: the company pays. `incoming`: the company is paid. */
  direction?: 'outgoing' | 'incoming'
  /** How the money is transferred. */
  method?: 'bank' | 'cash'
  /** The amount of the payment, above zero. In main currency units, at most 2 decimals: steps of 0.01. */
  amount?: number
  /** The customer's orders that the payment is for, each with its number and its part of the amount: money for the orders, or, if `outgoing`, a refund. Together they are at most the amount; at most 100 orders, each once. null or an empty list: none. @maxItems 100 */
  orders?:
    | {
        /** The id of the customer order. */
        orderId: string
        /** quantity × price, rounded half up. In main currency units, at most 2 decimals: steps of 0.01. */
        amount: number
      }[]
    | null
  /** The number of the payment order. */
  reference?: string | null
  /** The id of the company’s own organization. */
  organizationId?: string | null
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string | null
  /** The id of the document that the payment is for. */
  documentId?: string | null
  /** The id of a posted customer return that an outgoing payment refunds. If the return has an order, `orders` is filled with that order. */
  returnId?: string | null
  /** The date of the payment. A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200. */
  paidAt?: string | null
  /** A free-text note. */
  note?: string | null
}
/** The body of `updatePriceType`. */
export interface UpdatePriceTypeBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** The city where the price applies, for people. */
  city?: string | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived: boolean
}
/** The body of `updateProduct`. */
export interface UpdateProductBody {
  /** A name for people; several records may have the same name. */
  name: string
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind?: 'product' | 'bundle' | 'service' | 'variant'
  /** The SKU (stock keeping unit), also called article number. */
  sku?: string | null
  /** The category, as free text. */
  category?: string | null
  /** A description, as free text. */
  description?: string | null
  /** An internal code, as free text. */
  code?: string | null
  /** A code in another system, as free text. */
  externalCode?: string | null
  /** The unit of measure, such as шт or кг. */
  uom?: string | null
  /** The country of origin. */
  country?: string | null
  /** The main price. In main currency units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** The usual purchase cost of one unit. In main currency units, at most 2 decimals: steps of 0.01. */
  cost?: number | null
  /** The lowest price at which the product may be sold. In main currency units, at most 2 decimals: steps of 0.01. */
  minPrice?: number | null
  /** The owner is notified when the available quantity falls below this. At most 3 decimals: steps of 0.001. */
  minStock?: number | null
  /** The weight of one unit, in kilograms. */
  weightKg?: number | null
  /** The volume of one unit, in cubic metres. */
  volumeM3?: number | null
  /** The VAT rate, in per cent. */
  vatRate?: number | null
  /** The id of the partner that usually supplies the product. */
  preferredSupplierId?: string | null
  /** The id of the product of which this one is a variant. A product cannot be its own ancestor. */
  parentProductId?: string | null
  /** The barcodes as printed on the goods. A given array replaces the old one. @maxItems 1000 */
  barcodes?: string[] | null
  /** The packages in which the product comes. A given array replaces the old one. @maxItems 1000 */
  packages?:
    | {
        /** A name for people; several records may have the same name. */
        name: string
        /** The quantity of goods. At most 3 decimals: steps of 0.001. */
        quantity: number
        /** The barcode of the package. */
        barcode?: string | null
      }[]
    | null
  /** The ids of products that can be offered instead. @maxItems 1000 */
  analogIds?: string[] | null
  /** Free-text tags to find products by. @maxItems 1000 */
  tags?: string[] | null
  /** The components of one bundle. @maxItems 1000 */
  components?:
    | {
        /** The id of the product. */
        productId: string
        /** The quantity of goods. At most 3 decimals: steps of 0.001. */
        quantity: number
      }[]
    | null
  /** The ids of the filter values assigned to the product. A given array replaces the old one. @maxItems 1000 */
  filterValueIds?: string[] | null
  /** The prices by price type, at most one for each type. A given array replaces the old one. @maxItems 1000 */
  prices?:
    | {
        /** The id of the price type. */
        priceTypeId: string
        /** The main price. In main currency units, at most 2 decimals: steps of 0.01. */
        price: number
      }[]
    | null
  /** Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given. */
  customValues?: {
    [k: string]: unknown
  } | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived?: boolean
}
/** The body of `updateSettings`. */
export interface UpdateSettingsBody {
  /** The name of the company, as its users see it. */
  companyName: string
  /** Whether to notify when the available quantity of a product falls below its `minStock`. */
  lowStockAlerts: boolean
  /** Whether to send a summary every morning. */
  dailySummary: boolean
  /** The IANA name of the time zone in which days are counted. */
  timeZone?: string | null
  /** For how many hours new orders reserve goods, 1 to 87,600. Absent, or null in a body: until they are shipped or cancelled. */
  reservationHours?: number | null
}
/** The body of `updateStockRule`. */
export interface UpdateStockRuleBody {
  /** The product is proposed for ordering when the available and ordered quantity is no more than this. At most 3 decimals: steps of 0.001. */
  minStock?: number | null
  /** Orders bring the stock up to this quantity; null: up to the minimum. It is not less than the minimum. At most 3 decimals: steps of 0.001. */
  maxStock?: number | null
  /** When ordered goods arrive, the stock should still last for this many days of sales. */
  safetyDays?: number | null
  /** For how many days of sales an order should last, in addition to the days of delivery and safety. */
  coverDays?: number | null
  /** The id of the supplier to order from; null: the preferred supplier of the product. */
  supplierId?: string | null
}
/** The body of `updateSupplierItem`. */
export interface UpdateSupplierItemBody {
  /** The code of the product in the supplier’s price list. */
  code?: string | null
  /** The supplier’s price of one unit. It is used for lines of drafted orders. In main currency units, at most 2 decimals: steps of 0.01. */
  price?: number | null
  /** Orders are rounded up to whole multiples of this; null: any quantity. At most 3 decimals: steps of 0.001. */
  packQuantity?: number | null
  /** The smallest quantity that the supplier sells; null: any. At most 3 decimals: steps of 0.001. */
  minQuantity?: number | null
  /** How many days pass between the order and the delivery. */
  leadDays?: number | null
}
/** The body of `updateWarehouse`. */
export interface UpdateWarehouseBody {
  /** A name for people; several records may have the same name. */
  name?: string
  /** A short name, for labels. */
  short?: string | null
  /** The city of the warehouse. */
  city?: string | null
  /** The address of the warehouse. */
  address?: string | null
  /** Whether the record is archived: it stays in the history, but new operations cannot use it. */
  archived?: boolean
}
/** The answer to a write whose `result` is a Warehouse. */
export interface WarehouseAnswer {
  result: Warehouse
  state: AnyState
}
/** A page of a list of Warehouse. */
export interface WarehousePage {
  /** The records on this page. */
  items: Warehouse[]
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null
  totals?: WarehouseTotals
}
/** Totals of the whole list; present only with `totals=true`. */
export interface WarehouseTotals {
  /** The number of records in the whole list. */
  count: number
}
/** The body of `writeOffStock`. */
export interface WriteOffStockBody {
  /** The id of the product. */
  productId: string
  /** The id of the warehouse. */
  warehouseId: string
  /** The quantity of goods. At most 3 decimals: steps of 0.001. */
  quantity: number
  /** Why the goods were written off. */
  reason: string
  /** The id of the lot to draw from; if left out, the oldest lots are used first. */
  selectedLotId?: string
  /** The number on the paper. */
  documentNumber?: string | null
  /** The date on the paper: a day in the time zone of the company, from 2000-01-01 to a year ahead. Without it, the paper has the day of posting. */
  documentDate?: string | null
}
export interface ReadAuditQuery {
  /** The maximum number of entries on the page; 100 by default. CSV and XLSX contain the whole log. */
  limit?: number
  /** `nextCursor` of the previous page; if left out, the first page. */
  cursor?: string
  /** At this time or later; a day is in the company’s time zone. */
  from?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  to?: string
  /** The type of actor. */
  actorType?: 'token' | 'user' | 'system'
  /** The id of the token or user. */
  actorId?: string
  /** What happened: a noun and a past participle, such as `order.shipped`. */
  action?: string
  /** The kind of the record. */
  entityType?: string
  /** The id of the record that the command changed. */
  entityId?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadStateQuery {
  /** A revision; the answer contains what changed after it. */
  since?: number
  /** The `Skladno-Epoch` that came with the copy. If the epoch has changed since, because the data was restored to an earlier moment, the answer is the whole state. */
  epoch?: string
}
export interface ReadCatalogQuery {
  /** The ids of filter values; can be repeated. A product must have one of the values of each filter. @maxItems 100 */
  valueId?: string[]
  /** The id of the price type for the prices; if left out, the main price. */
  priceTypeId?: string
}
export interface ReadChangesQuery {
  /** A revision; the answer contains what changed after it. */
  since?: number
  /** The `Skladno-Epoch` that came with the copy. If the epoch has changed since, because the data was restored to an earlier moment, the answer is the whole state. */
  epoch?: string
}
export interface ReadChangesAnswer {
  [k: string]: unknown
}
export interface ListContractsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the partner. */
  partnerId?: string
  /** The id of the company’s own organization. */
  organizationId?: string
  /** The kind of record; it decides which other fields and operations are allowed. @minItems 1 @maxItems 100 */
  kind?: ('purchase' | 'sale' | 'commission')[]
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListCustomFieldsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** Which records have the field: `product`, `partner` or `procurement_document`. Their `customValues` hold its values, and the service checks them. Any other name of up to 50 characters is accepted for the client’s own kinds of records; the service checks nothing there. */
  entityKind?: string
  /** The type that values must have; it never changes. @minItems 1 @maxItems 100 */
  valueType?: ('string' | 'number' | 'date' | 'boolean' | 'select')[]
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListCustomerReturnsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'documentDate' | '-documentDate'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the customer order. */
  orderId?: string
  /** The id of the customer. */
  customerId?: string
  /** The id of the product. */
  productId?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('draft' | 'posted' | 'cancelled')[]
  /** At this time or later; a day is in the company’s time zone. */
  documentDateFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  documentDateTo?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListDeliveryPhotosQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the procurement document. */
  documentId?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListExternalLinksQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the record in this service. */
  internalId?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The name of the other system, as free text. */
  source?: string
  /** The kind of the record. */
  entityType?: 'product' | 'partner' | 'order'
  /** The id of the record in the other system. */
  externalId?: string
}
export interface ListFiltersQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadImageQuery {
  /** The width in pixels. */
  width?: number
}
export interface ExportImportQuery {
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'xlsx'
  /** The language of the words in the spreadsheet. */
  language?: 'ru' | 'en'
  /** Only rows that need attention: with a problem that is a warning or an error. */
  problems?: boolean
}
export interface ListImportRowsQuery {
  /** The number of rows to skip before the page. */
  offset?: number
  /** The number of rows on the page. */
  limit?: number
  /** Only rows that need attention: with a problem that is a warning or an error. */
  problems?: boolean
  /** Include the original data of the source. */
  source?: boolean
}
export interface ListLotsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the lot from which a transfer drew this one. */
  sourceLotId?: string
  /** The id of the product. */
  productId?: string
  /** The id of the supplier. */
  supplierId?: string
  /** true: only lots with goods left. false: only lots without. */
  open?: boolean
  /** The id of the warehouse. */
  warehouseId?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListMovementsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-at`, or the field of the requested period. */
  sort?: 'at' | '-at'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the customer order. */
  orderId?: string
  /** The id of the procurement document. */
  documentId?: string
  /** The id of the purchase for which the goods were received; the product, warehouse and supplier must be the same. */
  purchaseId?: string
  /** The id of the stocktake. */
  stocktakeId?: string
  /** The id of the customer return. */
  returnId?: string
  /** The id of the product. */
  productId?: string
  /** The type of the record. @minItems 1 @maxItems 100 */
  type?: ('receipt' | 'writeoff' | 'transfer' | 'shipment' | 'return' | 'reversal' | 'surplus' | 'customer_return')[]
  /** Why the goods were written off. */
  reason?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the warehouse where the movement took place; for a transfer, of the source warehouse. */
  fromWarehouseId?: string
  /** The id of the destination warehouse of a transfer. */
  toWarehouseId?: string
  /** `in`: incoming, `out`: outgoing, `between`: from one warehouse to another. */
  direction?: 'in' | 'out' | 'between'
  /** At this time or later; a day is in the company’s time zone. */
  from?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  to?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListNotificationsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the product. */
  productId?: string
  /** true: only unread notifications. false: only read ones. */
  unread?: boolean
  /** The kind of record; it decides which other fields and operations are allowed. @minItems 1 @maxItems 100 */
  kind?: ('low_stock' | 'daily_summary')[]
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListOrdersQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'orderedAt' | '-orderedAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the record in the other system. */
  externalId?: string
  /** The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind. */
  externalSource?: string
  /** The id of the customer. */
  customerId?: string
  /** The id of the product. */
  productId?: string
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('new' | 'picking' | 'shipped' | 'cancelled')[]
  /** true: only orders that wait for goods. false: only the others. */
  waiting?: boolean
  /** Whether the order was paid; can be repeated. @minItems 1 @maxItems 100 */
  payment?: ('unpaid' | 'part' | 'paid' | 'overpaid')[]
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the price type for the prices; if left out, the main price. */
  priceTypeId?: string
  /** Where the order came from, as free text. */
  channel?: string
  /** At this time or later; a day is in the company’s time zone. */
  shippedFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  shippedTo?: string
  /** At this time or later; a day is in the company’s time zone. */
  orderedFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  orderedTo?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListOrganizationsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListPartnersQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The type of the record. @minItems 1 @maxItems 100 */
  type?: ('Поставщик' | 'Покупатель')[]
  /** A role of the record. */
  role?: string
  /** A group of the record. */
  group?: string
  /** The id of the price type offered to this partner; by itself it changes no order. */
  priceTypeId?: string
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListPriceTypesQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListDocumentsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'issuedAt' | '-issuedAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the document from which this one was made. */
  sourceDocumentId?: string
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string
  /** The id of the product. */
  productId?: string
  /** The id of the supplier. */
  supplierId?: string
  /** The id of the company’s own organization. */
  organizationId?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The kind of record; it decides which other fields and operations are allowed. @minItems 1 @maxItems 100 */
  kind?: ('purchase_order' | 'supplier_invoice' | 'receipt' | 'supplier_return' | 'internal_order')[]
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('draft' | 'posted' | 'closed' | 'cancelled')[]
  /** true: only documents made from an uploaded file. false: only the others. */
  fromFile?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  issuedFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  issuedTo?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListImportsQuery {
  /** The maximum number of files on the page; 1000 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page; if left out, the first page. */
  cursor?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadImportPageQuery {
  /** The width in pixels, rounded up to the next hundred. */
  width?: number
}
export interface ListPaymentsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'paidAt' | '-paidAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the customer order. */
  orderId?: string
  /** The id of the procurement document. */
  documentId?: string
  /** Payments for this document; for an invoice, also those for its receipts. */
  paidDocumentId?: string
  /** The id of the customer return. */
  returnId?: string
  /** The id of the partner. */
  partnerId?: string
  /** The id of a contract with the same partner and, if both are given, the same organization. */
  contractId?: string
  /** The id of the company’s own organization. */
  organizationId?: string
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('draft' | 'posted' | 'cancelled')[]
  /** `outgoing`: the company pays. `incoming`: the company is paid. @minItems 1 @maxItems 100 */
  direction?: ('outgoing' | 'incoming')[]
  /** How the money is transferred. @minItems 1 @maxItems 100 */
  method?: ('bank' | 'cash')[]
  /** At this time or later; a day is in the company’s time zone. */
  paidFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  paidTo?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListProductsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The kind of record; it decides which other fields and operations are allowed. @minItems 1 @maxItems 100 */
  kind?: ('product' | 'bundle' | 'service' | 'variant')[]
  /** The category, as free text. */
  category?: string
  /** The id of the supplier. */
  supplierId?: string
  /** The id of the product of which this one is a variant. A product cannot be its own ancestor. */
  parentProductId?: string
  /** A tag of the record. */
  tag?: string
  /** The id of a component; finds the bundles that contain it. */
  componentId?: string
  /** The id of the filter value. */
  valueId?: string
  /** The id of the price type for the prices; if left out, the main price. */
  priceTypeId?: string
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListPurchasesQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the record in the other system. */
  externalId?: string
  /** The external system in which `externalId` is used. Give both or neither; together they are unique among records of the same kind. */
  externalSource?: string
  /** The id of the product. */
  productId?: string
  /** The id of the supplier. */
  supplierId?: string
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('open' | 'partial' | 'received')[]
  /** The id of the warehouse. */
  warehouseId?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReportBelowMinimumQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
}
export interface ReportCashFlowQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, which counts as a whole, or the moment before which the period ends; if left out, now. */
  to?: string
  /** What each row of the report stands for. */
  groupBy?: 'day' | 'week' | 'month'
}
export interface ReportComparisonSheetQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the stocktake. */
  stocktakeId?: string
}
export interface ReportCountNextQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** After how many days goods should be counted again; 90 by default. */
  days?: number
}
export interface ReportExpectedQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** The id of the supplier. */
  supplierId?: string
}
export interface ReportGrossProfitQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, which counts as a whole, or the moment before which the period ends; if left out, now. */
  to?: string
  /** Only sales for which this product was ordered (not as a component of a bundle). Grouped by order, each row also has the quantity of the product. */
  productId?: string
  /** The id of the customer. */
  customerId?: string
  /** Where the order came from, as free text. */
  channel?: string
  /** What each row of the report stands for. */
  groupBy?: 'order' | 'product' | 'channel' | 'customer' | 'day' | 'week' | 'month'
}
export interface ReportInventoryListQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the stocktake. */
  stocktakeId?: string
}
export interface ReportLastCountedQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
}
export interface ReportMisSortsQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the stocktake. */
  stocktakeId?: string
}
export interface ReportNotOnShelfQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
}
export interface ReportPartnerBalancesQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
}
export interface ReportPartnerStatementQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, which counts as a whole, or the moment before which the period ends; if left out, now. */
  to?: string
  /** The id of the partner. */
  partnerId?: string
}
export interface ReportPayablesByAgeQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** A day, which counts as a whole, or an RFC 3339 moment; if left out, now. */
  date?: string
}
export interface ReportProposedTransfersQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** How many days of sales count, including the last day; 28 by default. */
  days?: number
}
export interface ReportReceivablesByAgeQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** A day, which counts as a whole, or an RFC 3339 moment; if left out, now. */
  date?: string
}
export interface ReportReorderQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** The id of the supplier. */
  supplierId?: string
  /** How many days of sales count, including the last day; 28 by default. */
  days?: number
}
export interface ReportShrinkageQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, which counts as a whole, or the moment before which the period ends; if left out, now. */
  to?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** What each row of the report stands for. */
  groupBy?: 'reason' | 'product'
}
export interface ReportStockQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** A day, which counts as a whole, or an RFC 3339 moment; if left out, now. */
  date?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** What each row of the report stands for. */
  groupBy?: 'product-warehouse' | 'lot'
}
export interface ReportStockValuationQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** A day, which counts as a whole, or an RFC 3339 moment; if left out, now. */
  date?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** What each row of the report stands for. */
  groupBy?: 'product-warehouse' | 'product' | 'warehouse' | 'lot'
}
export interface ReportStockValueOverTimeQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, which counts as a whole, or the moment before which the period ends; if left out, now. */
  to?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** What each row of the report stands for. */
  groupBy?: 'day' | 'week' | 'month'
}
export interface ReportStocktakeLinesQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the stocktake. */
  stocktakeId?: string
}
export interface ReportStocktakeRecountsQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The id of the stocktake. */
  stocktakeId?: string
}
export interface ReportTurnoverQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The first day, or an RFC 3339 moment. */
  from: string
  /** The last day, which counts as a whole, or the moment before which the period ends; if left out, now. */
  to?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
}
export interface ReportUnpaidDocumentsQuery {
  /** The IANA name of the time zone in which days are counted; if left out, the company’s own. */
  timeZone?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
  /** The maximum number of rows on a JSON page; 1000 by default. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
}
export interface ListShipmentsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'documentDate' | '-documentDate'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the customer order. */
  orderId?: string
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('posted' | 'cancelled')[]
  /** At this time or later; a day is in the company’s time zone. */
  documentDateFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  documentDateTo?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListStockQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-productId`, or the field of the requested period. */
  sort?: 'productId' | '-productId'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of the product. @minItems 1 @maxItems 100 */
  productId?: string[]
  /** The id of the warehouse. */
  warehouseId?: string
  /** true: only rows with stock on hand. false: only rows without. */
  inStock?: boolean
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListStockRulesQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the product. */
  productId?: string
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the supplier. */
  supplierId?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadReceiptCostsQuery {
  /** The id of the product; can be repeated. @minItems 1 @maxItems 100 */
  productId: string[]
  /** The id of the warehouse that receives the goods. */
  warehouseId?: string
}
export interface ListStocktakesQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the warehouse. */
  warehouseId?: string
  /** The id of the product. */
  productId?: string
  /** The stage that the record has reached; only its own status command changes it. @minItems 1 @maxItems 100 */
  status?: ('counting' | 'review' | 'posted' | 'cancelled')[]
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ReadSummaryQuery {
  /** The IANA name of the time zone that decides what today is; if left out, the company’s own. */
  timeZone?: string
}
export interface ListSupplierItemsQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** The id of the product. */
  productId?: string
  /** The id of the supplier. */
  supplierId?: string
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListTableImportsQuery {
  /** The maximum number of records to return. */
  limit?: number
  /** `nextCursor` of the previous page; if left out, the first page. */
  cursor?: string
}
export interface UploadTableImportQuery {
  /** The kind of records in the rows. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
  /** The language of problem messages; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListTableTargetsQuery {
  /** The kind of record; it decides which other fields and operations are allowed. */
  kind: 'products' | 'partners' | 'opening_stock' | 'stock_rules' | 'supplier_items'
  /** The language of titles and words, `ru` or `en`; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListTableImportRowsQuery {
  /** The number of rows before the page. */
  offset?: number
  /** The maximum number of records to return. */
  limit?: number
  /** Only rows with a problem or a warning. */
  problems?: boolean
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words, `ru` or `en`; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}
export interface ListWarehousesQuery {
  /** The maximum number of records on the page; 50 by default. CSV and XLSX contain the whole list. */
  limit?: number
  /** `nextCursor` of the previous page. */
  cursor?: string
  /** The order of the records. With `-` in front, the greatest or newest come first. If left out, `-createdAt`, or the field of the requested period. */
  sort?: 'createdAt' | '-createdAt' | 'name' | '-name'
  /** Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched. */
  q?: string
  /** With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page. */
  totals?: boolean
  /** The id of a record in the list; can be repeated. @minItems 1 @maxItems 100 */
  id?: string[]
  /** true: only archived records. false: only records that are not archived. */
  archived?: boolean
  /** At this time or later; a day is in the company’s time zone. */
  createdFrom?: string
  /** At this time or earlier; a day is in the company’s time zone and counts as a whole. */
  createdTo?: string
  /** The format of the answer; if left out, `Accept` decides. */
  format?: 'json' | 'csv' | 'xlsx'
  /** For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`. */
  decimal?: 'comma' | 'point'
  /** The language of titles and words in CSV and XLSX; if left out, `Accept-Language` decides, and Russian is the default. */
  language?: 'ru' | 'en'
}

/** The code of a refusal. docs/errors.md explains each code. */
export type ProblemCode = Problem['code']

/** The figures of each code, or null if the code has none. */
export interface FiguresByCode {
  VALIDATION_FAILED: null
  MALFORMED_JSON: null
  IDEMPOTENCY_KEY_REQUIRED: null
  IDEMPOTENCY_KEY_INVALID: null
  EXTERNAL_TOKEN_REJECTED: null
  PASSWORD_WRONG: null
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
  NOT_RESERVED: NotReservedFigures
  SHIPMENT_EXCEEDED: ShipmentExceededFigures
  ALREADY_SHIPPED: AlreadyShippedFigures
  NOT_STOCKED: NotStockedFigures
  LOT_MISMATCH: LotMismatchFigures
  INVALID_COMPONENT: InvalidComponentFigures
  AMBIGUOUS_PARTNER: AmbiguousPartnerFigures
  NOT_DRAFT: NotDraftFigures
  LOTS_CONSUMED: LotsConsumedFigures
  PURCHASE_EXCEEDED: PurchaseExceededFigures
  PURCHASE_MISMATCH: PurchaseMismatchFigures
  UNIT_COST_UNKNOWN: UnitCostUnknownFigures
  PAYMENT_EXCEEDED: PaymentExceededFigures
  ORDER_MISMATCH: OrderMismatchFigures
  REFUND_EXCEEDED: RefundExceededFigures
  CONTRACT_MISMATCH: ContractMismatchFigures
  INCOMPLETE: IncompleteFigures
  ALREADY_IMPORTED: AlreadyImportedFigures
  NOT_RECOGNIZED: NotRecognizedFigures
  DUPLICATE_EXTERNAL_ID: DuplicateExternalIdFigures
  KIND_IN_USE: KindInUseFigures
  RETURN_EXCEEDS_SHIPPED: ReturnExceedsShippedFigures
  ALREADY_RETURNED: AlreadyReturnedFigures
  RETURN_MISMATCH: ReturnMismatchFigures
  RULE_OVERLAPS: RuleOverlapsFigures
  ITEM_EXISTS: ItemExistsFigures
  ORDERED_MEANWHILE: OrderedMeanwhileFigures
  MOVED_MEANWHILE: MovedMeanwhileFigures
  NOT_EXPECTED: NotExpectedFigures
  DELIVERY_EXCEEDED: DeliveryExceededFigures
  TAKEN_MEANWHILE: TakenMeanwhileFigures
  OVERLAPPING: OverlappingFigures
  OUT_OF_SCOPE: OutOfScopeFigures
  RECOUNT_NEEDED: RecountNeededFigures
  PAPER_ELSEWHERE: PaperElsewhereFigures
  RESERVED_SHORT: ReservedShortFigures
  LAST_OWNER: null
  NAME_DIFFERS: NameDiffersFigures
  ALREADY_MEMBER: null
  NOT_CONNECTED: null
  JOB_STATE: JobStateFigures
  MIGRATION_PENDING: null
  LIMIT_REACHED: LimitReachedFigures
  COMPANY_LIMIT_REACHED: CompanyLimitReachedFigures
  BODY_TOO_LARGE: BodyTooLargeFigures
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeFigures
  RATE_LIMITED: null
  INTERNAL: null
  UNAVAILABLE: null
  EXTERNAL_UNAVAILABLE: null
}

/** The action of an audit log entry. */
export type AuditAction = AuditEntry['action']

/** The figures of each action in the audit log. */
export interface FiguresByAction {
  'warehouse.created': NamedFigures
  'warehouse.updated': WarehouseUpdatedFigures
  'warehouse.archived': NamedFigures
  'warehouse.deleted': NamedFigures
  'price_type.created': NamedFigures
  'price_type.updated': PriceTypeUpdatedFigures
  'price_type.archived': NamedFigures
  'price_type.deleted': PriceTypeDeletedFigures
  'filter.created': NamedFigures
  'filter.updated': FilterUpdatedFigures
  'filter.archived': NamedFigures
  'filter.deleted': FilterDeletedFigures
  'filter_value.created': FilterValueCreatedFigures
  'filter_value.updated': FilterValueUpdatedFigures
  'filter_value.archived': FilterValueArchivedFigures
  'filter_value.deleted': FilterValueDeletedFigures
  'product.created': NamedFigures
  'product.updated': ProductUpdatedFigures
  'product.archived': NamedFigures
  'product.deleted': NamedFigures
  'product_image.uploaded': ProductImageUploadedFigures
  'product_image.deleted': ProductImageDeletedFigures
  'partner.created': NamedFigures
  'partner.updated': PartnerUpdatedFigures
  'partner.archived': NamedFigures
  'partner.deleted': NamedFigures
  'partner.resolved': PartnerResolvedFigures
  'organization.created': NamedFigures
  'organization.updated': OrganizationUpdatedFigures
  'organization.archived': NamedFigures
  'organization.deleted': NamedFigures
  'contract.created': ContractCreatedFigures
  'contract.updated': ContractUpdatedFigures
  'contract.archived': NamedFigures
  'contract.deleted': NamedFigures
  'custom_field.created': CustomFieldCreatedFigures
  'custom_field.updated': CustomFieldUpdatedFigures
  'custom_field.archived': NamedFigures
  'custom_field.deleted': NamedFigures
  'external_link.created': ExternalLinkCreatedFigures
  'external_link.deleted': ExternalLinkDeletedFigures
  'settings.updated': SettingsUpdatedFigures
  'notification.marked': NotificationMarkedFigures
  'summary.made': SummaryMadeFigures
  'stock.received': StockReceivedFigures
  'stock.written_off': StockWrittenOffFigures
  'stock.transferred': StockTransferredFigures
  'order.created': OrderCreatedFigures
  'order.updated': OrderUpdatedFigures
  'order.picking': OrderPickingFigures
  'order.shipped': OrderShippedFigures
  'order.cancelled': OrderCancelledFigures
  'order.deleted': OrderDeletedFigures
  'purchase.created': PurchaseCreatedFigures
  'purchase.deleted': PurchaseDeletedFigures
  'procurement_document.created': ProcurementDocumentCreatedFigures
  'procurement_document.updated': ProcurementDocumentUpdatedFigures
  'procurement_document.posted': ProcurementDocumentPostedFigures
  'procurement_document.closed': ProcurementDocumentClosedFigures
  'procurement_document.cancelled': ProcurementDocumentCancelledFigures
  'procurement_document.deleted': ProcurementDocumentDeletedFigures
  'payment.created': PaymentCreatedFigures
  'payment.updated': PaymentUpdatedFigures
  'payment.posted': PaymentPostedFigures
  'payment.cancelled': PaymentCancelledFigures
  'payment.assigned': PaymentAssignedFigures
  'payment.deleted': PaymentDeletedFigures
  'procurement_import.uploaded': ProcurementImportUploadedFigures
  'procurement_import.requeued': ProcurementImportRequeuedFigures
  'procurement_import.rejected': ProcurementImportRejectedFigures
  'procurement_import.recognized': ProcurementImportRecognizedFigures
  'procurement_import.failed': ProcurementImportFailedFigures
  'order.reserved': OrderReservedFigures
  'order.released': OrderReleasedFigures
  'order.closed': OrderClosedFigures
  'shipment.posted': ShipmentPostedFigures
  'shipment.cancelled': ShipmentCancelledFigures
  'customer_return.created': CustomerReturnCreatedFigures
  'customer_return.updated': CustomerReturnUpdatedFigures
  'customer_return.posted': CustomerReturnPostedFigures
  'customer_return.cancelled': CustomerReturnCancelledFigures
  'customer_return.deleted': CustomerReturnDeletedFigures
  'stock_rule.created': StockRuleCreatedFigures
  'stock_rule.updated': StockRuleUpdatedFigures
  'stock_rule.deleted': StockRuleDeletedFigures
  'supplier_item.created': SupplierItemCreatedFigures
  'supplier_item.updated': SupplierItemUpdatedFigures
  'supplier_item.deleted': SupplierItemDeletedFigures
  'delivery.received': DeliveryReceivedFigures
  'delivery_photo.added': DeliveryPhotoAddedFigures
  'order.taken': OrderTakenFigures
  'order.absent': OrderAbsentFigures
  'stocktake.started': StocktakeStartedFigures
  'stocktake.counted': StocktakeCountedFigures
  'stocktake.recounted': StocktakeRecountedFigures
  'stocktake.accepted': StocktakeAcceptedFigures
  'stocktake.netted': StocktakeNettedFigures
  'stocktake.reopened': StocktakeReopenedFigures
  'stocktake.reviewed': StocktakeReviewedFigures
  'stocktake.posted': StocktakePostedFigures
  'stocktake.updated': StocktakeUpdatedFigures
  'stocktake.cancelled': StocktakeCancelledFigures
  'shipment.dated': ShipmentDatedFigures
  'customer_return.dated': CustomerReturnDatedFigures
  'stocktake.dated': StocktakeDatedFigures
  'procurement_document.dated': ProcurementDocumentDatedFigures
  'payment.dated': PaymentDatedFigures
  'stock.dated': StockDatedFigures
  'token.issued': TokenIssuedFigures
  'token.revoked': TokenRevokedFigures
  'member.joined': MemberJoinedFigures
  'member.updated': MemberUpdatedFigures
  'member.removed': NamedFigures
  'member.left': NamedFigures
  'invitation.created': InvitationCreatedFigures
  'invitation.withdrawn': InvitationWithdrawnFigures
  'integration.connected': IntegrationConnectedFigures
  'integration.disconnected': IntegrationDisconnectedFigures
  'import.started': ImportStartedFigures
  'import.paused': NoFigures
  'import.resumed': NoFigures
  'import.cancelled': NoFigures
  'import.applied': NoFigures
  'company.exported': NoFigures
  'company.imported': NoFigures
  'table_import.uploaded': TableImportUploadedFigures
  'table_import.applied': TableImportAppliedFigures
  'table_import.paused': TableImportPausedFigures
  'table_import.resumed': TableImportResumedFigures
  'table_import.cancelled': TableImportCancelledFigures
  'table_import.deleted': TableImportDeletedFigures
}

/** The accepted types of bytes. A stream is read completely before it is sent, so that it can be sent again. */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Every operation: its arguments, its answer, and the codes of its refusals. */
export interface Operations {
  /** Read the audit log. */
  readAudit: { takes: [query?: ReadAuditQuery]; answers: AuditEntryPage; refuses: never }
  /** Read one entry of the audit log. */
  readAuditEntry: { takes: [entryId: string]; answers: AuditEntry; refuses: 'NOT_FOUND' }
  /** Execute several commands. */
  executeBatch: { takes: [body: ExecuteBatchBody]; answers: ExecuteBatchAnswer; refuses: never }
  /** Read the current state of the warehouse. */
  readState: { takes: [query?: ReadStateQuery]; answers: StateOrChanges; refuses: never }
  /** Read the catalog at the chosen prices. */
  readCatalog: { takes: [query?: ReadCatalogQuery]; answers: Catalog; refuses: 'NOT_FOUND' }
  /** Read what changed since a revision. */
  readChanges: { takes: [query?: ReadChangesQuery]; answers: ReadChangesAnswer; refuses: never }
  /** Download the company. */
  exportCompany: { takes: []; answers: Blob; refuses: never }
  /** Delete the company. */
  deleteCompany: {
    takes: [body: DeleteCompanyBody]
    answers: BegunDeletion
    refuses: 'PASSWORD_WRONG' | 'NAME_DIFFERS'
  }
  /** Read the receipt of a deletion. */
  readDeletion: { takes: [body: ReadDeletionBody]; answers: Deletion; refuses: 'NOT_FOUND' }
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
  /** List customer returns. */
  listCustomerReturns: { takes: [query?: ListCustomerReturnsQuery]; answers: CustomerReturnPage; refuses: never }
  /** Create a draft of a customer return. */
  createCustomerReturn: {
    takes: [body: CreateCustomerReturnBody]
    answers: CustomerReturn
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'RETURN_EXCEEDS_SHIPPED'
  }
  /** Read one customer return. */
  readCustomerReturn: { takes: [customerReturnId: string]; answers: CustomerReturn; refuses: 'NOT_FOUND' }
  /** Edit a draft of a customer return. */
  updateCustomerReturn: {
    takes: [customerReturnId: string, body: UpdateCustomerReturnBody]
    answers: CustomerReturn
    refuses: 'NOT_FOUND' | 'NOT_DRAFT' | 'ARCHIVED' | 'NOT_STOCKED' | 'RETURN_EXCEEDS_SHIPPED'
  }
  /** Delete a draft of a customer return. */
  deleteCustomerReturn: { takes: [customerReturnId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'NOT_DRAFT' }
  /** Set or correct the number and date on the paper of a customer return. */
  dateCustomerReturn: {
    takes: [customerReturnId: string, body: DateCustomerReturnBody]
    answers: CustomerReturn
    refuses: 'NOT_FOUND'
  }
  /** Post or cancel a customer return. */
  changeCustomerReturnStatus: {
    takes: [customerReturnId: string, body: ChangeCustomerReturnStatusBody]
    answers: CustomerReturn
    refuses:
      | 'NOT_FOUND'
      | 'INVALID_TRANSITION'
      | 'ARCHIVED'
      | 'RETURN_EXCEEDS_SHIPPED'
      | 'UNIT_COST_UNKNOWN'
      | 'REFUND_EXCEEDED'
      | 'LOTS_CONSUMED'
      | 'INSUFFICIENT_STOCK'
  }
  /** List delivery photos. */
  listDeliveryPhotos: { takes: [query?: ListDeliveryPhotosQuery]; answers: DeliveryPhotoPage; refuses: never }
  /** Read one delivery photo. */
  readDeliveryPhoto: { takes: [deliveryPhotoId: string]; answers: DeliveryPhoto; refuses: 'NOT_FOUND' }
  /** Find an external link, or list external links. */
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
  /** Read the problems of an import, grouped by code. */
  listImportProblems: {
    takes: [jobId: string]
    answers: ImportProblemGroups
    refuses: 'MIGRATION_PENDING' | 'NOT_FOUND'
  }
  /** Export a whole import report. */
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
  /** Read a page of an import report. */
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
  /** Read the limits of the company. */
  readLimits: { takes: []; answers: LimitsUsed; refuses: never }
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
  /** Set or correct the number and date on the paper of a receipt, write-off or transfer. */
  dateMovement: {
    takes: [movementId: string, body: DateMovementBody]
    answers: Movement
    refuses: 'NOT_FOUND' | 'PAPER_ELSEWHERE'
  }
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
      | 'HAS_REFERENCES'
      | 'ALREADY_SHIPPED'
      | 'BELOW_MIN_PRICE'
      | 'INSUFFICIENT_STOCK'
  }
  /** Delete an unshipped order. */
  deleteOrder: {
    takes: [orderId: string]
    answers: Deleted
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'HAS_REFERENCES'
  }
  /** Say that goods of an order are not on the shelf. */
  noteAbsence: {
    takes: [orderId: string, body: NoteAbsenceBody]
    answers: Order
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Close a partly shipped order. */
  closeOrder: { takes: [orderId: string]; answers: Order; refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' }
  /** Reserve an order again or for longer. */
  reserveOrder: {
    takes: [orderId: string, body: ReserveOrderBody]
    answers: Order
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'INSUFFICIENT_STOCK'
  }
  /** Ship an order or a part of it. */
  shipOrder: {
    takes: [orderId: string, body: ShipOrderBody]
    answers: Shipment
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'NOT_RESERVED' | 'SHIPMENT_EXCEEDED'
  }
  /** Pick, ship or cancel an order. */
  changeOrderStatus: {
    takes: [orderId: string, body: ChangeOrderStatusBody]
    answers: Order
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'NOT_RESERVED'
  }
  /** Take an order to pick it. */
  takeOrder: {
    takes: [orderId: string, body: TakeOrderBody]
    answers: Order
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'NOT_RESERVED' | 'TAKEN_MEANWHILE'
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
  /** Set or correct the number and date on the paper of a procurement document. */
  dateDocument: { takes: [documentId: string, body: DateDocumentBody]; answers: Document; refuses: 'NOT_FOUND' }
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
  /** Upload a purchase document for recognition. */
  uploadImport: { takes: [bytes: Bytes]; answers: ImportFile; refuses: 'COMPANY_LIMIT_REACHED' }
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
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'CONTRACT_MISMATCH' | 'RETURN_MISMATCH' | 'PAYMENT_EXCEEDED' | 'ORDER_MISMATCH'
  }
  /** Read one payment. */
  readPayment: { takes: [paymentId: string]; answers: Payment; refuses: 'NOT_FOUND' }
  /** Edit a draft of a payment. */
  updatePayment: {
    takes: [paymentId: string, body: UpdatePaymentBody]
    answers: Payment
    refuses:
      | 'NOT_FOUND'
      | 'NOT_DRAFT'
      | 'ARCHIVED'
      | 'CONTRACT_MISMATCH'
      | 'RETURN_MISMATCH'
      | 'PAYMENT_EXCEEDED'
      | 'ORDER_MISMATCH'
  }
  /** Delete a draft of a payment. */
  deletePayment: { takes: [paymentId: string]; answers: Deleted; refuses: 'NOT_FOUND' | 'NOT_DRAFT' }
  /** Set or correct the number and date on the paper of a payment. */
  datePayment: { takes: [paymentId: string, body: DatePaymentBody]; answers: Payment; refuses: 'NOT_FOUND' }
  /** Assign a payment to orders. */
  assignPayment: {
    takes: [paymentId: string, body: AssignPaymentBody]
    answers: Payment
    refuses:
      | 'NOT_FOUND'
      | 'INVALID_TRANSITION'
      | 'RETURN_MISMATCH'
      | 'PAYMENT_EXCEEDED'
      | 'ORDER_MISMATCH'
      | 'REFUND_EXCEEDED'
  }
  /** Post or cancel a payment. */
  changePaymentStatus: {
    takes: [paymentId: string, body: ChangePaymentStatusBody]
    answers: Payment
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'ARCHIVED' | 'REFUND_EXCEEDED'
  }
  /** Draft an order from proposals. */
  orderProposed: {
    takes: [body: OrderProposedBody]
    answers: Document
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'ORDERED_MEANWHILE'
  }
  /** List products. */
  listProducts: { takes: [query?: ListProductsQuery]; answers: ProductPage; refuses: never }
  /** Create a product, variant, service or bundle. */
  createProduct: {
    takes: [body: CreateProductBody]
    answers: Product
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'INVALID_COMPONENT' | 'COMPANY_LIMIT_REACHED'
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
  uploadProductImage: {
    takes: [productId: string, bytes: Bytes]
    answers: ProductImage
    refuses: 'COMPANY_LIMIT_REACHED' | 'NOT_FOUND'
  }
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
  /** Report the money received and paid. */
  reportCashFlow: { takes: [query: ReportCashFlowQuery]; answers: CashFlowReport; refuses: never }
  /** Report the comparison sheet of a stocktake. */
  reportComparisonSheet: {
    takes: [query?: ReportComparisonSheetQuery]
    answers: ComparisonSheetReport
    refuses: 'NOT_FOUND'
  }
  /** Report what to count next. */
  reportCountNext: { takes: [query?: ReportCountNextQuery]; answers: CountNextReport; refuses: 'NOT_FOUND' }
  /** Report the goods that are to come. */
  reportExpected: { takes: [query?: ReportExpectedQuery]; answers: ExpectedReport; refuses: 'NOT_FOUND' }
  /** Report the gross profit of a period. */
  reportGrossProfit: { takes: [query: ReportGrossProfitQuery]; answers: GrossProfitReport; refuses: 'NOT_FOUND' }
  /** Report the inventory list of a stocktake. */
  reportInventoryList: { takes: [query?: ReportInventoryListQuery]; answers: InventoryListReport; refuses: 'NOT_FOUND' }
  /** Report when goods were last counted. */
  reportLastCounted: { takes: [query?: ReportLastCountedQuery]; answers: LastCountedReport; refuses: 'NOT_FOUND' }
  /** Report shortages and surpluses that may be mis-sorted goods. */
  reportMisSorts: { takes: [query?: ReportMisSortsQuery]; answers: MisSortsReport; refuses: 'NOT_FOUND' }
  /** Report the goods that were not on the shelf. */
  reportNotOnShelf: { takes: [query?: ReportNotOnShelfQuery]; answers: NotOnShelfReport; refuses: 'NOT_FOUND' }
  /** Report what partners and the company owe each other. */
  reportPartnerBalances: { takes: [query?: ReportPartnerBalancesQuery]; answers: PartnerBalancesReport; refuses: never }
  /** Report the statement of a partner for a period. */
  reportPartnerStatement: {
    takes: [query: ReportPartnerStatementQuery]
    answers: PartnerStatementReport
    refuses: 'NOT_FOUND'
  }
  /** Report what the company owes partners, by age. */
  reportPayablesByAge: { takes: [query?: ReportPayablesByAgeQuery]; answers: PayablesByAgeReport; refuses: never }
  /** Report what to move between warehouses. */
  reportProposedTransfers: {
    takes: [query?: ReportProposedTransfersQuery]
    answers: ProposedTransfersReport
    refuses: 'NOT_FOUND'
  }
  /** Report what partners owe the company, by age. */
  reportReceivablesByAge: {
    takes: [query?: ReportReceivablesByAgeQuery]
    answers: ReceivablesByAgeReport
    refuses: never
  }
  /** Report what to order from suppliers. */
  reportReorder: { takes: [query?: ReportReorderQuery]; answers: ReorderReport; refuses: 'NOT_FOUND' }
  /** Report what was written off, by reason. */
  reportShrinkage: { takes: [query: ReportShrinkageQuery]; answers: ShrinkageReport; refuses: 'NOT_FOUND' }
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
  /** Report what a stocktake counted. */
  reportStocktakeLines: {
    takes: [query?: ReportStocktakeLinesQuery]
    answers: StocktakeLinesReport
    refuses: 'NOT_FOUND'
  }
  /** Report what must be counted again. */
  reportStocktakeRecounts: {
    takes: [query?: ReportStocktakeRecountsQuery]
    answers: StocktakeRecountsReport
    refuses: 'NOT_FOUND'
  }
  /** Report the turnover of a period. */
  reportTurnover: { takes: [query: ReportTurnoverQuery]; answers: TurnoverReport; refuses: 'NOT_FOUND' }
  /** Report the documents that are not fully paid. */
  reportUnpaidDocuments: { takes: [query?: ReportUnpaidDocumentsQuery]; answers: UnpaidDocumentsReport; refuses: never }
  /** Check the books. */
  selfCheck: { takes: []; answers: SelfCheck; refuses: never }
  /** Read the signed-in user. */
  readSession: { takes: []; answers: Session; refuses: never }
  /** Choose the company that the session acts for. */
  chooseCompany: { takes: [body: ChooseCompanyBody]; answers: Session; refuses: 'NOT_FOUND' }
  /** Read the settings of the company. */
  readSettings: { takes: []; answers: Settings; refuses: never }
  /** Change the settings of the company. */
  updateSettings: { takes: [body: UpdateSettingsBody]; answers: Settings; refuses: never }
  /** List shipments. */
  listShipments: { takes: [query?: ListShipmentsQuery]; answers: ShipmentPage; refuses: never }
  /** Read one shipment. */
  readShipment: { takes: [shipmentId: string]; answers: Shipment; refuses: 'NOT_FOUND' }
  /** Cancel a shipment. */
  cancelShipment: {
    takes: [shipmentId: string]
    answers: Shipment
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'ALREADY_RETURNED' | 'ARCHIVED'
  }
  /** Set or correct the number and date on the paper of a shipment. */
  dateShipment: { takes: [shipmentId: string, body: DateShipmentBody]; answers: Shipment; refuses: 'NOT_FOUND' }
  /** List stock. */
  listStock: { takes: [query?: ListStockQuery]; answers: StockPage; refuses: never }
  /** List stock rules. */
  listStockRules: { takes: [query?: ListStockRulesQuery]; answers: StockRulePage; refuses: never }
  /** Create a stock rule. */
  createStockRule: {
    takes: [body: CreateStockRuleBody]
    answers: StockRule
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'RULE_OVERLAPS'
  }
  /** Read one stock rule. */
  readStockRule: { takes: [stockRuleId: string]; answers: StockRule; refuses: 'NOT_FOUND' }
  /** Change a stock rule. */
  updateStockRule: {
    takes: [stockRuleId: string, body: UpdateStockRuleBody]
    answers: StockRule
    refuses: 'NOT_FOUND' | 'ARCHIVED'
  }
  /** Delete a stock rule. */
  deleteStockRule: { takes: [stockRuleId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** Receive a delivery as one document. */
  receiveDelivery: {
    takes: [body: ReceiveDeliveryBody]
    answers: Delivery
    refuses: 'NOT_FOUND' | 'NOT_EXPECTED' | 'ARCHIVED' | 'NOT_STOCKED' | 'DELIVERY_EXCEEDED' | 'UNIT_COST_UNKNOWN'
  }
  /** Add a photograph to a delivery. */
  addDeliveryPhoto: {
    takes: [documentId: string, bytes: Bytes]
    answers: DeliveryPhoto
    refuses: 'COMPANY_LIMIT_REACHED' | 'NOT_FOUND'
  }
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
  /** Read the unit costs that receipts would use. */
  readReceiptCosts: { takes: [query: ReadReceiptCostsQuery]; answers: ReceiptCosts; refuses: never }
  /** Move stock to another warehouse. */
  transferStock: {
    takes: [body: TransferStockBody]
    answers: Movement
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'MOVED_MEANWHILE' | 'LOT_MISMATCH' | 'INSUFFICIENT_STOCK'
  }
  /** Write off stock. */
  writeOffStock: {
    takes: [body: WriteOffStockBody]
    answers: Movement
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'LOT_MISMATCH' | 'INSUFFICIENT_STOCK'
  }
  /** List stocktakes. */
  listStocktakes: { takes: [query?: ListStocktakesQuery]; answers: StocktakePage; refuses: never }
  /** Start a stocktake. */
  createStocktake: {
    takes: [body: CreateStocktakeBody]
    answers: Stocktake
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'OVERLAPPING'
  }
  /** Read one stocktake. */
  readStocktake: { takes: [stocktakeId: string]; answers: Stocktake; refuses: 'NOT_FOUND' }
  /** Accept counts although the goods moved during them. */
  acceptLines: {
    takes: [stocktakeId: string, body: AcceptLinesBody]
    answers: Stocktake
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Count goods. */
  countGoods: {
    takes: [stocktakeId: string, body: CountGoodsBody]
    answers: Stocktake
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'NOT_STOCKED' | 'OUT_OF_SCOPE' | 'OVERLAPPING'
  }
  /** Set or correct the number and date on the paper of a stocktake. */
  dateStocktake: { takes: [stocktakeId: string, body: DateStocktakeBody]; answers: Stocktake; refuses: 'NOT_FOUND' }
  /** Net shortages against surpluses. */
  setMisSorts: {
    takes: [stocktakeId: string, body: SetMisSortsBody]
    answers: Stocktake
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Correct the stock by the differences. */
  postStocktake: {
    takes: [stocktakeId: string, body: PostStocktakeBody]
    answers: Stocktake
    refuses:
      | 'NOT_FOUND'
      | 'INVALID_TRANSITION'
      | 'ARCHIVED'
      | 'RECOUNT_NEEDED'
      | 'OVERLAPPING'
      | 'INSUFFICIENT_STOCK'
      | 'RESERVED_SHORT'
      | 'UNIT_COST_UNKNOWN'
  }
  /** Have products counted again. */
  recountLines: {
    takes: [stocktakeId: string, body: RecountLinesBody]
    answers: Stocktake
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Send a stocktake to review, back to counting, or cancel it. */
  changeStocktakeStatus: {
    takes: [stocktakeId: string, body: ChangeStocktakeStatusBody]
    answers: Stocktake
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'LOTS_CONSUMED' | 'ARCHIVED' | 'INSUFFICIENT_STOCK'
  }
  /** Read what needs to be done now. */
  readSummary: { takes: [query?: ReadSummaryQuery]; answers: Summary; refuses: never }
  /** List supplier items. */
  listSupplierItems: { takes: [query?: ListSupplierItemsQuery]; answers: SupplierItemPage; refuses: never }
  /** Create a supplier item. */
  createSupplierItem: {
    takes: [body: CreateSupplierItemBody]
    answers: SupplierItem
    refuses: 'NOT_FOUND' | 'ARCHIVED' | 'NOT_STOCKED' | 'ITEM_EXISTS'
  }
  /** Read one supplier item. */
  readSupplierItem: { takes: [supplierItemId: string]; answers: SupplierItem; refuses: 'NOT_FOUND' }
  /** Change a supplier item. */
  updateSupplierItem: {
    takes: [supplierItemId: string, body: UpdateSupplierItemBody]
    answers: SupplierItem
    refuses: 'NOT_FOUND'
  }
  /** Delete a supplier item. */
  deleteSupplierItem: { takes: [supplierItemId: string]; answers: Deleted; refuses: 'NOT_FOUND' }
  /** List table imports. */
  listTableImports: { takes: [query?: ListTableImportsQuery]; answers: TableImportPage; refuses: never }
  /** Upload a table. */
  uploadTableImport: {
    takes: [bytes: Bytes, query: UploadTableImportQuery]
    answers: TableImport
    refuses: 'UNREADABLE_TABLE' | 'COMPANY_LIMIT_REACHED' | 'LIMIT_REACHED'
  }
  /** List what columns can contain. */
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
  /** Set what the columns contain. */
  mapTableImport: {
    takes: [tableImportId: string, body: MapTableImportBody]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION' | 'UNREADABLE_TABLE' | 'ARCHIVED' | 'AMBIGUOUS_PARTNER'
  }
  /** Pause writing. */
  pauseTableImport: {
    takes: [tableImportId: string]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Continue writing. */
  resumeTableImport: {
    takes: [tableImportId: string]
    answers: TableImport
    refuses: 'NOT_FOUND' | 'INVALID_TRANSITION'
  }
  /** Read the import report by rows. */
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
  /** The path, with `{name}` segments. */
  readonly path: string
  /** `none`: a write without fields, which sends `{}`. */
  readonly body: 'json' | 'bytes' | 'none' | null
  readonly takesQuery: boolean
  /** The codes with which the rules of the route can refuse. */
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
  executeBatch: { method: 'POST', path: '/api/v1/batch', body: 'json', takesQuery: false, refusals: [] },
  readState: { method: 'GET', path: '/api/v1/bootstrap', body: null, takesQuery: true, refusals: [] },
  readCatalog: { method: 'GET', path: '/api/v1/catalog', body: null, takesQuery: true, refusals: ['NOT_FOUND'] },
  readChanges: { method: 'GET', path: '/api/v1/changes', body: null, takesQuery: true, refusals: [] },
  exportCompany: { method: 'GET', path: '/api/v1/company/archive', body: null, takesQuery: false, refusals: [] },
  deleteCompany: {
    method: 'POST',
    path: '/api/v1/company/deletion',
    body: 'json',
    takesQuery: false,
    refusals: ['PASSWORD_WRONG', 'NAME_DIFFERS'],
  },
  readDeletion: {
    method: 'POST',
    path: '/api/v1/company/deletion/receipt',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
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
  listCustomerReturns: { method: 'GET', path: '/api/v1/customer-returns', body: null, takesQuery: true, refusals: [] },
  createCustomerReturn: {
    method: 'POST',
    path: '/api/v1/customer-returns',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'RETURN_EXCEEDS_SHIPPED'],
  },
  readCustomerReturn: {
    method: 'GET',
    path: '/api/v1/customer-returns/{customerReturnId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateCustomerReturn: {
    method: 'PATCH',
    path: '/api/v1/customer-returns/{customerReturnId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT', 'ARCHIVED', 'NOT_STOCKED', 'RETURN_EXCEEDS_SHIPPED'],
  },
  deleteCustomerReturn: {
    method: 'DELETE',
    path: '/api/v1/customer-returns/{customerReturnId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT'],
  },
  dateCustomerReturn: {
    method: 'PATCH',
    path: '/api/v1/customer-returns/{customerReturnId}/document-date',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  changeCustomerReturnStatus: {
    method: 'PATCH',
    path: '/api/v1/customer-returns/{customerReturnId}/status',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'ARCHIVED',
      'RETURN_EXCEEDS_SHIPPED',
      'UNIT_COST_UNKNOWN',
      'REFUND_EXCEEDED',
      'LOTS_CONSUMED',
      'INSUFFICIENT_STOCK',
    ],
  },
  listDeliveryPhotos: { method: 'GET', path: '/api/v1/delivery-photos', body: null, takesQuery: true, refusals: [] },
  readDeliveryPhoto: {
    method: 'GET',
    path: '/api/v1/delivery-photos/{deliveryPhotoId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
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
  readLimits: { method: 'GET', path: '/api/v1/limits', body: null, takesQuery: false, refusals: [] },
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
  dateMovement: {
    method: 'PATCH',
    path: '/api/v1/movements/{movementId}/document-date',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'PAPER_ELSEWHERE'],
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
      'HAS_REFERENCES',
      'ALREADY_SHIPPED',
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
  noteAbsence: {
    method: 'POST',
    path: '/api/v1/orders/{orderId}/absences',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  closeOrder: {
    method: 'POST',
    path: '/api/v1/orders/{orderId}/close',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  reserveOrder: {
    method: 'POST',
    path: '/api/v1/orders/{orderId}/reserve',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'INSUFFICIENT_STOCK'],
  },
  shipOrder: {
    method: 'POST',
    path: '/api/v1/orders/{orderId}/shipments',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_RESERVED', 'SHIPMENT_EXCEEDED'],
  },
  changeOrderStatus: {
    method: 'PATCH',
    path: '/api/v1/orders/{orderId}/status',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_RESERVED'],
  },
  takeOrder: {
    method: 'POST',
    path: '/api/v1/orders/{orderId}/take',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_RESERVED', 'TAKEN_MEANWHILE'],
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
  dateDocument: {
    method: 'PATCH',
    path: '/api/v1/procurement/documents/{documentId}/document-date',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
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
  uploadImport: {
    method: 'POST',
    path: '/api/v1/procurement/imports',
    body: 'bytes',
    takesQuery: false,
    refusals: ['COMPANY_LIMIT_REACHED'],
  },
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
    refusals: ['NOT_FOUND', 'ARCHIVED', 'CONTRACT_MISMATCH', 'RETURN_MISMATCH', 'PAYMENT_EXCEEDED', 'ORDER_MISMATCH'],
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
    refusals: [
      'NOT_FOUND',
      'NOT_DRAFT',
      'ARCHIVED',
      'CONTRACT_MISMATCH',
      'RETURN_MISMATCH',
      'PAYMENT_EXCEEDED',
      'ORDER_MISMATCH',
    ],
  },
  deletePayment: {
    method: 'DELETE',
    path: '/api/v1/procurement/payments/{paymentId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_DRAFT'],
  },
  datePayment: {
    method: 'PATCH',
    path: '/api/v1/procurement/payments/{paymentId}/document-date',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  assignPayment: {
    method: 'PUT',
    path: '/api/v1/procurement/payments/{paymentId}/orders',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'RETURN_MISMATCH',
      'PAYMENT_EXCEEDED',
      'ORDER_MISMATCH',
      'REFUND_EXCEEDED',
    ],
  },
  changePaymentStatus: {
    method: 'PATCH',
    path: '/api/v1/procurement/payments/{paymentId}/status',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ARCHIVED', 'REFUND_EXCEEDED'],
  },
  orderProposed: {
    method: 'POST',
    path: '/api/v1/procurement/proposals',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'ORDERED_MEANWHILE'],
  },
  listProducts: { method: 'GET', path: '/api/v1/products', body: null, takesQuery: true, refusals: [] },
  createProduct: {
    method: 'POST',
    path: '/api/v1/products',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'INVALID_COMPONENT', 'COMPANY_LIMIT_REACHED'],
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
    refusals: ['COMPANY_LIMIT_REACHED', 'NOT_FOUND'],
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
  reportComparisonSheet: {
    method: 'GET',
    path: '/api/v1/reports/comparison-sheet',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportCountNext: {
    method: 'GET',
    path: '/api/v1/reports/count-next',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportExpected: {
    method: 'GET',
    path: '/api/v1/reports/expected',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportGrossProfit: {
    method: 'GET',
    path: '/api/v1/reports/gross-profit',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportInventoryList: {
    method: 'GET',
    path: '/api/v1/reports/inventory-list',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportLastCounted: {
    method: 'GET',
    path: '/api/v1/reports/last-counted',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportMisSorts: {
    method: 'GET',
    path: '/api/v1/reports/mis-sorts',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportNotOnShelf: {
    method: 'GET',
    path: '/api/v1/reports/not-on-shelf',
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
  reportPayablesByAge: {
    method: 'GET',
    path: '/api/v1/reports/payables-by-age',
    body: null,
    takesQuery: true,
    refusals: [],
  },
  reportProposedTransfers: {
    method: 'GET',
    path: '/api/v1/reports/proposed-transfers',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportReceivablesByAge: {
    method: 'GET',
    path: '/api/v1/reports/receivables-by-age',
    body: null,
    takesQuery: true,
    refusals: [],
  },
  reportReorder: {
    method: 'GET',
    path: '/api/v1/reports/reorder',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportShrinkage: {
    method: 'GET',
    path: '/api/v1/reports/shrinkage',
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
  reportStocktakeLines: {
    method: 'GET',
    path: '/api/v1/reports/stocktake-lines',
    body: null,
    takesQuery: true,
    refusals: ['NOT_FOUND'],
  },
  reportStocktakeRecounts: {
    method: 'GET',
    path: '/api/v1/reports/stocktake-recounts',
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
  listShipments: { method: 'GET', path: '/api/v1/shipments', body: null, takesQuery: true, refusals: [] },
  readShipment: {
    method: 'GET',
    path: '/api/v1/shipments/{shipmentId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  cancelShipment: {
    method: 'POST',
    path: '/api/v1/shipments/{shipmentId}/cancel',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'ALREADY_RETURNED', 'ARCHIVED'],
  },
  dateShipment: {
    method: 'PATCH',
    path: '/api/v1/shipments/{shipmentId}/document-date',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listStock: { method: 'GET', path: '/api/v1/stock', body: null, takesQuery: true, refusals: [] },
  listStockRules: { method: 'GET', path: '/api/v1/stock-rules', body: null, takesQuery: true, refusals: [] },
  createStockRule: {
    method: 'POST',
    path: '/api/v1/stock-rules',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'RULE_OVERLAPS'],
  },
  readStockRule: {
    method: 'GET',
    path: '/api/v1/stock-rules/{stockRuleId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateStockRule: {
    method: 'PATCH',
    path: '/api/v1/stock-rules/{stockRuleId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED'],
  },
  deleteStockRule: {
    method: 'DELETE',
    path: '/api/v1/stock-rules/{stockRuleId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  receiveDelivery: {
    method: 'POST',
    path: '/api/v1/stock/deliveries',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'NOT_EXPECTED', 'ARCHIVED', 'NOT_STOCKED', 'DELIVERY_EXCEEDED', 'UNIT_COST_UNKNOWN'],
  },
  addDeliveryPhoto: {
    method: 'POST',
    path: '/api/v1/stock/deliveries/{documentId}/photos',
    body: 'bytes',
    takesQuery: false,
    refusals: ['COMPANY_LIMIT_REACHED', 'NOT_FOUND'],
  },
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
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'MOVED_MEANWHILE', 'LOT_MISMATCH', 'INSUFFICIENT_STOCK'],
  },
  writeOffStock: {
    method: 'POST',
    path: '/api/v1/stock/writeoff',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'LOT_MISMATCH', 'INSUFFICIENT_STOCK'],
  },
  listStocktakes: { method: 'GET', path: '/api/v1/stocktakes', body: null, takesQuery: true, refusals: [] },
  createStocktake: {
    method: 'POST',
    path: '/api/v1/stocktakes',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'OVERLAPPING'],
  },
  readStocktake: {
    method: 'GET',
    path: '/api/v1/stocktakes/{stocktakeId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  acceptLines: {
    method: 'POST',
    path: '/api/v1/stocktakes/{stocktakeId}/accept',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  countGoods: {
    method: 'POST',
    path: '/api/v1/stocktakes/{stocktakeId}/counts',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_STOCKED', 'OUT_OF_SCOPE', 'OVERLAPPING'],
  },
  dateStocktake: {
    method: 'PATCH',
    path: '/api/v1/stocktakes/{stocktakeId}/document-date',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  setMisSorts: {
    method: 'PUT',
    path: '/api/v1/stocktakes/{stocktakeId}/mis-sorts',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  postStocktake: {
    method: 'POST',
    path: '/api/v1/stocktakes/{stocktakeId}/post',
    body: 'json',
    takesQuery: false,
    refusals: [
      'NOT_FOUND',
      'INVALID_TRANSITION',
      'ARCHIVED',
      'RECOUNT_NEEDED',
      'OVERLAPPING',
      'INSUFFICIENT_STOCK',
      'RESERVED_SHORT',
      'UNIT_COST_UNKNOWN',
    ],
  },
  recountLines: {
    method: 'POST',
    path: '/api/v1/stocktakes/{stocktakeId}/recount',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  changeStocktakeStatus: {
    method: 'PATCH',
    path: '/api/v1/stocktakes/{stocktakeId}/status',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'LOTS_CONSUMED', 'ARCHIVED', 'INSUFFICIENT_STOCK'],
  },
  readSummary: { method: 'GET', path: '/api/v1/summary', body: null, takesQuery: true, refusals: [] },
  listSupplierItems: { method: 'GET', path: '/api/v1/supplier-items', body: null, takesQuery: true, refusals: [] },
  createSupplierItem: {
    method: 'POST',
    path: '/api/v1/supplier-items',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'ITEM_EXISTS'],
  },
  readSupplierItem: {
    method: 'GET',
    path: '/api/v1/supplier-items/{supplierItemId}',
    body: null,
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  updateSupplierItem: {
    method: 'PATCH',
    path: '/api/v1/supplier-items/{supplierItemId}',
    body: 'json',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  deleteSupplierItem: {
    method: 'DELETE',
    path: '/api/v1/supplier-items/{supplierItemId}',
    body: 'none',
    takesQuery: false,
    refusals: ['NOT_FOUND'],
  },
  listTableImports: { method: 'GET', path: '/api/v1/table-imports', body: null, takesQuery: true, refusals: [] },
  uploadTableImport: {
    method: 'POST',
    path: '/api/v1/table-imports',
    body: 'bytes',
    takesQuery: true,
    refusals: ['UNREADABLE_TABLE', 'COMPANY_LIMIT_REACHED', 'LIMIT_REACHED'],
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

/** The operations on each kind of record, by the name of its list. */
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
  customerReturns: {
    list: 'listCustomerReturns',
    read: 'readCustomerReturn',
    create: 'createCustomerReturn',
    update: 'updateCustomerReturn',
    delete: 'deleteCustomerReturn',
  },
  deliveryPhotos: { list: 'listDeliveryPhotos', read: 'readDeliveryPhoto' },
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
  shipments: { list: 'listShipments', read: 'readShipment' },
  stock: { list: 'listStock' },
  stockRules: {
    list: 'listStockRules',
    read: 'readStockRule',
    create: 'createStockRule',
    update: 'updateStockRule',
    delete: 'deleteStockRule',
  },
  stocktakes: { list: 'listStocktakes', read: 'readStocktake', create: 'createStocktake' },
  supplierItems: {
    list: 'listSupplierItems',
    read: 'readSupplierItem',
    create: 'createSupplierItem',
    update: 'updateSupplierItem',
    delete: 'deleteSupplierItem',
  },
  warehouses: {
    list: 'listWarehouses',
    read: 'readWarehouse',
    create: 'createWarehouse',
    update: 'updateWarehouse',
    delete: 'deleteWarehouse',
  },
} as const
