/** Components that several parts of the account page use. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { noticeEnd } from '../../data/cache.ts'
import { useSendOnce } from '../../data/send-once.ts'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'

/** A part of the account page, with a title above it. */
export function AccountPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Text component="h2" fw={600} fz={16} mb="xs">
        {title}
      </Text>
      {children}
    </section>
  )
}

/** A hook that sends the requests for sign-in and account one at a time, because they have no idempotency keys. */
export const useSend = (send: () => Promise<void>) => useSendOnce(send, noticeEnd)

interface PasswordFormProps {
  /** The label of the button that submits the form with the password. */
  readonly action: string
  readonly isDangerous?: boolean
  readonly send: (password: string) => Promise<void>
  readonly onClose: () => void
}

/** A form for an action that requires the user's password. */
export function PasswordForm({ action, isDangerous = false, send, onClose }: PasswordFormProps) {
  const say = useWords('settings')
  const core = useWords('core')
  const [password, setPassword] = useState('')
  const { isSending, failure, run } = useSend(() => send(password))
  return (
    <Form onSubmit={(event) => void run(event)}>
      <Stack gap="sm">
        <OwnPasswordField label={say('currentPassword')} value={password} onChange={setPassword} />
        <Failure error={failure} />
        <Group>
          <Button type="submit" {...(isDangerous && { color: 'red' })} loading={isSending}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            {core('cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isNew?: boolean
  readonly hint?: string
}

export function OwnPasswordField({ label, value, onChange, isNew = false, hint }: PasswordProps) {
  const say = useWords('settings')
  return (
    <PasswordInput
      label={label}
      description={hint}
      required
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': say('showPassword'), tabIndex: 0 }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
