/**
 * Counts the requests of companies over all nodes without asking the database for each request. A node takes a share of
 * a company's requests for the current minute from the database, and lets that many through. In a minute of the
 * database's clock, all nodes together never let more through than the limit.
 */
import { LRUCache } from 'lru-cache'
import type { TakenShare } from './limits-sql.ts'

/** A share is the limit divided by this number, rounded up: 5 % of the limit. */
const SHARES = 20
/**
 * The maximum number of companies in memory. Only companies with a limit are stored; if one is evicted, the rest of its
 * share is lost.
 */
const MAX_COMPANIES = 100_000

/** Takes a share for a company. Rejects when the database cannot be asked. */
export type TakeShare = (companyId: string, asked: { limit: number; share: number }) => Promise<TakenShare>

/** A counted request. */
export interface CountedRequest {
  readonly isBeyond: boolean
  /** How many more requests may come in this minute, as far as this node knows. */
  readonly left: number
  /** The whole seconds until the next minute begins, at least 1. */
  readonly seconds: number
}

/** What a node knows about a company's minute. */
interface Share {
  limit: number
  minute: number
  /** How many requests this node may still let through. */
  left: number
  /** How many requests of the minute no node had taken when this node last asked. */
  rest: number
  /** When the minute ends, by `performance.now()`. */
  endsAt: number
  taking: Promise<void> | null
}

export class RequestShares {
  private readonly take: TakeShare
  private readonly now: () => number
  private readonly shares = new LRUCache<string, Share>({ max: MAX_COMPANIES })

  constructor(take: TakeShare, now: () => number = () => performance.now()) {
    this.take = take
    this.now = now
  }

  /**
   * Counts a request of a company. Returns a promise only if the database must be asked first. Resolves to null if it
   * cannot be asked: then the request passes uncounted.
   */
  count(companyId: string, limit: number): CountedRequest | Promise<CountedRequest | null> {
    const share = this.shareOf(companyId, limit)
    return this.countNow(companyId, share) ?? this.countLater(companyId, share)
  }

  /** How many requests this node has taken for a company but not given out yet. */
  unspent(companyId: string): number {
    const share = this.shares.peek(companyId)
    return share === undefined || share.endsAt <= this.now() ? 0 : share.left
  }

  private shareOf(companyId: string, limit: number): Share {
    const known = this.shares.get(companyId)
    if (known !== undefined && known.limit === limit) return known
    const share: Share = { limit, minute: -1, left: 0, rest: 0, endsAt: 0, taking: null }
    this.shares.set(companyId, share)
    return share
  }

  /** Counts from the share at hand; returns null when the database must be asked. */
  private countNow(companyId: string, share: Share): CountedRequest | null {
    const now = this.now()
    if (now >= share.endsAt) return null
    const seconds = Math.max(1, Math.ceil((share.endsAt - now) / 1_000))
    if (share.left === 0) return share.rest > 0 ? null : { isBeyond: true, left: 0, seconds }
    share.left -= 1
    // The next share is taken before this one is spent, so that requests seldom wait for it.
    if (share.rest > 0 && share.left < sizeOf(share.limit) / 2)
      void this.refill(companyId, share).catch(() => undefined)
    return { isBeyond: false, left: share.left + share.rest, seconds }
  }

  private async countLater(companyId: string, share: Share): Promise<CountedRequest | null> {
    for (;;) {
      try {
        await this.refill(companyId, share)
      } catch {
        return null
      }
      // Other requests that waited for the same share may have spent it.
      const counted = this.countNow(companyId, share)
      if (counted !== null) return counted
    }
  }

  private refill(companyId: string, share: Share): Promise<void> {
    share.taking ??= this.ask(companyId, share).finally(() => {
      share.taking = null
    })
    return share.taking
  }

  private async ask(companyId: string, share: Share): Promise<void> {
    // Counting from before the request makes the minute seem to end too early rather than too late.
    const askedAt = this.now()
    const { limit } = share
    const { minute, given, used, secondsLeft } = await this.take(companyId, { limit, share: sizeOf(limit) })
    share.left = minute === share.minute && askedAt < share.endsAt ? share.left + given : given
    share.minute = minute
    share.rest = Math.max(0, limit - used)
    share.endsAt = askedAt + secondsLeft * 1_000
  }
}

const sizeOf = (limit: number): number => Math.ceil(limit / SHARES)
