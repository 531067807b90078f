/** Signs the user out. Asks for confirmation while floor operations are still unsent. */
import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Owner, useUnsent } from '../data/floor/unsent.ts'
import { signOut } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import { Confirm } from './confirm.tsx'

interface SigningOut {
  /** Signs the user out at once or, if floor operations are still unsent, after asking for confirmation. */
  begin(): void
  readonly question: ReactNode
}

/**
 * Returns the function that signs the user out, and the dialog that asks for confirmation. If `companyId` of the owner
 * is empty, unsent operations of all the user's companies count.
 */
export function useSignOut(owner: Owner): SigningOut {
  const say = useWords('core')
  const { ofUser: count, isKept } = useUnsent(owner)
  const [isAsked, setAsked] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const leave = () => {
    setLeaving(true)
    setFailure(null)
    signOut().catch((error: Error) => {
      setLeaving(false)
      setFailure(error)
      setAsked(true)
    })
  }
  const question = isAsked && (
    <Confirm
      title={count > 0 ? say('signOutUnsent', { count }) : say('signOut')}
      action={count > 0 ? say('signOutAnyway') : say('signOut')}
      keepLabel={say('stay')}
      isDangerous={count > 0}
      isSending={isLeaving}
      failure={failure}
      onConfirm={leave}
      onClose={() => setAsked(false)}
    >
      {count > 0 && <Text>{say(isKept ? 'signOutUnsentText' : 'signOutUnkeptText')}</Text>}
    </Confirm>
  )
  return { begin: () => (count > 0 ? setAsked(true) : leave()), question }
}
