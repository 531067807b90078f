/** Under a field whose choices could not be read: why. */
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RecordView } from '../data/lists.ts'
import { describeFailure } from '../data/refusals.ts'
import { useWords } from '../words/words.ts'

/** Without an answer for so long, people are told that there is none. The client goes on trying. */
const LATE_MS = 4_000

/** For the `description` of a field, below it; undefined when there is nothing to say. What comes back online asks by itself. */
export function useChoicesMissing({ record, error, retry }: RecordView<readonly unknown[]>) {
  const core = useWords('core')
  const isLate = useLateness(record === undefined && error === null)
  if (record !== undefined) return undefined
  if (error === null) return isLate ? <span role="status">{core('choicesLate')}</span> : undefined
  return (
    <span role="status">
      {core('choicesMissing')} {describeFailure(error).text}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={retry}>
        {core('retry')}
      </Anchor>
    </span>
  )
}

/** Whether somebody has been waiting for long. */
function useLateness(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate
}

/** Below the field and not above, where Mantine has it. */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
