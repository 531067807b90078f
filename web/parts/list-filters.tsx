/** The filters of a list. Their values are stored in the page address. */
import { NativeSelect } from '@mantine/core'
import { useAddress } from '../data/address.ts'
import { useAll } from '../data/lists.ts'
import { useWords } from '../words/words.ts'
import { DayField } from './day-field.tsx'
import classes from './parts.module.css'

interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceFilterProps {
  /** The name of the filter in the page address. */
  readonly name: string
  readonly label: string
  /** The filter's choices. The first has an empty value and is the default. */
  readonly choices: readonly Choice[]
}

export function ChoiceFilter({ name, label, choices }: ChoiceFilterProps) {
  const [address, change] = useAddress()
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={address[name] ?? ''}
      data={[...choices]}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  )
}

/** The filter `?warehouse=`. It is hidden while the company has only one warehouse. */
export function WarehouseFilter() {
  const core = useWords('core')
  const { record: warehouses = [] } = useAll('warehouses')
  if (warehouses.length < 2) return null
  const named = warehouses.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ChoiceFilter
      name="warehouse"
      label={core('warehouse')}
      choices={[{ value: '', label: core('allWarehouses') }, ...named]}
    />
  )
}

/** The filter `?archived=only|all`, which shows archived records. */
export function ArchiveFilter() {
  const core = useWords('core')
  const choices = [
    { value: '', label: core('showActive') },
    { value: 'only', label: core('showArchived') },
    { value: 'all', label: core('showAll') },
  ]
  return <ChoiceFilter name="archived" label={core('archiveFilter')} choices={choices} />
}

/** The filters `?from=` and `?to=`, which limit a list to a period. */
export const DayFilters = () => <PeriodFilter of="day" names={['from', 'to']} />

interface PeriodFilterProps {
  /**
   * Which date the filter applies to, such as the date of the shipment. It is part of the key of the filter's label.
   */
  readonly of: 'day' | 'shipped' | 'paid'
  /** The names of the filter's first and last day in the page address. */
  readonly names: readonly [string, string]
}

function PeriodFilter({ of, names: [from, to] }: PeriodFilterProps) {
  const core = useWords('core')
  const [address, change] = useAddress()
  return (
    <div className={classes.days}>
      {(
        [
          ['from', from],
          ['to', to],
        ] as const
      ).map(([edge, name]) => (
        <DayField
          key={edge}
          edge={edge}
          size="sm"
          aria-label={core(`${of}-${edge}`)}
          title={core(`${of}-${edge}`)}
          value={address[name] ?? ''}
          onChange={(day) => change({ [name]: day || undefined })}
        />
      ))}
    </div>
  )
}

/** A date filter that is hidden unless a link to the list has set it. */
export function LinkedPeriodFilter(props: PeriodFilterProps) {
  const [address] = useAddress()
  return props.names.some((name) => address[name]) ? <PeriodFilter {...props} /> : null
}
