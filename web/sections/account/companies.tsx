/** The page on which a user who belongs to several companies chooses the company to work in. */
import { Alert, Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { chooseCompany, useSession } from '../../data/session.ts'
import { Form } from '../../parts/form.tsx'
import { useSignOut } from '../../parts/sign-out.tsx'
import { useWords } from '../../words/words.ts'
import { AccountFailure, AccountFrame, useAccountSending } from './frame.tsx'

export function Companies() {
  const say = useWords('account')
  const core = useWords('core')
  const { data: session } = useSession()
  const navigate = useNavigate()
  const { begin, question } = useSignOut({ userId: session?.user.id ?? '', companyId: '' })
  const chosen = useRef('')
  const { isSending, failure, onSubmit } = useAccountSending(() => chooseCompany(chosen.current))
  useEffect(() => {
    if (session === null) void navigate({ to: '/sign-in', replace: true })
  }, [session, navigate])
  if (!session) return null
  return (
    <AccountFrame
      title={say('companiesTitle')}
      foot={
        <>
          <Button variant="subtle" onClick={begin}>
            {core('signOut')}
          </Button>
          {question}
        </>
      }
    >
      {session.companies.length === 0 && <Alert>{say('companiesNone')}</Alert>}
      <Form onSubmit={onSubmit}>
        <Stack gap="xs">
          {session.companies.map(({ id, name, role }) => (
            <Button
              key={id}
              type="submit"
              variant="default"
              fullWidth
              justify="space-between"
              loading={isSending && chosen.current === id}
              rightSection={core(`role-${role}`)}
              onClick={() => {
                chosen.current = id
              }}
            >
              {name}
            </Button>
          ))}
          <AccountFailure failure={failure} />
        </Stack>
      </Form>
    </AccountFrame>
  )
}
