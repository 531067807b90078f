/** The layout of the forms for stock movements. Directly above the button it explains what will happen. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CommandForm } from '../../data/command.ts'
import { FormPanel } from '../../parts/form-panel.tsx'
import { useClose } from './parts.tsx'

interface MoveFrameProps {
  readonly title: string
  readonly action: string
  readonly form: CommandForm<object, unknown>
  /** The text that explains what the movement will change; null while this is not known. */
  readonly consequence: ReactNode
  readonly isDangerous?: boolean
  readonly onSubmit: () => void
  /** Returns to the page from which the form was opened. If undefined, the stock list is opened. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

export function MoveFrame({ consequence, onClose, ...frame }: MoveFrameProps) {
  const toStock = useClose()
  return <FormPanel {...frame} onClose={onClose ?? toStock} consequence={<Text size="sm">{consequence}</Text>} />
}
