/** Filters of lists that are kept in the address. */
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
  /** Its name in the address. */
  readonly name: string
  readonly label: string
  /** The first, with an empty value, is what is shown without a word in the address. */
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

/** `?warehouse=`; not there while a company has one warehouse. */
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

/** `?archived=only|all`. */
export function ArchiveFilter() {
  const core = useWords('core')
  const choices = [
    { value: '', label: core('showActive') },
    { value: 'only', label: core('showArchived') },
    { value: 'all', label: core('showAll') },
  ]
  return <ChoiceFilter name="archived" label={core('archiveFilter')} choices={choices} />
}

/** `?from=` and `?to=`, days. */
export const DayFilters = () => <PeriodFilter of="day" names={['from', 'to']} />

interface PeriodFilterProps {
  /** What happened then, as the texts call it. */
  readonly of: 'day' | 'shipped' | 'paid'
  /** Of its first and last day in the address. */
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

/** Days of something else, shown once a link set one of them. */
export function LinkedPeriodFilter(props: PeriodFilterProps) {
  const [address] = useAddress()
  return props.names.some((name) => address[name]) ? <PeriodFilter {...props} /> : null
}
