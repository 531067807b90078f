/**
 * The warehouse-floor page, for people who have a scanner or a phone in one hand. It is separate from the rest of the
 * app.
 */
import { Button, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  IconArrowLeft,
  IconClock,
  IconCount,
  IconMove,
  IconPick,
  IconReceive,
  IconSearch,
  IconUndo,
} from '../../components/icons.ts'
import { PopUpPlace } from '../../components/pop-up-place.tsx'
import { useHeldScans } from '../../components/scanner.ts'
import { cache, SESSION_KEY } from '../../data/cache.ts'
import { useConnection } from '../../data/connection.ts'
import { keepMe, readKeptMe, readTask, useIsTaskUnkept } from '../../data/floor/kept-task.ts'
import { KnownProducts } from '../../data/floor/known-products.ts'
import { lineOf } from '../../data/floor/lines.ts'
import { type Owner, ownerName, useUnsent } from '../../data/floor/unsent.ts'
import { countOf } from '../../data/floor/waiting.ts'
import { type LineView, NOBODY, type WaitingLine } from '../../data/floor/waiting-line.ts'
import { useRecord } from '../../data/lists.ts'
import { type May, type Me, useMay, useMe } from '../../data/session.ts'
import { useReadSettings } from '../../data/settings.ts'
import { DrillNotice } from '../../parts/drill-notice.tsx'
import { useScanGuard } from '../../parts/scan-guard.ts'
import { SignedIn } from '../../parts/signed-in.tsx'
import { useWords, type Word } from '../../words/words.ts'
import { Back } from './back.tsx'
import { FloorContext, useFloor } from './context.ts'
import { Count } from './count.tsx'
import { Find } from './find.tsx'
import classes from './floor.module.css'
import { Move } from './move.tsx'
import { keepForOffline } from './offline.ts'
import { Pick } from './pick.tsx'
import { Receive } from './receive.tsx'
import { type Outcome, sound } from './sounds.ts'
import { Today } from './today.tsx'
import { reasonOf, WaitingList } from './waiting.tsx'

interface Task {
  readonly name: Word<'floor'> & string
  readonly may: May
  readonly icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>
  readonly screen: ComponentType
}

const TASKS: readonly Task[] = [
  { name: 'receive', may: 'storekeepers', icon: IconReceive, screen: Receive },
  { name: 'pick', may: 'storekeepers', icon: IconPick, screen: Pick },
  { name: 'return', may: 'storekeepers', icon: IconUndo, screen: Back },
  { name: 'move', may: 'storekeepers', icon: IconMove, screen: Move },
  { name: 'count', may: 'storekeepers', icon: IconCount, screen: Count },
  { name: 'find', may: 'everyone', icon: IconSearch, screen: Find },
  { name: 'today', may: 'storekeepers', icon: IconClock, screen: Today },
]

/**
 * Opens the page for the user who was signed in last, and checks the session in the background. In this way the page
 * opens without a connection, too.
 */
function seedSession(): void {
  const kept = readKeptMe<Me>()
  if (kept === null || cache.getQueryData(SESSION_KEY) !== undefined) return
  cache.setQueryData(SESSION_KEY, kept)
  void cache.invalidateQueries({ queryKey: SESSION_KEY, refetchType: 'none' })
}

export function FloorPage() {
  useState(seedSession)
  return (
    <SignedIn>
      <Owned />
    </SignedIn>
  )
}

/** The page of one user. When another user signs in, it starts again with fresh state. */
function Owned() {
  const me = useMe()
  const userId = me.user.id
  const companyId = me.company!.id
  useEffect(() => keepMe(me), [me])
  return <Floor key={`${companyId}.${userId}`} userId={userId} companyId={companyId} epoch={me.epoch} />
}

interface FloorProps {
  readonly userId: string
  readonly companyId: string
  readonly epoch: string
}

function Floor({ userId, companyId, epoch }: FloorProps) {
  const { line, known, isRead } = useKept({ userId, companyId }, epoch)
  const view = useSyncExternalStore(line.subscribe, line.read)
  useHeldScans(isRead)
  useScanGuard()
  const isDrill = useMe().drill
  const isConnected = useConnection(companyId, null)
  const isAway = !isConnected || view.isAway
  const [told, setTold] = useState<{ outcome: Outcome; text: string; count: number } | null>(null)
  const tell = useCallback((outcome: Outcome, text: string) => {
    sound(outcome)
    setTold((before) => ({ outcome, text, count: (before?.count ?? 0) + 1 }))
  }, [])
  useReadSettings()
  useTelling(line, tell)
  const owner = ownerName({ userId, companyId })
  const floor = useMemo(() => ({ owner, line, known, isAway, tell }), [owner, line, known, isAway, tell])
  return (
    <FloorContext value={floor}>
      <div className={classes.page}>
        <Head view={view} />
        <DrillNotice isDrill={isDrill} />
        <Notices view={view} isAway={isAway} others={useUnsent({ userId, companyId }).others} />
        {/* The counter makes screen readers announce a message again when its text repeats. */}
        <p
          className={classes.told}
          role="status"
          aria-live="assertive"
          data-outcome={told?.outcome}
          hidden={told === null}
        >
          <span key={told?.count}>{told?.text}</span>
        </p>
        <main className={classes.main}>
          {isRead && <Screen view={view} />}
          <PopUpPlace />
        </main>
      </div>
    </FloorContext>
  )
}

/** Loads the queue of operations and the products that the browser stores for this user and company. */
function useKept(owner: Owner, epoch: string) {
  const kept = useRef<{ line: WaitingLine; known: KnownProducts } | null>(null)
  kept.current ??= { line: lineOf(owner), known: new KnownProducts(owner, epoch) }
  const { line, known } = kept.current
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    void known.start().then(() => setRead(true))
    void keepForOffline()
  }, [known])
  useEffect(
    () => () => {
      line.told = NOBODY
    },
    [line],
  )
  return { line, known, isRead }
}

/** Shows a message when all operations have been sent, and when one was refused. */
function useTelling(line: WaitingLine, tell: (outcome: Outcome, text: string) => void): void {
  const say = useWords('floor')
  line.told = {
    onDone: (one, rest) => {
      // The screen has already confirmed each count, so report only counts that had to wait before they were sent.
      const count = countOf(one)
      if (rest === 0 && (count === null || count.of.countedAt !== undefined)) tell('ok', say('allSent'))
    },
    onRefused: (one) => tell('wrong', say('refused', { name: one.name, reason: reasonOf(one, one.refusal!) })),
  }
}

function Head({ view }: { readonly view: LineView }) {
  const say = useWords('floor')
  const core = useWords('core')
  const { task } = useParams({ strict: false }) as { readonly task?: string }
  const { waiting } = view
  const refused = waiting.filter(({ refusal }) => refusal !== null).length
  const isHome = task === undefined
  const title = TASKS.find(({ name }) => name === task)?.name ?? (task === 'waiting' ? 'line' : 'title')
  return (
    <header className={classes.head}>
      <Link to={isHome ? '/' : '/floor'} className={classes.back} aria-label={isHome ? say('leave') : core('back')}>
        <IconArrowLeft size={24} aria-hidden />
      </Link>
      <Text component="h1" fw={600} fz={20} className={classes.title}>
        {say(title)}
      </Text>
      {waiting.length > 0 && (
        <Link
          to="/floor/{-$task}"
          params={{ task: 'waiting' }}
          className={classes.chip}
          data-refused={refused > 0 || undefined}
        >
          {refused > 0 ? say('refusedCount', { count: refused }) : say('waitingCount', { count: waiting.length })}
        </Link>
      )}
    </header>
  )
}

interface NoticesProps {
  readonly view: LineView
  readonly isAway: boolean
  /** The number of operations in this browser that wait for another user, or for another company. */
  readonly others: number
}

function Notices({ view, isAway, others }: NoticesProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const isTaskUnkept = useIsTaskUnkept()
  return (
    <>
      {isAway && (
        <p className={classes.away} role="status">
          {say('away')}
        </p>
      )}
      {(view.isUnkept || isTaskUnkept) && (
        <p className={classes.away} role="alert">
          {say('unkept')}
        </p>
      )}
      {others > 0 && (
        <p className={classes.away} role="status">
          {core('unsentOfOthers', { count: others })}
        </p>
      )}
    </>
  )
}

function Screen({ view }: { readonly view: LineView }) {
  const may = useMay()
  const { task } = useParams({ strict: false }) as { readonly task?: string }
  if (task === 'waiting') return <WaitingList view={view} />
  const found = TASKS.find((one) => one.name === task && may(one.may))
  if (found === undefined) return <Home />
  const { screen: One } = found
  return <One />
}

function Home() {
  const say = useWords('floor')
  const may = useMay()
  const begun = useBegunTasks()
  return (
    <nav className={classes.doors} aria-label={say('title')}>
      {TASKS.filter((one) => may(one.may)).map(({ name, icon: Icon }) => (
        <Button
          key={name}
          component={Link}
          to={`/floor/${name}`}
          variant="default"
          className={classes.door}
          classNames={{ label: classes.doorLabel ?? '' }}
        >
          <Icon size={40} aria-hidden />
          <span>{say(name)}</span>
          {begun.has(name) && <span className={classes.note}>{say('begun')}</span>}
        </Button>
      ))}
    </nav>
  )
}

interface Begun {
  readonly orderId?: string | null
  readonly lines?: readonly unknown[]
}

/**
 * Returns the tasks that were begun but not finished. An order that has since been shipped or cancelled does not count.
 */
function useBegunTasks(): ReadonlySet<string> {
  const { owner, isAway } = useFloor()
  const { record: order } = useRecord('orders', isAway ? null : readTask<Begun>(owner, 'pick')?.orderId)
  const isOver = order?.status === 'shipped' || order?.status === 'cancelled'
  const isArriving = (readTask<{ readonly documentId: string }>(owner, 'delivery')?.documentId ?? '') !== ''
  return new Set([
    ...(isArriving ? ['receive'] : []),
    ...['receive', 'return', 'move', 'count', 'pick'].filter(
      (kind) => (readTask<Begun>(owner, kind)?.lines?.length ?? 0) > 0 && !(kind === 'pick' && isOver),
    ),
  ])
}
