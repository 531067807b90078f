/** Describes an entry of the audit log in the app's language. The texts of the part `audit` must be loaded first. */
import type { AuditEntry } from '../../sdk/types.ts'
import { logSentence } from '../../spellings/sentences.ts'
import { languageNow, textIfKnown } from '../words/words.ts'

/**
 * Returns the sentence for an entry, for example `Изменён склад «Главный»`. If there is none, returns the service's
 * English sentence. This is so for entries of earlier versions, which have no `figures`, and for unknown actions of
 * later versions.
 */
export function sentenceOf({ action, figures, summary }: AuditEntry): string {
  if (figures === undefined) return summary
  const entry = { action, figures: figures as Readonly<Record<string, unknown>> }
  return logSentence(entry, languageNow(), (key) => textIfKnown('audit', key)) ?? summary
}
