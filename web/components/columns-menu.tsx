/**
 * The menu for choosing the visible columns. It stores which columns are hidden, so that a column added to the app
 * later is visible by default.
 */
import { Checkbox, Popover, Stack } from '@mantine/core'
import { ColumnsButton, ColumnsSign } from './columns-button.tsx'

export interface ColumnsMenuProps {
  readonly label: string
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
  /** Whether the button that opens the menu is an icon without text. */
  readonly isSmall?: boolean
  readonly isOpenedAtFirst?: boolean
}

export function ColumnsMenu({ label, columns, hidden, onChange, isSmall, isOpenedAtFirst }: ColumnsMenuProps) {
  const change = (key: string, isShown: boolean) =>
    onChange(isShown ? hidden.filter((one) => one !== key) : [...hidden, key])
  return (
    <Popover position="bottom-end" width={240} trapFocus withinPortal defaultOpened={isOpenedAtFirst === true}>
      <Popover.Target>
        {isSmall === true ? <ColumnsSign label={label} /> : <ColumnsButton label={label} />}
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
