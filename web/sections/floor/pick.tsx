/**
 * The task "Pick" of the warehouse-floor screens. The user chooses an order from a list with the oldest first, and
 * scans its goods. A wrong item is reported at once.
 */
import { Button, Skeleton, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import { newKey } from '../../../sdk/keys.ts'
import type { Order } from '../../../sdk/types.ts'
import { type Label, readCode } from '../../codes/scanned-code.ts'
import { milli, plus } from '../../data/amounts.ts'
import { meantExactly } from '../../data/coded-products.ts'
import type { KeptTask } from '../../data/floor/kept-task.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { Failure } from '../../parts/failure.tsx'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { scannedBefore, withLabel } from '../lines/line-scans.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { PickLines } from './pick-lines.tsx'
import { OrdersToPick } from './pick-list.tsx'
import {
  isDone,
  itemsOf,
  linesOf,
  type PickedPart,
  type PickLine,
  type PickState,
  type Picks,
  partOf,
  productsNamed,
  stateOf,
  usePickStates,
} from './pick-state.ts'
import { ScanBar } from './scan-bar.tsx'
import { WhoPicks } from './who-picks.tsx'

export function Pick() {
  const { owner } = useFloor()
  const picks = usePickStates(owner)
  const [chosenId, setChosen] = useState<string | null>(null)
  const { open } = picks
  const onOpen = useCallback(
    (state: PickState) => {
      setChosen(null)
      open(state)
    },
    [open],
  )
  if (picks.current.task.orderId !== null) return <Picking picks={picks} />
  if (chosenId === null) return <OrdersToPick left={picks.left} onChoose={setChosen} />
  return <Opening orderId={chosenId} left={picks.left[chosenId]} onOpen={onOpen} onBack={() => setChosen(null)} />
}

interface OpeningProps {
  readonly orderId: string
  readonly left: PickState | undefined
  readonly onOpen: (state: PickState) => void
  readonly onBack: () => void
}

/** Loads everything that picking the order needs, so that the user can continue without a connection. */
function Opening({ orderId, left, onOpen, onBack }: OpeningProps) {
  const core = useWords('core')
  const { known } = useFloor()
  const { record: order, error, retry } = useRecord('orders', orderId)
  const { record: warehouses } = useAll('warehouses')
  const ids = productsNamed(order)
  const products = useRecords('products', ids)
  const isThere = order !== undefined && warehouses !== undefined && ids.every((id) => products.has(id))
  useEffect(() => {
    if (!isThere) return
    known.learn([...products.values()])
    const warehouse = warehouses.find(({ id }) => id === order.warehouseId)?.name ?? ''
    onOpen(stateOf({ order, products, warehouse, left }))
  }, [isThere, known, onOpen, order, products, warehouses, left])
  if (error !== null)
    return (
      <>
        <Failure error={error} title={core('notLoaded')} onRetry={retry} />
        <Button size="lg" variant="default" onClick={onBack}>
          {core('back')}
        </Button>
      </>
    )
  return <Skeleton height={240} role="status" aria-label={core('loading')} />
}

interface PickingProps {
  readonly picks: Picks
}

function Picking({ picks }: PickingProps) {
  const say = useWords('floor')
  const navigate = useNavigate()
  const { line, tell, isAway } = useFloor()
  const [asked, setAsked] = useState<'all' | 'part' | null>(null)
  const { task, change } = picks.current
  const { orderId, number, lines, isNew, pickKey } = task
  const { record: order, error } = useRecord('orders', isAway ? null : orderId)
  const over = overOf(order, error, number)
  const { scan, take, setPicked } = usePicks(picks.current, over)
  // Do not update the lines of an order that is finished, because nothing is left to pick.
  useFollowing(over === null ? order : undefined, picks.current)
  // Tell the server that the order is being picked, so that other users see it.
  useEffect(() => {
    if (!isNew) return
    void line.add([statusTask({ key: pickKey, orderId: orderId!, number, status: 'picking' })])
    change((before) => ({ ...before, isNew: false }))
  }, [isNew, pickKey, line, orderId, number, change])
  const sayAbsent = ({ productId, name, uom }: PickLine, quantity: number) => {
    void line.add([absenceTask({ key: newKey(), orderId: orderId!, number }, { productId, name, uom, quantity })])
    tell('info', say(quantity > 0 ? 'absentTold' : 'absentFound', { name }))
  }
  const left = lines.filter((one) => !isDone(one)).length
  const part = left > 0 ? partOf(task) : []
  const ship = async () => {
    setAsked(null)
    const of = { key: task.shipKey, orderId: orderId!, number }
    await line.add([asked === 'part' ? shipmentTask(of, part) : statusTask({ ...of, status: 'shipped' })])
    if (isAway) tell('info', say('keptForLater', { count: 1 }))
    picks.finish()
    void navigate({ to: '/floor' })
  }
  return (
    <div className={classes.task}>
      <div className={classes.place}>
        <span>
          <b>{say('order', { number })}</b> {task.customer} · {task.warehouse}
          {order?.waiting !== undefined && ` · ${say('waitsForRest')}`}
        </span>
        {over === null && (
          <Button size="lg" variant="subtle" className={classes.change} onClick={picks.leave}>
            {say('otherOrder')}
          </Button>
        )}
      </div>
      {over === null ? order && <WhoPicks order={order} /> : <Over over={over} />}
      <ScanBar onCode={scan} onProduct={take} />
      <div className={classes.task} inert={over !== null} data-over={over !== null || undefined}>
        <PickLines lines={lines} order={order} onPicked={setPicked} onAbsent={sayAbsent} />
      </div>
      <footer className={classes.foot}>
        {over === null ? (
          <>
            {part.length > 0 && (
              <Button size="lg" fullWidth variant="default" mb="xs" onClick={() => setAsked('part')}>
                {say('shipPicked')}
              </Button>
            )}
            <Button size="lg" fullWidth disabled={left > 0} onClick={() => setAsked('all')}>
              {left > 0 ? say('leftToPick', { count: left }) : say('ship')}
            </Button>
          </>
        ) : (
          <Button size="lg" fullWidth onClick={picks.finish}>
            {say('chooseOther')}
          </Button>
        )}
      </footer>
      {asked !== null && over === null && (
        <ConfirmOnFloor
          action={say('ship')}
          consequence={
            asked === 'part'
              ? say('willShipPart', { count: part.length, number, warehouse: task.warehouse })
              : say('willShip', { count: lines.length, number, warehouse: task.warehouse })
          }
          onConfirm={() => void ship()}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** The reason why an order no longer needs picking, with its number. */
interface Ended {
  readonly word: 'over-shipped' | 'over-cancelled' | 'over-gone'
  readonly number: string
}

/** Returns why the order no longer needs picking; null if, as far as this device knows, it still does. */
function overOf(order: Order | undefined, error: Error | null, number: string): Ended | null {
  if (error instanceof ApiError && error.status === 404) return { word: 'over-gone', number }
  const status = order?.status
  return status === 'shipped' || status === 'cancelled' ? { word: `over-${status}`, number } : null
}

/** Announces once that the order no longer needs picking. The message then stays on screen. */
function Over({ over }: { readonly over: Ended }) {
  const say = useWords('floor')
  const { tell } = useFloor()
  const text = say(over.word, { number: over.number })
  useEffect(() => tell('wrong', text), [tell, text])
  return <Text className={classes.over}>{text}</Text>
}

/** Updates the quantities to pick when other users change the order. */
function useFollowing(order: Order | undefined, { task, change }: KeptTask<PickState>): void {
  const ids = productsNamed(order)
  const products = useRecords('products', ids)
  const isThere = order !== undefined && ids.every((id) => products.has(id))
  const lines = isThere ? linesOf(order, products, task.lines) : task.lines
  const items = isThere ? itemsOf(order, products) : task.items
  const isOther = JSON.stringify([lines, items]) !== JSON.stringify([task.lines, task.items])
  useEffect(() => {
    if (isOther && isThere)
      change((before) => ({
        ...before,
        lines: linesOf(order, products, before.lines),
        items: itemsOf(order, products),
      }))
  }, [isOther, isThere, order, products, change])
}

interface OrderCommand {
  readonly key: string
  readonly orderId: string
  readonly number: string
}

const waitingOf = ({ key, number }: OrderCommand) => ({
  ...{ key, name: number, uom: null, isSent: false, refusal: null, finishedAt: new Date().toISOString() },
})

const statusTask = (of: OrderCommand & { readonly status: 'picking' | 'shipped' }) => ({
  ...waitingOf(of),
  task: { of: { kind: 'status' as const }, orderId: of.orderId, status: of.status },
})

const absenceTask = (
  of: OrderCommand,
  { name, uom, ...absent }: Pick<PickLine, 'productId' | 'name' | 'uom'> & { readonly quantity: number },
) => ({
  ...waitingOf(of),
  ...{ name, uom },
  task: { of: { kind: 'absence' as const }, orderId: of.orderId, ...absent },
})

const shipmentTask = (of: OrderCommand, lines: readonly PickedPart[]) => ({
  ...waitingOf(of),
  task: { of: { kind: 'shipment' as const }, orderId: of.orderId, lines },
})

/** A hook that counts scanned goods as picked for the lines of the order. */
function usePicks({ now, change }: KeptTask<PickState>, over: Ended | null) {
  const say = useWords('floor')
  const { known, tell } = useFloor()
  const isOver = () => {
    if (over !== null) tell('wrong', say(over.word, { number: over.number }))
    return over !== null
  }
  const setPicked = (productId: string, picked: number, label: Label | null = null) =>
    change((before) => ({
      ...before,
      lines: before.lines.map((one) =>
        one.productId === productId
          ? { ...one, picked: Math.min(picked, one.needed), ...withLabel(picked === 0 ? {} : one, label) }
          : one,
      ),
    }))
  const take = (product: KnownProduct, count: number, label: Label | null = null) => {
    if (isOver()) return
    const { name, uom } = product
    const line = now().lines.find(({ productId }) => productId === product.id)
    if (line === undefined) return tell('wrong', say('notInOrder', { name }))
    const picked = plus(line.picked, count)
    const needed = quantity(line.needed, uom)
    if (milli(picked) > milli(line.needed)) return tell('wrong', say('tooMany', { name, needed }))
    setPicked(product.id, picked, label)
    const isAll = now().lines.every(isDone)
    tell('ok', isAll ? say('allPicked') : say('picked', { name, picked: quantity(picked), needed }))
  }
  const scan = (code: string) => {
    if (isOver()) return
    const twice = scannedBefore(now().lines, code)
    if (twice !== null) return tell('wrong', say('scannedBefore', { serial: twice.serial! }))
    // All products of this order are already loaded, so any other code is a wrong item and need not be looked up.
    const here = now().lines.flatMap(({ productId }) => known.get(productId) ?? [])
    const { products, count } = meantExactly(code, here)
    if (products.length === 1) return take(products[0]!, count, readCode(code).label)
    const other = known.find(code)
    tell('wrong', say('notInOrder', { name: other?.product.name ?? code }))
  }
  return { scan, take, setPicked }
}
