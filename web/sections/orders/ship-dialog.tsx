/**
 * The dialog that asks for confirmation before an order is shipped. The user can lower the quantities to ship only a
 * part and leave the rest for later.
 */
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Order, OrderItem, Shipment, ShipOrderBody } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { milli } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useAll } from '../../data/lists.ts'
import { useMe } from '../../data/session.ts'
import { demandOf, reservingLines, usePlan } from '../../data/shipping.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Form } from '../../parts/form.tsx'
import { NO_PAPER, PaperFields, paperBody } from '../../parts/paper-fields.tsx'
import { money, quantity, typed } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { useOrderProducts } from './order-lots.tsx'
import classes from './orders.module.css'

interface ShipDialogProps {
  readonly order: Order
  readonly onClose: () => void
}

/** The typed quantities by line id; null if everything that is left is to be shipped. */
type Typed = Readonly<Record<number, string>> | null

/** Returns the command that ships the given lines or, if none are given, everything that is left. */
function useShipping({ id, number, waiting }: Order, onDone: () => void) {
  const say = useWords('orders')
  const navigate = useNavigate()
  const toNote = { label: say('paper-note'), run: () => void navigate({ to: `/print/orders/${id}/note` }) }
  return useAction<ShipOrderBody, Shipment>(
    (body, sending) => client.orders.ship(id, body, sending),
    (shipment, { lines }) => {
      const isAll = lines === undefined && waiting === undefined
      toast(say(isAll ? 'shipped' : 'partShipped', { number, shipment: shipment.number }), toNote)
      onDone()
    },
  )
}

export function ShipDialog({ order, onClose }: ShipDialogProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const { seesCosts } = useMe()
  const shipping = useShipping(order, onClose)
  const { record: warehouses = [] } = useAll('warehouses')
  const products = useOrderProducts(order)
  const [parts, setParts] = useState<Typed>(null)
  const [trackingNumber, setTracking] = useState('')
  const [paper, setPaper] = useState(NO_PAPER)
  const form = useRef<HTMLFormElement>(null)
  const left = reservingLines(order.items)
  const lines = parts === null ? left : chosen(left, parts)
  const plan = usePlan(order.warehouseId, demandOf(lines, products), seesCosts)
  const count = lines.length
  const cost = plan?.cost ?? null
  const warehouse = warehouses.find(({ id }) => id === order.warehouseId)?.name ?? '…'
  const text = seesCosts && cost !== null ? say('shipCost', { count, cost: money(cost) }) : say('shipText', { count })
  const isReady = parts === null || (count > 0 && left.every((line) => isFitting(line, parts)))
  const ship = () => {
    void shipping.run({
      ...paperBody(paper),
      ...(parts !== null && { lines: lines.map(({ id, quantity: amount }) => ({ lineId: id, quantity: amount })) }),
      ...(trackingNumber !== '' && { trackingNumber }),
    })
  }
  return (
    <Confirm
      title={say('shipTitle', { number: order.number })}
      action={say('ship')}
      isReady={isReady}
      keepLabel={core('cancel')}
      isSending={shipping.isSending}
      failure={shipping.failure}
      onConfirm={() => form.current?.requestSubmit()}
      onClose={onClose}
    >
      {seesCosts && plan === undefined ? <Skeleton height={21} aria-label={core('loading')} /> : <Text>{text}</Text>}
      <Text size="sm" c="dimmed">
        {say('shipAdvice', { warehouse })}
      </Text>
      {parts === null ? (
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => setParts(wholeOf(left))}>
            {say('shipPart')}
          </Button>
        </Group>
      ) : (
        <Stack gap="xs">
          {left.map((line) => (
            <PartField
              key={line.id}
              line={line}
              uom={products.get(line.productId)?.uom ?? null}
              value={parts[line.id] ?? ''}
              onChange={(value) => setParts({ ...parts, [line.id]: value })}
            />
          ))}
          <TextInput
            label={say('trackingNumber')}
            value={trackingNumber}
            maxLength={255}
            onChange={(event) => setTracking(event.currentTarget.value)}
          />
        </Stack>
      )}
      <Form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) ship()
        }}
      >
        <PaperFields
          labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
          values={paper}
          failure={shipping.failure}
          onChange={(change) => setPaper((before) => ({ ...before, ...change }))}
        />
      </Form>
    </Confirm>
  )
}

const wholeOf = (left: readonly OrderItem[]): Typed =>
  Object.fromEntries(left.map(({ id, quantity: amount }) => [id, typed(amount)]))

/** Returns the lines that the user chose to ship, with the quantities to ship. */
const chosen = (left: readonly OrderItem[], parts: NonNullable<Typed>): OrderItem[] =>
  left.flatMap((line) => {
    const amount = figureOf(parts[line.id] ?? '')
    return amount === null || amount <= 0 ? [] : [{ ...line, quantity: amount }]
  })

/**
 * Returns whether the typed quantity can be shipped. It can be empty, or a number that is at most what is left to ship.
 */
function isFitting({ id, quantity: most }: OrderItem, parts: NonNullable<Typed>): boolean {
  const text = parts[id] ?? ''
  const amount = figureOf(text)
  return text === '' || (amount !== null && milli(amount) <= milli(most))
}

interface PartFieldProps {
  readonly line: OrderItem
  readonly uom: string | null
  readonly value: string
  readonly onChange: (value: string) => void
}

function PartField({ line, uom, value, onChange }: PartFieldProps) {
  const say = useWords('orders')
  const hasComma = useLanguage() === 'ru'
  const { id, name, quantity: most } = line
  const ofAll = say('ofLeft', { left: quantity(most, uom) })
  return (
    <div className={classes.part}>
      <Text component="label" htmlFor={`part-${id}`} size="sm">
        {name}
        <Text span size="xs" c="dimmed" display="block">
          {ofAll}
        </Text>
      </Text>
      <NumberField
        id={`part-${id}`}
        decimals={3}
        hasComma={hasComma}
        unit={uom}
        value={value}
        error={isFitting(line, { [id]: value }) ? undefined : say('notMoreThan', { left: quantity(most, uom) })}
        onChange={onChange}
      />
    </div>
  )
}
