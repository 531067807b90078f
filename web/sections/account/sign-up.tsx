/** The sign-up page, which creates a user and that user's company. */
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { startOver } from '../../data/session.ts'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { EmailField, NameField, PasswordField } from './fields.tsx'
import { AccountFailure, AccountFrame, nextPage, useAccountSending } from './frame.tsx'

export function SignUp() {
  const say = useWords('account')
  const [{ next }] = useAddress()
  const [name, setName] = useState('')
  const [companyName, setCompanyName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { isSending, failure, at, onSubmit } = useAccountSending(async () => {
    await client.account.signUp({ name, email, password, companyName })
    startOver(nextPage(next))
  })
  return (
    <AccountFrame
      title={say('signUp')}
      lead={say('signUpLead')}
      foot={
        <Text size="sm">
          {say('haveAccount')}{' '}
          <Anchor component={Link} to="/sign-in" search={{ next } as never} inherit underline="always">
            {say('signInButton')}
          </Anchor>
        </Text>
      }
    >
      <Form onSubmit={onSubmit}>
        <Stack gap="sm">
          <NameField value={name} onChange={setName} />
          <TextInput
            name="company"
            autoComplete="organization"
            required
            label={say('companyName')}
            description={say('companyHint')}
            value={companyName}
            onChange={(event) => setCompanyName(event.currentTarget.value)}
          />
          <EmailField value={email} onChange={setEmail} error={at('email')} />
          <PasswordField value={password} onChange={setPassword} error={at('password')} isNew />
          <AccountFailure failure={failure} />
          <Button type="submit" loading={isSending} mt="xs">
            {say('signUpButton')}
          </Button>
        </Stack>
      </Form>
    </AccountFrame>
  )
}
