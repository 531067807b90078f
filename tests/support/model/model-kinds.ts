/**
 * The types of the model's records: filters, organizations, contracts, fields, links, purchases, documents, payments and
 * notifications.
 */

export interface ModelFilter {
  readonly id: string
  name: string
  archived: boolean
  readonly values: Map<string, { readonly id: string; name: string; archived: boolean }>
}

export interface ModelOrganization {
  readonly id: string
  name: string
  inn: string | null
  bankAccounts: Json[]
  archived: boolean
}

export interface ModelContract {
  readonly id: string
  partnerId: string
  organizationId: string
  kind: string
  number: string | null
  signedAt: string | null
  commissionPercent: number | null
  archived: boolean
}

export interface ModelField {
  readonly id: string
  readonly entityKind: string
  readonly valueType: string
  name: string
  options: string[]
  archived: boolean
}

export interface ModelLink {
  readonly id: string
  readonly source: string
  readonly entityType: string
  readonly externalId: string
  readonly internalId: string
}

export interface ModelPurchase {
  readonly id: string
  readonly number: string
  readonly productId: string
  readonly warehouseId: string
  readonly supplierId: string
  readonly supplier: string
  readonly quantity: bigint
  readonly unitCost: bigint
  received: bigint
  damaged: bigint
  missing: bigint
  /** The number of receipts that refer to this purchase. */
  receipts: number
  readonly external: string | null
}

export interface ModelLine {
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly quantity: bigint
  readonly unitCost: bigint
  readonly amount: bigint
  readonly damaged: bigint
  readonly missing: bigint
}

export interface ModelDocument {
  readonly id: string
  readonly number: string
  kind: string
  status: string
  reference: string | null
  supplier: string | null
  supplierId: string | null
  organizationId: string | null
  contractId: string | null
  warehouseId: string | null
  sourceDocumentId: string | null
  issuedAt: string | null
  note: string | null
  customValues: Json
  lines: ModelLine[]
  /**
   * The lots behind each line: for a return, the lots from which the line was drawn; for a receipt, the lot that the
   * line created.
   */
  posted: { readonly lot: ModelLot; readonly quantity: bigint }[][]
}

export interface ModelPayment {
  readonly id: string
  readonly number: string
  status: string
  partnerId: string
  partner: string
  direction: string
  method: string
  amount: bigint
  /** The orders that the payment is for, each with its part of the amount. */
  orders: readonly (readonly [orderId: string, amount: bigint])[]
  reference: string | null
  organizationId: string | null
  contractId: string | null
  documentId: string | null
  /** The id of the customer return that the payment refunds; null if the payment is not a refund. */
  returnId: string | null
  note: string | null
}

export interface ModelReturnLine {
  readonly lineId: number | null
  readonly productId: string
  readonly name: string
  readonly quantity: bigint
  readonly damaged: bigint
  readonly amount: bigint | null
  readonly unitCost: bigint | null
  readonly cost: null
  readonly components: readonly (readonly [string, bigint])[] | null
}

export interface ModelReturn {
  readonly id: string
  readonly number: string
  status: string
  readonly orderId: string | null
  readonly customer: string
  readonly customerId: string
  warehouseId: string
  reason: string | null
  lines: ModelReturnLine[]
  /** The cost of all returned goods; null until the return is posted. */
  cost: bigint | null
  /**
   * The returned goods and the lots that received them. `source` is the lot from which the goods were originally drawn.
   */
  readonly came: {
    readonly productId: string
    readonly quantity: bigint
    readonly cost: bigint
    readonly lots: readonly { readonly lot: ModelLot; readonly source: ModelLot; readonly quantity: bigint }[]
  }[]
  /** The damaged goods that were written off, with the lot of each. */
  readonly lost: { readonly lot: ModelLot; readonly quantity: bigint }[]
}

export interface ModelSettings {
  companyName: string
  lowStockAlerts: boolean
  dailySummary: boolean
  timeZone: string
  reservationHours?: number
}

// biome-ignore lint/suspicious/noExplicitAny: bodies and records are JSON; what matters in them is compared, not typed.
export type Json = any

export interface ModelLot {
  readonly id: string
  readonly productId: string
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly supplier: string | null
  readonly unitCost: bigint
  readonly received: bigint
  remaining: bigint
  readonly receivedAt: string
  readonly sourceLotId: string | null
  /** Whether the receipt or return that created the lot was cancelled. */
  isTakenBack?: boolean
}
