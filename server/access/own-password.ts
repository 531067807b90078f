/** Asks signed-in users for their password again, before something that cannot be undone. Source: S-SESSION-8. */
import { Refusal } from '../domain/refusals.ts'
import type { EngineLog } from '../engine/memory.ts'
import { beginAttempt, noteTooOften, settleAttempt } from './attempts.ts'
import type { Auth } from './auth.ts'
import { ADDRESS_HEADER } from './auth-endpoints.ts'
import { hashingInTurn } from './auth-requests.ts'
import { inExchange } from './session-tokens.ts'
import type { Sessions } from './sessions.ts'
import { type Throttle, TooOften } from './throttle.ts'

interface OwnPasswordParts {
  readonly auth: () => Auth
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly log: EngineLog
}

interface Asked {
  readonly userId: string
  readonly password: string
  /** The Cookie header of the request. */
  readonly cookies: string
  readonly address: string
}

/** Checks the user's own password. Refuses PASSWORD_WRONG, and UNAUTHENTICATED if the session ended meanwhile. Throws TooOften. */
export type CheckOwnPassword = (asked: Asked) => Promise<void>

export function openOwnPassword({ auth, sessions, throttle, log }: OwnPasswordParts): CheckOwnPassword {
  return async ({ userId, password, cookies, address }) => {
    const headers = new Headers({ cookie: cookies, [ADDRESS_HEADER]: address })
    const check = () =>
      inExchange(false, () => auth().api.verifyPassword({ body: { password }, headers, asResponse: true }))
    const attempt = await beginAttempt(throttle, { guess: 'own' }, { account: userId, address }).catch(
      (error: unknown) => {
        if (error instanceof TooOften) noteTooOften(log, 'own', address)
        throw error
      },
    )
    const told = { log, guess: 'own', address } as const
    const { ok } = await settleAttempt(attempt, () => hashingInTurn({ companyId: address }, check), told)
    if (ok) return
    // The account may no longer exist, if another owner deleted the company at the same moment.
    await sessions.find(cookies, false)
    throw new Refusal('PASSWORD_WRONG', 'This is not your password. Nothing was changed.')
  }
}
