/** The head of a list: its name, the search, the filters, the first action. */
import { CloseButton, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconSearch } from './icons.ts'
import classes from './list-bar.module.css'
import { useShortcuts } from './shortcuts.ts'

const PAUSE_MS = 60

interface ListBarProps {
  readonly title: string
  readonly searchLabel: string
  readonly clearLabel: string
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly filters?: ReactNode
  readonly action?: ReactNode
}

export function ListBar({ title, searchLabel, clearLabel, q, onSearch, filters, action }: ListBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const tell = useDebouncedCallback(onSearch, PAUSE_MS)
  useShortcuts({ '/': () => input.current?.focus() })
  // The address changed otherwise, such as by the back button.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(q)
  }, [q])
  const type = (text: string) => {
    setTyped(text)
    tell(text)
  }
  return (
    <div className={classes.bar}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text component="h1" fw={600} fz={18}>
          {title}
        </Text>
        {action}
      </Group>
      <div className={classes.tools}>
        <TextInput
          ref={input}
          className={classes.search}
          size="sm"
          type="text"
          enterKeyHint="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed === '' ? null : <CloseButton size="sm" aria-label={clearLabel} onClick={() => type('')} />
          }
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {filters}
      </div>
    </div>
  )
}
