/**
 * The task "Return" of the warehouse-floor screens. The user chooses a shipped order or a drafted return, and scans
 * what the customer brought back. The refund is calculated from the prices of the order.
 */
import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import type { CustomerReturn, Order } from '../../../sdk/types.ts'
import { type Label, readCode } from '../../codes/scanned-code.ts'
import { leadToUnread } from '../../components/number-field.tsx'
import { milli, plus } from '../../data/amounts.ts'
import { meantExactly } from '../../data/coded-products.ts'
import { type KeptTask, useKeptTask } from '../../data/floor/kept-task.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { useAll, useRecord, useRecords } from '../../data/lists.ts'
import { Failure } from '../../parts/failure.tsx'
import { labelText } from '../../parts/label-text.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { scannedBefore, withLabel } from '../lines/line-scans.ts'
import { ReturnsToTake, type ToTake } from './back-list.tsx'
import {
  type BackLine,
  type BackState,
  cameBack,
  NO_RETURN,
  operationOf,
  stateOfDraft,
  stateOfOrder,
} from './back-state.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { DamagedField, QuantityField } from './lines.tsx'
import { ScanBar } from './scan-bar.tsx'

export function Back() {
  const { owner } = useFloor()
  const kept = useKeptTask<BackState>(owner, 'return', () => NO_RETURN)
  const [chosen, setChosen] = useState<ToTake | null>(null)
  const { change } = kept
  const onOpen = useCallback(
    (state: BackState) => {
      setChosen(null)
      change(() => state)
    },
    [change],
  )
  if (kept.task.number !== '') return <TakingBack kept={kept} />
  if (chosen === null) return <ReturnsToTake onChoose={setChosen} />
  return <Opening chosen={chosen} onOpen={onOpen} onBack={() => setChosen(null)} />
}

interface OpeningProps {
  readonly chosen: ToTake
  readonly onOpen: (state: BackState) => void
  readonly onBack: () => void
}

/** Loads everything that receiving the return needs, so that it can continue without a connection. */
function Opening({ chosen: { kind, id }, onOpen, onBack }: OpeningProps) {
  const core = useWords('core')
  const { known } = useFloor()
  const order = useRecord('orders', kind === 'order' ? id : null)
  const draft = useRecord('customerReturns', kind === 'draft' ? id : null)
  const found: Order | CustomerReturn | undefined = order.record ?? draft.record
  const { record: warehouses } = useAll('warehouses')
  const ids = found === undefined ? [] : linesIn(found).map(({ productId }) => productId)
  const products = useRecords('products', ids)
  const isThere = found !== undefined && warehouses !== undefined && ids.every((one) => products.has(one))
  useEffect(() => {
    if (!isThere) return
    known.learn([...products.values()])
    const loaded = { products, warehouse: warehouses.find((one) => one.id === found.warehouseId)?.name ?? '' }
    onOpen('items' in found ? stateOfOrder(found, loaded) : stateOfDraft(found, loaded))
  }, [isThere, known, onOpen, found, products, warehouses])
  const { error, retry } = order.error === null ? draft : order
  if (error === null) return <Skeleton height={240} role="status" aria-label={core('loading')} />
  return (
    <>
      <Failure error={error} title={core('notLoaded')} onRetry={retry} />
      <Button size="lg" variant="default" onClick={onBack}>
        {core('back')}
      </Button>
    </>
  )
}

const linesIn = (of: Order | CustomerReturn) => ('items' in of ? of.items : of.lines)

interface TakingBackProps {
  readonly kept: KeptTask<BackState>
}

function TakingBack({ kept }: TakingBackProps) {
  const say = useWords('floor')
  const navigate = useNavigate()
  const { line, tell, isAway } = useFloor()
  const [isAsked, setAsked] = useState(false)
  const foot = useRef<HTMLElement>(null)
  const { task } = kept
  const { number, customer, warehouse, lines, returnId } = task
  const over = useOver(task)
  const { scan, take, change } = useBackScans(kept, over)
  const from = say(returnId === null ? 'order' : 'returnNumbered', { number })
  const ready = cameBack(task)
  const left = returnId === null ? 0 : lines.filter(({ back, most }) => back < most).length
  const leave = () => kept.renew(NO_RETURN)
  const ask = () => {
    const wrong = lines.find(({ back, damaged }) => back > 0 && milli(damaged) > milli(back))
    if (wrong !== undefined) return tell('wrong', say('damagedTooMuch', { name: wrong.name }))
    if (!leadToUnread(foot.current!.parentElement)) setAsked(true)
  }
  const finish = async () => {
    setAsked(false)
    await line.add([operationOf(kept.now())])
    if (isAway) tell('info', say('keptForLater', { count: 1 }))
    leave()
    void navigate({ to: '/floor' })
  }
  const consequence = [
    say('willTakeBack', { from, count: ready.length, warehouse }),
    ready.some(({ damaged }) => damaged > 0) && say('willWriteOff'),
  ]
  return (
    <div className={classes.task}>
      <div className={classes.place}>
        <span>
          <b>{from}</b> {customer} → {warehouse}
        </span>
        <Button size="lg" variant="subtle" className={classes.change} onClick={leave}>
          {say('otherReturn')}
        </Button>
      </div>
      {over !== null && <Text className={classes.over}>{over}</Text>}
      <ScanBar onCode={scan} onProduct={take} />
      <BackLines lines={lines} isDraft={returnId !== null} onChange={change} />
      <footer className={classes.foot} ref={foot}>
        <Button size="lg" fullWidth disabled={ready.length === 0 || left > 0 || over !== null} onClick={ask}>
          {left > 0 ? say('leftToTake', { count: left }) : say('takeBack')}
        </Button>
      </footer>
      {isAsked && over === null && (
        <ConfirmOnFloor
          action={say('takeBack')}
          consequence={consequence.filter(Boolean).join(' ')}
          onConfirm={() => void finish()}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

/**
 * Returns why a drafted return can no longer be received, and announces the reason once. Null if, as far as this device
 * knows, it can still be received.
 */
function useOver({ returnId, number }: BackState): string | null {
  const say = useWords('floor')
  const { tell, isAway } = useFloor()
  const { record, error } = useRecord('customerReturns', isAway ? null : returnId)
  const isGone = error instanceof ApiError && error.status === 404
  const status = isGone ? 'gone' : record?.status
  const text = status === undefined || status === 'draft' ? null : say(`backOver-${status}`, { number })
  useEffect(() => {
    if (text !== null) tell('wrong', text)
  }, [tell, text])
  return text
}

/** A hook that counts scanned goods: each item counts in the first line of its product that is not full yet. */
function useBackScans({ now, change: changeTask }: KeptTask<BackState>, over: string | null) {
  const say = useWords('floor')
  const { known, tell } = useFloor()
  const change = (at: number, part: Partial<BackLine>) =>
    changeTask((before) => ({
      ...before,
      lines: before.lines.map((one, index) => (index === at ? { ...one, ...part } : one)),
    }))
  const take = (product: KnownProduct, count: number, label: Label | null = null) => {
    if (over !== null) return tell('wrong', over)
    const { name, uom } = product
    const { lines } = now()
    const own = lines.filter(({ productId }) => productId === product.id)
    if (own.length === 0) return tell('wrong', say('notInOrder', { name }))
    const free = own.find(({ back, most }) => milli(plus(back, count)) <= milli(most))
    if (free === undefined) return tell('wrong', say('backTooMany', { name, most: quantity(own[0]!.most, uom) }))
    const back = plus(free.back, count)
    change(lines.indexOf(free), { back, ...withLabel(free, label) })
    const isAll = now().lines.every((one) => one.back >= one.most)
    const figures = { name, back: quantity(back), most: quantity(free.most, uom) }
    tell('ok', isAll ? say('allBack') : say('backCounted', figures))
  }
  const scan = (code: string) => {
    const { lines } = now()
    const twice = scannedBefore(lines, code)
    if (twice !== null) return tell('wrong', say('scannedBefore', { serial: twice.serial! }))
    // All products of this return are already loaded, so any other code is a wrong item and need not be looked up.
    const here = lines.flatMap(({ productId }) => known.get(productId) ?? [])
    const { products, count } = meantExactly(code, here)
    if (products.length === 1) return take(products[0]!, count, readCode(code).label)
    tell('wrong', say('notInOrder', { name: known.find(code)?.product.name ?? code }))
  }
  return { scan, take: (product: KnownProduct, count: number) => take(product, count), change }
}

interface BackLinesProps {
  readonly lines: readonly BackLine[]
  /** Whether a drafted return already states how many items come back, and how many of them are damaged. */
  readonly isDraft: boolean
  readonly onChange: (at: number, part: Partial<BackLine>) => void
}

function BackLines({ lines, isDraft, onChange }: BackLinesProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ul className={classes.rows} aria-label={say('lines')}>
      {lines.map((line, at) => {
        const { name, sku, uom, most, back, damaged, labels } = line
        const isDone = back >= most
        const told = [
          sku,
          labelText(core, labels),
          damaged > 0 && say('damagedNote', { damaged: quantity(damaged, uom) }),
        ]
        const note = told.filter(Boolean).join(' · ')
        return (
          <li key={at} className={classes.line} data-state={isDone ? 'done' : 'known'}>
            <UnstyledButton
              className={classes.lineHead}
              aria-expanded={open === at}
              onClick={() => setOpen((before) => (before === at ? null : at))}
            >
              <span className={classes.lineName}>
                {name}
                {note !== '' && <span className={classes.note}>{note}</span>}
              </span>
              <span className={classes.lineQuantity}>
                {say('pickedOf', { picked: quantity(back), needed: quantity(most, uom) })}
              </span>
            </UnstyledButton>
            {open === at && <LineFigures line={line} isDraft={isDraft} onChange={(part) => onChange(at, part)} />}
          </li>
        )
      })}
    </ul>
  )
}

interface LineFiguresProps {
  readonly line: BackLine
  readonly isDraft: boolean
  readonly onChange: (part: Partial<BackLine>) => void
}

function LineFigures({ line: { name, uom, most, back, damaged }, isDraft, onChange }: LineFiguresProps) {
  const say = useWords('floor')
  return (
    <>
      <div className={classes.lineFields}>
        <QuantityField
          label={say('backQuantity', { name })}
          value={back}
          unit={uom}
          takesZero
          onChange={(next) => onChange({ back: Math.min(next, most) })}
        />
        <Button size="lg" variant="default" onClick={() => onChange({ back: most })}>
          {say('pickAll')}
        </Button>
        <Button
          size="lg"
          variant="default"
          onClick={() => onChange({ back: 0, labels: [], ...(!isDraft && { damaged: 0 }) })}
        >
          {say('pickNone')}
        </Button>
      </div>
      {!isDraft && (
        <DamagedField name={name} unit={uom} value={damaged} onChange={(next) => onChange({ damaged: next })} />
      )}
    </>
  )
}
