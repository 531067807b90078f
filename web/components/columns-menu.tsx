/** Which columns are shown: those that are hidden are named, so that one that comes new is seen. */
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns } from './icons.ts'

interface ColumnsMenuProps {
  readonly label: string
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

export function ColumnsMenu({ label, columns, hidden, onChange }: ColumnsMenuProps) {
  const change = (key: string, isShown: boolean) =>
    onChange(isShown ? hidden.filter((one) => one !== key) : [...hidden, key])
  return (
    <Popover position="bottom-end" width={240} trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns size={16} aria-hidden />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs" mah={360} style={{ overflowY: 'auto' }}>
          {columns.map(({ key, label: name }) => (
            <Checkbox
              key={key}
              size="sm"
              label={name}
              checked={!hidden.includes(key)}
              onChange={(event) => change(key, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
