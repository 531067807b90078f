/** The frame of the forms that move stock: the consequence stands beside the button that has it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSaveKey } from '../../components/shortcuts.ts'
import { Panel } from '../../components/split.tsx'
import type { CommandForm } from '../../data/command.ts'
import { useWords } from '../../words/words.ts'
import { DraftNotice } from '../shell/draft-notice.tsx'
import { FormFailure } from '../shell/failure.tsx'
import { useClose } from './parts.tsx'
import classes from './stock.module.css'

const FORM = 'stock-form'

interface MoveFrameProps {
  readonly title: string
  readonly action: string
  readonly form: CommandForm<object, unknown>
  /** What will be when it is done; null: not known yet. */
  readonly consequence: ReactNode
  readonly isDangerous?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

export function MoveFrame(props: MoveFrameProps) {
  const { title, action, form, consequence, isDangerous, onSubmit, children } = props
  const core = useWords('core')
  const close = useClose()
  const { isSending, isUnanswered } = form
  useSaveKey(FORM)
  const cancel = () => {
    if (!isUnanswered) form.discard()
    close()
  }
  return (
    <Panel
      title={title}
      closeLabel={core('close')}
      onClose={close}
      foot={
        <Stack gap="xs">
          <Text size="sm" role="status">
            {consequence}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel}>
              {core('cancel')}
            </Button>
            <Button
              type="submit"
              form={FORM}
              loading={isSending}
              disabled={isUnanswered}
              title="Ctrl Enter"
              {...(isDangerous ? { color: 'red' } : {})}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      }
    >
      <Stack gap="sm" mb="sm">
        <FormFailure form={form} />
        <DraftNotice form={form} />
      </Stack>
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <fieldset disabled={isUnanswered || isSending} className={classes.fieldset}>
          <Stack gap="sm">{children}</Stack>
        </fieldset>
      </form>
    </Panel>
  )
}

/** What was typed, as a number; null: nothing, or none. */
export function readNumber(typed: string): number | null {
  const value = Number(typed.replace(',', '.'))
  return typed.trim() === '' || Number.isNaN(value) ? null : value
}
