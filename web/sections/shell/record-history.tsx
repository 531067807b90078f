/** Who did what with a record, and when; what was done is said by the texts of the section. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { Failure } from './failure.tsx'

const ENTRIES = 50

interface RecordHistoryProps {
  readonly entityType: string
  readonly id: string
  /** What happened, by the second word of the entry's action. */
  readonly sayDone: (what: string) => string
}

export function RecordHistory({ entityType, id, sayDone }: RecordHistoryProps) {
  const core = useWords('core')
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', entityType, id],
    queryFn: async ({ signal }) => {
      const { items } = await client.audit.list({ entityId: id, entityType, limit: ENTRIES }, { signal }).page()
      return items
    },
  })
  if (error !== null) return <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={120} />
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {data.map(({ id: key, action, actor, at }) => (
        <li key={key}>
          <Text size="sm">
            {sayDone(action.split('.')[1] ?? '')} · {actor.name}
          </Text>
          <Text size="xs" c="dimmed">
            {dayAndTime(at)}
          </Text>
        </li>
      ))}
    </Stack>
  )
}
