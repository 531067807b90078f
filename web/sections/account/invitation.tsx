/** The page for accepting an invitation to a company, with an existing account or a new one. */
import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvitationPreview, User } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { startOver, useSession } from '../../data/session.ts'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { EmailField, NameField, PasswordField } from './fields.tsx'
import { AccountFailure, AccountFrame, useAccountSending } from './frame.tsx'
import { takeToken } from './token.ts'

export function InvitationPage() {
  const say = useWords('account')
  const core = useWords('core')
  const [token] = useState(() => takeToken('invitation'))
  const { data: session } = useSession()
  const { data: preview, error } = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== null,
    queryFn: () => client.invitations.preview({ token: token! }),
  })
  if (token === null || error !== null)
    return (
      <AccountFrame title={say('invitationTitle')}>
        <Alert color="red" role="alert">
          {say('invitationBad')}
        </Alert>
      </AccountFrame>
    )
  if (preview === undefined || session === undefined)
    return (
      <AccountFrame title={say('invitationTitle')}>
        <Skeleton height={80} aria-label={core('loading')} />
      </AccountFrame>
    )
  const lead = say('invitationLead', {
    person: preview.invitedBy,
    company: preview.company?.name ?? '',
    role: core(`role-${preview.role}`),
  })
  return (
    <AccountFrame title={say('invitationTitle')} lead={lead}>
      {preview.email !== null && <Text size="sm">{say('invitationFor', { email: preview.email })}</Text>}
      {session === null ? <Join token={token} preview={preview} /> : <Accept token={token} user={session.user} />}
    </AccountFrame>
  )
}

const entered = () => {
  sessionStorage.removeItem('skladno.invitation')
  startOver('/')
}

function Accept({ token, user }: { readonly token: string; readonly user: User }) {
  const say = useWords('account')
  const navigate = useNavigate()
  const { isSending, failure, onSubmit } = useAccountSending(async () => {
    await client.invitations.accept({ token })
    entered()
  })
  return (
    <Form onSubmit={onSubmit}>
      <Stack gap="sm">
        <AccountFailure failure={failure} />
        <Button type="submit" loading={isSending}>
          {say('invitationAccept', { name: user.name })}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() =>
            void client.account
              .signOut()
              .then(() => navigate({ to: '/sign-in', search: { next: '/invitation' } as never }))
          }
        >
          {say('invitationOther')}
        </Anchor>
      </Stack>
    </Form>
  )
}

function Join({ token, preview }: { readonly token: string; readonly preview: InvitationPreview }) {
  const say = useWords('account')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(preview.email ?? '')
  const [password, setPassword] = useState('')
  const { isSending, failure, at, onSubmit } = useAccountSending(async () => {
    await client.account.signUp({ name, email, password, invitation: token })
    entered()
  })
  return (
    <Form onSubmit={onSubmit}>
      <Stack gap="sm">
        <NameField value={name} onChange={setName} />
        <EmailField value={email} onChange={setEmail} error={at('email')} />
        <PasswordField value={password} onChange={setPassword} error={at('password')} isNew />
        <AccountFailure failure={failure} />
        <Button type="submit" loading={isSending} mt="xs">
          {say('invitationNew')}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => void navigate({ to: '/sign-in', search: { next: '/invitation' } as never })}
        >
          {say('invitationOld')}
        </Anchor>
      </Stack>
    </Form>
  )
}
