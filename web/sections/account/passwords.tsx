/**
 * The two pages for a forgotten password: one requests the e-mail with the link, the other opens when the link is used.
 */
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { EmailField, PasswordField } from './fields.tsx'
import { AccountFailure, AccountFrame, useAccountSending } from './frame.tsx'
import { takeToken } from './token.ts'

export function ForgotPassword() {
  const say = useWords('account')
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { isSending, failure, at, onSubmit } = useAccountSending(async () => {
    await client.account.requestPasswordReset({ email })
    setSentTo(email)
  })
  const toSignIn = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {say('toSignIn')}
    </Anchor>
  )
  return (
    <AccountFrame title={say('forgotTitle')} lead={sentTo === null ? say('forgotLead') : undefined} foot={toSignIn}>
      {sentTo === null ? (
        <Form onSubmit={onSubmit}>
          <Stack gap="sm">
            <EmailField value={email} onChange={setEmail} error={at('email')} />
            <AccountFailure failure={failure} />
            <Button type="submit" loading={isSending} mt="xs">
              {say('forgotButton')}
            </Button>
          </Stack>
        </Form>
      ) : (
        <Alert role="status">{say('forgotDone', { email: sentTo })}</Alert>
      )}
    </AccountFrame>
  )
}

export function ResetPassword() {
  const say = useWords('account')
  const navigate = useNavigate()
  const [token] = useState(() => takeToken('reset'))
  const [password, setPassword] = useState('')
  const { isSending, failure, at, onSubmit } = useAccountSending(async () => {
    await client.account.resetPassword({ token: token ?? '', newPassword: password })
    sessionStorage.removeItem('skladno.reset')
    void navigate({ to: '/sign-in', search: { reset: '1' } as never })
  })
  const again = (
    <Anchor component={Link} to="/forgot-password" size="sm">
      {say('forgotTitle')}
    </Anchor>
  )
  return (
    <AccountFrame title={say('resetTitle')} foot={again}>
      {token === null ? (
        <Alert color="red" role="alert">
          {say('resetNoLink')}
        </Alert>
      ) : (
        <Form onSubmit={onSubmit}>
          <Stack gap="sm">
            <PasswordField value={password} onChange={setPassword} error={at('password')} isNew />
            <AccountFailure failure={failure} />
            <Button type="submit" loading={isSending} mt="xs">
              {say('resetButton')}
            </Button>
          </Stack>
        </Form>
      )}
    </AccountFrame>
  )
}
