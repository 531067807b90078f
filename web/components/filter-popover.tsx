/** The filters of a narrow list, behind their button. */
import { Popover, Stack } from '@mantine/core'
import { FilterButton, type FilterPopoverProps } from './filter-button.tsx'

export function FilterPopover(props: FilterPopoverProps & { readonly isOpenedAtFirst: boolean }) {
  const { label, name, filters, isOpenedAtFirst } = props
  return (
    <Popover position="bottom-end" width={260} trapFocus withinPortal defaultOpened={isOpenedAtFirst}>
      <Popover.Target>
        <FilterButton label={label} />
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <Stack gap="xs">{filters}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
