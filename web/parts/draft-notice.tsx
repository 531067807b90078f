/** A notice that text from before a reload was restored. It offers to discard this text. */
import { Alert, Anchor } from '@mantine/core'
import type { BringBack } from '../data/command.ts'
import { useWords } from '../words/words.ts'
import { useGiveUp } from './give-up.ts'

interface DraftForm {
  readonly wasKept: boolean
  readonly isUnanswered: boolean
  readonly isSending: boolean
  readonly failure: Error | null
  giveUp(): BringBack | null
}

export function DraftNotice({ form }: { readonly form: DraftForm }) {
  const core = useWords('core')
  const giveUp = useGiveUp(form)
  if (!form.wasKept || form.isUnanswered || form.isSending || form.failure !== null) return null
  return (
    <Alert variant="light" color="gray" role="status" p="xs">
      {core('draftKept')}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={giveUp}>
        {core('discardDraft')}
      </Anchor>
    </Alert>
  )
}
