/** Shows filters side by side on a wide screen, and behind a button on a narrow one. */
import type { ReactNode } from 'react'
import { afterFirstScreen } from './after-first-screen.tsx'
import { FilterButton, type FilterPopoverProps } from './filter-button.tsx'

/** The smallest width, in pixels, at which the filters are shown side by side. */
export const WIDE_PX = 720

interface BehindButtonProps {
  readonly isWide: boolean
  readonly filters: ReactNode
  readonly label: string
  /** The number of active filters, which the button shows. */
  readonly count: number
}

export function BehindButton({ isWide, filters, label, count }: BehindButtonProps) {
  if (!filters) return null
  if (isWide) return filters
  return <FilterPopover label={count > 0 ? `${label}: ${count}` : label} name={label} filters={filters} />
}

const FilterPopover = afterFirstScreen<FilterPopoverProps>({
  load: async () => (await import('./filter-popover.tsx')).FilterPopover,
  standIn: ({ label }, press) => <FilterButton label={label} onClick={press} />,
})
