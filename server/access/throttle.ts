/**
 * How often someone may try: counted in the database, so that nodes agree. Whoever guesses passwords soon waits a minute between two
 * guesses; who knows the password gets in after the pause. Source: decisions.md §11 "Session address".
 */
import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../store/database.ts'

/** Too often. `retryAfterSeconds`: when the next try is worth while. */
export class TooOften extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many attempts. Try again later.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Pace {
  /** So many failures cost nothing. */
  readonly free: number
  readonly perSeconds: number
  /** After them tries are this far apart: one second first, twice as much after each, at most so much. */
  readonly maxPauseSeconds: number
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** Of one account from one address: somebody mistypes, or guesses. */
const PAIR: Pace = { free: 5, perSeconds: 15 * MINUTE, maxPauseSeconds: MINUTE }
/** Of one account from everywhere. Who signed in from his address before is left out here and below: strangers cannot lock him out. */
const ACCOUNT: Pace = { free: 50, perSeconds: HOUR, maxPauseSeconds: 10 }
/** From one address at all accounts: lists of stolen passwords are tried so. */
const ADDRESS: Pace = { free: 100, perSeconds: HOUR, maxPauseSeconds: MINUTE }

const SIGN_UPS_PER_HOUR = 100
const MAILS_PER_HOUR = { account: 5, address: 30 }
const KNOWN_FOR_SECONDS = 90 * DAY
/** A code of a second factor is good for its period of half a minute, and the ones beside it. */
const CODE_SECONDS = 2 * MINUTE

/** A try that is under way: it counts as failed until it is said otherwise. */
export interface Attempt {
  succeeded(): Promise<void>
  /** It was no try at all: the request was not sound. */
  withdrawn(): Promise<void>
}

export interface Throttle {
  /** Somebody gives the password of an account. Throws TooOften. */
  tryPassword(account: string, address: string): Promise<Attempt>
  /** Throws TooOften. */
  trySignUp(address: string): Promise<Attempt>
  /** Somebody has a mail sent to an account. Throws TooOften. */
  countMail(account: string, address: string): Promise<void>
  /** @returns false when the code was used before. */
  useCode(userId: string, code: string): Promise<boolean>
}

export function openThrottle(database: Database): Throttle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: database,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const paced = (name: string, pace: Pace) =>
    openPaced(pace, (part, points, duration) => limiter(`${name}-${part}`, points, duration))
  const [pair, account, address] = [paced('pair', PAIR), paced('account', ACCOUNT), paced('address', ADDRESS)]
  const known = limiter('known', 1, KNOWN_FOR_SECONDS)
  const signUps = limiter('sign-up', SIGN_UPS_PER_HOUR, HOUR)
  const mailsTo = limiter('mail-to', MAILS_PER_HOUR.account, HOUR)
  const mailsFrom = limiter('mail-from', MAILS_PER_HOUR.address, HOUR)
  const codes = limiter('code', 1, CODE_SECONDS)
  return {
    async tryPassword(ofAccount, from) {
      const network = networkOf(from)
      const [both, one, place] = [keyOf(ofAccount, network), keyOf(ofAccount), keyOf(network)]
      await pair.take(both)
      const isKnown = (await known.get(both)) !== null
      if (!isKnown) {
        await account.take(one)
        await address.take(place)
      }
      const giveBack = () => (isKnown ? undefined : Promise.all([account.giveBack(one), address.giveBack(place)]))
      return {
        async succeeded() {
          await Promise.all([pair.forget(both), known.set(both, 1, KNOWN_FOR_SECONDS), giveBack()])
        },
        async withdrawn() {
          await Promise.all([pair.giveBack(both), giveBack()])
        },
      }
    },
    async trySignUp(from) {
      const key = keyOf(networkOf(from))
      await consume(signUps, key)
      return {
        succeeded: async () => undefined,
        withdrawn: async () => {
          await signUps.reward(key)
        },
      }
    },
    async countMail(ofAccount, from) {
      await consume(mailsFrom, keyOf(networkOf(from)))
      await consume(mailsTo, keyOf(ofAccount))
    },
    async useCode(userId, code) {
      try {
        await consume(codes, keyOf(userId, code))
        return true
      } catch (error) {
        if (error instanceof TooOften) return false
        throw error
      }
    },
  }
}

interface Paced {
  take(key: string): Promise<void>
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/**
 * Two counters: of tries, and of whether the pause after the last one is over. Both are counted before the password is looked at, in
 * one statement each: a thousand guesses at once are not a thousand free ones.
 */
function openPaced(
  { free, perSeconds, maxPauseSeconds }: Pace,
  open: (part: string, points: number, duration: number) => RateLimiterPostgres,
): Paced {
  const tries = open('tries', free, perSeconds)
  const pause = open('pause', 1, maxPauseSeconds)
  return {
    async take(key) {
      const { consumedPoints } = await tries.penalty(key)
      const beyond = consumedPoints - free
      if (beyond <= 0) return
      const seconds = Math.min(maxPauseSeconds, 2 ** Math.min(beyond - 1, 10))
      await consume(pause, key, seconds)
    },
    async giveBack(key) {
      await tries.reward(key)
    },
    async forget(key) {
      await Promise.all([tries.delete(key), pause.delete(key)])
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string, customDuration?: number): Promise<void> {
  try {
    await limiter.consume(key, 1, customDuration === undefined ? {} : { customDuration })
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw new TooOften(Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)))
    throw refused
  }
}

/** Nothing in the table tells whose it is. */
export const keyOf = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url')

/** Who has an IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped !== null) return mapped[1]!
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])]
  return `${all.slice(0, 4).join(':')}::/64`
}
