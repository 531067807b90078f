/**
 * The page with the API tokens. The secret of a new token is shown only once. Revoking a token takes effect at once.
 */
import { Alert, Badge, Button, Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { IssuedToken, Token } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { toast } from '../../components/toast.tsx'
import { acted, refresh, useTokens } from '../../data/acts.ts'
import { client } from '../../data/client.ts'
import { useAction, useCommand } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Failure } from '../../parts/failure.tsx'
import { day, dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { CopyOnce } from './copy-once.tsx'
import { MakeDialog } from './make-dialog.tsx'
import classes from './settings.module.css'
import { Sheet } from './settings.tsx'

export function Tokens() {
  const say = useWords('settings')
  const core = useWords('core')
  const { data, error, refetch } = useTokens()
  const [isNew, setNew] = useState(false)
  const tokens = data?.items
  return (
    <Sheet
      title={say('tokens')}
      action={
        <Button size="sm" onClick={() => setNew(true)}>
          {say('tokenNew')}
        </Button>
      }
    >
      <Text c="dimmed" mb="md">
        {say('tokensLead')}
      </Text>
      {tokens === undefined && error === null && <Skeleton height={160} role="status" aria-label={core('loading')} />}
      {tokens === undefined && <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />}
      {tokens?.length === 0 && <Empty title={say('tokensEmpty')} text={say('tokensEmptyText')} />}
      {tokens !== undefined && tokens.length > 0 && (
        <ul className={classes.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isNew && <NewToken onClose={() => setNew(false)} />}
    </Sheet>
  )
}

function TokenRow({ token }: { readonly token: Token }) {
  const say = useWords('settings')
  const [isAsking, setAsking] = useState(false)
  const { name, prefix, scope, createdAt, createdBy, lastUsedAt, expiresAt } = token
  const isOver = expiresAt !== null && new Date(expiresAt).getTime() <= Date.now()
  const facts = [
    `${prefix}…`,
    expiresAt === null ? say('expiresNever') : say('expiresUntil', { day: day(expiresAt) }),
    lastUsedAt === null ? say('lastUsedNever') : `${say('lastUsed')}: ${dayAndTime(lastUsedAt)}`,
    createdBy === null ? day(createdAt) : `${say('createdBy')}: ${createdBy.name}, ${day(createdAt)}`,
  ]
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Group gap={8}>
          <Text fw={600}>{name}</Text>
          <Badge variant="light" color={scope === 'write' ? 'blue' : 'gray'} tt="none">
            {say(`scope-${scope}`)}
          </Badge>
          {isOver && (
            <Badge variant="light" color="yellow" tt="none">
              {say('expired')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={say('revokeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {say('revoke')}
      </Button>
      {isAsking && <Revoke token={token} onClose={() => setAsking(false)} />}
    </li>
  )
}

interface RevokeProps {
  readonly token: Token
  readonly onClose: () => void
}

function Revoke({ token, onClose }: RevokeProps) {
  const say = useWords('settings')
  const { id, name } = token
  const revocation = useAction<string, unknown>(
    (of, { key }) => acted(client.tokens.revoke(of, { key })),
    () => {
      toast(say('revoked', { name }))
      refresh('tokens')
      onClose()
    },
  )
  return (
    <Confirm
      title={say('revokeTitle', { name })}
      action={say('revoke')}
      isDangerous
      isSending={revocation.isSending}
      failure={revocation.failure}
      onConfirm={() => void revocation.run(id)}
      onClose={onClose}
    >
      <Text size="sm">{say('revokeText')}</Text>
    </Confirm>
  )
}

function NewToken({ onClose }: { readonly onClose: () => void }) {
  const say = useWords('settings')
  const [issued, setIssued] = useState<IssuedToken | null>(null)
  const form = useCommand({
    name: 'tokens/new',
    initial: () => ({ name: '', scope: 'read' as 'read' | 'write', until: '' }),
    send: ({ name, scope, until }, { key }) => {
      const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString()
      return acted(client.tokens.issue({ name: name.trim(), scope, expiresAt }, { key }))
    },
    onDone: (result: IssuedToken) => {
      setIssued(result)
      refresh('tokens')
    },
  })
  const { values, change, failure } = form
  return (
    <MakeDialog
      title={say('tokenNew')}
      action={say('issue')}
      form={form}
      made={issued && <Issued token={issued} />}
      onClose={onClose}
    >
      <TextInput
        label={say('tokenName')}
        placeholder={say('tokenNamePlaceholder')}
        required
        data-autofocus
        value={values.name}
        error={fieldFailure(failure, '/name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={say('scope')}
        value={values.scope}
        data={(['read', 'write'] as const).map((one) => ({ value: one, label: say(`scope-${one}`) }))}
        onChange={(event) => change({ scope: event.currentTarget.value as 'read' | 'write' })}
      />
      <DayField
        label={say('expiresAt')}
        description={say('expiresHint')}
        value={values.until}
        error={fieldFailure(failure, '/expiresAt')}
        onChange={(until) => change({ until })}
      />
    </MakeDialog>
  )
}

function Issued({ token: { secret } }: { readonly token: IssuedToken }) {
  const say = useWords('settings')
  if (secret === null) return <Alert role="status">{say('secretGone')}</Alert>
  return <CopyOnce label={say('secret')} hint={say('secretHint')} value={secret} />
}
