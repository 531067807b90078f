/** Shows the record given in the page address: a placeholder while it is loading, an error, or the record itself. */
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
  /** The name of the kind of record. It is the title of the panel until the record itself is shown. */
  readonly title: string
  readonly onClose: () => void
  readonly children: (record: T) => ReactNode
}

/**
 * Renders a loaded record. If the record has since been deleted, shows a message instead, even though its data is still
 * loaded.
 */
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
