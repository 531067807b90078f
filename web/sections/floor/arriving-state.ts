/** A delivery that is being received against a document, stored in the browser until it is finished. */
import { newKey } from '../../../sdk/keys.ts'
import type { Label } from '../../codes/scanned-code.ts'
import { milli, plus } from '../../data/amounts.ts'
import type { DeliveredLine } from '../../data/floor/deliveries.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import type { Waiting } from '../../data/floor/waiting.ts'
import type { ReportRow } from '../../data/reports.ts'

export interface ArrivingLine {
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly uom: string | null
  /** What the document still expects; 0 for goods that it does not have. */
  readonly expected: number
  /** How much is there, with what of it is damaged. */
  readonly counted: number
  readonly damaged: number
  /** What the labels of the scanned pieces say. */
  readonly labels?: readonly Label[]
}

/** Everything that receiving the delivery needs, also offline. */
export interface ArrivingState {
  /** The document; '' when none is chosen. */
  readonly documentId: string
  readonly kind: string
  readonly number: string
  readonly supplierId: string
  readonly supplier: string
  readonly warehouseId: string
  readonly warehouse: string
  readonly lines: readonly ArrivingLine[]
  /** Whether what did not come is missing, because the delivery note says that it came. */
  readonly isRestMissing: boolean
  /** The names of photographs on this device. */
  readonly photos: readonly string[]
  readonly key: string
}

export const NO_DELIVERY: ArrivingState = {
  ...{ documentId: '', kind: '', number: '', supplierId: '', supplier: '', warehouseId: '', warehouse: '' },
  ...{ lines: [], isRestMissing: false, photos: [], key: '' },
}

const text = (value: ReportRow[string]): string => (value == null ? '' : String(value))

/** The state with which receiving begins. `rows`: those of the report `expected` about one document. */
export function stateOfExpected(rows: readonly ReportRow[]): ArrivingState {
  const [first = {}] = rows
  return {
    documentId: text(first.sourceId),
    ...{ kind: text(first.kind), number: text(first.number) },
    ...{ supplierId: text(first.supplierId), supplier: text(first.supplier) },
    ...{ warehouseId: text(first.warehouseId), warehouse: text(first.warehouse) },
    lines: rows.map((row) => ({
      ...{ productId: text(row.productId), name: text(row.product) },
      ...{ sku: text(row.sku) || null, uom: text(row.uom) || null },
      ...{ expected: Number(row.quantity), counted: 0, damaged: 0 },
    })),
    isRestMissing: false,
    photos: [],
    key: newKey(),
  }
}

/** The line of goods that the document does not have. */
export const surplusLine = ({ id, name, sku, uom }: KnownProduct): ArrivingLine => ({
  ...{ productId: id, name, sku, uom, expected: 0, counted: 0, damaged: 0 },
})

/** How much of a line came besides what is expected. */
export const beyondOf = ({ counted, expected }: ArrivingLine): number => Math.max(0, plus(counted, -expected))

/** How much of a line is expected and not there. */
export const shortOf = ({ counted, expected }: ArrivingLine): number => Math.max(0, plus(expected, -counted))

/** Whether the document says by itself that what did not come is missing. */
export const isWhole = ({ kind }: Pick<ArrivingState, 'kind'>): boolean => kind === 'receipt'

/** Returns the lines to send: what came, and what is missing if the rest is. */
export function arrivedLines({ lines, ...state }: ArrivingState): readonly DeliveredLine[] {
  const withMissing = state.isRestMissing && !isWhole(state)
  return lines.flatMap((line): DeliveredLine[] => {
    const missing = withMissing ? shortOf(line) : 0
    const quantity = plus(line.counted, missing)
    if (milli(quantity) === 0) return []
    const beyond = beyondOf(line)
    const { productId, damaged } = line
    return [
      {
        productId,
        quantity,
        ...(damaged > 0 && { damaged }),
        ...(missing > 0 && { missing }),
        ...(beyond > 0 && { beyond }),
      },
    ]
  })
}

/** Returns the operation that finishes the delivery. */
export function deliveryOf(state: ArrivingState): Waiting {
  const { key, number, documentId, supplierId, warehouseId, photos } = state
  const lines = arrivedLines(state)
  return {
    ...{ key, name: number, uom: null, isSent: false, refusal: null, finishedAt: new Date().toISOString() },
    task: { of: { kind: 'delivery' }, documentId, supplierId, warehouseId, lines, photos },
  }
}
