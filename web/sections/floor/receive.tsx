/** Receive: to a warehouse from a supplier, onto his purchases as far as they reach. */
import { useCallback } from 'react'
import type { Purchase } from '../../../sdk/types.ts'
import { useKeptTask } from '../../data/floor/kept-task.ts'
import type { Waiting } from '../../data/floor/waiting-line.ts'
import { useAll, useList, useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { milli } from '../../data/shipping.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { PartnerField } from '../shell/partner-field.tsx'
import { WarehouseField } from '../shell/warehouse-field.tsx'
import { useFloor } from './context.ts'
import { type GoodsState, GoodsTask } from './goods-task.tsx'
import { readyOf, type ScannedLine } from './scanned-lines.ts'
import { waitingGoods } from './waiting-goods.ts'

const THOUSANDTHS = 1_000

/** What is still expected on a purchase. */
interface Expected {
  readonly id: string
  readonly number: string
  readonly productId: string
  readonly left: number
  readonly unitCost: number
}

interface ReceiveState extends GoodsState {
  readonly warehouseId: string
  readonly warehouse: string
  readonly supplierId: string | null
  readonly supplier: string
  /** Of this supplier at this warehouse, the oldest first; kept for when the connection is away. */
  readonly expected: readonly Expected[]
}

const NOTHING: ReceiveState = {
  ...{ isBegun: false, lines: [], warehouseId: '', warehouse: '', supplierId: null, supplier: '', expected: [] },
}

export function Receive() {
  const say = useWords('floor')
  const { owner } = useFloor()
  const kept = useKeptTask<ReceiveState>(owner, 'receive', () => NOTHING)
  const { task, change } = kept
  const { record: warehouses } = useAll('warehouses')
  const { record: supplier } = useRecord('partners', task.supplierId)
  const expected = useExpected(task) ?? task.expected
  const named = {
    ...task,
    warehouse: warehouses?.find(({ id }) => id === task.warehouseId)?.name ?? task.warehouse,
    supplier: supplier?.name ?? task.supplier,
    expected,
  }
  const setWarehouse = useCallback((warehouseId: string) => change((before) => ({ ...before, warehouseId })), [change])
  const finished = (lines: readonly ScannedLine[]): Waiting[] => lines.flatMap((line) => receiptsOf(line, named))
  const ready = readyOf(task.lines)
  const count = ready.length
  const total = quantity(ready.reduce((all, line) => all + milli(line.quantity), 0) / THOUSANDTHS)
  const noteOf = (line: ScannedLine) => {
    const [first] = expected.filter(({ productId }) => productId === line.productId)
    return first === undefined
      ? null
      : say('onPurchase', { number: first.number, left: quantity(first.left, line.uom) })
  }
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
      isReady={task.warehouseId !== '' && task.supplierId !== null && named.supplier !== ''}
      place={`${named.supplier} → ${named.warehouse}`}
      action={say('receive')}
      consequence={say('willReceive', { count, total, warehouse: named.warehouse, supplier: named.supplier })}
      noteOf={noteOf}
      finished={finished}
    />
  )
}

/** What is kept with the task, so that it is there while the connection is away. */
const namesOf = ({ warehouse, supplier, expected }: ReceiveState) => ({ warehouse, supplier, expected })

/** The purchases that goods are still expected on, for who is shown them; undefined: not read. */
function useExpected({ supplierId, warehouseId }: ReceiveState): readonly Expected[] | undefined {
  const isWanted = useMay()('who sees costs') && supplierId !== null && warehouseId !== ''
  const query = { status: ['open', 'partial'], supplierId, warehouseId, sort: 'createdAt', limit: 100 }
  const { items, isPending, error, isOld } = useList('purchases', query, isWanted)
  return !isWanted || isPending || isOld || error !== null ? undefined : items.map(expectedOf)
}

function expectedOf(purchase: Purchase): Expected {
  const { id, number, productId, unitCost, quantity: ordered, received, damaged, missing } = purchase
  const left = (milli(ordered) - milli(received) - milli(damaged) - milli(missing)) / THOUSANDTHS
  return { id, number, productId, unitCost, left }
}

/** One receipt for each purchase that it goes on, and one for what is beyond them. */
function receiptsOf(line: ScannedLine, task: ReceiveState): Waiting[] {
  const { warehouseId, supplier } = task
  const of = { kind: 'receipt', warehouseId, supplier } as const
  const made: Waiting[] = []
  let rest = milli(line.quantity)
  for (const { id, productId, left, unitCost } of task.expected) {
    if (productId !== line.productId || rest === 0 || milli(left) <= 0) continue
    const taken = Math.min(rest, milli(left))
    rest -= taken
    made.push(waitingGoods(line, { of: { ...of, purchaseId: id, unitCost }, quantity: taken / THOUSANDTHS, part: id }))
  }
  if (rest > 0) made.push(waitingGoods(line, { of, quantity: rest / THOUSANDTHS, part: null }))
  return made
}
