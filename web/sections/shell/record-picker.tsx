/** A field that names a record: finds it as one types, through the list of its kind. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Records } from '../../data/kinds.ts'
import { useList, useRecord } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'

type PickedKind = 'products' | 'partners'
const PAUSE_MS = 80
const SHOWN = 20

interface RecordPickerProps {
  readonly kind: PickedKind
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  /** Narrows the list, such as `{ kind: ['product'] }`. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly error?: string | undefined
  readonly required?: boolean
  readonly isLocked?: boolean
}

export function RecordPicker({ kind, label, value, onChange, query, error, required, isLocked }: RecordPickerProps) {
  const core = useWords('core')
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { record: chosen } = useRecord(kind, value)
  const isShown = chosen !== undefined && typed === chosen.name
  const asked = { sort: 'name', archived: false, limit: SHOWN, ...query, ...(q && !isShown && { q }) }
  const { items } = useList(kind, asked, isOpen)
  const found = items.slice(0, SHOWN).map((one) => ({ value: one.id, label: labelOf(one) }))
  const isListed = chosen === undefined || found.some((one) => one.value === chosen.id)
  return (
    <Select
      label={label}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': core('remove') }}
      disabled={isLocked ?? false}
      withAsterisk={required ?? false}
      nothingFoundMessage={core('nothingFound')}
      data={isListed ? found : [{ value: chosen.id, label: labelOf(chosen) }, ...found]}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      error={error}
    />
  )
}

function labelOf(record: Records[PickedKind]): string {
  return 'sku' in record && record.sku !== null ? `${record.name} · ${record.sku}` : record.name
}
