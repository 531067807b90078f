/** One plain record: what is known of it, what can be done, its further tabs and its history. */
import { Badge, Button, Group, Menu, Modal, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import { IconDots, IconPencil } from '../../components/icons.ts'
import { Empty } from '../../components/notices.tsx'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { useAction } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import { History } from './history.tsx'
import { RecordFacts } from './record-facts.tsx'
import { useSpecWords } from './record-section.tsx'
import { type AnyRecord, type AnySpec, bodyOf, sending, valuesOf } from './spec.ts'

interface PanelProps {
  readonly spec: AnySpec
  readonly id: string
}

export function RecordPanel({ spec, id }: PanelProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  const navigate = useNavigate()
  const { record, error, retry } = useRecord(spec.kind, id)
  const close = useCallback(() => void navigate({ to: spec.path, search: true }), [navigate, spec])
  const isGone = error instanceof ApiError && error.status === 404
  if (record !== undefined && !isGone)
    return <RecordView spec={spec} record={record as unknown as AnyRecord} onClose={close} />
  return (
    <Panel title={say(`${spec.prefix}-one`)} closeLabel={core('close')} onClose={close}>
      {error === null ? (
        <Stack role="status" aria-label={core('loading')}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="40%" />
          <Skeleton height={120} />
        </Stack>
      ) : isGone ? (
        <Empty title={core('recordGone')} text={core('recordGoneText')} />
      ) : (
        <Failure error={error} title={core('notLoaded')} onRetry={retry} />
      )}
    </Panel>
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
  const [address, change] = useAddress()
  const { More } = spec
  const further = (spec.tabs ?? []).filter((one) => may(one.may ?? 'everyone'))
  const names = ['general', ...further.map(({ name }) => name), 'history']
  const tab = names.find((one) => one === address.tab) ?? 'general'
  return (
    <Panel
      title={spec.nameOf(record as never)}
      subtitle={
        record.archived && (
          <Badge variant="light" color="yellow" tt="none">
            {core('archived')}
          </Badge>
        )
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={may('managers') && <Actions spec={spec} record={record} onClose={onClose} />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: next === 'general' || next === null ? undefined : next })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="general">{core('general')}</Tabs.Tab>
          {further.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {say(`tab-${name}`)}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="history">{core('history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <Stack gap="lg">
            <RecordFacts spec={spec} record={record} />
            {More !== undefined && <More record={record as never} />}
          </Stack>
        </Tabs.Panel>
        {further.map(({ name, Content }) => (
          <Tabs.Panel key={name} value={name}>
            <Content record={record as never} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history">
          <History entityType={spec.entityType} entityId={record.id} say={say} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

/** Archiving can be taken back from the message; deleting says what goes, or why it cannot. */
function Actions({ spec, record, onClose }: ViewProps) {
  const core = useWords('core')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const name = spec.nameOf(record as never)
  const setArchived = useAction<boolean, unknown>(
    (archived, how) => {
      const now = bodyOf(spec.fields, valuesOf(spec.fields, record))
      const always = Object.fromEntries((spec.always ?? []).map((one) => [one, now[one]]))
      return sending(spec.update)(record.id, { ...always, archived }, how) as never
    },
    (_result, archived) =>
      toast(core(archived ? 'wasArchived' : 'wasRestored', { name }), {
        label: core('undo'),
        run: () => void setArchived.run(!archived),
      }),
  )
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => void navigate({ to: `${spec.path}/${record.id}/edit`, search: true })}
      >
        {core('edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-md" variant="default" px={6} aria-label={core('actions')}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void setArchived.run(!record.archived)}>
            {core(record.archived ? 'restore' : 'archive')}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setAsking(true)}>
            {core('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Failure error={setArchived.failure} />
      {isAsking && (
        <DeleteDialog
          spec={spec}
          record={record}
          onCancel={() => setAsking(false)}
          onArchive={() => void setArchived.run(true)}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface DeleteDialogProps extends ViewProps {
  readonly onCancel: () => void
  readonly onArchive: () => void
}

function DeleteDialog({ spec, record, onCancel, onArchive, onClose }: DeleteDialogProps) {
  const say = useSpecWords(spec)
  const core = useWords('core')
  const name = spec.nameOf(record as never)
  const deletion = useAction<string, unknown>(
    (id, how) => sending(spec.remove)(id, how) as never,
    () => {
      toast(core('wasDeleted', { name }))
      onClose()
    },
  )
  const archive = () => {
    onCancel()
    onArchive()
  }
  return (
    <Modal
      opened
      onClose={onCancel}
      title={core('deleteTitle', { name })}
      closeButtonProps={{ 'aria-label': core('close') }}
    >
      <Stack>
        <Text size="sm">{say(`${spec.prefix}-deleteText`)}</Text>
        <Failure error={deletion.failure} />
        <Group justify="flex-end">
          {!record.archived && (
            <Button variant="default" onClick={archive}>
              {core('archiveInstead')}
            </Button>
          )}
          <Button color="red" loading={deletion.isSending} onClick={() => void deletion.run(record.id)}>
            {core('delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
