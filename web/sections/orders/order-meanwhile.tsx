/** What became of an order while it is changed here: nobody's change is undone unseen. */
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
  /** It is not the order any more that the form was opened with. */
  readonly isOther: boolean
  /** What both changed, until it is decided what stays. */
  readonly clashes: readonly string[]
  keepMine(): void
}

/** Compares the form with the order as it is now. A form in which nothing was typed follows the order. */
export function useMeanwhile(form: CommandForm<OrderValues, Order>, order: Order): Meanwhile {
  const [decidedAt, setDecidedAt] = useState<string | null>(null)
  const { values, isChanged, isSending, isUnanswered, discard } = form
  const isOther = (values.order?.updatedAt ?? order.updatedAt) !== order.updatedAt
  const mayFollow = isOther && !isChanged && isOpen(order)
  useEffect(() => {
    if (mayFollow) discard()
  }, [mayFollow, order])
  // What is on its way may be what is heard of.
  const isMine = isSending || isUnanswered
  const clashes = isOther && !isMine && decidedAt !== order.updatedAt ? clashesOf(values, order) : []
  return { order, isOther: isOther && isChanged && !isMine, clashes, keepMine: () => setDecidedAt(order.updatedAt) }
}

interface NoticeProps {
  readonly meanwhile: Meanwhile
  readonly values: OrderValues
  readonly onTakeTheirs: () => void
}

/** Where the form leads when it is sent before it is decided what stays. */
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
