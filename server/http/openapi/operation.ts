/** The form in which routes of the session address are described for the OpenAPI document. */
import type { TObject, TSchema } from 'typebox'
import type { ProblemCode } from '../../domain/refusals.ts'
import type { May } from '../../domain/roles.ts'

/** The description of one route. */
export interface SessionOperation {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly operationId: string
  readonly tag: 'Session' | 'Tokens' | 'Team' | 'Import'
  readonly summary: string
  readonly description: string
  /** Absent: open to every signed-in user. */
  readonly may?: May
  readonly query?: TObject
  readonly body?: TObject
  readonly answer: TSchema
  /** Answers other than JSON, by media type. */
  readonly files?: Readonly<Record<string, TSchema>>
  /** The refusals of the route's own rules. */
  readonly refusals?: readonly ProblemCode[]
  /** The route takes no Idempotency-Key, because it changes nothing or repeating it has no further effect. */
  readonly isKeyless?: boolean
  /** Open to anybody who has the link. */
  readonly isOpen?: boolean
}
