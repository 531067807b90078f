/**
 * The page that shows the queue: operations that wait for the connection, and operations that the server refused. The
 * user corrects or discards the refused ones.
 */
import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { figureOf } from '../../../spellings/figures.ts'
import { Empty } from '../../components/notices.tsx'
import { leadToUnread, NumberField } from '../../components/number-field.tsx'
import { isDelivery, isOfGoods, type Waiting, wordOf } from '../../data/floor/waiting.ts'
import type { LineView } from '../../data/floor/waiting-line.ts'
import { useReceiptCosts } from '../../data/receipt-costs.ts'
import { sayRefusal } from '../../data/refusals.ts'
import { useMe } from '../../data/session.ts'
import { dayAndTime, quantity } from '../../words/format.ts'
import { sayIfKnown, useLanguage, useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { QuantityField } from './lines.tsx'

export function WaitingList({ view }: { readonly view: LineView }) {
  const say = useWords('floor')
  const { line } = useFloor()
  const { waiting } = view
  if (waiting.length === 0) return <Empty title={say('lineEmpty')} text={say('lineEmptyText')} />
  return (
    <div className={classes.task}>
      <ul className={classes.rows} aria-label={say('line')}>
        {waiting.map((one) => (
          <Row key={one.key} one={one} />
        ))}
      </ul>
      {waiting.some(({ refusal }) => refusal === null) && (
        <Button size="lg" variant="default" onClick={() => void line.sendAll()}>
          {say('sendNow')}
        </Button>
      )}
    </div>
  )
}

/**
 * Returns why the server refused the operation, in the app's language. Of a delivery with many lines, the reason says
 * which product it is about.
 */
export function reasonOf({ task }: Waiting, refusal: NonNullable<Waiting['refusal']>): string {
  const own = sayIfKnown('floor', `refusal-${refusal.code}`, { code: refusal.detail })
  const told = sayRefusal(refusal)
  return (isDelivery(task) ? (told ?? own) : (own ?? told)) ?? refusal.detail
}

function Row({ one }: { readonly one: Waiting }) {
  const say = useWords('floor')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const { line } = useFloor()
  const { seesCosts } = useMe()
  const { key, task, name, uom, finishedAt, refusal, isSent } = one
  const [amount, setAmount] = useState(isOfGoods(task) ? task.quantity : 0)
  const [typed, setPrice] = useState<string | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const isUnseen = refusal?.code === 'PRICE_UNSEEN'
  const isUnpriced = refusal?.code === 'UNIT_COST_UNKNOWN' || isUnseen
  const last = useLastPrice(isUnseen ? one : null)
  const price = typed ?? last
  const priceLabel = say(seesCosts ? 'unitCost' : 'deliveredPrice')
  const mend = () => {
    if (leadToUnread(row.current)) return
    const unitCost = isUnpriced ? figureOf(price) : null
    const figures = { quantity: amount, ...(unitCost !== null && { unitCost }) }
    void line.mend(key, isOfGoods(task) || isDelivery(task) ? figures : undefined)
  }
  const what = isOfGoods(task)
    ? say(`waits-${task.of.kind}`, { name, quantity: quantity(task.quantity, uom) })
    : say(`waits-${wordOf(task)}`, { number: name })
  return (
    <li ref={row} className={classes.line} data-state={refusal === null ? 'waiting' : 'missing'}>
      <div className={classes.lineHead}>
        <span className={classes.lineName}>
          {what}
          <span className={classes.note}>{dayAndTime(finishedAt)}</span>
          <Text component="span" className={classes.reason}>
            {refusal === null ? say(isSent ? 'waitsAnswer' : 'waitsConnection') : reasonOf(one, refusal)}
          </Text>
        </span>
      </div>
      {refusal !== null && (
        <div className={classes.lineFields}>
          {isOfGoods(task) && (
            <QuantityField
              label={say('quantityOf', { name })}
              value={amount}
              unit={uom}
              takesZero={task.of.kind === 'count'}
              onChange={setAmount}
            />
          )}
          {isUnpriced && (
            <NumberField
              size="lg"
              className={classes.wide}
              aria-label={priceLabel}
              placeholder={priceLabel}
              decimals={2}
              hasComma={hasComma}
              value={price}
              onChange={setPrice}
            />
          )}
          <Button size="lg" onClick={mend}>
            {sayIfKnown('floor', `mend-${refusal.code}`) ?? core('retry')}
          </Button>
        </div>
      )}
      {(refusal !== null || !isSent) && <ThrowAway what={what} onDone={() => void line.drop(key)} />}
    </li>
  )
}

/** Returns the price that a receipt would use, so that the user sees it before confirming; '' while it is not known. */
function useLastPrice(one: Waiting | null): string {
  const task = one !== null && isOfGoods(one.task) ? one.task : null
  const id = task?.productId ?? null
  const warehouseId = task?.of.kind === 'receipt' ? task.of.warehouseId : ''
  const costs = useReceiptCosts(id === null ? [] : [id], warehouseId)
  const unitCost = id === null ? undefined : costs?.get(id)?.unitCost
  return unitCost == null ? '' : String(unitCost)
}

/** Asks for confirmation before an operation is discarded, because what the user scanned would be lost. */
function ThrowAway({ what, onDone }: { readonly what: string; readonly onDone: () => void }) {
  const say = useWords('floor')
  const [isAsked, setAsked] = useState(false)
  return (
    <Group className={classes.lineFields}>
      <Button size="lg" variant="default" onClick={() => setAsked(true)}>
        {say('throwAway')}
      </Button>
      {isAsked && (
        <ConfirmOnFloor
          action={say('throwAway')}
          consequence={say('willThrowAway', { what })}
          isDangerous
          onConfirm={onDone}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  )
}
