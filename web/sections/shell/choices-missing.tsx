/** Under a field whose choices could not be read: why. */
import { Anchor } from '@mantine/core'
import type { RecordView } from '../../data/lists.ts'
import { describeFailure } from '../../data/refusals.ts'
import { useWords } from '../../words/words.ts'

/** For the `description` of a field, below it; undefined when there is nothing to say. What comes back online asks by itself. */
export function useChoicesMissing({ record, error, retry }: RecordView<readonly unknown[]>) {
  const core = useWords('core')
  if (record !== undefined || error === null) return undefined
  return (
    <span role="status">
      {core('choicesMissing')} {describeFailure(error).text}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={retry}>
        {core('retry')}
      </Anchor>
    </span>
  )
}

/** Below the field and not above, where Mantine has it. */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
