/** The page with the members of the company, their roles, and the open invitations. */
import { Badge, Button, Checkbox, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { Invitation, Member } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { acted, refresh, useInvitations, useMembers } from '../../data/acts.ts'
import { cache, SESSION_KEY } from '../../data/cache.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { type Role, startOver, useMe } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { day, dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { Invite } from './invite.tsx'
import classes from './settings.module.css'
import { Sheet } from './settings.tsx'

export const ROLES = ['owner', 'manager', 'storekeeper', 'viewer'] as const

export function Team() {
  const say = useWords('settings')
  const core = useWords('core')
  const [isInviting, setInviting] = useState(false)
  const members = useMembers()
  const invitations = useInvitations()
  return (
    <Sheet
      title={say('members')}
      action={
        <Button size="sm" onClick={() => setInviting(true)}>
          {say('invite')}
        </Button>
      }
    >
      {members.data === undefined && members.error === null && (
        <Skeleton height={160} role="status" aria-label={core('loading')} />
      )}
      {members.data === undefined && (
        <Failure error={members.error} title={core('notLoaded')} onRetry={() => void members.refetch()} />
      )}
      {members.data !== undefined && (
        <ul className={classes.rows}>
          {members.data.items.map((member) => (
            <MemberRow key={member.userId} member={member} />
          ))}
        </ul>
      )}
      <Text component="h2" fw={600} fz={16} mt="xl" mb="xs">
        {say('invitations')}
      </Text>
      {invitations.data === undefined ? (
        <Failure error={invitations.error} onRetry={() => void invitations.refetch()} />
      ) : invitations.data.items.length === 0 ? (
        <Text c="dimmed">{say('noInvitations')}</Text>
      ) : (
        <ul className={classes.rows}>
          {invitations.data.items.map((one) => (
            <InvitationRow key={one.id} invitation={one} />
          ))}
        </ul>
      )}
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Sheet>
  )
}

type MemberChange = { readonly role?: Role; readonly seesCosts?: boolean }

function MemberRow({ member }: { readonly member: Member }) {
  const say = useWords('settings')
  const core = useWords('core')
  const me = useMe()
  const [isAsking, setAsking] = useState(false)
  const { userId, name, email, role, seesCosts, joinedAt } = member
  const isMe = userId === me.user.id
  const update = useAction<MemberChange, unknown>(
    (change, { key }) => acted(client.members.update(userId, change, { key })),
    () => {
      toast(say('memberChanged', { name }))
      refresh('members')
      if (isMe) void cache.invalidateQueries({ queryKey: SESSION_KEY })
    },
  )
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Group gap={8}>
          <Text fw={600}>{name}</Text>
          {isMe && (
            <Badge variant="light" color="gray" tt="none">
              {say('you')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {email} · {say('joinedAt', { day: day(joinedAt) })}
        </Text>
        {role === 'viewer' && (
          <Checkbox
            mt={6}
            label={say('seesCosts')}
            aria-label={say('seesCostsOf', { name })}
            disabled={update.isSending}
            checked={seesCosts}
            onChange={(event) => void update.run({ seesCosts: event.currentTarget.checked })}
          />
        )}
        <Failure error={update.failure} />
      </div>
      <NativeSelect
        size="sm"
        aria-label={say('roleOf', { name })}
        disabled={update.isSending}
        value={role}
        data={ROLES.map((one) => ({ value: one, label: core(`role-${one}`) }))}
        onChange={(event) => void update.run({ role: event.currentTarget.value as Role })}
      />
      <Button
        size="compact-sm"
        variant="default"
        aria-label={isMe ? say('leave') : say('removeMemberOf', { name })}
        onClick={() => setAsking(true)}
      >
        {isMe ? say('leave') : core('remove')}
      </Button>
      {isAsking && <RemoveMember member={member} isMe={isMe} onClose={() => setAsking(false)} />}
    </li>
  )
}

interface RemoveProps {
  readonly member: Member
  readonly isMe: boolean
  readonly onClose: () => void
}

function RemoveMember({ member, isMe, onClose }: RemoveProps) {
  const say = useWords('settings')
  const { userId, name } = member
  const removal = useAction<string, unknown>(
    (of, { key }) => acted(client.members.remove(of, { key })),
    () => {
      if (isMe) return startOver('/')
      toast(say('memberRemoved', { name }))
      refresh('members')
      onClose()
    },
  )
  return (
    <Confirm
      title={isMe ? say('leave') : say('removeTitle', { name })}
      action={say(isMe ? 'leave' : 'removeMember')}
      isDangerous
      isSending={removal.isSending}
      failure={removal.failure}
      onConfirm={() => void removal.run(userId)}
      onClose={onClose}
    >
      <Text size="sm">{say(isMe ? 'leaveText' : 'removeText')}</Text>
    </Confirm>
  )
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const say = useWords('settings')
  const core = useWords('core')
  const { id, email, role, expiresAt, createdBy, seesCosts } = invitation
  const name = email ?? say('inviteAnyone')
  const withdrawal = useAction<string, unknown>(
    (of, { key }) => acted(client.invitations.withdraw(of, { key })),
    () => {
      toast(say('withdrawn'))
      refresh('invitations')
    },
  )
  const facts = [
    core(`role-${role}`),
    ...(role === 'viewer' && seesCosts ? [say('seesCosts').toLowerCase()] : []),
    say('inviteUntil', { time: dayAndTime(expiresAt) }),
    createdBy.name,
  ]
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        <Failure error={withdrawal.failure} />
      </div>
      <Button
        size="compact-sm"
        variant="default"
        loading={withdrawal.isSending}
        aria-label={say('withdrawOf', { name })}
        onClick={() => void withdrawal.run(id)}
      >
        {say('withdraw')}
      </Button>
    </li>
  )
}
