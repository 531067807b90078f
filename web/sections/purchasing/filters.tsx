/** Filters that several lists of the purchasing section use. */
import { useAll } from '../../data/lists.ts'
import { ChoiceFilter } from '../../parts/list-filters.tsx'
import { useWords } from '../../words/words.ts'

interface WordFilterProps {
  /** The name of the filter in the page address. */
  readonly name: string
  /** The values that the page address may contain, with their labels. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly label: string
  readonly all: string
}

export const WordFilter = ({ name, choices, label, all }: WordFilterProps) => (
  <ChoiceFilter name={name} label={label} choices={[{ value: '', label: all }, ...choices]} />
)

/** The filter `?organization=`. It is hidden while the company has at most one organization. */
export function OrganizationFilter() {
  const say = useWords('purchasing')
  const { record: organizations = [] } = useAll('organizations')
  if (organizations.length < 2) return null
  const choices = organizations.map(({ id, name }) => ({ value: id, label: name }))
  return <WordFilter name="organization" label={say('organization')} all={say('allOrganizations')} choices={choices} />
}
