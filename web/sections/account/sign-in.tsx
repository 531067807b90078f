/**
 * The sign-in page. It asks for the second factor if the account has one, and afterwards returns to the page that the
 * user came from.
 */
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useUnsent } from '../../data/floor/unsent.ts'
import { startOver } from '../../data/session.ts'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { EmailField, PasswordField } from './fields.tsx'
import { AccountFailure, AccountFrame, nextPage, useAccountSending } from './frame.tsx'

const NOBODY = { userId: '', companyId: '' }

export function SignIn() {
  const say = useWords('account')
  const core = useWords('core')
  const [{ next, over, reset }] = useAddress()
  const { others: unsent } = useUnsent(NOBODY)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [asksFactor, setAsksFactor] = useState(false)
  const done = () => startOver(nextPage(next))
  const { isSending, failure, at, onSubmit } = useAccountSending(async () => {
    const answer = await client.account.signIn({ email, password })
    if ('twoFactorRedirect' in answer) setAsksFactor(true)
    else done()
  })
  if (asksFactor) return <SecondFactor onDone={done} />
  return (
    <AccountFrame
      title={say('signIn')}
      foot={
        <Text size="sm">
          {say('noAccount')}{' '}
          <Anchor component={Link} to="/sign-up" search={{ next } as never} inherit underline="always">
            {say('signUpButton')}
          </Anchor>
        </Text>
      }
    >
      {over !== undefined && <Alert role="status">{say('sessionOver')}</Alert>}
      {unsent > 0 && <Alert role="status">{core('unsentHere', { count: unsent })}</Alert>}
      {reset !== undefined && <Alert role="status">{say('resetDone')}</Alert>}
      <Form onSubmit={onSubmit}>
        <Stack gap="sm">
          <EmailField value={email} onChange={setEmail} error={at('email')} />
          <PasswordField value={password} onChange={setPassword} error={at('password')} />
          <AccountFailure failure={failure} />
          <Group justify="space-between" mt="xs">
            <Anchor component={Link} to="/forgot-password" size="sm">
              {say('forgot')}
            </Anchor>
            <Button type="submit" loading={isSending}>
              {say('signInButton')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </AccountFrame>
  )
}

/** The form for the second factor: a code from the authenticator app, or a recovery code. */
function SecondFactor({ onDone }: { readonly onDone: () => void }) {
  const say = useWords('account')
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { isSending, failure, at, onSubmit } = useAccountSending(async () => {
    const given = code.replace(/\s/g, '')
    await client.account.confirmSignIn(isRecovery ? { recoveryCode: given } : { code: given })
    onDone()
  })
  return (
    <AccountFrame title={say('factorTitle')} lead={say(isRecovery ? 'recoveryLead' : 'factorLead')}>
      <Form onSubmit={onSubmit}>
        <Stack gap="sm">
          <TextInput
            key={String(isRecovery)}
            name="code"
            required
            autoFocus
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            label={say(isRecovery ? 'recoveryCode' : 'factorCode')}
            value={code}
            error={at('code')}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <AccountFailure failure={failure} />
          <Group justify="space-between" mt="xs">
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                setRecovery(!isRecovery)
                setCode('')
              }}
            >
              {say(isRecovery ? 'useCode' : 'useRecovery')}
            </Anchor>
            <Button type="submit" loading={isSending}>
              {say('confirm')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </AccountFrame>
  )
}
