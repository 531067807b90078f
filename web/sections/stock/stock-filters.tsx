/** What each of the lists of stock can be narrowed by. */
import { NativeSelect, TextInput } from '@mantine/core'
import type { Address } from '../../data/address.ts'
import { useAll } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'
import { RecordPicker } from '../shell/record-picker.tsx'
import classes from './stock.module.css'

export type View = 'rows' | 'lots' | 'movements'
export const MOVEMENT_TYPES = ['receipt', 'shipment', 'transfer', 'writeoff', 'return', 'reversal'] as const

export const viewOf = ({ view }: Address): View => (view === 'lots' || view === 'movements' ? view : 'rows')

export const CLEARED = {
  q: undefined,
  warehouse: undefined,
  there: undefined,
  supplier: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
}

/** What narrows the list beside its search. */
export const FILTERS = Object.keys(CLEARED).filter((name) => name !== 'q')

/** True when the list is narrowed. */
export const isNarrowed = (address: Address) => Object.keys(CLEARED).some((name) => address[name])

interface FiltersProps {
  readonly address: Address
  readonly change: (parts: Address) => void
}

export function StockFilters({ address, change }: FiltersProps) {
  const say = useWords('stock')
  const view = viewOf(address)
  const { record: warehouses = [] } = useAll('warehouses')
  const choose = (name: string) => (event: { currentTarget: HTMLSelectElement | HTMLInputElement }) =>
    change({ [name]: event.currentTarget.value || undefined })
  return (
    <>
      {warehouses.length > 1 && (
        <NativeSelect
          size="sm"
          aria-label={say('warehouse')}
          value={address.warehouse ?? ''}
          data={[
            { value: '', label: say('allWarehouses') },
            ...warehouses.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choose('warehouse')}
        />
      )}
      {view === 'rows' && (
        <NativeSelect
          size="sm"
          aria-label={say('presence')}
          value={address.there ?? ''}
          data={[
            { value: '', label: say('allRows') },
            { value: 'yes', label: say('inStock') },
            { value: 'no', label: say('outOfStock') },
          ]}
          onChange={choose('there')}
        />
      )}
      {view === 'lots' && <LotFilters address={address} change={change} />}
      {view === 'movements' && <TypeFilter address={address} change={change} />}
      {view !== 'rows' &&
        (['from', 'to'] as const).map((edge) => (
          <TextInput
            key={edge}
            size="sm"
            type="date"
            aria-label={say(edge)}
            title={say(edge)}
            value={address[edge] ?? ''}
            onChange={choose(edge)}
          />
        ))}
    </>
  )
}

function LotFilters({ address, change }: FiltersProps) {
  const say = useWords('stock')
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={say('left')}
        value={address.there ?? ''}
        data={[
          { value: '', label: say('openLots') },
          { value: 'no', label: say('closedLots') },
          { value: 'all', label: say('allLots') },
        ]}
        onChange={(event) => change({ there: event.currentTarget.value || undefined })}
      />
      <div className={classes.picker}>
        <RecordPicker
          kind="partners"
          label={say('supplier')}
          isLabelHidden
          value={address.supplier ?? null}
          onChange={(id) => change({ supplier: id ?? undefined })}
        />
      </div>
    </>
  )
}

function TypeFilter({ address, change }: FiltersProps) {
  const say = useWords('stock')
  return (
    <NativeSelect
      size="sm"
      aria-label={say('type')}
      value={address.type ?? ''}
      data={[
        { value: '', label: say('allTypes') },
        ...MOVEMENT_TYPES.map((type) => ({ value: type, label: say(`type-${type}`) })),
      ]}
      onChange={(event) => change({ type: event.currentTarget.value || undefined })}
    />
  )
}
