/** Filters that several lists of purchasing have. */
import { useAddress } from '../../data/address.ts'
import { useAll } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'
import { ChoiceFilter } from '../shell/list-filters.tsx'
import parts from '../shell/parts.module.css'
import { RecordPicker } from '../shell/record-picker.tsx'

interface WordFilterProps {
  /** Its name in the address. */
  readonly name: string
  /** As the address and the texts have them. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly label: string
  readonly all: string
}

export const WordFilter = ({ name, choices, label, all }: WordFilterProps) => (
  <ChoiceFilter name={name} label={label} choices={[{ value: '', label: all }, ...choices]} />
)

/** `?organization=`; not there while a company has one organization or none. */
export function OrganizationFilter() {
  const say = useWords('purchasing')
  const { record: organizations = [] } = useAll('organizations')
  if (organizations.length < 2) return null
  const choices = organizations.map(({ id, name }) => ({ value: id, label: name }))
  return <WordFilter name="organization" label={say('organization')} all={say('allOrganizations')} choices={choices} />
}

/** `?product=`; shown once a link set it. */
export function ProductFilter() {
  const say = useWords('purchasing')
  const [address, change] = useAddress()
  if (!address.product) return null
  return (
    <div className={parts.picker}>
      <RecordPicker
        kind="products"
        label={say('product')}
        isLabelHidden
        value={address.product}
        onChange={(id) => change({ product: id ?? undefined })}
      />
    </div>
  )
}
