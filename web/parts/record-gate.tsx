/**
 * Shows the record whose id is in the page address: a placeholder while it is loading, an error, or the record itself.
 */
import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../sdk/errors.ts'
import { Empty } from '../components/notices.tsx'
import { Panel } from '../components/split.tsx'
import type { RecordView } from '../data/lists.ts'
import { useWords } from '../words/words.ts'
import { Failure } from './failure.tsx'

interface RecordGateProps<T> {
  readonly view: RecordView<T>
  /** The name of the kind of record, used as the title of the panel until the record is loaded. */
  readonly title: string
  readonly onClose: () => void
  readonly children: (record: T) => ReactNode
}

/** Renders a loaded record. If the record has been deleted since it was loaded, shows a message in its place. */
export function RecordGate<T>({ view, title, onClose, children }: RecordGateProps<T>) {
  const core = useWords('core')
  const { record, error, retry } = view
  const isGone = error instanceof ApiError && error.status === 404
  if (record !== undefined && !isGone) return children(record)
  return (
    <Panel title={title} closeLabel={core('close')} onClose={onClose}>
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
