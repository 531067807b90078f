/**
 * Describes an audit log entry in the app's language. The server's own summary is in English and used only for search.
 */
import type { AuditEntry } from '../../../sdk/types.ts'
import { didOf } from '../../parts/record-history.tsx'
import { type Part, sayIfKnown, sayOf } from '../../words/words.ts'
import { recordsOfEntity } from '../records/all.ts'
import { partOf } from '../records/spec.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields that can serve as the name of a record without a number, best first. */
const NAMES = ['name', 'fileName', 'title', 'companyName', 'email', 'reference', 'externalId'] as const
const NUMBERED = /^(?:Order|Purchase|Payment|Document) ([^\s:]+)/
const QUOTED = /"([^"]+)"/

const textIn = (fields: Fields | undefined, name: string): string | undefined => {
  const value = fields?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Returns the name of the record that an entry is about. For deleted records and for products, it is only in the
 * server's summary.
 */
function nameIn({ details, summary }: AuditEntry): string | null {
  const result = details.result as Fields | undefined
  const inner = (result?.token ?? result?.invitation ?? result) as Fields | undefined
  const number = textIn(inner, 'number') ?? NUMBERED.exec(summary)?.[1]
  if (number !== undefined) return number
  const name = NAMES.map((one) => textIn(inner, one)).find((one) => one !== undefined) ?? QUOTED.exec(summary)?.[1]
  return name === undefined ? null : sayOf('audit')('quoted', { name })
}

/**
 * Returns the text for an entity type or action in the audit log: from the definition of the kind of record, or, for
 * kinds without a definition, from a common set.
 */
function inLog(entityType: string, word: string, others: readonly [part: Part, word: string]): string | null {
  const spec = recordsOfEntity(entityType)
  return spec === undefined ? sayIfKnown(...others) : sayIfKnown(partOf(spec), `log-${word}`)
}

export const nameOfEntity = (entityType: string) =>
  inLog(entityType, entityType, ['settings', `entity-${entityType}`]) ?? entityType

/** Returns the sentence for an entry, for example `Отгружен заказ 00012` or `Изменён товар «Чайник»`. */
export function sentenceOf(entry: AuditEntry): string {
  const { action, entityType } = entry
  const deed = action.replace('.', '-')
  const did = inLog(deed.split('-')[0]!, deed, ['audit', deed])
  const said = did ?? `${nameOfEntity(entityType)}: ${didOf(action)}`
  const name = nameIn(entry)
  return name === null ? said : `${said} ${name}`
}
