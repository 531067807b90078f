/** What goes into the engine and what comes out of it. */
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

/** Which form of the state the client asks for (S-ANSWER-4, S-ANSWER-5, RFC 7240). */
export type StateForm =
  | { readonly name: 'full' }
  | { readonly name: 'changes'; readonly since?: number }
  | { readonly name: 'summary' }

/** What the engine needs of a command: not its route, which the service's own have not. */
type Decidable = Pick<Command, 'name' | 'entity' | 'action' | 'facts' | 'decide'>

export interface CommandRequest {
  readonly command: Decidable
  readonly params: Readonly<Record<string, string>>
  /** Validated, trimmed, in integer units. */
  readonly body: unknown
  readonly key: string
  /** Of method, path and the body as it was sent. */
  readonly fingerprint: string
  readonly actor: Actor
  /** The caller's role; null: the service itself. */
  readonly role: Role | null
  readonly requestId: string
  readonly form: StateForm
  /** In which the state is printed. The result is printed in full: whoever answers hides what must be hidden. */
  readonly view: View
  /** Aborted when the client hangs up: what takes long to answer, and changes nothing, is given up then. */
  readonly signal?: AbortSignal | undefined
}

export type Answer =
  | {
      readonly ok: true
      readonly revision: number
      /** JSON. */
      readonly result: Text
      /** JSON in pieces, to be written one after the other. */
      readonly state: readonly (Buffer | string)[]
      readonly form: StateForm['name']
      readonly isReplay: boolean
    }
  | {
      readonly ok: false
      readonly status: number
      /** JSON of a Problem. */
      readonly problem: string
      readonly isReplay: boolean
    }

/** A refusal that consumes no key: key reuse, and what the service could not do. */
export function refuse(code: ProblemCode, detail: string, request: CommandRequest, extras: RefusalExtras = {}): Answer {
  const problem: Problem = problemOf(code, detail, extras, request.requestId)
  return { ok: false, status: problem.status, problem: JSON.stringify(problem), isReplay: false }
}
