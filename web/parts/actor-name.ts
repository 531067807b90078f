import type { AuditEntry } from '../../sdk/types.ts'
import { sayIfKnown } from '../words/words.ts'

/**
 * Returns an actor's name: users and tokens have their own names, and the server's background workers are named in the
 * app's language.
 */
export const nameOfActor = ({ type, id, name }: AuditEntry['actor']): string =>
  (type === 'system' ? sayIfKnown('core', `actor-${id}`) : null) ?? name
