import type { AuditEntry } from '../../sdk/types.ts'
import { sayIfKnown } from '../words/words.ts'

/** Who did it: people and tokens by their names, the service's own workers in the language of the app. */
export const nameOfActor = ({ type, id, name }: AuditEntry['actor']): string =>
  (type === 'system' ? sayIfKnown('core', `actor-${id}`) : null) ?? name
