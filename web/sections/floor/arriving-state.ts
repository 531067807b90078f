/**
 * The state of a delivery that is being received against a document. The browser stores it until the delivery is
 * finished.
 */
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
  /** The quantity that the document still expects; 0 for goods that are not in it. */
  readonly expected: number
  /** The quantity of the line that arrived, including damaged goods. */
  readonly counted: number
  readonly damaged: number
  /** The data on the GS1 labels of the scanned items. */
  readonly labels?: readonly Label[]
}

/** The data of a delivery that is being received. It is complete enough to finish the delivery offline. */
export interface ArrivingState {
  /** The id of the document that is being received; '' if none is chosen. */
  readonly documentId: string
  readonly kind: string
  readonly number: string
  readonly supplierId: string
  readonly supplier: string
  readonly warehouseId: string
  readonly warehouse: string
  readonly lines: readonly ArrivingLine[]
  /**
   * Whether goods that did not arrive are recorded as missing, because the supplier's delivery note lists them as
   * delivered.
   */
  readonly isRestMissing: boolean
  /** The names of the delivery's photographs, which are stored on this device. */
  readonly photos: readonly string[]
  readonly key: string
}

export const NO_DELIVERY: ArrivingState = {
  ...{ documentId: '', kind: '', number: '', supplierId: '', supplier: '', warehouseId: '', warehouse: '' },
  ...{ lines: [], isRestMissing: false, photos: [], key: '' },
}

const text = (value: ReportRow[string]): string => (value == null ? '' : String(value))

/**
 * Returns the initial state for receiving a delivery. `rows` are the rows of the report `expected` for one document.
 */
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

/** Returns a new line for goods that arrived but are not in the document. */
export const surplusLine = ({ id, name, sku, uom }: KnownProduct): ArrivingLine => ({
  ...{ productId: id, name, sku, uom, expected: 0, counted: 0, damaged: 0 },
})

/** Returns by how much the arrived quantity of a line exceeds the expected one; 0 if it does not. */
export const beyondOf = ({ counted, expected }: ArrivingLine): number => Math.max(0, plus(counted, -expected))

/** Returns how much of a line's expected quantity did not arrive; 0 if all of it did. */
export const shortOf = ({ counted, expected }: ArrivingLine): number => Math.max(0, plus(expected, -counted))

/** Returns whether goods that did not arrive are always recorded as missing, which is so for drafted receipts. */
export const isWhole = ({ kind }: Pick<ArrivingState, 'kind'>): boolean => kind === 'receipt'

/** Returns the lines to send: the goods that arrived and, if the rest is recorded as missing, the rest too. */
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

/** Returns the floor operation that finishes the delivery. */
export function deliveryOf(state: ArrivingState): Waiting {
  const { key, number, documentId, supplierId, warehouseId, photos } = state
  const lines = arrivedLines(state)
  return {
    ...{ key, name: number, uom: null, isSent: false, refusal: null, finishedAt: new Date().toISOString() },
    task: { of: { kind: 'delivery' }, documentId, supplierId, warehouseId, lines, photos },
  }
}
