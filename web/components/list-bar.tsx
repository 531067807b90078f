/** The header of a list, with its name, the search, the filters and the main action. */
import { CloseButton, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useElementSize } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BehindButton, WIDE_PX } from './behind-button.tsx'
import { IconSearch } from './icons.ts'
import classes from './list-bar.module.css'
import { useShortcuts } from './shortcuts.ts'

const PAUSE_MS = 30

interface ListBarProps {
  readonly title: string
  /** The label of the search field; null when the list cannot be searched. */
  readonly searchLabel: string | null
  /** A short placeholder for the search field, used where the field is too narrow for the label. */
  readonly searchHint: string
  readonly clearLabel: string
  readonly q: string
  readonly onSearch: (q: string) => void
  /** The switch between ways to show the list, such as table and board. */
  readonly view?: ReactNode
  readonly filters?: ReactNode
  readonly filtersLabel: string
  /** The number of filters that limit the list at present. */
  readonly filterCount: number
  readonly action?: ReactNode
  /** Buttons that act on the whole list, shown before the main action. */
  readonly tools?: ReactNode
}

export function ListBar(props: ListBarProps) {
  const { title, searchLabel, searchHint, clearLabel, q, onSearch, action, view, tools } = props
  const { filters, filtersLabel, filterCount } = props
  const { ref: measured, width } = useElementSize()
  const isWide = width === 0 || width >= WIDE_PX
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const tell = useDebouncedCallback(onSearch, PAUSE_MS)
  useShortcuts({ '/': () => input.current?.focus() })
  // Update the search field when the address changes elsewhere, for example after the back button.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(q)
  }, [q])
  const type = (text: string) => {
    setTyped(text)
    tell(text)
  }
  return (
    <div ref={measured} className={classes.bar}>
      <Group justify="space-between" gap="sm">
        <Group gap="md" wrap="nowrap">
          <Text component="h1" fw={600} fz={18}>
            {title}
          </Text>
          {isWide && view}
        </Group>
        <Group wrap="nowrap" gap="xs" flex="none">
          {isWide && tools}
          {action}
        </Group>
      </Group>
      <div className={classes.tools}>
        {searchLabel !== null && (
          <TextInput
            ref={input}
            className={classes.search}
            // Set the attribute on the wrapper, because Mantine would otherwise put it on the input itself.
            wrapperProps={{ 'data-wide': isWide || undefined }}
            size="sm"
            role="searchbox"
            data-takes-codes
            enterKeyHint="search"
            aria-label={searchLabel}
            placeholder={isWide ? searchLabel : searchHint}
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={
              typed === '' ? null : <CloseButton size="sm" aria-label={clearLabel} onClick={() => type('')} />
            }
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
        {!isWide && view}
        <BehindButton isWide={isWide} filters={filters} label={filtersLabel} count={filterCount} />
        {!isWide && tools}
      </div>
    </div>
  )
}
