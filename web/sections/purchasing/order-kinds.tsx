/**
 * The two ways to order from a supplier in one place: orders with any number of products, and purchases of one product.
 * Explains the difference.
 */
import { SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../words/words.ts'
import classes from './purchasing.module.css'

type OrderKind = 'orders' | 'purchases'

/** The switch between orders and purchases. */
export function OrderKinds({ here }: { readonly here: OrderKind }) {
  const say = useWords('purchasing')
  const navigate = useNavigate()
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('supplierOrders')}
      value={here}
      data={[
        { value: 'orders', label: say('withLines') },
        { value: 'purchases', label: say('ofOneProduct') },
      ]}
      onChange={(kind) => void navigate({ to: `/purchasing/${kind}` })}
    />
  )
}

/** Explains the purpose of the list shown and of the other list. */
export function OrderKindsText({ here }: { readonly here: OrderKind }) {
  const say = useWords('purchasing')
  return (
    <Text size="xs" c="dimmed" className={classes.about!}>
      {say(`about-${here}`)}
    </Text>
  )
}
