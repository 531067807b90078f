/**
 * A form in a panel. It shows refusals and restored drafts above the fields, and Ctrl Enter submits it. While it is
 * unknown whether a sent request was carried out, the form cannot be edited.
 */
import { Button, Group, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useSaveKey } from '../components/shortcuts.ts'
import { Panel } from '../components/split.tsx'
import type { BringBack } from '../data/command.ts'
import { useWords } from '../words/words.ts'
import { DraftNotice } from './draft-notice.tsx'
import { FormFailure } from './failure.tsx'
import { Form } from './form.tsx'
import { useGiveUp } from './give-up.ts'
import classes from './parts.module.css'

interface AnyForm {
  readonly wasKept: boolean
  readonly isSending: boolean
  readonly isRetrying?: boolean
  readonly isUnanswered: boolean
  readonly failure: Error | null
  discard(): void
  giveUp(): BringBack | null
  submit(): Promise<unknown>
}

interface FormPanelProps {
  readonly title: string
  readonly form: AnyForm
  /**
   * Called when the panel closes, also after the user cancelled the form. In that case a message offers to restore the
   * typed text.
   */
  readonly onClose: () => void
  /**
   * Called when the user submits the form, in place of sending it at once: for example, to mark missing fields first.
   */
  readonly onSubmit?: () => void
  /** The label of the submit button; "Save" by default. */
  readonly action?: string
  readonly isDangerous?: boolean
  /** A second submit button, for example one that saves without posting. */
  readonly also?: { readonly label: string; readonly run: () => void }
  /** A notice that is shown above the fields, for example about missing information. */
  readonly notice?: ReactNode
  /** Text above the buttons that explains what the action will change. */
  readonly consequence?: ReactNode
  /**
   * Whether Enter in a field submits the form. If false, only Ctrl Enter does, because scanners send Enter after a
   * code.
   */
  readonly isSentByEnter?: boolean
  /** The space between the fields of the form, as a size of Mantine. */
  readonly gap?: 'sm' | 'md' | 'lg'
  readonly children: ReactNode
}

function holdEnter(event: KeyboardEvent): void {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  if (isPlain && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Shows a form created with `useCommand` in a panel. */
export function FormPanel(props: FormPanelProps) {
  const { title, form, onClose, onSubmit, action, isDangerous, also, notice, consequence, children } = props
  const { gap = 'sm', isSentByEnter = true } = props
  const core = useWords('core')
  const id = useId()
  const { isSending, isUnanswered } = form
  useSaveKey(id)
  const noteTry = useFirstWrong(id, isSending)
  const giveUp = useGiveUp(form)
  const runAlso = () => {
    noteTry()
    also?.run()
  }
  const cancel = () => {
    giveUp()
    onClose()
  }
  return (
    <Panel
      title={title}
      closeLabel={core('close')}
      onClose={onClose}
      foot={
        <div className={classes.formFoot}>
          {consequence !== undefined && <div role="status">{consequence}</div>}
          <FormButtons
            formId={id}
            form={form}
            action={action ?? core('save')}
            isDangerous={isDangerous === true}
            also={also && { label: also.label, run: runAlso }}
            onCancel={cancel}
          />
        </div>
      }
    >
      <Stack gap="sm" mb="sm">
        <FormFailure form={form} />
        {notice}
        <DraftNotice form={form} />
      </Stack>
      <Form
        id={id}
        onKeyDown={isSentByEnter ? undefined : holdEnter}
        onSubmit={(event) => {
          event.preventDefault()
          noteTry()
          if (onSubmit) onSubmit()
          else void form.submit()
        }}
      >
        <fieldset disabled={isUnanswered || isSending} className={classes.fieldset}>
          <Stack gap={gap}>{children}</Stack>
        </fieldset>
      </Form>
    </Panel>
  )
}

interface FormButtonsProps extends Pick<FormPanelProps, 'also'> {
  readonly formId: string
  readonly form: AnyForm
  readonly action: string
  readonly isDangerous: boolean
  readonly onCancel: () => void
}

function FormButtons({ formId, form, action, isDangerous, also, onCancel }: FormButtonsProps) {
  const core = useWords('core')
  const { isSending, isUnanswered } = form
  return (
    <Group justify="flex-end" gap="xs" className={classes.formButtons}>
      <Button variant="default" onClick={onCancel}>
        {core('cancel')}
      </Button>
      {also && (
        <Button variant="default" disabled={isUnanswered || isSending} onClick={also.run}>
          {also.label}
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        loading={isSending}
        disabled={isUnanswered}
        title="Ctrl Enter"
        {...(isDangerous ? { color: 'red' } : {})}
      >
        {action}
      </Button>
    </Group>
  )
}

/**
 * Moves the focus to the first invalid field after an attempt to submit failed, because the field may be out of view.
 * Returns a function to call on every attempt.
 */
function useFirstWrong(formId: string, isSending: boolean): () => void {
  const [tries, setTries] = useState({ made: 0, seen: 0 })
  const { made, seen } = tries
  useEffect(() => {
    if (made === seen || isSending) return
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setTries({ made, seen: made })
  }, [made, seen, isSending, formId])
  return () => setTries((before) => ({ ...before, made: before.made + 1 }))
}
