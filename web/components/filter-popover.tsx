/** The filters of a narrow list, in a popover below the button that opens it. */
import { Popover, Stack } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FilterButton, type FilterPopoverProps } from './filter-button.tsx'

export function FilterPopover(props: FilterPopoverProps & { readonly isOpenedAtFirst: boolean }) {
  const { label, name, filters, isOpenedAtFirst } = props
  const [isOpen, setOpen] = useState(isOpenedAtFirst)
  const button = useRef<HTMLButtonElement>(null)
  // Handle Escape here: the popover's built-in handling would close the popover even when Escape was meant for
  // something inside it, such as a calendar.
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      position="bottom-end"
      width={260}
      trapFocus
      withinPortal
      closeOnEscape={false}
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <FilterButton label={label} ref={button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={name} onKeyDown={close}>
        <Stack gap="xs">{filters}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
