import type { AuditEntry } from '../../sdk/types.ts'
import { sayIfKnown } from '../words/words.ts'

/**
 * Returns the name of the user, token or worker that did something. Users and tokens have their own names; the server's
 * background workers are named in the app's language.
 */
export const nameOfActor = ({ type, id, name }: AuditEntry['actor']): string =>
  (type === 'system' ? sayIfKnown('core', `actor-${id}`) : null) ?? name
