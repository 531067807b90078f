/** The layout of the pages shown before sign-in, and a hook that submits their forms. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FailureNotice } from '../../components/notices.tsx'
import { useIsDrill } from '../../data/node.ts'
import { describeFailure, fieldOfCode } from '../../data/refusals.ts'
import { useSendOnce } from '../../data/send-once.ts'
import { DrillNotice } from '../../parts/drill-notice.tsx'
import { LANGUAGES, speak, useLanguage, useWords } from '../../words/words.ts'
import classes from './account.module.css'

interface FrameProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly children: ReactNode
  readonly foot?: ReactNode
}

export function AccountFrame({ title, lead, children, foot }: FrameProps) {
  const say = useWords('core')
  const language = useLanguage()
  return (
    <div className={classes.page}>
      <DrillNotice isDrill={useIsDrill()} />
      <main className={classes.card}>
        <Stack gap="md">
          <Text component="p" fw={600} c="dimmed">
            {say('appName')}
          </Text>
          <Title order={1} fz={24}>
            {title}
          </Title>
          {lead !== undefined && <Text c="dimmed">{lead}</Text>}
          {children}
          {foot}
        </Stack>
      </main>
      <footer className={classes.foot}>
        <Group gap="md">
          {LANGUAGES.map((one) => (
            <Anchor
              key={one}
              component="button"
              type="button"
              size="sm"
              lang={one}
              aria-current={one === language || undefined}
              c={one === language ? undefined : 'dimmed'}
              onClick={() => void speak(one)}
            >
              {say(`language-${one}`)}
            </Anchor>
          ))}
        </Group>
      </footer>
    </div>
  )
}

export interface Sent {
  readonly isSending: boolean
  readonly failure: Error | null
  /** Returns the error message of the named field; undefined when the field has no error. */
  readonly at: (field: string) => string | undefined
  readonly onSubmit: (event: FormEvent) => void
}

/**
 * Returns the state and the submit handler of a form's request. A second click while the request is running does
 * nothing.
 */
export function useAccountSending(send: () => Promise<void>): Sent {
  const { isSending, failure, run } = useSendOnce(send)
  const at = (field: string) =>
    failure !== null && fieldOfCode(failure) === field ? describeFailure(failure).text : undefined
  return { isSending, failure, at, onSubmit: (event) => void run(event) }
}

/** Shows an error of a form that does not belong to any single field. */
export function AccountFailure({ failure }: { readonly failure: Error | null }) {
  const say = useWords('core')
  if (failure === null || fieldOfCode(failure) !== null) return null
  const words = {
    requestId: (id: string) => say('requestId', { id }),
    copy: say('copy'),
    copied: say('copied'),
    blockers: say('blockers'),
  }
  return <FailureNotice words={words} {...describeFailure(failure)} />
}

/** Returns the page to open after sign-in. It is always a page of this app, never another site. */
export function nextPage(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'
}
