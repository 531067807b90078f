/** Ctrl K: finds products, partners, orders and documents through the lists of the API, and starts actions. */
import { Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { IconSearch } from '../../components/icons.ts'
import { useMay } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { FOUND_IN } from '../found-in.ts'
import { useRecordPlaces } from '../records/record-places.tsx'
import { OTHER_PAGES, type Section } from '../table.ts'
import type { Place } from './places.tsx'
import classes from './shell.module.css'

const PAUSE_MS = 80
const FOUND_OF_EACH = 5

interface Entry {
  readonly key: string
  readonly group: string
  readonly label: string
  readonly hint?: string | undefined
  readonly path: string
}

interface FoundEntry {
  readonly label: string
  readonly hint?: string | undefined
  readonly path: string
  readonly place: (typeof FOUND_IN)[number]
}

interface PaletteProps {
  readonly sections: readonly Section[]
  readonly onClose: () => void
}

export function Palette({ sections, onClose }: PaletteProps) {
  const say = useWords('core')
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const may = useMay()
  const named = [...sections, ...OTHER_PAGES.filter((page) => may(page.may))].map((page) => ({
    path: page.path,
    label: say(page.word),
  }))
  const places = new Set(named.map(({ path }) => path))
  // Unasked the sections are enough.
  const others = useRecordPlaces().filter(({ path }) => typed !== '' && !places.has(path))
  const pages = [...named, ...others]
  const { found, isLooking } = useFound(typed)
  const entries = [...found, ...actionsFor(typed, pages, say)]
  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    void navigate({ to: entry.path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((at) => Math.max(0, Math.min(entries.length - 1, at + step)))
    else if (event.key === 'Enter') open(entries[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      title={say('searchEverything')}
      classNames={{ header: classes.hidden }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.paletteInput}
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={say('searchPlaceholder')}
        aria-label={say('searchEverything')}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[chosen] && `${listId}-${chosen}`}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
      />
      <FoundList id={listId} entries={entries} chosen={chosen} onOpen={open} />
      {entries.length === 0 && (
        <Text p="md" c="dimmed" role="status">
          {isLooking ? `${say('looking')}…` : say('nothingFound')}
        </Text>
      )}
    </Modal>
  )
}

interface FoundListProps {
  readonly id: string
  readonly entries: readonly Entry[]
  readonly chosen: number
  readonly onOpen: (entry: Entry) => void
}

function FoundList({ id, entries, chosen, onOpen }: FoundListProps) {
  const say = useWords('core')
  return (
    <div id={id} role="listbox" aria-label={say('searchEverything')} className={classes.found}>
      {entries.map((entry, index) => (
        <UnstyledButton
          key={entry.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className={classes.foundRow}
          onClick={() => onOpen(entry)}
        >
          <span className={classes.foundLabel}>{entry.label}</span>
          <span className={classes.foundHint}>{entry.hint ?? entry.group}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}

type SayCore = ReturnType<typeof useWords<'core'>>

function actionsFor(typed: string, pages: readonly Place[], say: SayCore): Entry[] {
  const words = typed.trim().toLowerCase()
  return pages
    .map(({ path, label }) => ({ key: path, group: say('actions'), label: say('goTo', { section: label }), path }))
    .filter(({ label }) => label.toLowerCase().includes(words))
}

interface Found {
  readonly found: readonly Entry[]
  /** What stands there now was not asked for yet, or not answered. */
  readonly isLooking: boolean
}

function useFound(typed: string): Found {
  const say = useWords('core')
  const may = useMay()
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data = [], isFetching } = useQuery<FoundEntry[]>({
    queryKey: ['palette', q],
    enabled: q !== '',
    staleTime: 0,
    placeholderData: (before) => (q === '' ? [] : before),
    queryFn: async ({ signal }) => {
      const places = FOUND_IN.filter((place) => may(place.may))
      const found = await Promise.all(
        places.map(async (place) =>
          (await place.find({ q, limit: FOUND_OF_EACH }, { signal })).map((entry) => ({ ...entry, place })),
        ),
      )
      return found.flat()
    },
  })
  const named = data.map(({ place, ...entry }) => ({ ...entry, key: entry.path, group: place.nameOf(say) }))
  return { found: q === '' ? [] : named, isLooking: isFetching || q !== typed.trim() }
}
