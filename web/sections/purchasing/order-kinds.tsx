/**
 * Lets the user choose between the two ways to order from a supplier, and explains the difference: an order can have
 * any number of products, a purchase only one.
 */
import { SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../words/words.ts'
import classes from './purchasing.module.css'

type OrderKind = 'orders' | 'purchases'

/** The switch between the list of orders to suppliers and the list of purchases. */
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

/** Explains what the list on screen is for, and what the other list is for. */
export function OrderKindsText({ here }: { readonly here: OrderKind }) {
  const say = useWords('purchasing')
  return (
    <Text size="xs" c="dimmed" className={classes.about!}>
      {say(`about-${here}`)}
    </Text>
  )
}
