/** Explains below a field why the choices of the field could not be loaded. */
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RecordView } from '../data/lists.ts'
import { describeFailure } from '../data/refusals.ts'
import { useWords } from '../words/words.ts'

/**
 * How long, in milliseconds, to wait before the field says that the server has not responded yet. The request goes on.
 */
const LATE_MS = 4_000

/**
 * Returns the message to show below a field whose choices are not loaded; undefined when there is nothing to say. When
 * the device comes back online, the choices load without the user's help.
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

/** Returns whether the user has been waiting longer than `LATE_MS`. */
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

/**
 * The order of a field's parts. It puts the description below the input; Mantine's default puts the description above.
 */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
