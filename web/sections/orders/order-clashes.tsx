/** Shows the fields of an order that two people changed at the same time, with both values side by side. */
import type { ReactNode } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { useAll } from '../../data/lists.ts'
import { orders } from '../../records/orders.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useSpecWords } from '../records/all.ts'
import { FieldValue } from '../records/record-facts.tsx'
import { plainBody } from '../records/spec.ts'
import { discountOf, type Goods, goodsOf, type OrderValues, sameGoods, valuesToChange } from './order-values.ts'
import classes from './orders.module.css'

/**
 * The keys of the fields' labels in the app's texts, by field name. Fields that are missing here use their own name as
 * the key.
 */
const WORDS: Readonly<Record<string, string>> = {
  warehouseId: 'warehouse',
  items: 'lines',
  priceTypeId: 'priceType',
  discount: 'discountAmount',
}

interface ClashesProps {
  readonly order: Order
  readonly values: OrderValues
  readonly names: readonly string[]
}

/** Shows the named fields of the form next to their current values in the stored order. */
export function Clashes({ order, values, names }: ClashesProps) {
  const say = useSpecWords(orders)
  const show = useShown()
  const mine = {
    ...plainBody(orders.fields, values),
    ...values,
    discount: discountText(discountOf(values)),
  }
  const theirs = { ...order, discount: discountText(order) }
  const [myLines, theirLines] = differingLines(goodsOf(values), goodsOf(valuesToChange(order)))
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
            <td>{name === 'items' ? theirLines : show(name, theirs[name as keyof typeof theirs])}</td>
            <td>{name === 'items' ? myLines : show(name, (mine as Readonly<Record<string, unknown>>)[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns a function that formats the value of an order's field for display. */
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

const discountText = ({ discountPercent, discountAmount }: Pick<Order, 'discountPercent' | 'discountAmount'>) =>
  discountPercent === undefined ? discountAmount && money(discountAmount) : percentText(discountPercent)

const percentText = (percent: number) => `${quantity(percent)}\u00a0%`

const textOf = ({ name, quantity: count, price, percent }: Goods) =>
  [`${name} × ${quantity(count)}`, price !== null && money(price), percent > 0 && `−${percentText(percent)}`]
    .filter(Boolean)
    .join(' · ')

/**
 * Returns the lines that only one of the two versions has, or that differ in quantity, price or discount: mine, then
 * theirs.
 */
function differingLines(mine: readonly Goods[], theirs: readonly Goods[]): readonly [ReactNode, ReactNode] {
  const without = (these: readonly Goods[], those: readonly Goods[]) => {
    const known = new Set(those.map(sameGoods))
    const left = these.filter((one) => !known.has(sameGoods(one)))
    return left.map((one) => <div key={sameGoods(one)}>{textOf(one)}</div>)
  }
  const [own, others] = [without(mine, theirs), without(theirs, mine)]
  return [own.length > 0 ? own : '—', others.length > 0 ? others : '—']
}
