/**
 * Handles changes that others make to an order while it is being edited here, so that nobody's change is overwritten
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
  /** Whether the order has changed since the form was opened. */
  readonly isOther: boolean
  /** Fields changed both here and by somebody else, until the user decides which values to keep. */
  readonly clashes: readonly string[]
  keepMine(): void
}

/** Compares the form with the current order. A form in which nothing was typed simply follows the order. */
export function useMeanwhile(form: CommandForm<OrderValues, Order>, order: Order): Meanwhile {
  const [decidedAt, setDecidedAt] = useState<string | null>(null)
  const { values, isChanged, isSending, isUnanswered, change, discard } = form
  const isOther = (values.order?.updatedAt ?? order.updatedAt) !== order.updatedAt
  const mayFollow = isOther && !isChanged && isOpen(order)
  useEffect(() => {
    if (mayFollow) discard()
  }, [mayFollow, order])
  // A change that arrives while our own request is running may be our own.
  const isMine = isSending || isUnanswered
  const clashes = isOther && !isMine && decidedAt !== order.updatedAt ? clashesOf(values, order) : []
  const keepMine = () => {
    // A line that somebody else removed is added again with a new id.
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

/** The element to focus when the form is submitted before the conflict is resolved. */
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
