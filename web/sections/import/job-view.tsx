/** One import from MoySklad: its progress, the actions that are possible now, and the problems to check. */
import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportJob } from '../../../sdk/types.ts'
import { FactList } from '../../components/facts.tsx'
import { refresh } from '../../data/acts.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { forgetLists, hasImportReport, isWorking, useProblems } from '../../data/integration.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime, quantity } from '../../words/format.ts'
import { sayIfKnown, useLanguage, useWords } from '../../words/words.ts'
import classes from '../settings/settings.module.css'

type Status = ImportJob['status']
type Command = 'pause' | 'resume' | 'cancel' | 'apply'

/** The actions that are possible in each status of an import. They are described in docs/import.md. */
const COMMANDS: Record<Status, readonly Command[]> = {
  previewing: ['pause', 'cancel'],
  ready: ['apply', 'cancel'],
  applying: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  failed: ['resume', 'cancel'],
  cancelled: [],
  done: [],
}
const COLORS: Partial<Record<Status, string>> = { ready: 'green', done: 'green', failed: 'red', paused: 'yellow' }
const COUNTS = ['create', 'update', 'unchanged', 'problem', 'written', 'failed'] as const

export function JobView({ job }: { readonly job: ImportJob }) {
  const say = useWords('import')
  const language = useLanguage()
  const navigate = useNavigate()
  const { id, status, counts, error, createdAt, createdBy } = job
  return (
    <section>
      <Stack gap="sm">
        <Group gap="xs">
          <Text component="h2" fw={600} fz={16}>
            {say('startedBy', { day: dayAndTime(createdAt), person: createdBy.name })}
          </Text>
          <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none">
            {say(`status-${status}`)}
          </Badge>
        </Group>
        {isWorking(job) && <Running job={job} />}
        {error !== undefined && (
          <Alert color={status === 'failed' ? 'red' : 'yellow'} variant="light" role="alert">
            {language === 'ru' ? error.message : error.messageEn}
          </Alert>
        )}
        {hasImportReport(job) && (
          <FactList facts={COUNTS.map((one) => [say(`count-${one}`), counts[one] > 0 && quantity(counts[one])])} />
        )}
        <Commands job={job} />
        {hasImportReport(job) && (
          <>
            <Problems job={job} />
            <Group>
              <Button variant="default" onClick={() => void navigate({ to: `/settings/import/${id}` })}>
                {say('openReport')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </section>
  )
}

const MINUTE = 60
const HOUR = 60

/**
 * Returns a function that formats the estimated remaining time, for example `5 минут` or `2 часа 10 минут`. The time is
 * rounded because the estimate is rough.
 */
function useTimeLeft(): (seconds: number) => string {
  const say = useWords('import')
  return (seconds) => {
    const minutes = Math.round(seconds / MINUTE)
    if (minutes < 1) return say('lessThanMinute')
    const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR]
    const parts = [
      ...(hours > 0 ? [say('hours', { count: hours })] : []),
      ...(rest > 0 ? [say('minutes', { count: rest })] : []),
    ]
    return parts.join(' ')
  }
}

function Running({ job }: { readonly job: ImportJob }) {
  const say = useWords('import')
  const timeLeft = useTimeLeft()
  const { progress, pausedUntil } = job
  const { stage, entity, done, total, percent, estimatedRemainingSeconds: seconds } = progress
  const what = entity === null ? '' : (sayIfKnown('import', `entity-${entity}`) ?? entity)
  const waits = pausedUntil !== undefined && new Date(pausedUntil).getTime() > Date.now()
  return (
    <Stack gap={6}>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={say('progress')} />
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {entity === null ? say(`status-${job.status}`) : say(`stage-${stage}`, { what })}
          {total !== null &&
            entity !== null &&
            ` · ${say('ofTotal', { done: quantity(done), total: quantity(total) })}`}
        </Text>
        <Text size="sm">
          {percent} % · {seconds === null ? say('remainingUnknown') : say('remaining', { time: timeLeft(seconds) })}
        </Text>
      </Group>
      {waits && (
        <Alert color="yellow" variant="light" role="status">
          {say('waiting', { time: dayAndTime(pausedUntil) })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {say('closeable')}
      </Text>
    </Stack>
  )
}

function Commands({ job }: { readonly job: ImportJob }) {
  const say = useWords('import')
  const [asked, setAsked] = useState<'apply' | 'cancel' | null>(null)
  const doing = useAction<Command, unknown>(
    (command, sending) => client.integration.imports[command](job.id, sending),
    () => {
      setAsked(null)
      refresh('integration')
      forgetLists()
    },
  )
  const waits = job.pausedUntil !== undefined && isWorking(job)
  const commands = waits ? (['resume', ...COMMANDS[job.status]] as const) : COMMANDS[job.status]
  if (commands.length === 0) return null
  const start = (command: Command) =>
    command === 'apply' || command === 'cancel' ? setAsked(command) : void doing.run(command)
  return (
    <>
      {asked === null && <Failure error={doing.failure} />}
      <Group gap="xs">
        {commands.map((command) => (
          <Button
            key={command}
            variant={command === 'apply' || command === 'resume' ? 'filled' : 'default'}
            loading={doing.isSending}
            onClick={() => start(command)}
          >
            {say(command === 'cancel' ? 'cancelJob' : command)}
          </Button>
        ))}
      </Group>
      {asked !== null && (
        <Asked
          job={job}
          command={asked}
          isSending={doing.isSending}
          failure={doing.failure}
          onClose={() => setAsked(null)}
          onRun={() => void doing.run(asked)}
        />
      )}
    </>
  )
}

interface AskedProps {
  readonly job: ImportJob
  readonly command: 'apply' | 'cancel'
  readonly isSending: boolean
  readonly failure: Error | null
  readonly onClose: () => void
  readonly onRun: () => void
}

function Asked({ job, command, isSending, failure, onClose, onRun }: AskedProps) {
  const say = useWords('import')
  const { create, update, unchanged, problem } = job.counts
  const figures = { create, update, unchanged, problem }
  return (
    <Confirm
      title={say(`${command}Title`)}
      action={say(command === 'cancel' ? 'cancelJob' : 'apply')}
      isDangerous={command === 'cancel'}
      isSending={isSending}
      failure={failure}
      onConfirm={onRun}
      onClose={onClose}
    >
      <Text size="sm">{say(`${command}Text`, figures)}</Text>
    </Confirm>
  )
}

const SEVERITY_COLORS = { error: 'red', warning: 'yellow', info: 'gray' } as const

/**
 * The problems of the imported rows, by code, with the number of rows that have each problem, and what to do about it.
 */
function Problems({ job }: { readonly job: ImportJob }) {
  const say = useWords('import')
  const language = useLanguage()
  const { data, error, refetch } = useProblems(job)
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <section>
      <Text component="h3" fw={600} fz={14} mb={8}>
        {say('problems')}
      </Text>
      {data.length === 0 && <Text c="dimmed">{say('noProblems')}</Text>}
      {data.length > 0 && (
        <ul className={classes.rows}>
          {data.map(({ code, severity, message, messageEn, rows, entityTypes }) => (
            <li key={code} className={classes.row}>
              <div className={classes.rowText}>
                <Text size="sm">{language === 'ru' ? message : messageEn}</Text>
                <Text size="sm" c="dimmed">
                  {say('rowsCount', { count: rows })} ·{' '}
                  {Object.entries(entityTypes)
                    .map(([type, count]) => `${sayIfKnown('import', `entity-${type}`) ?? type}: ${count}`)
                    .join(', ')}
                </Text>
              </div>
              <Badge variant="light" color={SEVERITY_COLORS[severity]} tt="none">
                {say(`severity-${severity}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
