/** Filters that stand beside each other where there is room, and behind a button where there is not. */
import type { ReactNode } from 'react'
import { afterFirstScreen } from './after-first-screen.tsx'
import { FilterButton, type FilterPopoverProps } from './filter-button.tsx'

/** The width from which there is room. */
export const WIDE_PX = 720

interface BehindButtonProps {
  readonly isWide: boolean
  readonly filters: ReactNode
  readonly label: string
  /** How many of them are set. */
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
