/** The dialog for inviting somebody. The user chooses a role, and then gets the link to pass on. */
import { Alert, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NewInvitation } from '../../../sdk/types.ts'
import { acted, refresh } from '../../data/acts.ts'
import { client } from '../../data/client.ts'
import { useCommand } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import type { Role } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { CopyOnce } from './copy-once.tsx'
import { MakeDialog } from './make-dialog.tsx'

const ROLES = ['storekeeper', 'manager', 'viewer', 'owner'] as const

export function Invite({ onClose }: { readonly onClose: () => void }) {
  const say = useWords('settings')
  const core = useWords('core')
  const [made, setMade] = useState<NewInvitation | null>(null)
  const form = useCommand({
    name: 'invitations/new',
    initial: () => ({ email: '', role: 'storekeeper' as Role, seesCosts: false }),
    send: ({ email, role, seesCosts }, { key }) => {
      const body = { email: email.trim() || null, role, ...(role === 'viewer' && { seesCosts }) }
      return acted(client.invitations.create(body, { key }))
    },
    onDone: (result: NewInvitation) => {
      setMade(result)
      refresh('invitations')
    },
  })
  const { values, change, failure } = form
  return (
    <MakeDialog
      title={say('inviteTitle')}
      action={say('invite')}
      form={form}
      made={made && <Made made={made} />}
      onClose={onClose}
    >
      <NativeSelect
        label={say('role')}
        description={say(`roleHint-${values.role}`)}
        value={values.role}
        error={fieldFailure(failure, '/role')}
        data={ROLES.map((one) => ({ value: one, label: core(`role-${one}`) }))}
        onChange={(event) => change({ role: event.currentTarget.value as Role })}
      />
      {values.role === 'viewer' && (
        <Checkbox
          label={say('seesCosts')}
          checked={values.seesCosts}
          onChange={(event) => change({ seesCosts: event.currentTarget.checked })}
        />
      )}
      <TextInput
        type="email"
        label={say('inviteEmail')}
        description={say('inviteEmailHint')}
        value={values.email}
        error={fieldFailure(failure, '/email')}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
    </MakeDialog>
  )
}

function Made({ made: { link, invitation } }: { readonly made: NewInvitation }) {
  const say = useWords('settings')
  if (link !== null)
    return (
      <>
        {invitation.email !== null && (
          <Alert color="yellow" variant="light" role="status">
            {say('inviteNotMailed', { email: invitation.email })}
          </Alert>
        )}
        <CopyOnce label={say('inviteLink')} hint={say('inviteLinkHint')} value={link} />
      </>
    )
  return (
    <Alert role="status">
      {invitation.mailed ? say('inviteMailed', { email: invitation.email ?? '' }) : say('inviteAgain')}
    </Alert>
  )
}
