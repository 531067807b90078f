/**
 * Limits how often somebody may try to sign in. Attempts are counted in the database, so that all nodes share the
 * counts. Somebody who guesses passwords soon has to wait a minute between guesses, while a user with the right
 * password gets in after one pause. Source: S-SESSION-8.
 */
import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../store/database.ts'
import { findTurn, takeQueueTurn, useTurn } from './access-sql.ts'

/** Thrown when there were too many attempts. `retryAfterSeconds`: when to try again. */
export class TooOften extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many attempts. Try again later.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Pace {
  /** The number of failed attempts that are not followed by a pause. */
  readonly free: number
  readonly perSeconds: number
  /**
   * The longest pause between further attempts. The first pause is one second, and each further one is twice as long,
   * up to this maximum.
   */
  readonly maxPauseSeconds: number
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/**
 * The limit on attempts at one account from one address. Such attempts come from a user who mistypes the password or
 * from somebody who guesses it.
 */
const PAIR: Pace = { free: 5, perSeconds: 15 * MINUTE, maxPauseSeconds: MINUTE }
/**
 * The limit on attempts at one account from all addresses together. It does not apply at an address from which the user
 * has signed in before, so that strangers cannot delay the user there.
 */
const ACCOUNT: Pace = { free: 50, perSeconds: HOUR, maxPauseSeconds: 10 }
/**
 * The limit on attempts at all accounts together from one address, because lists of stolen passwords are tried out that
 * way.
 */
const ADDRESS: Pace = { free: 100, perSeconds: HOUR, maxPauseSeconds: MINUTE }

/**
 * The limit on second-factor codes that are tried. There are a million codes, of which three are valid at any time, and
 * somebody guessing them already knows the password.
 */
const CODE_PAIR: Pace = { free: 5, perSeconds: HOUR, maxPauseSeconds: MINUTE }
const CODE_ACCOUNT: Pace = { free: 10, perSeconds: DAY, maxPauseSeconds: 90 }

const SIGN_UPS_PER_HOUR = 100
const MAILS_PER_HOUR = { account: 5, address: 30 }
const KNOWN_FOR_SECONDS = 90 * DAY
/**
 * How long a used code is remembered. A code is valid during its own half-minute period and the two adjacent periods.
 */
const CODE_SECONDS = 2 * MINUTE

/** An attempt in progress. It counts as failed until `succeeded` or `withdrawn` is called. */
export interface Attempt {
  /**
   * Records that the attempt succeeded, and marks its address as known, so that strangers no longer delay attempts from
   * that address.
   */
  succeeded(): Promise<void>
  /**
   * Stops counting the attempt, either because the request was invalid, or because the guess was right but another step
   * must follow.
   */
  withdrawn(): Promise<void>
}

export interface Throttle {
  /** Counts an attempt to enter an account's password. Throws TooOften. */
  tryPassword(account: string, address: string): Promise<Attempt>
  /** Counts an attempt to enter a user's second-factor code. Throws TooOften. */
  tryCode(userId: string, address: string): Promise<Attempt>
  /**
   * Marks an address as known for an account that was created or confirmed from there. The limits for strangers do not
   * apply to known addresses.
   */
  know(account: string, address: string): Promise<void>
  /** Counts a sign-up. Throws TooOften. */
  trySignUp(address: string): Promise<Attempt>
  /** Counts an e-mail that somebody causes to be sent to an account. Throws TooOften. */
  countMail(account: string, address: string): Promise<void>
  /** Uses up a code. @returns false when the code was already used */
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
  const queued = (name: string, pace: Pace) =>
    openQueued(pace, { database, name, tries: limiter(`${name}-tries`, pace.free, pace.perSeconds) })
  const known = limiter('known', 1, KNOWN_FOR_SECONDS)
  const passwords = {
    pair: paced('pair', PAIR),
    account: queued('account', ACCOUNT),
    address: paced('address', ADDRESS),
  }
  const codes = { pair: paced('code-pair', CODE_PAIR), account: queued('code-account', CODE_ACCOUNT), address: null }
  const signUps = limiter('sign-up', SIGN_UPS_PER_HOUR, HOUR)
  const mailsTo = limiter('mail-to', MAILS_PER_HOUR.account, HOUR)
  const mailsFrom = limiter('mail-from', MAILS_PER_HOUR.address, HOUR)
  const usedCodes = limiter('code', 1, CODE_SECONDS)
  return {
    tryPassword: (account, from) => tryGuess(passwords, known, keysOf(account, from)),
    tryCode: (userId, from) => tryGuess(codes, known, keysOf(userId, from)),
    async know(account, from) {
      await known.set(keysOf(account, from).both, 1, KNOWN_FOR_SECONDS)
    },
    async trySignUp(from) {
      const key = throttleKey(networkOf(from))
      await consume(signUps, key)
      return {
        succeeded: async () => undefined,
        withdrawn: async () => {
          await signUps.reward(key)
        },
      }
    },
    async countMail(ofAccount, from) {
      await consume(mailsFrom, throttleKey(networkOf(from)))
      await consume(mailsTo, throttleKey(ofAccount))
    },
    async useCode(userId, code) {
      try {
        await consume(usedCodes, throttleKey(userId, code))
        return true
      } catch (error) {
        if (error instanceof TooOften) return false
        throw error
      }
    },
  }
}

/** The keys of the counters in which one attempt is counted. */
interface TryKeys {
  readonly both: string
  readonly account: string
  readonly address: string
}

function keysOf(account: string, from: string): TryKeys {
  const network = networkOf(from)
  return { both: throttleKey(account, network), account: throttleKey(account), address: throttleKey(network) }
}

interface GuessCounters {
  readonly pair: Paced
  readonly account: Queued
  /** The counter of the address, or null when attempts of this kind are not counted by address. */
  readonly address: Paced | null
}

/** Counts an attempt before the password or code is checked. Throws TooOften. */
async function tryGuess(
  { pair, account, address }: GuessCounters,
  known: RateLimiterPostgres,
  keys: TryKeys,
): Promise<Attempt> {
  await pair.take(keys.both)
  const isKnown = (await known.get(keys.both)) !== null
  if (!isKnown) {
    try {
      await account.take(keys.account, keys.both)
      await address?.take(keys.address)
    } catch (error) {
      // The password was not checked, so this attempt does not count.
      if (error instanceof TooOften) await pair.giveBack(keys.both)
      throw error
    }
  }
  const giveBack = () =>
    isKnown ? undefined : Promise.all([account.giveBack(keys.account), address?.giveBack(keys.address)])
  return {
    async succeeded() {
      await Promise.all([pair.forget(keys.both), known.set(keys.both, 1, KNOWN_FOR_SECONDS), giveBack()])
    },
    async withdrawn() {
      await Promise.all([pair.giveBack(keys.both), giveBack()])
    },
  }
}

interface Queued {
  /** Counts an attempt. `by` identifies the caller. Throws TooOften with the time until this caller may try again. */
  take(key: string, by: string): Promise<void>
  giveBack(key: string): Promise<void>
}

/**
 * Like `openPaced`, but a caller who tries too early gets a slot in a queue, one pause after the previous slot.
 * Attackers who guess from many addresses wait in the same queue with one slot per address, so they cannot take the
 * slot of the user who knows the password.
 */
function openQueued(
  { free, maxPauseSeconds }: Pace,
  { database, name, tries }: { database: Database; name: string; tries: RateLimiterPostgres },
): Queued {
  return {
    async take(key, by) {
      const { consumedPoints } = await tries.penalty(key)
      const beyond = consumedPoints - free
      if (beyond <= 0) return
      const pauseMs = 1_000 * Math.min(maxPauseSeconds, 2 ** Math.min(beyond - 1, 10))
      const [queue, turn] = [`${name}-queue:${key}`, `${name}-turn:${by}`]
      const now = Date.now()
      const due =
        (await findTurn(database, turn, now)) ?? (await takeQueueTurn(database, { queue, turn, now, pauseMs }))
      // Another request from the same address is taking this slot at the same time.
      if (due === null) throw new TooOften(1)
      if (due > now) {
        await tries.reward(key)
        throw new TooOften(Math.ceil((due - now) / 1_000))
      }
      // Several requests may arrive when a slot is due, but only one of them may use it.
      if (!(await useTurn(database, turn))) throw new TooOften(1)
    },
    async giveBack(key) {
      await tries.reward(key)
    },
  }
}

interface Paced {
  take(key: string): Promise<void>
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/**
 * Counts attempts with two counters: one counts the attempts, and one blocks until the pause after the last attempt
 * is over. Each counter is updated by one statement before the password is checked, so a thousand concurrent guesses
 * cannot all get through.
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

/**
 * Returns the key of a counter. Its parts are hashed, so that the table does not reveal which user or address a counter
 * belongs to.
 */
export const throttleKey = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url')

/**
 * Returns the network to which an address belongs. Counting single IPv6 addresses would be useless, because anybody who
 * has one has 2^64 of them.
 */
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
