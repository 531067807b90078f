/** Messages shown in place of content: why there is nothing to show yet, or why something failed. */
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { IconAlert } from './icons.ts'

interface EmptyProps {
  readonly title: string
  /** Whether the message is the only content of the page. Its title is then the page's heading. */
  readonly isPage?: boolean
  readonly text?: string
  readonly children?: ReactNode
}

/** Explains why there is nothing to show yet and offers the first action. */
export function Empty({ title, isPage = false, text, children }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" maw={420} mx="auto" ta="center">
      <Text component={isPage ? 'h1' : 'p'} fw={600}>
        {title}
      </Text>
      {text !== undefined && <Text c="dimmed">{text}</Text>}
      {children !== undefined && <Group mt="xs">{children}</Group>}
    </Stack>
  )
}

interface FailureWords {
  readonly requestId: (id: string) => string
  readonly copy: string
  readonly copied: string
  readonly blockers: string
  readonly retry?: string | undefined
}

export interface FailureProps {
  readonly words: FailureWords
  readonly title?: string
  readonly text: string
  readonly requestId?: string | null
  readonly blockers?: readonly { readonly id: string; readonly label: string; readonly path?: string | null }[]
  /** Renders a link to a record that blocks the action, if the record has a page. */
  readonly linkTo?: (path: string, label: string) => ReactNode
  readonly onRetry?: (() => void) | undefined
  readonly isTrying?: boolean
}

/** Explains why something failed, what blocks it, and which request id to quote to support. */
export function FailureNotice(props: FailureProps) {
  const { words, title, text, requestId, blockers = [], linkTo, onRetry, isTrying = false } = props
  return (
    <Alert color="red" variant="light" icon={<IconAlert size={18} aria-hidden />} title={title} role="alert">
      <Stack gap={6}>
        <Text size="sm">{text}</Text>
        {blockers.length > 0 && (
          <Text size="sm">
            {words.blockers}{' '}
            {blockers.map(({ id, label, path }, at) => (
              <Fragment key={id}>
                {at > 0 && ', '}
                {path && linkTo ? linkTo(path, label) : label}
              </Fragment>
            ))}
          </Text>
        )}
        {requestId && (
          <Group gap="xs">
            <Text size="xs">{words.requestId(requestId)}</Text>
            <CopyButton value={requestId}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? words.copied : words.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
        )}
        {onRetry && words.retry !== undefined && (
          // The padding leaves room for the focus outline, which the notice would clip.
          <Group p={4}>
            <Button size="compact-sm" variant="default" aria-busy={isTrying} onClick={onRetry}>
              {words.retry}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
