/** What is said of a route of the session address: of it the OpenAPI document is made. */
import type { TObject, TSchema } from 'typebox'
import type { ProblemCode } from '../../domain/refusals.ts'
import type { May } from '../../domain/roles.ts'

/** One route as it is described. */
export interface SessionOperation {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly operationId: string
  readonly tag: 'Session' | 'Tokens' | 'Team' | 'Import'
  readonly summary: string
  readonly description: string
  /** Left out: for whoever is signed in. */
  readonly may?: May
  readonly query?: TObject
  readonly body?: TObject
  readonly answer: TSchema
  /** What else than JSON may be answered, by media type. */
  readonly files?: Readonly<Record<string, TSchema>>
  /** What it may refuse with by its own rules. */
  readonly refusals?: readonly ProblemCode[]
  /** It changes nothing, or is the same done twice: it takes no Idempotency-Key. */
  readonly isKeyless?: boolean
  /** For whoever has the link. */
  readonly isOpen?: boolean
}
