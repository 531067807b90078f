/** Shows one entry of the audit log: who did what and when, and the record before and after. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../sdk/types.ts'
import { FactList, Heading } from '../../components/facts.tsx'
import { Panel } from '../../components/split.tsx'
import { client } from '../../data/client.ts'
import { nameOfActor } from '../../parts/actor-name.ts'
import { Failure } from '../../parts/failure.tsx'
import { useLoadedWords } from '../../parts/loaded-words.ts'
import { sentenceOf } from '../../parts/log-sentence.ts'
import { RecordGate } from '../../parts/record-gate.tsx'
import { Differences, differencesSaid, fieldsSaid } from '../../parts/record-history.tsx'
import { dayAndTime } from '../../words/format.ts'
import { type Part, useWords } from '../../words/words.ts'
import { fieldsOfEntity } from '../records/all.ts'
import { partOf } from '../records/spec.ts'
import { nameOfEntity } from './audit-entities.ts'

interface EntryOfProps {
  readonly id: string
  readonly rows: readonly AuditEntry[]
  readonly onClose: () => void
}

/**
 * Shows the audit log entry whose id is in the page address. If the loaded part of the list does not contain the entry,
 * it is loaded by itself.
 */
export function EntryOf({ id, rows, onClose }: EntryOfProps) {
  const say = useWords('settings')
  const listed = rows.find((row) => row.id === id)
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'entry', id],
    enabled: listed === undefined,
    queryFn: ({ signal }) => client.audit.read(id, { signal }),
  })
  const view = { record: listed ?? data, error: listed === undefined ? error : null, retry: () => void refetch() }
  return (
    <RecordGate view={view} title={say('auditEntry')} onClose={onClose}>
      {(entry) => <Entry entry={entry} onClose={onClose} />}
    </RecordGate>
  )
}

function Entry({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const say = useWords('settings')
  const core = useWords('core')
  const { actor, at, entityType, entityId, details } = entry
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'before', entry.id],
    // Entries about orders contain the order from before the change, so the previous entry is not needed.
    enabled: details.before === undefined,
    queryFn: async ({ signal }) => {
      const { items } = await client.audit.list({ entityType, entityId, to: at, limit: 10 }, { signal }).page()
      return items.find(({ revision }) => revision < entry.revision) ?? null
    },
  })
  const spec = fieldsOfEntity(entityType)
  const others: Part = spec?.section ?? (entityType === 'procurement_import' ? 'files' : 'settings')
  const part = spec === undefined ? others : partOf(spec)
  const areWordsThere = useLoadedWords(others)
  const isThere = areWordsThere && (details.before !== undefined || data !== undefined)
  const before = data ?? undefined
  const isChanged = isThere && differencesSaid(entry, before, { part }).length > 0
  return (
    <Panel title={sentenceOf(entry)} closeLabel={core('close')} onClose={onClose}>
      <Stack gap="lg">
        <FactList
          facts={[
            [say('auditWhen'), dayAndTime(at)],
            [say('auditWho'), actor.type === 'token' ? `${actor.name} (${nameOfEntity('token')})` : nameOfActor(actor)],
            [say('auditAbout'), nameOfEntity(entityType)],
          ]}
        />
        <section>
          <Heading text={say('auditChanged')} />
          <Failure error={error} onRetry={() => void refetch()} />
          {!isThere && error === null && <Skeleton height={60} />}
          {isChanged && <Differences entry={entry} before={before} part={part} />}
          {isThere && !isChanged && <Text c="dimmed">{say('auditSame')}</Text>}
        </section>
        {details.result !== undefined && areWordsThere && (
          <FactList
            title={say('auditAfter')}
            facts={fieldsSaid(details.result, part).map(({ label, value }) => [label, value])}
          />
        )}
      </Stack>
    </Panel>
  )
}
