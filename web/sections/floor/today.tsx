/**
 * The page "Today", which lists what the user did today on any device, newest first. Operations that may be undone have
 * a button for it.
 */
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyState, AuditEntry } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { cache } from '../../data/cache.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { describeFailure } from '../../data/refusals.ts'
import { useMay, useMe } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { useLoadedWords } from '../../parts/loaded-words.ts'
import { sentenceOf } from '../../parts/log-sentence.ts'
import { dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useToday } from '../reports/today.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { ShowMore } from './show-more.tsx'
import { undoingOf } from './undoing.ts'

const SHOWN = 50
const DONE_TODAY = ['audit', 'mine']

export function Today() {
  const say = useWords('floor')
  const core = useWords('core')
  const { isAway } = useFloor()
  const { user } = useMe()
  const today = useToday()
  const areWordsThere = useLoadedWords('audit')
  const found = useInfiniteQuery({
    queryKey: [...DONE_TODAY, user.id, today],
    enabled: today !== null && !isAway,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      client.audit
        .list({ actorType: 'user', actorId: user.id, from: today!, limit: SHOWN }, { signal })
        .page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const entries = found.data?.pages.flatMap(({ items }) => items) ?? []
  if (isAway && entries.length === 0) return <Empty title={say('todayAway')} text={say('todayAwayText')} />
  if (found.error !== null)
    return <Failure error={found.error} title={core('notLoaded')} onRetry={() => void found.refetch()} />
  if (found.data === undefined || !areWordsThere) return <Skeleton height={96} />
  if (entries.length === 0 && !found.hasNextPage)
    return <Empty title={say('todayNothing')} text={say('todayNothingText')} />
  // Only the user's last operation on a record can be undone, because the record contains the effects of the earlier
  // ones.
  const newest = new Map([...entries].reverse().map(({ id, entityId }) => [entityId, id]))
  return (
    <div className={classes.task}>
      <ul className={classes.rows} aria-label={say('today')}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} isNewest={newest.get(entry.entityId) === entry.id} />
        ))}
      </ul>
      {found.hasNextPage && <ShowMore onClick={() => void found.fetchNextPage()} />}
    </div>
  )
}

interface RowProps {
  readonly entry: AuditEntry
  readonly isNewest: boolean
}

function Row({ entry, isNewest }: RowProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const may = useMay()
  const { tell } = useFloor()
  const [isAsked, setAsked] = useState(false)
  const undo = isNewest ? undoingOf(entry, may) : null
  const sentence = sentenceOf(entry)
  const undoing = useAction<AuditEntry, boolean>(
    async (one, sending) => {
      const answer = await undo!(one, sending)
      if (answer === null) throw new Error(say('undoGone'))
      return { result: true, state: answer.state as AnyState }
    },
    () => {
      tell('ok', say('undone', { what: sentence }))
      void cache.invalidateQueries({ queryKey: DONE_TODAY })
    },
  )
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        <span className={classes.lineName}>
          {sentence}
          <span className={classes.note}>{dayAndTime(entry.at)}</span>
          {undoing.failure !== null && (
            <span className={classes.warning} role="alert">
              {describeFailure(undoing.failure).text}
            </span>
          )}
        </span>
        {undo !== null && (
          <Button
            size="lg"
            variant="default"
            aria-label={`${core('undo')}: ${sentence}`}
            loading={undoing.isSending}
            onClick={() => setAsked(true)}
          >
            {core('undo')}
          </Button>
        )}
      </div>
      {isAsked && (
        <ConfirmOnFloor
          action={core('undo')}
          consequence={sentence}
          isDangerous
          onConfirm={() => {
            setAsked(false)
            void undoing.run(entry)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
