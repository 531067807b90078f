/**
 * The task "Receive" of the warehouse-floor screens: goods arrive from a supplier. They are booked to this supplier's
 * open purchases first; the rest is received as one document.
 */
import { useCallback, useMemo } from 'react'
import type { Purchase } from '../../../sdk/types.ts'
import { milli, units } from '../../data/amounts.ts'
import { readTask, useKeptTask } from '../../data/floor/kept-task.ts'
import type { Waiting } from '../../data/floor/waiting.ts'
import { useAll, useList, useRecord } from '../../data/lists.ts'
import type { ReportRow } from '../../data/reports.ts'
import { useMay } from '../../data/session.ts'
import { PartnerField } from '../../parts/partner-field.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { Arriving } from './arriving.tsx'
import { type ArrivingState, NO_DELIVERY, stateOfExpected } from './arriving-state.ts'
import { useFloor } from './context.ts'
import { type ExpectedGroup, ExpectedList } from './expected-list.tsx'
import { type GoodsState, GoodsTask } from './goods-task.tsx'
import { NONE_SEEN, type SeenPrices, useReceiptPrices } from './receipt-prices.ts'
import { type Expected, partsOf, receivedGoods, takenOf } from './received-goods.ts'
import { readyOf, type ScannedLine } from './scanned-lines.ts'

interface ReceiveState extends GoodsState {
  readonly warehouseId: string
  readonly warehouse: string
  readonly supplierId: string | null
  readonly supplier: string
  /** The open purchases from this supplier for this warehouse, oldest first, stored for use offline. */
  readonly expected: readonly Expected[]
  readonly seen?: SeenPrices
}

const NOTHING: ReceiveState = {
  ...{ isBegun: false, lines: [], warehouseId: '', warehouse: '', supplierId: null, supplier: '', expected: [] },
  seen: NONE_SEEN,
}

export function Receive() {
  const { owner } = useFloor()
  const arriving = useKeptTask<ArrivingState>(owner, 'delivery', () => NO_DELIVERY)
  const { change } = arriving
  const onDocument = useCallback((rows: ExpectedGroup) => change(() => stateOfExpected(rows)), [change])
  if (arriving.task.documentId !== '') return <Arriving kept={arriving} />
  return <ReceiveGoods onDocument={onDocument} />
}

interface ReceiveGoodsProps {
  /** Called when the user chooses to receive goods against a document. */
  readonly onDocument: (rows: ExpectedGroup) => void
}

/** The page for receiving goods from a supplier. They may belong to purchases or to no document at all. */
function ReceiveGoods({ onDocument }: ReceiveGoodsProps) {
  const say = useWords('floor')
  const { owner } = useFloor()
  const kept = useKeptTask<ReceiveState>(owner, 'receive', () => NOTHING)
  const { task, change } = kept
  const { record: warehouses } = useAll('warehouses')
  const { record: supplier } = useRecord('partners', task.supplierId)
  const expected = useExpected(task, owner) ?? task.expected
  const named = {
    ...task,
    warehouse: warehouses?.find(({ id }) => id === task.warehouseId)?.name ?? task.warehouse,
    supplier: supplier?.name ?? task.supplier,
    expected,
  }
  const choose = (group: ExpectedGroup) => {
    const [row] = group
    if (row?.kind !== 'purchase') return onDocument(group)
    const place = { warehouseId: String(row.warehouseId), warehouse: String(row.warehouse) }
    const from = { supplierId: String(row.supplierId), supplier: String(row.supplier) }
    change((before) => ({ ...before, ...place, ...from, isBegun: true }))
  }
  const setWarehouse = useCallback((warehouseId: string) => change((before) => ({ ...before, warehouseId })), [change])
  const priceOf = useReceiptPrices(task.lines, task.warehouseId, {
    seen: task.seen,
    keep: (seen) => change((before) => ({ ...before, seen })),
  })
  const finished = (lines: readonly ScannedLine[]): Waiting[] => receivedGoods(lines, named, priceOf)
  const ready = readyOf(task.lines)
  const count = ready.length
  const total = quantity(units(ready.reduce((all, line) => all + milli(line.quantity), 0)))
  const noteOf = (line: ScannedLine) => {
    const parts = partsOf(line, expected, priceOf).map(({ on, price }) => [
      on !== null && say('onPurchase', { number: on.number, left: quantity(on.left, line.uom) }),
      priceOf !== null &&
        price !== undefined &&
        (price === null ? say('priceAsked') : say('atPrice', { price: money(price) })),
    ])
    const told = parts.flat().filter(Boolean)
    return told.length === 0 ? null : told.join(' · ')
  }
  const about = { count, total, warehouse: named.warehouse, supplier: named.supplier }
  const taken = priceOf === null ? null : takenOf(ready, expected, priceOf)
  const consequence = [
    say('willReceive', about),
    taken !== null && say('willCost', { sum: money(taken.sum) }),
    taken !== null && taken.unseen > 0 && say('unseenPrices', { count: taken.unseen }),
  ]
  return (
    <GoodsTask
      kept={{ ...kept, change: (how) => change((before) => how({ ...before, ...namesOf(named) })) }}
      setup={
        <>
          <WarehouseField label={say('toWarehouse')} value={task.warehouseId} isFirst onChange={setWarehouse} />
          <PartnerField
            as="supplier"
            label={say('supplier')}
            value={task.supplierId}
            onChange={(supplierId) => change((before) => ({ ...before, supplierId }))}
          />
        </>
      }
      below={<ExpectedList onChoose={choose} />}
      isReady={task.warehouseId !== '' && task.supplierId !== null && named.supplier !== ''}
      place={`${named.supplier} → ${named.warehouse}`}
      action={say('receive')}
      consequence={consequence.filter(Boolean).join(' ')}
      noteOf={noteOf}
      finished={finished}
    />
  )
}

/** Returns the parts of the state that are stored for use offline: the names, and the open purchases. */
const namesOf = ({ warehouse, supplier, expected }: ReceiveState) => ({ warehouse, supplier, expected })

/**
 * Loads the open purchases; undefined until they are loaded. If the user may not see costs, they are taken from the
 * list of expected goods that the page showed last.
 */
function useExpected(
  { supplierId, warehouseId, isBegun }: ReceiveState,
  owner: string,
): readonly Expected[] | undefined {
  const seesCosts = useMay()('who sees costs')
  const isWanted = seesCosts && supplierId !== null && warehouseId !== ''
  const query = { status: ['open', 'partial'], supplierId, warehouseId, sort: 'createdAt', limit: 100 }
  const { items, isPending, error, isOld } = useList('purchases', query, isWanted)
  // The list of expected goods was on screen before scanning began. Use the rows that it showed last, because the user
  // chose from those.
  const seen = useMemo(
    () => (seesCosts || !isBegun ? [] : (readTask<readonly ReportRow[]>(owner, 'expected') ?? [])),
    [seesCosts, isBegun, owner],
  )
  if (!seesCosts)
    return seen
      .filter((row) => row.kind === 'purchase' && row.supplierId === supplierId && row.warehouseId === warehouseId)
      .map((row) => ({
        ...{ id: String(row.sourceId), number: String(row.number), productId: String(row.productId) },
        left: Number(row.quantity),
      }))
  return !isWanted || isPending || isOld || error !== null ? undefined : items.map(expectedOf)
}

function expectedOf(purchase: Purchase): Expected {
  const { id, number, productId, unitCost, quantity: ordered, received, damaged, missing } = purchase
  const left = units(milli(ordered) - milli(received) - milli(damaged) - milli(missing))
  return { id, number, productId, unitCost, left }
}
