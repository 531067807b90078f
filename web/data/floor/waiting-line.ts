/**
 * The queue of finished floor operations waiting to be sent. Each operation is stored in the browser with its
 * idempotency key and sent once, in order, by one tab at a time. The queue survives a reload, a closed browser and a
 * sign-out; only the user who filled it sends it, for the company it belongs to.
 */
import { createStore, get, update } from 'idb-keyval'
import { ApiError } from '../../../sdk/errors.ts'
import { newKey } from '../../../sdk/keys.ts'
import { noticeEnd } from '../cache.ts'
import { takeOver } from '../changes.ts'
import { client } from '../client.ts'
import { startOver } from '../session.ts'
import { inShape, KEPT_VERSION } from '../shapes.ts'
import { isUnansweredCall, SIGNED_OUT } from '../unanswered.ts'
import { noteCounted } from './counted.ts'
import { mendedDelivery } from './deliveries.ts'
import { checkSeen, Incomplete, send, withMoment, withProduct } from './tasks.ts'
import { noteUnsent, type Owner, ownerName } from './unsent.ts'
import { type GoodsTask, isDelivery, isOfGoods, type Waiting } from './waiting.ts'

export interface LineView {
  readonly waiting: readonly Waiting[]
  /** Whether the last attempt to send an operation got no response. */
  readonly isAway: boolean
  /** Whether the browser cannot store the queue, so that a reload would lose it. */
  readonly isUnkept: boolean
}

export interface Mending {
  /** The corrected quantity of a receipt, transfer or count. */
  readonly quantity: number
  readonly unitCost?: number
}

const RETRY_MS = 4_000
const store = createStore('skladno-floor', 'kept')
const LOCK = 'skladno.floor.send'

interface Told {
  /** Called when the server has accepted an operation, with the number of operations that still wait. */
  readonly onDone: (one: Waiting, rest: number) => void
  readonly onRefused: (one: Waiting) => void
}

/** Callbacks that do nothing, for the time when the floor page is not open. */
export const NOBODY: Told = { onDone: () => undefined, onRefused: () => undefined }

export class WaitingLine {
  private view: LineView = { waiting: [], isAway: false, isUnkept: false }
  private readonly listeners = new Set<() => void>()
  private readonly name: string
  private readonly channel = new BroadcastChannel('skladno.floor')
  private readonly owner: Owner
  /**
   * The keys of operations that were removed from the queue. If storing failed, the browser's copy may still contain
   * them.
   */
  private readonly ended = new Set<string>()
  private isSending = false
  private isAsked = false
  /** Whether nobody is signed in. Then nothing is sent until a user signs in, which reloads the page. */
  private isSignedOut = false
  private retry: ReturnType<typeof setTimeout> | undefined
  told: Told = NOBODY

  constructor(owner: Owner) {
    this.owner = owner
    this.name = `line.${ownerName(owner)}`
  }

  /** Loads the stored queue and keeps sending it for as long as the tab is open, whichever page is shown. */
  start(): void {
    this.channel.addEventListener('message', () => void this.reload())
    for (const event of ['online', 'offline', 'focus']) window.addEventListener(event, () => void this.sendAll())
    window.addEventListener('beforeunload', (event) => {
      if (this.view.isUnkept && this.view.waiting.length > 0) event.preventDefault()
    })
    void this.reload().then(() => this.sendAll())
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly read = (): LineView => this.view

  /** Adds finished operations and ignores those whose key is already in the queue. Resolves once they are stored. */
  async add(finished: readonly Waiting[]): Promise<void> {
    await this.change((before) => {
      const known = new Set(before.map(({ key }) => key))
      return [...before, ...finished.filter(({ key }) => !known.has(key))]
    })
    void this.sendAll()
  }

  /**
   * Sends a refused operation again as a new command, with the corrected quantity and cost if the user changed them.
   */
  async mend(key: string, figures?: Mending): Promise<void> {
    await this.change((before) => before.map((one) => (one.key === key && one.refusal ? mended(one, figures) : one)))
    void this.sendAll()
  }

  /** Removes from the queue an operation that was refused or never sent. */
  drop(key: string): Promise<void> {
    return this.change((before) => before.filter((one) => one.key !== key || (one.isSent && one.refusal === null)))
  }

  /** Sends the operations in order until each has a response or the connection fails. */
  async sendAll(): Promise<void> {
    if (this.isSending) {
      this.isAsked = true
      return
    }
    this.isSending = true
    clearTimeout(this.retry)
    try {
      do {
        this.isAsked = false
        const isAway = !navigator.onLine || !(await this.sendInTurn())
        this.show({ isAway })
      } while (this.isAsked)
    } finally {
      this.isSending = false
      const rests = this.view.waiting.every(({ refusal }) => refusal !== null)
      if (!rests && !this.isSignedOut) this.retry = setTimeout(() => void this.sendAll(), RETRY_MS)
    }
  }

  /**
   * Sends while no other tab does, so that two tabs never send the same operation. Over plain HTTP, browsers have no
   * Locks API; there only the idempotency keys prevent duplicates.
   */
  private async sendInTurn(): Promise<boolean> {
    await this.reload()
    if (this.next() === undefined) return true
    if (navigator.locks === undefined) return this.sendWaiting()
    return navigator.locks.request(LOCK, () => this.sendWaiting())
  }

  private next(): Waiting | undefined {
    return this.view.waiting.find(({ refusal }) => refusal === null)
  }

  /** Sends the waiting operations; returns false when one of them gets no response. */
  private async sendWaiting(): Promise<boolean> {
    try {
      // The session cookie alone determines the company for which a command runs, and another tab may have switched the
      // company. So check the session first.
      const { user, company } = await client.session.read()
      if (user.id !== this.owner.userId || company?.id !== this.owner.companyId) {
        startOver(window.location.pathname)
        return true
      }
      for (;;) {
        await this.reload()
        const next = this.next()
        if (next === undefined) return true
        await this.sendOne(next)
      }
    } catch (error) {
      this.isSignedOut = error instanceof ApiError && error.status === SIGNED_OUT
      noticeEnd(error)
      return false
    }
  }

  private async sendOne(next: Waiting): Promise<void> {
    let found = next
    try {
      found = withMoment(await withProduct(next))
      checkSeen(found)
      const leaving = { ...found, isSent: true }
      await this.change((before) => before.map((one) => (one.key === next.key ? leaving : one)))
      // The user has discarded this operation in another tab.
      if (!this.view.waiting.some(({ key }) => key === next.key)) return
      const { state, next: then } = await send(leaving)
      await this.change((before) => [...before.filter(({ key }) => key !== next.key), ...then])
      noteCounted(this.owner, leaving)
      if (state !== null) takeOver(state)
      this.told.onDone(leaving, this.view.waiting.length)
    } catch (error) {
      if (!(error instanceof Incomplete) && isUnansweredCall(error)) throw error
      const { task } = found
      // The status "picking" only tells others that somebody is working on the order. If the server refuses it, drop
      // the operation: the picker has the order on screen anyway.
      if ('status' in task && task.status === 'picking')
        return this.change((before) => before.filter(({ key }) => key !== next.key))
      const { code, detail, figures = null } = error as Partial<ApiError> & (Incomplete | ApiError)
      const refused = { ...found, refusal: { code, detail, figures } }
      await this.change((before) => before.map((one) => (one.key === next.key ? refused : one)))
      this.told.onRefused(refused)
    }
  }

  /**
   * Reloads the stored queue. Does nothing if storing has failed, because the browser's copy is then older than the one
   * in memory.
   */
  private async reload(): Promise<void> {
    if (this.view.isUnkept) return
    try {
      const waiting = ((await get<KeptWaiting[]>(this.name, store)) ?? []).map(waitingOf)
      if (!this.view.isUnkept) this.show({ waiting })
    } catch {
      this.show({ isUnkept: true })
    }
  }

  /**
   * Changes the stored queue atomically, so that changes by other tabs are not lost. If the browser cannot store
   * anything, only the copy in memory changes.
   */
  private async change(how: (before: readonly Waiting[]) => readonly Waiting[]): Promise<void> {
    let waiting: readonly Waiting[] = []
    try {
      await update<readonly KeptWaiting[]>(
        this.name,
        (found = []) => {
          const kept = found.map(waitingOf)
          waiting = how(this.view.isUnkept ? this.over(kept) : kept)
          return waiting.map((one) => ({ ...one, v: KEPT_VERSION }))
        },
        store,
      )
      this.show({ waiting, isUnkept: false })
      this.channel.postMessage(null)
    } catch {
      waiting = how(this.view.waiting)
      const left = new Set(waiting.map(({ key }) => key))
      for (const { key } of this.view.waiting) if (!left.has(key)) this.ended.add(key)
      this.show({ waiting, isUnkept: true })
    }
  }

  /**
   * Combines the stored queue with the one in memory. If storing failed earlier, the queue in memory is newer and takes
   * precedence.
   */
  private over(kept: readonly Waiting[]): readonly Waiting[] {
    const known = new Set([...this.ended, ...this.view.waiting.map(({ key }) => key)])
    return [...kept.filter(({ key }) => !known.has(key)), ...this.view.waiting]
  }

  private show(part: Partial<LineView>): void {
    this.view = { ...this.view, ...part }
    if (part.waiting !== undefined) noteUnsent(this.owner, { count: part.waiting.length, isKept: !this.view.isUnkept })
    for (const listener of this.listeners) listener()
  }
}

/** An operation as stored, with the version of the app that stored it. */
type KeptWaiting = Waiting & { readonly v?: number }

/**
 * Throws if a newer version of the app stored the operation. The queue then stays unchanged, so that the newer version
 * can send it.
 */
function waitingOf({ v = 1, ...kept }: KeptWaiting): Waiting {
  const waiting = inShape<Waiting>('waiting', { v, kept })
  if (waiting === null) throw new Error('What waits was kept by a newer version of the app')
  return waiting
}

function mended(one: Waiting, figures: Mending | undefined): Waiting {
  const { task } = one
  const fresh = { ...one, key: newKey(), isSent: false, refusal: null }
  if (isDelivery(task)) return { ...fresh, task: mendedDelivery(task, one.refusal!, figures?.unitCost) }
  if (figures === undefined || !isOfGoods(task)) return fresh
  const { quantity, unitCost } = figures
  return { ...fresh, task: { ...task, quantity, of: mendedOf(task.of, unitCost) } }
}

function mendedOf(of: GoodsTask['of'], unitCost: number | undefined): GoodsTask['of'] {
  if (of.kind === 'receipt' && unitCost !== undefined) return { ...of, unitCost }
  if (of.kind !== 'count') return of
  // Drop the time of counting. It is determined again before sending, because a wrong clock may be why the count was
  // refused.
  const { countedAt: _, ...count } = of
  return count
}
