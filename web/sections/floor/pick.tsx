/** Pick: an order is chosen, the oldest first, its goods are scanned off, and what does not belong is said at once. */
import { Badge, Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { newKey } from '../../../sdk/keys.ts'
import type { Order } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { useKeptTask } from '../../data/floor/kept-task.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { useAll, useList, useRecord, useRecords } from '../../data/lists.ts'
import { meantExactly } from '../../data/product-codes.ts'
import { demandOf, milli } from '../../data/shipping.ts'
import { day, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { Confirm } from './goods-task.tsx'
import { QuantityField } from './lines.tsx'
import { ScanBar } from './scan-bar.tsx'
import { sum } from './scanned-lines.ts'

const THOUSANDTHS = 1_000
const SHOWN = 100

interface PickLine {
  readonly productId: string
  readonly name: string
  readonly sku: string | null
  readonly uom: string | null
  readonly needed: number
  readonly picked: number
}

/** An order that is being picked, with all that is needed for it while the connection is away. */
interface PickState {
  readonly orderId: string | null
  readonly number: string
  readonly customer: string
  readonly warehouse: string
  readonly isNew: boolean
  readonly lines: readonly PickLine[]
  /** The keys of its two commands. */
  readonly pickKey: string
  readonly shipKey: string
}

const NOTHING: PickState = {
  ...{ orderId: null, number: '', customer: '', warehouse: '', isNew: false, lines: [], pickKey: '', shipKey: '' },
}

export function Pick() {
  const { owner } = useFloor()
  const kept = useKeptTask<PickState>(owner, 'pick', () => NOTHING)
  const [chosenId, setChosen] = useState<string | null>(null)
  if (kept.task.orderId !== null) return <Picking kept={kept} />
  if (chosenId !== null)
    return <Opening orderId={chosenId} onOpen={(state) => kept.change(() => state)} onBack={() => setChosen(null)} />
  return <OrdersToPick onChoose={setChosen} />
}

function OrdersToPick({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const say = useWords('floor')
  const core = useWords('core')
  const query = { status: ['new', 'picking'], sort: 'createdAt', limit: SHOWN }
  const { items, isPending, error, retry, hasMore, readMore } = useList('orders', query)
  const { record: warehouses = [] } = useAll('warehouses')
  if (error !== null && items.length === 0) return <Failure error={error} title={core('notLoaded')} onRetry={retry} />
  if (isPending) return <Skeleton height={240} role="status" aria-label={core('loading')} />
  if (items.length === 0) return <Empty title={say('nothingToPick')} text={say('nothingToPickText')} />
  return (
    <>
      <ul className={classes.rows} aria-label={say('ordersToPick')}>
        {items.map(({ id, number, customer, status, createdAt, warehouseId, items: lines }) => (
          <li key={id}>
            <UnstyledButton className={classes.order} onClick={() => onChoose(id)}>
              <span className={classes.lineName}>
                <b>{say('order', { number })}</b> {customer}
                <span className={classes.note}>
                  {[
                    say('positions', { count: lines.length }),
                    warehouses.find((one) => one.id === warehouseId)?.name,
                    day(createdAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {status === 'picking' && (
                <Badge variant="light" color="yellow" tt="none" flex="none">
                  {say('picking')}
                </Badge>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="lg" variant="default" onClick={readMore}>
          {core('more')}
        </Button>
      )}
    </>
  )
}

interface OpeningProps {
  readonly orderId: string
  readonly onOpen: (state: PickState) => void
  readonly onBack: () => void
}

/** Reads all that picking needs, so that it goes on without a connection. */
function Opening({ orderId, onOpen, onBack }: OpeningProps) {
  const core = useWords('core')
  const { known } = useFloor()
  const { record: order, error, retry } = useRecord('orders', orderId)
  const { record: warehouses } = useAll('warehouses')
  const ids = (order?.items ?? []).flatMap(({ productId, components = [] }) => [
    productId,
    ...components.map((one) => one.productId),
  ])
  const products = useRecords('products', ids)
  const isThere = order !== undefined && warehouses !== undefined && ids.every((id) => products.has(id))
  useEffect(() => {
    if (!isThere) return
    known.learn([...products.values()])
    onOpen(stateOf(order, products, warehouses.find(({ id }) => id === order.warehouseId)?.name ?? ''))
  }, [isThere, known, onOpen, order, products, warehouses])
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

function stateOf(order: Order, products: Parameters<typeof demandOf>[1], warehouse: string): PickState {
  const { id, number, customer, status, items } = order
  const lines = [...demandOf(items, products)].map(([productId, needed]): PickLine => {
    const { name, sku, uom } = products.get(productId)!
    return { productId, name, sku, uom, needed: needed / THOUSANDTHS, picked: 0 }
  })
  const keys = { pickKey: newKey(), shipKey: newKey() }
  return { orderId: id, number, customer, warehouse, isNew: status === 'new', lines, ...keys }
}

interface PickingProps {
  readonly kept: ReturnType<typeof useKeptTask<PickState>>
}

function Picking({ kept }: PickingProps) {
  const say = useWords('floor')
  const navigate = useNavigate()
  const { line, tell, isAway } = useFloor()
  const [spoilt, setSpoilt] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const { task, change } = kept
  const { orderId, number, lines, isNew, pickKey } = task
  const { record: order } = useRecord('orders', isAway ? null : orderId)
  const { scan, take, setPicked } = usePicks(kept)
  // Others see that it is being picked.
  useEffect(() => {
    if (!isNew) return
    void line.add([statusTask({ key: pickKey, orderId: orderId!, number, status: 'picking' })])
    change((before) => ({ ...before, isNew: false }))
  }, [isNew, pickKey, line, orderId, number, change])
  const left = lines.filter(({ picked, needed }) => picked < needed).length
  const leave = () => kept.renew(NOTHING)
  const ship = async () => {
    setAsked(false)
    await line.add([statusTask({ key: task.shipKey, orderId: orderId!, number, status: 'shipped' })])
    if (isAway) tell('info', say('keptForLater', { count: 1 }))
    leave()
    void navigate({ to: '/floor' })
  }
  const isOver = order?.status === 'shipped' || order?.status === 'cancelled'
  return (
    <div className={classes.task}>
      <div className={classes.place}>
        <span>
          <b>{say('order', { number })}</b> {task.customer} · {task.warehouse}
        </span>
        <Button size="lg" variant="subtle" className={classes.change} onClick={leave}>
          {say('otherOrder')}
        </Button>
      </div>
      {isOver && (
        <Text role="alert" className={classes.over}>
          {say(`over-${order.status as 'shipped'}`, { number })}
        </Text>
      )}
      <ScanBar onCode={scan} onProduct={take} onSpoilt={() => setSpoilt((before) => before + 1)} />
      <PickLines lines={lines} spoilt={spoilt} onPicked={setPicked} />
      <footer className={classes.foot}>
        <Button size="lg" fullWidth disabled={left > 0 || isOver} onClick={() => setAsked(true)}>
          {left > 0 ? say('leftToPick', { count: left }) : say('ship')}
        </Button>
      </footer>
      {isAsked && (
        <Confirm
          action={say('ship')}
          consequence={say('willShip', { count: lines.length, number, warehouse: task.warehouse })}
          onConfirm={() => void ship()}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

interface StatusCommand {
  readonly key: string
  readonly orderId: string
  readonly number: string
  readonly status: 'picking' | 'shipped'
}

const statusTask = ({ key, orderId, number, status }: StatusCommand) => ({
  ...{ key, name: number, uom: null, isSent: false, refusal: null, finishedAt: new Date().toISOString() },
  task: { of: { kind: 'status' as const }, orderId, status },
})

/** Scans that are counted off the lines. */
function usePicks({ now, change }: PickingProps['kept']) {
  const say = useWords('floor')
  const { known, tell } = useFloor()
  const setPicked = (productId: string, picked: number) =>
    change((before) => ({
      ...before,
      lines: before.lines.map((one) =>
        one.productId === productId ? { ...one, picked: Math.min(picked, one.needed) } : one,
      ),
    }))
  const take = (product: KnownProduct, count: number) => {
    const { name, uom } = product
    const line = now().lines.find(({ productId }) => productId === product.id)
    if (line === undefined) return tell('wrong', say('notInOrder', { name }))
    const picked = sum(line.picked, count)
    const needed = quantity(line.needed, uom)
    if (milli(picked) > milli(line.needed)) return tell('wrong', say('tooMany', { name, needed }))
    setPicked(product.id, picked)
    const isAll = now().lines.every((one) => one.picked >= one.needed)
    tell('ok', isAll ? say('allPicked') : say('picked', { name, picked: quantity(picked), needed }))
  }
  const scan = (code: string) => {
    // Whatever belongs here is known: anything else is wrong, whatever it is.
    const here = now().lines.flatMap(({ productId }) => known.get(productId) ?? [])
    const { products, count } = meantExactly(code, here)
    if (products.length === 1) return take(products[0]!, count)
    const other = known.find(code)
    tell('wrong', say('notInOrder', { name: other?.product.name ?? code }))
  }
  return { scan, take, setPicked }
}

interface PickLinesProps {
  readonly lines: readonly PickLine[]
  readonly spoilt: number
  readonly onPicked: (productId: string, picked: number) => void
}

/** What is still to be picked stands first. */
function PickLines({ lines, spoilt, onPicked }: PickLinesProps) {
  const say = useWords('floor')
  const [open, setOpen] = useState<string | null>(null)
  const isDone = ({ picked, needed }: PickLine) => picked >= needed
  const sorted = [...lines.filter((one) => !isDone(one)), ...lines.filter(isDone)]
  return (
    <ul className={classes.rows} aria-label={say('lines')}>
      {sorted.map((one) => (
        <li key={one.productId} className={classes.line} data-state={isDone(one) ? 'done' : 'known'}>
          <UnstyledButton
            className={classes.lineHead}
            aria-expanded={open === one.productId}
            onClick={() => setOpen((before) => (before === one.productId ? null : one.productId))}
          >
            <span className={classes.lineName}>
              {one.name}
              {one.sku !== null && <span className={classes.note}>{one.sku}</span>}
            </span>
            <span className={classes.lineQuantity}>
              {isDone(one) && <span className={classes.mark}>{say('done')} </span>}
              {say('pickedOf', { picked: quantity(one.picked), needed: quantity(one.needed, one.uom) })}
            </span>
          </UnstyledButton>
          {open === one.productId && (
            <div className={classes.lineFields}>
              <QuantityField
                label={say('pickedQuantity', { name: one.name })}
                value={one.picked}
                spoilt={spoilt}
                onChange={(picked) => onPicked(one.productId, picked)}
              />
              <Button size="lg" variant="default" onClick={() => onPicked(one.productId, one.needed)}>
                {say('pickAll')}
              </Button>
              <Button size="lg" variant="default" onClick={() => onPicked(one.productId, 0)}>
                {say('pickNone')}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
