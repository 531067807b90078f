/** How messages are shown; loaded with the first of them. */
import { Button, Group, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import type { Undo } from './toast.tsx'

const SHOWN_MS = 4_000
const UNDO_MS = 10_000

export const Toasts = () => <Notifications position="bottom-center" limit={3} />

export function showToast(text: string, undo?: Undo): void {
  const id = notifications.show({
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
}
