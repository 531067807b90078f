/** The panel of a form: what was refused or kept stands above its fields, Ctrl Enter sends it, and it is locked while nobody knows. */
import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useSaveKey } from '../../components/shortcuts.ts'
import { Panel } from '../../components/split.tsx'
import { useWords } from '../../words/words.ts'
import { DraftNotice } from './draft-notice.tsx'
import { FormFailure } from './failure.tsx'
import classes from './parts.module.css'

interface AnyForm {
  readonly wasKept: boolean
  readonly isSending: boolean
  readonly isUnanswered: boolean
  readonly failure: Error | null
  discard(): void
  submit(): Promise<unknown>
}

interface FormPanelProps {
  readonly title: string
  readonly form: AnyForm
  /** Also after the form was given up; what was typed is forgotten then. */
  readonly onClose: () => void
  /** In place of sending at once, such as to mark what is missing. */
  readonly onSubmit?: () => void
  /** On the button; without it, to save. */
  readonly action?: string
  readonly isDangerous?: boolean
  /** Above the fields, such as what is missing. */
  readonly notice?: ReactNode
  /** Above the buttons: what will be when it is done. */
  readonly consequence?: ReactNode
  /** The distance between its fields. */
  readonly gap?: 'sm' | 'md' | 'lg'
  readonly children: ReactNode
}

/** A form made by `useCommand`, in a panel. */
export function FormPanel(props: FormPanelProps) {
  const { title, form, onClose, onSubmit, action, isDangerous, notice, consequence, gap = 'sm', children } = props
  const core = useWords('core')
  const id = useId()
  const { isSending, isUnanswered } = form
  useSaveKey(id)
  const cancel = () => {
    if (!isUnanswered) form.discard()
    onClose()
  }
  return (
    <Panel
      title={title}
      closeLabel={core('close')}
      onClose={onClose}
      foot={
        <Stack gap="xs">
          {consequence !== undefined && <div role="status">{consequence}</div>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {core('cancel')}
            </Button>
            <Button
              type="submit"
              form={id}
              loading={isSending}
              disabled={isUnanswered}
              title="Ctrl Enter"
              {...(isDangerous ? { color: 'red' } : {})}
            >
              {action ?? core('save')}
            </Button>
          </Group>
        </Stack>
      }
    >
      <Stack gap="sm" mb="sm">
        <FormFailure form={form} />
        {notice}
        <DraftNotice form={form} />
      </Stack>
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          if (onSubmit) onSubmit()
          else void form.submit()
        }}
      >
        <fieldset disabled={isUnanswered || isSending} className={classes.fieldset}>
          <Stack gap={gap}>{children}</Stack>
        </fieldset>
      </form>
    </Panel>
  )
}
