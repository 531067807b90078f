/** One plain record: what is known of it, what can be done, its further tabs and its history. */
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Panel } from '../../components/split.tsx'
import type { Sending } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { ArchivedBadge } from '../shell/name-cell.tsx'
import { RecordActions } from '../shell/record-actions.tsx'
import { RecordGate } from '../shell/record-gate.tsx'
import { RecordHistory } from '../shell/record-history.tsx'
import { RecordTabs } from '../shell/record-tabs.tsx'
import { RecordFacts } from './record-facts.tsx'
import { useSpecWords } from './record-section.tsx'
import { type AnyRecord, type AnySpec, bodyOf, sending, valuesOf } from './spec.ts'

interface PanelProps {
  readonly spec: AnySpec
  readonly id: string
}

export function RecordPanel({ spec, id }: PanelProps) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: spec.path, search: true }), [navigate, spec])
  return (
    <RecordGate view={useRecord(spec.kind, id)} title={say(`${spec.prefix}-one`)} onClose={close}>
      {(record) => <RecordView spec={spec} record={record as unknown as AnyRecord} onClose={close} />}
    </RecordGate>
  )
}

interface ViewProps {
  readonly spec: AnySpec
  readonly record: AnyRecord
  readonly onClose: () => void
}

function RecordView({ spec, record, onClose }: ViewProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  const may = useMay()
  const { More } = spec
  const further = (spec.tabs ?? []).filter((one) => may(one.may ?? 'everyone'))
  const general = (
    <Stack gap="lg">
      <RecordFacts spec={spec} record={record} />
      {More !== undefined && <More record={record as never} />}
    </Stack>
  )
  const history = <RecordHistory entityType={spec.entityType} id={record.id} part={spec.part} />
  return (
    <Panel
      title={spec.nameOf(record as never)}
      subtitle={record.archived && <ArchivedBadge />}
      closeLabel={core('close')}
      onClose={onClose}
      actions={may('managers') && <Actions spec={spec} record={record} onClose={onClose} />}
    >
      <RecordTabs
        tabs={[
          { name: 'general', label: core('general'), content: general },
          ...further.map(({ name, Content }) => ({
            name,
            label: say(`tab-${name}`),
            content: <Content record={record as never} />,
          })),
          { name: 'history', label: core('history'), content: history },
        ]}
      />
    </Panel>
  )
}

function Actions({ spec, record, onClose }: ViewProps) {
  const say = useSpecWords(spec)
  const setArchived = (archived: boolean, how: Sending) => {
    const now = bodyOf(spec.fields, valuesOf(spec.fields, record))
    const always = Object.fromEntries((spec.always ?? []).map((one) => [one, now[one]]))
    return sending(spec.update)(record.id, { ...always, archived }, how) as never
  }
  return (
    <RecordActions
      id={record.id}
      name={spec.nameOf(record as never)}
      archived={record.archived === true}
      setArchived={setArchived}
      remove={(id, how) => sending(spec.remove)(id, how) as never}
      editPath={`${spec.path}/${record.id}/edit`}
      deleteText={say(`${spec.prefix}-deleteText`)}
      onGone={onClose}
    />
  )
}
