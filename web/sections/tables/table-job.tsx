/** The page of one table import: its columns, what will happen to its rows, its progress, and its result. */
import { Alert, Anchor, Badge, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { TableImport } from '../../../sdk/types.ts'
import { FactList } from '../../components/facts.tsx'
import { save } from '../../components/save.ts'
import { acted } from '../../data/acts.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { forgetLists } from '../../data/integration.ts'
import { hasReport, isAtWork, takeImport, useTableImport } from '../../data/table-imports.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { dayAndTime, quantity } from '../../words/format.ts'
import { languageNow, useWords } from '../../words/words.ts'
import { Sheet } from '../settings/settings.tsx'
import { COLORS } from './colors.ts'
import { ColumnsForm } from './columns-form.tsx'
import { namesLeftOut } from './left-out.ts'
import { TableRows } from './table-rows.tsx'
import classes from './tables.module.css'

type Step = 'apply' | 'pause' | 'resume' | 'cancel'
const STEPS: Record<TableImport['status'], readonly Step[]> = {
  uploaded: ['cancel'],
  planning: ['cancel'],
  ready: ['apply', 'cancel'],
  applying: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  done: [],
  cancelled: [],
  failed: [],
}
const COUNTS = ['create', 'update', 'unchanged', 'problem', 'applied', 'failed'] as const
const isPlan = (name: (typeof COUNTS)[number]) => name === 'create' || name === 'update'
/** For each kind of import: the page that shows the imported records. */
const RESULTS = {
  products: '/products',
  partners: '/partners',
  opening_stock: '/stock',
  stock_rules: '/purchasing/stock-rules',
  supplier_items: '/purchasing/supplier-items',
} as const
const FULL = 100

export function TableJob({ id }: { readonly id: string }) {
  const say = useWords('tables')
  const core = useWords('core')
  const { data: one, error, refetch } = useTableImport(id)
  const isApplying = one?.status === 'applying'
  const wasApplying = useRef(false)
  // Mark all lists as stale after an import. The stream reports the import's changes too, but only while it is
  // connected.
  useEffect(() => {
    if (wasApplying.current && !isApplying) forgetLists()
    wasApplying.current = isApplying
  }, [isApplying])
  if (one === undefined)
    return (
      <Sheet title={say('title')}>
        {error === null ? (
          <Skeleton height={240} role="status" aria-label={core('loading')} />
        ) : (
          <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
        )}
      </Sheet>
    )
  return (
    <Sheet
      title={one.fileName}
      action={
        <Badge variant="light" color={COLORS[one.status] ?? 'gray'} tt="none" className={classes.badge ?? ''}>
          {say(`status-${one.status}`)}
        </Badge>
      }
    >
      <Job one={one} />
    </Sheet>
  )
}

function Job({ one }: { readonly one: TableImport }) {
  const say = useWords('tables')
  const [isMapping, setMapping] = useState(false)
  const { status, fault, kind, createdAt, createdBy } = one
  const canBeMapped = ['uploaded', 'ready', 'failed'].includes(status)
  const isOver = status === 'done' || status === 'cancelled'
  // If some rows failed, the numbers of the plan would mislead the user, so show only what was written.
  const isWhole = status === 'done' && one.counts.failed === 0
  const showsColumns = status === 'uploaded' || (canBeMapped && (isMapping || status === 'failed'))
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {[say(`kind-${kind}`), dayAndTime(createdAt), createdBy.name].join(' · ')}{' '}
        <Anchor component={Link} to="/tables" search={{ kind } as never} inherit underline="always">
          {say('other')}
        </Anchor>
      </Text>
      {fault !== null && (
        <Alert color="red" variant="light" role="alert">
          {say(`fault-${fault.code}`)}
        </Alert>
      )}
      {isAtWork(one) && <Running one={one} />}
      {showsColumns ? (
        <ColumnsForm key={`${one.sheet} ${one.headerRow}`} one={one} onDone={() => setMapping(false)} />
      ) : (
        hasReport(one) && (
          <FactList
            facts={COUNTS.map((name) => [
              say(isOver && isPlan(name) ? `was-${name}` : `count-${name}`),
              one.counts[name] === 0 || (isOver && isPlan(name) && !isWhole) ? null : quantity(one.counts[name]),
            ])}
          />
        )
      )}
      {isOver && one.counts.applied > 0 && (
        <Group gap="md">
          <Anchor component={Link} to={RESULTS[kind]} underline="always">
            {say(`open-${kind}`)}
          </Anchor>
        </Group>
      )}
      <Commands one={one} onMap={canBeMapped && !showsColumns ? () => setMapping(true) : null} />
      {!showsColumns && hasReport(one) && status !== 'planning' && (
        <>
          <TableRows one={one} />
          <Report one={one} />
        </>
      )}
    </Stack>
  )
}

function Running({ one }: { readonly one: TableImport }) {
  const say = useWords('tables')
  const { done, of } = one.progress
  const isApplying = one.status === 'applying'
  const percent = isApplying && of > 0 ? Math.round((done / of) * FULL) : FULL
  return (
    <Stack gap={6} role="status">
      <Progress.Root size="lg">
        <Progress.Section value={percent} animated={!isApplying} aria-label={say('progress')} />
      </Progress.Root>
      <Text size="sm">{isApplying ? say('written', { done: quantity(done), of: quantity(of) }) : say('planning')}</Text>
      <Text size="sm" c="dimmed">
        {say('closeable')}
      </Text>
    </Stack>
  )
}

interface CommandsProps {
  readonly one: TableImport
  readonly onMap: (() => void) | null
}

function Commands({ one, onMap }: CommandsProps) {
  const say = useWords('tables')
  const [asked, setAsked] = useState<'apply' | 'cancel' | null>(null)
  const doing = useAction<Step, TableImport>(
    (step, { key }) => acted(client.tableImports[step](one.id, { key })),
    (changed) => {
      setAsked(null)
      takeImport(changed)
    },
  )
  const { counts, status } = one
  const count = counts.create + counts.update
  const steps = STEPS[status].filter((step) => step !== 'apply' || count > 0)
  if (steps.length === 0 && onMap === null) return null
  const start = (step: Step) => (step === 'apply' || step === 'cancel' ? setAsked(step) : void doing.run(step))
  return (
    <>
      {asked === null && <Failure error={doing.failure} />}
      <Group gap="xs">
        {steps.map((step) => (
          <Button
            key={step}
            variant={step === 'apply' || step === 'resume' ? 'filled' : 'default'}
            loading={doing.isSending && asked === null}
            onClick={() => start(step)}
          >
            {say(step)}
          </Button>
        ))}
        {onMap !== null && (
          <Button variant="default" onClick={onMap}>
            {say('changeColumns')}
          </Button>
        )}
      </Group>
      {asked !== null && (
        <Asked
          step={asked}
          one={one}
          failure={doing.failure}
          isSending={doing.isSending}
          onDo={() => void doing.run(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface AskedProps {
  readonly step: 'apply' | 'cancel'
  readonly one: TableImport
  readonly failure: Error | null
  readonly isSending: boolean
  readonly onDo: () => void
  readonly onClose: () => void
}

/** A dialog that explains what the next step of the import will do before the user starts it. */
function Asked({ step, one, failure, isSending, onDo, onClose }: AskedProps) {
  const say = useWords('tables')
  const core = useWords('core')
  const { create, update, problem } = one.counts
  const targets = one.columns.map(({ target }) => target)
  const leftOut = namesLeftOut(one, targets, (number) => say('column', { number }))
  return (
    <Confirm
      title={say(`${step}Title`)}
      action={say(step)}
      isDangerous={step === 'cancel'}
      isSending={isSending}
      failure={failure}
      onConfirm={onDo}
      onClose={onClose}
      keepLabel={core('back')}
    >
      <Text size="sm">
        {step === 'apply'
          ? say('applyText', { create: quantity(create), update: quantity(update) })
          : say('cancelText')}
      </Text>
      {step === 'apply' && leftOut.length > 0 && (
        <Text size="sm">{say('leftOut', { count: leftOut.length, names: leftOut.join(', ') })}</Text>
      )}
      {step === 'apply' && problem > 0 && <Text size="sm">{say('applyWithout', { count: problem })}</Text>}
    </Confirm>
  )
}

/** The files that the user can download: one with the refused rows, and one with all rows. */
const FILES = {
  refused: { format: 'xlsx', problems: true },
  xlsx: { format: 'xlsx' },
  csv: { format: 'csv' },
} as const
type ReportFile = keyof typeof FILES

/** The buttons for downloading the rows with their problems, and for removing a finished import. */
function Report({ one }: { readonly one: TableImport }) {
  const say = useWords('tables')
  const core = useWords('core')
  const navigate = useNavigate()
  const bad = one.counts.problem + one.counts.failed
  const reading = useAction<ReportFile, Blob>(
    (file) => acted(client.tableImports.report(one.id, { ...FILES[file], language: languageNow() })),
    (blob, file) =>
      save(
        blob,
        `${one.fileName.replace(/\.\w+$/, '')} ${say(file === 'refused' ? 'toMend' : 'mended')}.${FILES[file].format}`,
      ),
  )
  const deletion = useAction<string, { id: string }>(
    (id, { key }) => acted(client.tableImports.delete(id, { key })),
    () => void navigate({ to: '/tables' }),
  )
  const canDelete = one.status !== 'applying' && one.status !== 'planning'
  return (
    <>
      <Failure error={reading.failure ?? deletion.failure} />
      <Group gap="xs">
        {(['refused', 'xlsx', 'csv'] as const)
          .filter((file) => file !== 'refused' || bad > 0)
          .map((file) => (
            <Button
              key={file}
              variant={file === 'refused' ? 'filled' : 'default'}
              size="sm"
              loading={reading.isSending}
              onClick={() => void reading.run(file)}
            >
              {say(`report-${file}`, { count: bad })}
            </Button>
          ))}
        {canDelete && (
          <Button variant="subtle" color="red" size="sm" onClick={() => void deletion.run(one.id)}>
            {core('delete')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {say('reportHint')}
      </Text>
    </>
  )
}
