/** A dialog that asks for an amount of money and how it is paid. */
import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Payment } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { NumberField } from '../../components/number-field.tsx'
import type { Action } from '../../data/command.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useLanguage, useWords } from '../../words/words.ts'

export interface TypedMoney {
  readonly amount: number
  readonly method: Payment['method']
  readonly reference: string
}

interface MoneyDialogProps {
  readonly title: string
  readonly action: string
  /** The amount in roubles with which the dialog opens. */
  readonly amount: number
  readonly sending: Action<TypedMoney, Payment>
  readonly onClose: () => void
}

export function MoneyDialog({ title, action, amount: proposed, sending, onClose }: MoneyDialogProps) {
  const say = useWords('orders')
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const [isTried, setTried] = useState(false)
  const [typed, setTyped] = useState(String(proposed))
  const [method, setMethod] = useState<Payment['method']>('cash')
  const [reference, setReference] = useState('')
  const amount = figureOf(typed) ?? 0
  const run = () => {
    setTried(true)
    if (amount > 0) void sending.run({ amount, method, reference })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') run()
  }
  return (
    <Confirm
      title={title}
      action={action}
      isSending={sending.isSending}
      failure={sending.failure}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack gap="sm">
        <NumberField
          label={say('amount')}
          hasComma={hasComma}
          decimals={2}
          isPositive
          rightSection="₽"
          value={typed}
          error={isTried && amount <= 0 && core('required')}
          onChange={setTyped}
          onKeyDown={onKeyDown}
        />
        <SegmentedControl
          fullWidth
          aria-label={say('method')}
          value={method}
          data={(['cash', 'bank'] as const).map((value) => ({ value, label: say(`method-${value}`) }))}
          onChange={(value) => setMethod(value as Payment['method'])}
        />
        <TextInput
          label={say('reference')}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </Stack>
    </Confirm>
  )
}
