/** Two people's conflicting values for the same order fields, side by side. */
import type { ReactNode } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { useAll } from '../../data/lists.ts'
import { orders } from '../../records/orders.ts'
import { quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { readQuantity } from '../lines/product-line.ts'
import { useSpecWords } from '../records/all.ts'
import { FieldValue } from '../records/record-facts.tsx'
import { plainBody } from '../records/spec.ts'
import type { OrderValues } from './order-values.ts'
import classes from './orders.module.css'

/** Fields whose message key differs from the field name. */
const WORDS: Readonly<Record<string, string>> = { warehouseId: 'warehouse', items: 'lines', priceTypeId: 'priceType' }

interface ClashesProps {
  readonly order: Order
  readonly values: OrderValues
  readonly names: readonly string[]
}

/** Compares the order as it is now with the form. */
export function Clashes({ order, values, names }: ClashesProps) {
  const say = useSpecWords(orders)
  const show = useShown()
  const mine = { ...plainBody(orders.fields, values), ...values, items: goodsOf(values) }
  const theirs = { ...order, items: order.items }
  const [myLines, theirLines] = differingLines(mine.items, theirs.items)
  return (
    <table className={classes.clashes}>
      <thead>
        <tr>
          <td />
          <th scope="col">{say('clashNow')}</th>
          <th scope="col">{say('clashMine')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{say(WORDS[name] ?? name)}</th>
            <td>{name === 'items' ? theirLines : show(name, theirs[name as keyof Order])}</td>
            <td>{name === 'items' ? myLines : show(name, (mine as Readonly<Record<string, unknown>>)[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns a function that formats a field's value. */
function useShown(): (name: string, value: unknown) => ReactNode {
  const say = useSpecWords(orders)
  const core = useWords('core')
  const { record: warehouses = [] } = useAll('warehouses')
  const { record: priceTypes = [] } = useAll('priceTypes')
  const nameIn = (all: readonly { readonly id: string; readonly name: string }[], id: unknown) =>
    all.find((one) => one.id === id)?.name ?? '…'
  return (name, value) => {
    if (name === 'warehouseId') return nameIn(warehouses, value)
    if (name === 'priceTypeId') return value === null ? say('mainPrice') : nameIn(priceTypes, value)
    if (value === null || value === undefined || value === '') return core('nothing')
    const field = orders.fields.find((one) => one.name === name)
    return field === undefined ? String(value) : <FieldValue field={field} value={value} say={say} />
  }
}

interface Goods {
  readonly productId: string
  readonly name: string
  readonly quantity: number
}

const goodsOf = ({ lines }: OrderValues): readonly Goods[] =>
  lines.flatMap(({ productId, name, quantity: typed }) =>
    productId === null ? [] : [{ productId, name, quantity: readQuantity(typed) ?? 0 }],
  )

/** Lines that only one side has, or that differ in quantity. */
function differingLines(mine: readonly Goods[], theirs: readonly Goods[]): readonly [ReactNode, ReactNode] {
  const keyOf = ({ productId, quantity: count }: Goods) => `${productId} ${count}`
  const without = (these: readonly Goods[], those: readonly Goods[]) => {
    const known = new Set(those.map(keyOf))
    const left = these.filter((one) => !known.has(keyOf(one)))
    return left.map((one) => <div key={keyOf(one)}>{`${one.name} × ${quantity(one.quantity)}`}</div>)
  }
  const [own, others] = [without(mine, theirs), without(theirs, mine)]
  return [own.length > 0 ? own : '—', others.length > 0 ? others : '—']
}
