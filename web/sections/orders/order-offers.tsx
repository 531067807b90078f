/** Offers the price type and the discount agreed with the customer; never applies them automatically. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Partner } from '../../../sdk/types.ts'
import { kopecks, roubles } from '../../data/amounts.ts'
import { useAll } from '../../data/lists.ts'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'

interface OffersProps {
  readonly customer: Partner | undefined
  readonly priceTypeId: string | null
  readonly total: number
  /** Applies a price type; given only while the order is not placed yet. */
  readonly onPriceType?: (id: string) => void
  readonly onNote?: (text: string) => void
}

export function Offers({ customer, priceTypeId, total, onPriceType, onNote }: OffersProps) {
  const say = useWords('orders')
  const { record: priceTypes = [] } = useAll('priceTypes')
  if (customer === undefined) return null
  const own = priceTypes.find(({ id, archived }) => id === customer.priceTypeId && !archived)
  const percent = customer.discountPercent ?? 0
  const isPriceOffered = own !== undefined && own.id !== priceTypeId
  if (!isPriceOffered && percent === 0) return null
  const reduced = money(roubles(Math.round((kopecks(total) * (100 - percent)) / 100)))
  const figures = { percent: quantity(percent), amount: reduced }
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
        {percent > 0 && (
          <Group gap="xs">
            <Text size="sm">{say('offerDiscount', { ...figures, total: money(total) })}</Text>
            {onNote && (
              <Button size="compact-xs" variant="default" onClick={() => onNote(say('discountNote', figures))}>
                {say('noteDiscount')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
