/**
 * The page for importing from MoySklad. The user connects an account, chooses what to import, watches the progress,
 * checks the report and writes the data.
 */
import { Alert, Button, Checkbox, Group, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Connection, ImportJob, Integration } from '../../../sdk/types.ts'
import { FactList } from '../../components/facts.tsx'
import { toast } from '../../components/toast.tsx'
import { refresh } from '../../data/acts.ts'
import { client } from '../../data/client.ts'
import { useAction, useCommand } from '../../data/command.ts'
import { isFinished, useIntegration } from '../../data/integration.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure, FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { day, dayAndTime } from '../../words/format.ts'
import { sayIfKnown, useWords } from '../../words/words.ts'
import classes from '../settings/settings.module.css'
import { Sheet } from '../settings/settings.tsx'
import { JobView } from './job-view.tsx'

/**
 * How many milliseconds the check of the connection may take. It takes long, because it sends many requests, no faster
 * than MoySklad allows.
 */
const VERIFYING_MS = 90_000

export function ImportPage() {
  const say = useWords('import')
  const core = useWords('core')
  const { data, error, refetch } = useIntegration()
  return (
    <Sheet title={say('title')}>
      {data !== undefined ? (
        <Content integration={data} />
      ) : error !== null ? (
        <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label={core('loading')} />
      )}
    </Sheet>
  )
}

function Content({ integration }: { readonly integration: Integration }) {
  const say = useWords('import')
  const { available, migrationPending, connection, jobs } = integration
  const latest = jobs[0]
  const isUnfinished = latest !== undefined && !isFinished(latest)
  if (!available) return <Alert role="status">{say('notAvailable')}</Alert>
  return (
    <Stack gap="xl">
      <Text c="dimmed">{say('lead')}</Text>
      {migrationPending && (
        <Alert role="status" color="yellow" variant="light" title={say('pending')}>
          {say('pendingText')}
        </Alert>
      )}
      {connection.connected ? (
        <Connected connection={connection} isBusy={isUnfinished} />
      ) : (
        !migrationPending && <Connect onDone={() => undefined} />
      )}
      {latest !== undefined && <JobView key={latest.id} job={latest} />}
      {connection.connected && !isUnfinished && !migrationPending && <Start />}
      {jobs.length > 1 && <History jobs={jobs.slice(1)} />}
    </Stack>
  )
}

function Connect({ onDone }: { readonly onDone: () => void }) {
  const say = useWords('import')
  const core = useWords('core')
  // The MoySklad token must never be stored, so this form has no draft.
  const [token, setToken] = useState('')
  const connecting = useAction<string, unknown>(
    (given, sending) => client.integration.connect({ token: given }, { ...sending, deadlineMs: VERIFYING_MS }),
    () => {
      refresh('integration')
      onDone()
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void connecting.run(token.trim())
  }
  const atToken = fieldFailure(connecting.failure, '/token')
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={say('token')}
          description={say('tokenHint')}
          required
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': core('showSecret'), tabIndex: 0 }}
          value={token}
          error={atToken === undefined ? undefined : say('tokenWrong')}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        {atToken === undefined && <Failure error={connecting.failure} />}
        {connecting.isSending && <Text role="status">{say('connecting')}</Text>}
        <Group>
          <Button type="submit" loading={connecting.isSending}>
            {say('connect')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

interface ConnectedProps {
  readonly connection: Connection
  /**
   * Whether an import is unfinished. Until it is finished, the connection cannot be removed, but another token of the
   * same MoySklad account may replace the current one.
   */
  readonly isBusy: boolean
}

function Connected({ connection, isBusy }: ConnectedProps) {
  const say = useWords('import')
  const [open, setOpen] = useState<'token' | 'disconnect' | null>(null)
  const { accountName, employeeName, connectedAt, rights } = connection
  const name = (entity: string) => sayIfKnown('import', `right-${entity}`) ?? entity
  const missing = rights?.missing ?? []
  const partial = rights?.partial ?? []
  const isAll = missing.length === 0 && partial.length === 0 && rights?.seesCosts !== false
  return (
    <section>
      <Text component="h2" fw={600} fz={16} mb="xs">
        {say('connection')}
      </Text>
      <Stack gap="sm">
        <FactList
          facts={[
            [say('account'), accountName],
            [say('employee'), employeeName],
            [say('connectedAt'), connectedAt && dayAndTime(connectedAt)],
            [say('rights'), isAll && say('rightsAll')],
          ]}
        />
        {!isAll && (
          <Alert color="yellow" variant="light" title={say('rights')}>
            {missing.length > 0 && <Text size="sm">{say('missing', { list: missing.map(name).join(', ') })}</Text>}
            {partial.length > 0 && <Text size="sm">{say('partial', { list: partial.map(name).join(', ') })}</Text>}
            {rights?.seesCosts === false && <Text size="sm">{say('noCosts')}</Text>}
          </Alert>
        )}
        {open === 'token' ? (
          <Connect onDone={() => setOpen(null)} />
        ) : (
          <Group>
            <Button size="sm" variant="default" onClick={() => setOpen('token')}>
              {say('reconnect')}
            </Button>
            {!isBusy && (
              <Button size="sm" variant="default" onClick={() => setOpen('disconnect')}>
                {say('disconnect')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {open === 'disconnect' && <Disconnect onClose={() => setOpen(null)} />}
    </section>
  )
}

function Disconnect({ onClose }: { readonly onClose: () => void }) {
  const say = useWords('import')
  const ending = useAction<null, unknown>(
    (_none, sending) => client.integration.disconnect(sending),
    () => {
      toast(say('disconnected'))
      refresh('integration')
      onClose()
    },
  )
  return (
    <Confirm
      title={say('disconnectTitle')}
      action={say('disconnect')}
      isDangerous
      isSending={ending.isSending}
      failure={ending.failure}
      onConfirm={() => void ending.run(null)}
      onClose={onClose}
    >
      <Text size="sm">{say('disconnectText')}</Text>
    </Confirm>
  )
}

const OPTIONS = ['products', 'partners', 'warehouses', 'organizations', 'purchases'] as const

function Start() {
  const say = useWords('import')
  const form = useCommand({
    name: 'import/new',
    initial: () => ({ products: true, partners: true, warehouses: true, organizations: true, purchases: true }),
    send: (options, sending) => client.integration.imports.start(options, sending),
    onDone: () => refresh('integration'),
  })
  const isNothing = OPTIONS.every((one) => !form.values[one])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <Form onSubmit={submit}>
      <Text component="h2" fw={600} fz={16} mb="xs">
        {say('choose')}
      </Text>
      <Stack gap="sm">
        <FormFailure form={form} />
        {OPTIONS.map((one) => (
          <Checkbox
            key={one}
            label={say(`option-${one}`)}
            checked={form.values[one]}
            onChange={(event) => form.change({ [one]: event.currentTarget.checked })}
          />
        ))}
        <Text size="sm" c="dimmed">
          {say('chooseHint')}
        </Text>
        <Group>
          <Button type="submit" loading={form.isSending} disabled={isNothing || form.isUnanswered}>
            {say('start')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

function History({ jobs }: { readonly jobs: readonly ImportJob[] }) {
  const say = useWords('import')
  const navigate = useNavigate()
  return (
    <section>
      <Text component="h2" fw={600} fz={16} mb="xs">
        {say('history')}
      </Text>
      <ul className={classes.rows}>
        {jobs.map(({ id, status, counts, createdAt, createdBy }) => (
          <li key={id} className={classes.row}>
            <div className={classes.rowText}>
              <Text>{say(`status-${status}`)}</Text>
              <Text size="sm" c="dimmed">
                {say('startedBy', { day: day(createdAt), person: createdBy.name })} · {say('count-written')}:{' '}
                {counts.written}
              </Text>
            </div>
            <Button size="compact-sm" variant="default" onClick={() => void navigate({ to: `/settings/import/${id}` })}>
              {say('openReport')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
