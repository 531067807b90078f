/**
 * Detects changes that other users make to an order while this user edits it, so that nobody's change is overwritten
 * unnoticed.
 */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import type { CommandForm } from '../../data/command.ts'
import { orders } from '../../records/orders.ts'
import { useSpecWords } from '../records/all.ts'
import { Clashes } from './order-clashes.tsx'
import { isOpen } from './order-status.tsx'
import { clashesOf, type OrderValues } from './order-values.ts'

export interface Meanwhile {
  readonly order: Order
  /** Whether another user has changed the order since the form was opened. */
  readonly isOther: boolean
  /** The fields that both this user and another one changed. Empty once this user has decided which values to keep. */
  readonly clashes: readonly string[]
  keepMine(): void
}

/**
 * A hook that compares the form with the current order. A form in which nothing was changed takes over the current
 * values.
 */
export function useMeanwhile(form: CommandForm<OrderValues, Order>, order: Order): Meanwhile {
  const [decidedAt, setDecidedAt] = useState<string | null>(null)
  const { values, isChanged, isSending, isUnanswered, change, discard } = form
  const isOther = (values.order?.updatedAt ?? order.updatedAt) !== order.updatedAt
  const mayFollow = isOther && !isChanged && isOpen(order)
  useEffect(() => {
    if (mayFollow) discard()
  }, [mayFollow, order])
  // A change that arrives while this form's own request is running may be the effect of that request.
  const isMine = isSending || isUnanswered
  const clashes = isOther && !isMine && decidedAt !== order.updatedAt ? clashesOf(values, order) : []
  const keepMine = () => {
    // A line that another user removed from the order is added again as a new line, with a new id.
    const ids = new Set(order.items.map(({ id }) => id))
    change(({ order: was = order }) => ({ order: { ...was, items: was.items.filter(({ id }) => ids.has(id)) } }))
    setDecidedAt(order.updatedAt)
  }
  return { order, isOther: isOther && isChanged && !isMine, clashes, keepMine }
}

interface NoticeProps {
  readonly meanwhile: Meanwhile
  readonly values: OrderValues
  readonly onTakeTheirs: () => void
}

/** The id of the element that gets the focus when the user submits the form before resolving the conflict. */
export const CLASH_CHOICE = 'clash-choice'

export function MeanwhileNotice({ meanwhile, values, onTakeTheirs }: NoticeProps) {
  const say = useSpecWords(orders)
  const { order, isOther, clashes, keepMine } = meanwhile
  if (!isOther) return null
  const { status } = order
  if (!isOpen(order))
    return (
      <Alert color="red" variant="light" role="alert">
        {say(status === 'shipped' ? 'shippedMeanwhile' : 'cancelledMeanwhile')}
      </Alert>
    )
  if (clashes.length === 0)
    return (
      <Alert color="gray" variant="light" role="status" p="xs">
        {say('changedMeanwhile')}
      </Alert>
    )
  return (
    <Alert color="yellow" variant="light" role="alert">
      <Text size="sm" mb="xs">
        {say('clash')}
      </Text>
      <Clashes order={order} values={values} names={clashes} />
      <Group gap="xs">
        <Button id={CLASH_CHOICE} size="compact-sm" variant="default" onClick={onTakeTheirs}>
          {say('takeTheirs')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={keepMine}>
          {say('keepMine')}
        </Button>
      </Group>
    </Alert>
  )
}
