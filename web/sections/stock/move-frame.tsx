/** The frame of the forms that move stock: the consequence stands above the button that has it. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CommandForm } from '../../data/command.ts'
import { FormPanel } from '../../parts/form-panel.tsx'
import { useClose } from './parts.tsx'

interface MoveFrameProps {
  readonly title: string
  readonly action: string
  readonly form: CommandForm<object, unknown>
  /** What will be when it is done; null: not known yet. */
  readonly consequence: ReactNode
  readonly isDangerous?: boolean
  readonly onSubmit: () => void
  /** Where it was opened from; without it, the list of stock. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

export function MoveFrame({ consequence, onClose, ...frame }: MoveFrameProps) {
  const toStock = useClose()
  return <FormPanel {...frame} onClose={onClose ?? toStock} consequence={<Text size="sm">{consequence}</Text>} />
}
