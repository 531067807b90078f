/** Shows error messages in the app's language, for every section. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FailureNotice } from '../components/notices.tsx'
import { describeFailure } from '../data/refusals.ts'
import { useWords } from '../words/words.ts'

interface FailureProps {
  readonly error: Error | null
  readonly title?: string
  readonly onRetry?: () => void
}

/** Shows why something could not be done or loaded. Renders nothing if there is no error. */
export function Failure({ error, title, onRetry }: FailureProps) {
  const say = useWords('core')
  if (error === null) return null
  const words = {
    requestId: (id: string) => say('requestId', { id }),
    copy: say('copy'),
    copied: say('copied'),
    blockers: say('blockers'),
    retry: onRetry && say('retry'),
  }
  return (
    <FailureNotice
      words={words}
      {...(title && { title })}
      {...describeFailure(error)}
      linkTo={linkTo}
      onRetry={onRetry}
    />
  )
}

const linkTo = (path: string, label: string) => (
  <Anchor component={Link} to={path} inherit underline="always">
    {label}
  </Anchor>
)

/**
 * Shows the state of a form's request: it is being sent again, was refused, or got no response and can be sent again.
 */
export function FormFailure({ form }: { readonly form: AnyForm }) {
  const say = useWords('core')
  const { isUnanswered, isSending, failure, submit } = form
  if (isSending)
    return form.isRetrying ? (
      <Alert color="yellow" variant="light" role="alert" p="xs">
        {say('retrying')}
      </Alert>
    ) : null
  if (!isUnanswered) return <Failure error={failure} />
  const words = {
    requestId: (id: string) => say('requestId', { id }),
    copy: say('copy'),
    copied: say('copied'),
    blockers: say('blockers'),
    retry: say('retry'),
  }
  return (
    <FailureNotice
      words={words}
      title={say('notAnsweredTitle')}
      text={say('notAnswered')}
      requestId={failure === null ? null : describeFailure(failure).requestId}
      onRetry={() => void submit()}
    />
  )
}

interface AnyForm {
  readonly isUnanswered: boolean
  readonly isSending: boolean
  readonly isRetrying?: boolean
  readonly failure: Error | null
  submit(): Promise<unknown>
}
