/** Shows short messages. This code is loaded with the first message. */
import { Button, Group, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import classes from './toast.module.css'

const SHOWN_MS = 4_000
const UNDO_MS = 10_000
const MAX_SHOWN = 3

/** The messages' container. It is outside the pages, because a message must outlive its page. */
export const Toasts = () => (
  <Notifications
    className={classes.shown}
    position="bottom-center"
    limit={MAX_SHOWN}
    portalProps={{ reuseTargetNode: false }}
  />
)

/** The ids of the short messages that are visible, oldest first. */
let shown: readonly string[] = []

export function showToast(text: string, undo?: Undo): void {
  // At the limit, the oldest message is hidden. Otherwise the new message would have to wait although its undo button
  // is needed now.
  for (const old of shown.slice(0, 1 - MAX_SHOWN)) notifications.hide(old)
  const id = notifications.show({
    onClose: () => {
      shown = shown.filter((one) => one !== id)
    },
    autoClose: undo ? UNDO_MS : SHOWN_MS,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id)
              undo.run()
            }}
          >
            {undo.label}
          </Button>
        )}
      </Group>
    ),
  })
  shown = [...shown, id].slice(-MAX_SHOWN)
}

export interface Undo {
  readonly label: string
  readonly run: () => void
}
