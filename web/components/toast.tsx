/** A short message that goes by itself, with one thing that can be taken back. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const SHOWN_MS = 4_000
const UNDO_MS = 10_000

export function toast(text: string, undo?: { readonly label: string; readonly run: () => void }): void {
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
