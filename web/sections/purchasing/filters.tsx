/** Filters that several lists of purchasing have. */
import { useAll } from '../../data/lists.ts'
import { ChoiceFilter } from '../../parts/list-filters.tsx'
import { useWords } from '../../words/words.ts'

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
