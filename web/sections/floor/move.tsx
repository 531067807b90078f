/** The task "Move" of the warehouse-floor screens, which transfers goods between warehouses. */
import { useCallback } from 'react'
import { milli, units } from '../../data/amounts.ts'
import { useKeptTask } from '../../data/floor/kept-task.ts'
import { useAll, useRecords } from '../../data/lists.ts'
import { useFigures } from '../../data/stock.ts'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import { type GoodsState, GoodsTask } from './goods-task.tsx'
import { readyOf, type ScannedLine } from './scanned-lines.ts'
import { waitingGoods } from './waiting-goods.ts'

interface MoveState extends GoodsState {
  readonly fromId: string
  readonly from: string
  readonly toId: string
  readonly to: string
}

const NOTHING: MoveState = { isBegun: false, lines: [], fromId: '', from: '', toId: '', to: '' }

export function Move() {
  const say = useWords('floor')
  const { owner } = useFloor()
  const kept = useKeptTask<MoveState>(owner, 'move', () => NOTHING)
  const { task, change } = kept
  const { record: warehouses } = useAll('warehouses')
  const nameOf = (id: string, before: string) => warehouses?.find((one) => one.id === id)?.name ?? before
  const names = { from: nameOf(task.fromId, task.from), to: nameOf(task.toId, task.to) }
  const setFrom = useCallback(
    (fromId: string) => change((before) => ({ ...before, fromId, toId: before.toId === fromId ? '' : before.toId })),
    [change],
  )
  const finished = (lines: readonly ScannedLine[]) =>
    lines.map((line) => {
      const of = { kind: 'transfer', warehouseId: task.fromId, toWarehouseId: task.toId } as const
      return waitingGoods(line, { of, quantity: line.quantity, part: null })
    })
  const ready = readyOf(task.lines)
  const warningOf = useShortage(task)
  const total = quantity(units(ready.reduce((all, line) => all + milli(line.quantity), 0)))
  return (
    <GoodsTask
      kept={{ ...kept, change: (how) => change((before) => how({ ...before, ...names })) }}
      setup={
        <>
          <WarehouseField label={say('fromWarehouse')} value={task.fromId} isFirst onChange={setFrom} />
          <WarehouseField
            label={say('toWarehouse')}
            value={task.toId}
            without={task.fromId}
            onChange={(toId) => change((before) => ({ ...before, toId }))}
          />
        </>
      }
      isReady={task.fromId !== '' && task.toId !== '' && task.fromId !== task.toId}
      place={`${names.from} → ${names.to}`}
      action={say('move')}
      consequence={say('willMove', { count: ready.length, total, ...names })}
      warningOf={warningOf}
      finished={finished}
    />
  )
}

/**
 * Returns a function that warns about a line if its quantity exceeds the known stock of the warehouse. Offline the
 * stock is not known, so there is no warning.
 */
function useShortage({ lines, fromId }: MoveState): (line: ScannedLine) => string | null {
  const say = useWords('floor')
  const { isAway } = useFloor()
  const ids = isAway ? [] : lines.flatMap(({ productId }) => productId ?? [])
  const figures = useFigures([...useRecords('products', ids).values()], fromId || undefined)
  return ({ productId, quantity: asked, uom }) => {
    const available = figures.get(productId ?? '')?.available
    if (available === undefined || milli(available) >= milli(asked)) return null
    return say('short', { available: quantity(available, uom), asked: quantity(asked, uom) })
  }
}
