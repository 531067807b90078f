import type { AuditEntry } from '../../sdk/types.ts'
import { sayIfKnown } from '../words/words.ts'

/** The name of whoever did something: people and tokens by name, the service's own workers in the app's language. */
export const nameOfActor = ({ type, id, name }: AuditEntry['actor']): string =>
  (type === 'system' ? sayIfKnown('core', `actor-${id}`) : null) ?? name
