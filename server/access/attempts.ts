/**
 * Handles attempts by which somebody could guess a password or a code. Each attempt is counted before it is tried, and
 * each wrong guess is logged in one line, so that a program such as fail2ban can block the address. Source:
 * S-SESSION-8.
 */
import type { EngineLog } from '../engine/memory.ts'
import { METERS } from '../runtime/meters.ts'
import type { Attempt, Throttle } from './throttle.ts'

/**
 * The secret that could be guessed: the password of the account with a given e-mail address, the signed-in user's own
 * password, or a code.
 */
export type Guess = 'email' | 'own' | 'code'

interface Attempted {
  readonly guess?: Guess
  readonly signsUp?: boolean
}

/** Counts an attempt before it is tried. Throws TooOften. @returns null when the request guesses nothing. */
export async function beginAttempt(
  throttle: Throttle,
  { guess, signsUp }: Attempted,
  who: { readonly account: string; readonly address: string },
): Promise<Attempt | null> {
  // If no password was entered before the code, the library refuses the code anyway, so do not count it.
  if (guess === 'code') return who.account === '' ? null : throttle.tryCode(who.account, who.address)
  if (guess !== undefined) return throttle.tryPassword(who.account, who.address)
  return signsUp === true ? throttle.trySignUp(who.address) : null
}

interface Told {
  readonly log: EngineLog
  readonly guess: Guess | undefined
  readonly address: string
}

/** Runs an attempt, and reports to the throttle and the log whether it succeeded. */
export async function settleAttempt(
  attempt: Attempt | null,
  run: () => Promise<Response>,
  { log, guess, address }: Told,
): Promise<Response> {
  let response: Response
  try {
    response = await run()
  } catch (error) {
    await attempt?.withdrawn().catch(() => undefined)
    throw error
  }
  const { code = '', twoFactorRedirect } = await readAnswer(response)
  if (guess !== undefined && WRONG_GUESSES.includes(code)) noteFailure(log, { guess, address, reason: 'wrong' })
  // The password is right but a code is still required, so the sign-in is not complete yet.
  const isHalf = response.ok && twoFactorRedirect === true
  if (response.ok && !isHalf) await attempt?.succeeded()
  else if (isHalf || !COUNTED.includes(code)) await attempt?.withdrawn()
  return response
}

const WRONG_GUESSES = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'INVALID_CODE', 'INVALID_BACKUP_CODE']
/** Errors that count as failed guesses. "E-mail taken" counts too, because it reveals that an account exists. */
const COUNTED = [...WRONG_GUESSES, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']

/** Logs a guess that was not tried because it came too soon after earlier guesses. */
export function noteTooOften(log: EngineLog, guess: Guess | undefined, address: string): void {
  if (guess !== undefined) noteFailure(log, { guess, address, reason: 'too often' })
}

/** Logs a failure. deploy/fail2ban/skladno.conf reads this line, and no other line may look like it. */
function noteFailure(
  log: EngineLog,
  { guess, address, reason }: { guess: Guess; address: string; reason: 'wrong' | 'too often' },
): void {
  METERS.signInFailures.inc({ reason })
  log.warn({ address, guess: guess === 'code' ? 'code' : 'password', reason }, 'A sign-in failed')
}

async function readAnswer(response: Response): Promise<{ code?: string; twoFactorRedirect?: boolean }> {
  const read = await response
    .clone()
    .json()
    .catch(() => null)
  return (read ?? {}) as { code?: string; twoFactorRedirect?: boolean }
}
