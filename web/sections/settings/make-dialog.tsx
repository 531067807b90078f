/** A dialog that makes something of which a secret or a link is shown once, in the place of its form. */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'

interface MakeDialogProps {
  readonly title: string
  /** On the button that makes it. */
  readonly action: string
  readonly form: ComponentProps<typeof FormFailure>['form'] & {
    readonly isSending: boolean
    readonly isUnanswered: boolean
    submit(): Promise<unknown>
  }
  /** What there is to take along, once it is made; null before. */
  readonly made: ReactNode
  readonly onClose: () => void
  /** The fields. */
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
