/** A field for choosing a procurement document, such as the document that a payment is for. */
import type { Document } from '../../../sdk/types.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { day, money } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'

/** Returns the title of a document, for example `Приёмка 00012`. */
export const titleOf = (say: Say<'purchasing'>, { kind, number }: Pick<Document, 'kind' | 'number'>) =>
  say('documentTitle', { kind: say(`kind-${kind}`), number })

interface DocumentFieldProps {
  readonly label: string
  readonly value: string | null
  readonly error?: string | undefined
  /** The id of a supplier to whose documents the choice is limited; null for no such limit. */
  readonly supplierId: string | null
  /** The id of a document that is left out of the choices. */
  readonly without?: string | undefined
  readonly onChange: (id: string | null) => void
}

export function DocumentField({ label, value, error, supplierId, without, onChange }: DocumentFieldProps) {
  const say = useWords('purchasing')
  const nameOf = (one: Document) =>
    [titleOf(say, one), day(one.issuedAt ?? one.createdAt), one.total > 0 && money(one.total)]
      .filter(Boolean)
      .join(' · ')
  return (
    <RecordPicker
      kind="documents"
      label={label}
      query={{ status: ['draft', 'posted', 'closed'], ...(supplierId !== null && { supplierId }) }}
      nameOf={nameOf as (record: never) => string}
      fits={((one: Document) => one.id !== without) as (record: never) => boolean}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
