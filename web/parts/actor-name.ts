import type { AuditEntry } from '../../sdk/types.ts'
import { sayIfKnown } from '../words/words.ts'

/**
 * Returns the name of whoever did something: users and tokens by their names, the server's own workers in the app's
 * language.
 */
export const nameOfActor = ({ type, id, name }: AuditEntry['actor']): string =>
  (type === 'system' ? sayIfKnown('core', `actor-${id}`) : null) ?? name
