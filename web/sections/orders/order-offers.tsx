/** Offers the price type and the discount agreed with the customer. They apply only if the user accepts them. */
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
  /** The total of the order in roubles, before the discount on the whole order. */
  readonly total: number
  /**
   * Applies a price type to the order; undefined where the price type cannot be changed, that is, outside the order
   * form.
   */
  readonly onPriceType?: (id: string) => void
  /** Applies the customer's discount, in per cent, to the order; undefined where it cannot be changed. */
  readonly onDiscount?: (percent: number) => void
}

export function Offers({ customer, given, total, onPriceType, onDiscount }: OffersProps) {
  const say = useWords('orders')
  const { record: priceTypes = [] } = useAll('priceTypes')
  if (customer === undefined) return null
  const own = priceTypes.find(({ id, archived }) => id === customer.priceTypeId && !archived)
  const percent = customer.discountPercent ?? 0
  const isPriceOffered = own !== undefined && own.id !== given.priceTypeId
  // Offer the discount only if the order has none, because another discount may have been agreed on for this order.
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
