/** A dialog that asks for confirmation before an action and explains what the action will do. */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import { Failure } from './failure.tsx'

interface ConfirmProps {
  readonly title: string
  /** The label of the confirm button; null if the action is impossible, which the dialog's text then explains. */
  readonly action: string | null
  readonly isDangerous?: boolean
  /** False while something in the dialog must still be filled in before the action is possible. */
  readonly isReady?: boolean
  readonly isSending: boolean
  /** The error if the confirmed action failed; otherwise null. */
  readonly failure: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
  /**
   * The label of the button that closes the dialog without the action. Needed where «Закрыть» ("Close") could be
   * mistaken for the action itself.
   */
  readonly keepLabel?: string
  /** Another action that the dialog offers in place of the first one, as an additional button. */
  readonly instead?: { readonly label: string; readonly run: () => void } | null
  readonly children: ReactNode
}

export function Confirm(props: ConfirmProps) {
  const {
    title,
    action,
    isDangerous,
    isReady = true,
    isSending,
    failure,
    onConfirm,
    onClose,
    instead,
    children,
  } = props
  const core = useWords('core')
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': core('close') }}>
      <Stack>
        {children}
        <Failure error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {props.keepLabel ?? core('close')}
          </Button>
          {instead && (
            <Button
              variant="default"
              onClick={() => {
                onClose()
                instead.run()
              }}
            >
              {instead.label}
            </Button>
          )}
          {action !== null && (
            <Button
              {...(isDangerous ? { color: 'red' } : { 'data-autofocus': true })}
              loading={isSending}
              disabled={!isReady}
              onClick={onConfirm}
            >
              {action}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
