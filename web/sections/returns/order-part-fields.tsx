/** The fields for how much of each order line came back. The user types or scans the quantities. */
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Order, OrderItem, Product } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { useScans } from '../../components/scanner.ts'
import { toast } from '../../components/toast.tsx'
import { milli, plus } from '../../data/amounts.ts'
import { meantExactly } from '../../data/coded-products.ts'
import { leftToReturn, returnable } from '../../data/order-debts.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { money, quantity, typed } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { readQuantity } from '../lines/product-line.ts'
import { amountBack, type FieldsProps, faultOf, NO_PART, type Part } from './return-values.ts'
import classes from './returns.module.css'

interface OrderPartFieldsProps extends FieldsProps {
  readonly order: Order
  readonly products: ReadonlyMap<string, Product>
}

export function OrderPartFields({ order, products, values, failure, onChange }: OrderPartFieldsProps) {
  const say = useWords('returns')
  const items = returnable(order)
  const { parts } = values
  const put = (id: number, part: Partial<Part>) =>
    onChange((before) => ({ parts: { ...before.parts, [id]: { ...NO_PART, ...before.parts[id], ...part } } }))
  usePartScans(items, products, onChange)
  const takeAll = () => {
    for (const item of items) put(item.id, { quantity: typed(leftToReturn(item)) })
  }
  // The request contains only lines with a quantity. Error messages refer to a line by its index in the request.
  const sent = order.items.filter(({ id }) => readQuantity(parts[id]?.quantity ?? '') !== null)
  return (
    <section>
      <Group justify="space-between" align="baseline">
        <Heading text={say('lines')} />
        <Button size="compact-sm" variant="default" onClick={takeAll}>
          {say('takeAll')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        {say('scanHint')}
      </Text>
      <Stack gap={0}>
        {items.map((item, index) => (
          <PartRow
            key={item.id}
            item={item}
            uom={products.get(item.productId)?.uom ?? null}
            part={parts[item.id] ?? NO_PART}
            failure={fieldFailure(failure, `/lines/${sent.indexOf(item)}`)}
            isFirst={index === 0}
            onChange={(part) => put(item.id, part)}
          />
        ))}
      </Stack>
    </section>
  )
}

interface PartRowProps {
  readonly item: OrderItem
  readonly uom: string | null
  readonly part: Part
  readonly failure: string | undefined
  readonly isFirst: boolean
  readonly onChange: (part: Partial<Part>) => void
}

function PartRow({ item, uom, part, failure, isFirst, onChange }: PartRowProps) {
  const say = useWords('returns')
  const hasComma = useLanguage() === 'ru'
  const { name, shipped, price } = item
  const left = quantity(leftToReturn(item), uom)
  const fault = faultOf(part, leftToReturn(item))
  const wrong = { quantity: say('notMoreThan', { left }), damaged: say('damagedTooMuch') }
  const amount = amountBack(item, part)
  return (
    <div className={classes.part}>
      <div className={classes.name}>
        {name}
        <Text size="xs" c="dimmed">
          {say('ofShipped', { shipped: quantity(shipped, uom), left })}
        </Text>
      </div>
      {(['back', 'damaged'] as const).map((word) => {
        const field = word === 'back' ? 'quantity' : 'damaged'
        return (
          <NumberField
            key={word}
            size="sm"
            decimals={3}
            hasComma={hasComma}
            unit={uom}
            label={say(word)}
            aria-label={`${say(word)}: ${name}`}
            autoFocus={isFirst && word === 'back'}
            value={part[field]}
            error={fault === field ? wrong[field] : word === 'back' ? failure : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(value) => onChange({ [field]: value })}
          />
        )
      })}
      <div className={classes.amount}>{price === null ? say('noPrice') : money(amount)}</div>
    </div>
  )
}

/** A hook that counts scanned goods: each item is added to the first line of its product that is not full yet. */
function usePartScans(
  items: readonly OrderItem[],
  products: ReadonlyMap<string, Product>,
  onChange: FieldsProps['onChange'],
): void {
  const say = useWords('returns')
  const lines = useWords('lines')
  const onCode = (code: string) => {
    const { products: meant, count } = meantExactly(code, [...products.values()])
    const ids = new Set(meant.map(({ id }) => id))
    const fitting = items.filter(({ productId }) => ids.has(productId))
    if (fitting.length === 0) return toast(say('notInOrder', { name: code }))
    onChange(({ parts }) => {
      const more = ({ id }: OrderItem) => plus(readQuantity(parts[id]?.quantity ?? '') ?? 0, count)
      const free = fitting.find((item) => milli(more(item)) <= milli(leftToReturn(item)))
      if (free !== undefined)
        return { parts: { ...parts, [free.id]: { ...NO_PART, ...parts[free.id], quantity: typed(more(free)) } } }
      toast(say('allBack', { name: fitting[0]!.name }))
      return {}
    })
  }
  useScans({ onCode, onTail: () => toast(lines('tailScanned')) })
}
