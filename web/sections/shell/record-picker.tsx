/** A field that names a record: finds it as one types, through the list of its kind. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Records } from '../../data/kinds.ts'
import { useList, useRecord } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'

type PickedKind = 'products' | 'partners' | 'documents'
const NAMED = { sort: 'name', archived: false }
/** How each list is asked for what may be chosen. */
const ASKED: Readonly<Record<PickedKind, Readonly<Record<string, unknown>>>> = {
  products: NAMED,
  partners: NAMED,
  documents: {},
}
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
  readonly autoFocus?: boolean
  /** Beside others in a bar, where the label is its placeholder. */
  readonly isLabelHidden?: boolean
  readonly description?: string
  /** Of what was found, those that may be chosen. */
  readonly fits?: (record: never) => boolean
  /** What a record is called, where it has no name. */
  readonly nameOf?: (record: never) => string
  /** Makes a record of this name, for who may; its id, or null when it was not made. */
  readonly onCreate?: ((name: string) => Promise<string | null>) | undefined
}

/** The value of the line that makes a record: no id looks like it. */
const NEW = 'new'

export function RecordPicker(props: RecordPickerProps) {
  const { kind, label, value, onChange, query, error, required, isLocked, fits, onCreate } = props
  const labelOf = (props.nameOf ?? nameAndSku) as (record: Records[PickedKind]) => string
  const core = useWords('core')
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { record: chosen } = useRecord(kind, value)
  const isShown = chosen !== undefined && typed === labelOf(chosen)
  const asked = { ...ASKED[kind], limit: SHOWN, ...query, ...(q && !isShown && { q }) }
  const { items, isOld } = useList(kind, asked, isOpen)
  const fitting = fits === undefined ? items : items.filter((one) => fits(one as never))
  const found = fitting.slice(0, SHOWN).map((one) => ({ value: one.id, label: labelOf(one) }))
  const name = typed.trim()
  const isNew = onCreate !== undefined && name !== '' && name === q && !isShown && !isOld
  const isKnown = items.some((one) => labelOf(one).toLowerCase() === name.toLowerCase())
  const creation = isNew && !isKnown ? [{ value: NEW, label: core('createNamed', { name }) }] : []
  const choose = async (id: string | null) => {
    if (id !== NEW) return onChange(id)
    const made = await onCreate!(name)
    if (made !== null) onChange(made)
  }
  const isListed = chosen === undefined || found.some((one) => one.value === chosen.id)
  return (
    <Select
      {...(props.isLabelHidden ? { 'aria-label': label, placeholder: label } : { label })}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': core('remove') }}
      disabled={isLocked ?? false}
      withAsterisk={required ?? false}
      nothingFoundMessage={core('nothingFound')}
      autoFocus={props.autoFocus ?? false}
      description={props.description}
      data={[...(isListed ? [] : [{ value: chosen.id, label: labelOf(chosen) }]), ...found, ...creation]}
      filter={({ options }) => options}
      value={value}
      onChange={(id) => void choose(id)}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      error={error}
    />
  )
}

function nameAndSku(record: Records['products' | 'partners']): string {
  return 'sku' in record && record.sku !== null ? `${record.name} · ${record.sku}` : record.name
}
