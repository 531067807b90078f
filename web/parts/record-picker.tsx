/** A field for choosing a record. While the user types, the field searches the list of that kind. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Records } from '../data/kinds.ts'
import { useList, useRecord } from '../data/lists.ts'
import { useWords } from '../words/words.ts'

type PickedKind = 'products' | 'partners' | 'documents'
const NAMED = { sort: 'name', archived: false }
/** The list request for each kind of record. It finds only records that may be chosen. */
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
  /** Additional filters of the list, such as `{ kind: ['product'] }`. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly error?: string | undefined
  readonly required?: boolean
  readonly isLocked?: boolean
  readonly autoFocus?: boolean
  /** Whether the field shows its label as a placeholder inside, as in a bar with several fields. */
  readonly isLabelHidden?: boolean
  readonly description?: string
  /** Returns whether the user may choose a record that the search found. */
  readonly fits?: (record: never) => boolean
  /** Returns the text that stands for a record that has no name. */
  readonly nameOf?: (record: never) => string
  /**
   * Creates a record with this name. Resolves to its id, or null if it was not created. Undefined if the user may not
   * create records here.
   */
  readonly onCreate?: ((name: string) => Promise<string | null>) | undefined
}

/** The value of the entry that creates a record, in the list of choices. It differs from every id. */
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
  const list = useList(kind, asked, isOpen)
  const { items, isOld } = list
  const fitting = fits === undefined ? items : items.filter((one) => fits(one as never))
  const found = fitting.slice(0, SHOWN).map((one) => ({ value: one.id, label: labelOf(one) }))
  const name = typed.trim()
  const isNew = onCreate !== undefined && name !== '' && name === q && !isShown && !isOld && !list.isPending
  const isKnown = items.some((one) => namesOf(one, labelOf).includes(name.toLowerCase()))
  const creation = isNew && !isKnown ? [{ value: NEW, label: core('createNamed', { name }) }] : []
  const choose = async (id: string | null) => {
    if (id !== NEW) return onChange(id)
    const made = await onCreate!(name)
    if (made !== null) onChange(made)
  }
  const why = () => {
    if (list.error !== null) return core('listNotLoaded')
    if (list.isPending || isOld || (name !== q && !isShown)) return `${core('looking')}…`
    if (q !== '' && !isShown) return core('nothingFound')
    const none = core(items.length > 0 || (kind === 'documents' && query !== undefined) ? 'noneFits' : `none-${kind}`)
    return onCreate === undefined ? none : `${none} ${core('typeToCreate')}`
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
      aria-required={required ?? false}
      nothingFoundMessage={why()}
      // Do not open the list on focus. If this is the first field of a form, the list would cover the form as soon as
      // it opens.
      openOnFocus={false}
      autoFocus={props.autoFocus ?? false}
      description={props.description}
      data={[...(isListed ? [] : [{ value: chosen.id, label: labelOf(chosen) }]), ...found, ...creation]}
      filter={({ options }) => options}
      value={value}
      onChange={(id) => void choose(id)}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        setOpen(true)
        if (list.error !== null) list.retry()
      }}
      error={error}
    />
  )
}

/** Returns the names of a record, in lower case, by which the user may search for it. */
const namesOf = (one: Records[PickedKind], labelOf: (one: Records[PickedKind]) => string) =>
  [labelOf(one), 'name' in one ? one.name : ''].map((name) => name.toLowerCase())

function nameAndSku(record: Records['products' | 'partners']): string {
  return 'sku' in record && record.sku !== null ? `${record.name} · ${record.sku}` : record.name
}
