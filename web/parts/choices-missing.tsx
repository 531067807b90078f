/** Explains, below a field, why its choices could not be loaded. */
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RecordView } from '../data/lists.ts'
import { describeFailure } from '../data/refusals.ts'
import { useWords } from '../words/words.ts'

/** Show that there is no answer after this time; the client keeps trying. */
const LATE_MS = 4_000

/**
 * Returns a message for a field's `description`, shown below the field; undefined when there is nothing to say. After
 * being offline the choices load again by themselves.
 */
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

/** Whether the user has been waiting for long. */
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

/** The order of a field's parts with the description below the input; Mantine's default puts it above. */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
