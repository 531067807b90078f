/**
 * The first screen of the app: what to do now, the company's main numbers, and charts of their development. A new
 * company sees a list of first steps instead.
 */
import { Skeleton, Text } from '@mantine/core'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useMay } from '../../data/session.ts'
import { useSummary } from '../../data/summary.ts'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/words.ts'
import { FirstSteps } from './first-steps.tsx'
import classes from './overview.module.css'
import { Figures, ToDo } from './to-do.tsx'

/** The charts of the overview. Their code is loaded later, because the first screen can be shown without them. */
const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts, { waiting: <Skeleton height={280} /> })

/** The warning about limits. Few companies have limits, so it is loaded later, too. */
const NearLimits = lazyPart(async () => (await import('./near-limits.tsx')).NearLimits)

export function Overview() {
  const say = useWords('overview')
  const core = useWords('core')
  const may = useMay()
  const { data: summary, error, refetch } = useSummary()
  const isEmpty = summary !== undefined && !summary.setUp.hasProduct && !summary.setUp.wasStocked
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.overview} aria-label={say('title')} tabIndex={0}>
      <Text component="h1" fw={600} fz={18}>
        {say('title')}
      </Text>
      {summary === undefined && error !== null && (
        <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
      )}
      {summary === undefined && error === null && <Waiting />}
      {summary !== undefined && (
        <>
          <NearLimits />
          <FirstSteps summary={summary} isEmpty={isEmpty} />
          {!isEmpty && (
            <div className={classes.beside}>
              <ToDo summary={summary} />
              <Figures summary={summary} />
            </div>
          )}
          {!isEmpty && may('who sees costs') && <Charts />}
        </>
      )}
    </section>
  )
}

/** A placeholder in the shape of the content that is loading. */
function Waiting() {
  const core = useWords('core')
  return (
    <div role="status" aria-label={core('loading')} className={classes.waiting}>
      <Skeleton height={14} width={160} />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={24} />
      ))}
    </div>
  )
}
