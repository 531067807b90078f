/** The form in which the routes of the session address are described for the OpenAPI document. */
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
  /** The group of roles that may use the route. When omitted, every signed-in user may. */
  readonly may?: May
  readonly query?: TObject
  readonly body?: TObject
  /** The schema of the JSON response; absent when the response is only a file. */
  readonly answer?: TSchema
  /** The schemas of responses other than JSON, by media type. */
  readonly files?: Readonly<Record<string, TSchema>>
  /** The codes with which the rules of this route may refuse. */
  readonly refusals?: readonly ProblemCode[]
  /**
   * True when the route takes no Idempotency-Key, either because it changes nothing or because repeating it has no
   * further effect.
   */
  readonly isKeyless?: boolean
  /** True when anybody who has the link may use the route. */
  readonly isOpen?: boolean
}
