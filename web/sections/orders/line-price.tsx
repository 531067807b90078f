/** The fields for the price, discount and amount of one line of an order. */
import { Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { shownFigure } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import { useMe } from '../../data/session.ts'
import { BELOW } from '../../parts/choices-missing.tsx'
import { money, share } from '../../words/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { LineEditing } from '../lines/line-parts.ts'
import classes from '../lines/lines.module.css'
import type { Margin } from './order-margins.ts'
import type { OrderLine } from './order-values.ts'

/** The calculated values of an order line, and the messages about its price and discount. */
export interface LineFigures {
  /** The price in roubles that applies if the user types none; null if there is no such price. */
  readonly listPrice: number | null
  /** The amount of the line after all discounts, in roubles; null while it cannot be calculated. */
  readonly amount: number | null
  readonly margin: Margin | undefined
  /** The product's minimum price if the price of the line is below it; otherwise null. */
  readonly minimum: number | null
  readonly priceError: string | undefined
  readonly discountError: string | undefined
}

type LineFiguresProps = LineEditing<OrderLine> & LineFigures

const MONEY_DECIMALS = 2

/** Returns props that show a unit in a field, after the number. */
const unit = (text: string) => ({
  rightSection: <span aria-hidden>{text}</span>,
  rightSectionWidth: 26,
  rightSectionPointerEvents: 'none' as const,
})

/**
 * The fields for price and discount. Tab reaches both of them; Enter in either goes to the next line, as it does in the
 * field for the quantity.
 */
export function LinePriceFields(props: LineFiguresProps) {
  const { line, change, next, listPrice, minimum, priceError, discountError } = props
  const say = useWords('orders')
  const isOwner = useMe().role === 'owner'
  const hasComma = useLanguage() === 'ru'
  const name = line.name || line.text
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next()
  }
  const figures = { size: 'sm', decimals: MONEY_DECIMALS, hasComma, onKeyDown, className: classes.lineQuantity }
  const below = minimum === null ? undefined : say(isOwner ? 'belowMinimum' : 'notBelow', { price: money(minimum) })
  return (
    <>
      <NumberField
        {...figures}
        {...unit('₽')}
        aria-label={say('linePrice', { name })}
        placeholder={listPrice === null ? say('price') : shownFigure(String(listPrice), { hasComma })}
        value={line.price}
        error={priceError ?? (isOwner ? undefined : below)}
        description={isOwner && below !== undefined ? <span role="status">{below}</span> : undefined}
        inputWrapperOrder={BELOW}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(price) => change({ price })}
      />
      <NumberField
        {...figures}
        className={`${classes.lineQuantity} ${classes.discount}`}
        {...(line.discount === '' ? {} : unit('%'))}
        aria-label={say('lineDiscount', { name })}
        placeholder={say('discount')}
        value={line.discount}
        error={discountError}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(discount) => change({ discount })}
      />
    </>
  )
}

export function LineAmount({ line, product, listPrice, amount, margin }: LineFiguresProps) {
  const say = useWords('orders')
  const isUnpriced = product !== undefined && line.price === '' && listPrice === null
  return (
    <>
      <div>{amount === null ? '' : money(amount)}</div>
      <Text size="xs" c="dimmed" className={classes.lineHint}>
        {isUnpriced ? say('noPrice') : margin === undefined ? '' : marginText(say('margin'), margin)}
      </Text>
    </>
  )
}

const marginText = (label: string, { earned, percent }: Margin) =>
  `${label} ${[money(earned), percent !== null && share(percent)].filter(Boolean).join(' · ')}`
