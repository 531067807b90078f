/** The panel of one record of a plain kind: its details, actions, additional tabs and history. */
import { Skeleton, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Panel } from '../../components/split.tsx'
import type { Sending } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { ArchivedBadge } from '../../parts/name-cell.tsx'
import { RecordActions } from '../../parts/record-actions.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { RecordTabs } from '../../parts/record-tabs.tsx'
import { useWords } from '../../words/words.ts'
import { useCommands, useSpecWords } from './all.ts'
import { loadedPart } from './loaded-part.tsx'
import { RecordFacts, SpecHistory } from './record-facts.tsx'
import { type AnyRecord, type AnySpec, own, plainBody, plainValues } from './spec.ts'

interface PanelProps {
  readonly spec: AnySpec
  readonly id: string
}

export function RecordPanel({ spec, id }: PanelProps) {
  const say = useSpecWords(spec)
  const navigate = useNavigate()
  const close = useCallback(() => void navigate({ to: spec.path, search: true }), [navigate, spec])
  return (
    <RecordGate view={useRecord(spec.kind, id)} title={say(own('one'))} onClose={close}>
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
  const further = (spec.tabs ?? []).filter((one) => may(one.may ?? 'everyone'))
  const general = (
    <Stack gap="lg">
      <RecordFacts spec={spec} record={record} />
      {spec.more !== undefined && <Part part={spec.more} record={record} />}
    </Stack>
  )
  return (
    <Panel
      title={spec.nameOf(record as never, say)}
      subtitle={record.archived && <ArchivedBadge />}
      closeLabel={core('close')}
      onClose={onClose}
      actions={<Actions spec={spec} record={record} onClose={onClose} />}
    >
      <RecordTabs
        tabs={[
          { name: 'general', label: core('general'), content: general },
          ...further.map((tab) => ({
            name: tab.name,
            label: say(`tab-${tab.name}`),
            content: <Part part={tab} record={record} />,
          })),
          { name: 'history', label: core('history'), content: <SpecHistory spec={spec} id={record.id} /> },
        ]}
      />
    </Panel>
  )
}

type AnyPart = NonNullable<AnySpec['more']>

/** A tab of a record or a part of one. Its code is loaded when the user opens the tab. */
function Part({ part, record }: { readonly part: AnyPart; readonly record: AnyRecord }) {
  const Loaded = loadedPart(part.load, <Skeleton height={60} />)
  return <Loaded record={record as never} />
}

function Actions({ spec, record, onClose }: ViewProps) {
  const say = useSpecWords(spec)
  const { update, delete: remove } = useCommands(spec)
  if (update === undefined && remove === undefined) return null
  const setArchived = (archived: boolean, how: Sending) => {
    const now = plainBody(spec.fields, plainValues(spec.fields, record))
    const always = Object.fromEntries((spec.always ?? []).map((one) => [one, now[one]]))
    return update!(record.id, { ...always, archived }, how)
  }
  return (
    <RecordActions
      id={record.id}
      name={spec.nameOf(record as never, say)}
      archived={spec.hasArchive && update !== undefined ? record.archived === true : null}
      setArchived={setArchived}
      remove={remove ?? null}
      editPath={update === undefined ? null : `${spec.path}/${record.id}/edit`}
      deleteText={say(own('deleteText'))}
      onGone={onClose}
    />
  )
}
