/** Offers the price type and the discount agreed with the customer; never applies them automatically. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Order, Partner } from '../../../sdk/types.ts'
import { useAll } from '../../data/lists.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { moneyOf } from './order-money.ts'

interface OffersProps {
  readonly customer: Partner | undefined
  /** The price type and the discount that the order already has. */
  readonly given: Pick<Order, 'priceTypeId' | 'discountPercent' | 'discountAmount'>
  /** The total before the order's discount. */
  readonly total: number
  /** Applies a price type; given only in the order form. */
  readonly onPriceType?: (id: string) => void
  /** Applies the customer's discount to the order. */
  readonly onDiscount?: (percent: number) => void
}

export function Offers({ customer, given, total, onPriceType, onDiscount }: OffersProps) {
  const say = useWords('orders')
  const { record: priceTypes = [] } = useAll('priceTypes')
  if (customer === undefined) return null
  const own = priceTypes.find(({ id, archived }) => id === customer.priceTypeId && !archived)
  const percent = customer.discountPercent ?? 0
  const isPriceOffered = own !== undefined && own.id !== given.priceTypeId
  // Offer the discount only to an order without one, because someone may have agreed on another discount for this
  // order.
  const isDiscountOffered = percent > 0 && given.discountPercent === undefined && given.discountAmount === undefined
  if (!isPriceOffered && !isDiscountOffered) return null
  const whole = [{ quantity: 1, price: total, percent: 0 }]
  const reduced = money(moneyOf(whole, { discountPercent: percent }).total)
  const figures = { percent: quantity(percent), amount: reduced, total: money(total) }
  return (
    <Alert variant="light" color="blue" p="xs" role="note">
      <Stack gap={6}>
        {isPriceOffered && (
          <Group gap="xs">
            <Text size="sm">{say('offerPriceType', { name: own.name })}</Text>
            {onPriceType && (
              <Button size="compact-xs" variant="default" onClick={() => onPriceType(own.id)}>
                {say('apply')}
              </Button>
            )}
          </Group>
        )}
        {isDiscountOffered && (
          <Group gap="xs">
            <Text size="sm">{say('offerDiscount', figures)}</Text>
            {onDiscount && (
              <Button size="compact-xs" variant="default" onClick={() => onDiscount(percent)}>
                {say('giveDiscount')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
