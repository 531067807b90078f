/**
 * A dialog that creates something with a secret or a link, such as an API token. After that, the dialog shows the
 * secret in place of the form. The secret cannot be shown again.
 */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'

interface MakeDialogProps {
  readonly title: string
  /** The label of the button that creates the secret or link. */
  readonly action: string
  readonly form: ComponentProps<typeof FormFailure>['form'] & {
    readonly isSending: boolean
    readonly isUnanswered: boolean
    submit(): Promise<unknown>
  }
  /** The secret or link to copy; null until it has been created. */
  readonly made: ReactNode
  readonly onClose: () => void
  /** The fields of the form that describe what to create. */
  readonly children: ReactNode
}

export function MakeDialog({ title, action, form, made, onClose, children }: MakeDialogProps) {
  const say = useWords('settings')
  const core = useWords('core')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={title}
      closeButtonProps={{ 'aria-label': core('close') }}
    >
      {made !== null ? (
        <Stack>
          {made}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Form onSubmit={submit}>
          <Stack>
            <FormFailure form={form} />
            {children}
            <Group justify="flex-end">
              <Button type="submit" loading={form.isSending} disabled={form.isUnanswered}>
                {action}
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </Modal>
  )
}
