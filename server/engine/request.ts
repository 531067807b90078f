/** The types of the requests that the engine takes and of the answers that it gives. */
import type { Command } from '../commands/define.ts'
import type { View } from '../domain/costs.ts'
import { type Problem, type ProblemCode, problemOf, type RefusalExtras } from '../domain/refusals.ts'
import type { Role } from '../domain/roles.ts'
import type { Text } from '../domain/text.ts'

export interface Actor {
  readonly type: 'token' | 'user' | 'system'
  readonly id: string
  readonly name: string
}

/** The form in which the client wants the state (S-ANSWER-4, S-ANSWER-5, RFC 7240). */
export type StateForm =
  | { readonly name: 'full' }
  | { readonly name: 'changes'; readonly since?: number }
  | { readonly name: 'summary' }

/**
 * The parts of a command that the engine needs. The route is not among them, because the service's own commands have no
 * route.
 */
type Decidable = Pick<Command, 'name' | 'entity' | 'action' | 'facts' | 'decide'>

export interface CommandRequest {
  readonly command: Decidable
  readonly params: Readonly<Record<string, string>>
  /** The request body after validation: strings are trimmed, amounts and quantities are integers. */
  readonly body: unknown
  readonly key: string
  /** A hash of the method, the path and the body as the client sent them. */
  readonly fingerprint: string
  readonly actor: Actor
  /** The caller's role; null when the caller is the service itself. */
  readonly role: Role | null
  readonly requestId: string
  readonly form: StateForm
  /**
   * The view in which the state is serialized. The result always contains all fields; the code that sends the response
   * removes the fields that the caller may not see.
   */
  readonly view: View
  /** Aborted when the client disconnects. Slow work that makes no changes then stops. */
  readonly signal?: AbortSignal | undefined
}

export type Answer =
  | {
      readonly ok: true
      readonly revision: number
      /** The command's result as JSON text. */
      readonly result: Text
      /** The state as JSON in pieces, to be written one after another. */
      readonly state: readonly (Buffer | string)[]
      readonly form: StateForm['name']
      readonly isReplay: boolean
    }
  | {
      readonly ok: false
      readonly status: number
      /** The problem document of the refused command, as JSON text. */
      readonly problem: string
      readonly isReplay: boolean
      /**
       * For commands that are executed together: the refused command that prevented all of them from being executed.
       * Undefined when none of them could be executed now.
       */
      readonly refused?: CommandRequest
    }

/**
 * Builds a refusal that does not use up the idempotency key. Used for a key that another command has used, or when the
 * service could not do the work.
 */
export function refuse(code: ProblemCode, detail: string, request: CommandRequest, extras: RefusalExtras = {}): Answer {
  const problem: Problem = problemOf(code, detail, extras, request.requestId)
  return { ok: false, status: problem.status, problem: JSON.stringify(problem), isReplay: false }
}
