/**
 * The command palette (Ctrl K). It searches the API's lists for products, partners, orders and documents. It finds
 * pages, settings and reports by name, and starts actions.
 */
import { Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { IconSearch } from '../components/icons.ts'
import { useMay } from '../data/session.ts'
import type { Place } from '../parts/places.tsx'
import { useSignOut } from '../parts/sign-out.tsx'
import { FOUND_IN } from '../sections/found-in.ts'
import { useRecordPlaces } from '../sections/records/record-places.tsx'
import { REPORTS } from '../sections/reports/all.ts'
import { SETTINGS_PAGES } from '../sections/settings/pages.ts'
import { OTHER_PAGES, type Section } from '../sections/table.ts'
import { inLanguage, useWords } from '../words/words.ts'
import { ACTIONS } from './palette-actions.ts'
import { exactFirst, halvesOf, matching, meaningsOf } from './palette-search.ts'
import { useOwner } from './rail-buttons.tsx'
import classes from './shell.module.css'

const PAUSE_MS = 80
const FOUND_OF_EACH = 5
/** How many records of each kind are fetched and compared with the typed name when that name may contain a typo. */
const LOOKED_THROUGH = 100
const MOST_DOABLE = 12

interface Entry {
  readonly key: string
  readonly group: string
  readonly label: string
  readonly hint?: string | undefined
  /** The page address that the entry opens; null for signing out. */
  readonly path: string | null
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
  const signingOut = useSignOut(useOwner())
  const doable = useDoable(sections, typed)
  const { found, isLooking } = useFound(typed)
  // Actions and pages come before records. Their words are rarely part of a record's name, and the records arrive a
  // moment later, when they must not move the selected entry.
  const entries = typed.trim() === '' ? doable : [...exactFirst(typed, found), ...doable]
  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return
    if (entry.path === null) return signingOut.begin()
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
  if (signingOut.question) return signingOut.question
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

/**
 * Returns the pages and actions that match the typed text and that the user may use. Without a typed text, returns only
 * the sections.
 */
function useDoable(sections: readonly Section[], typed: string): Entry[] {
  const say = useWords('core')
  const ofSettings = useWords('settings')
  const words = useWords('palette')
  const may = useMay()
  const goTo = ({ path, label }: Place, also = '') => ({
    key: path,
    group: say('actions'),
    label: say('goTo', { section: label }),
    path,
    also,
  })
  const pages = [...sections, ...OTHER_PAGES.filter((page) => may(page.may))].map(({ path, word }) =>
    goTo({ path, label: say(word) }),
  )
  const records = useRecordPlaces().map((place) => goTo(place))
  if (typed.trim() === '') return pages
  const actions = ACTIONS.filter((action) => may(action.may)).map(({ name, path }) => ({
    key: `do ${name}`,
    group: say('actions'),
    label: words(`do-${name}`),
    path,
    also: words(`also-${name}`),
  }))
  const settings = SETTINGS_PAGES.filter((page) => may(page.may)).map(({ name }) =>
    goTo({ path: `/settings/${name}`, label: ofSettings(`page-${name}`) }, words('also-settings')),
  )
  const reports = REPORTS.filter((report) => may(report.may)).map(({ name, words: { name: label, lead } }) =>
    goTo({ path: `/reports/${name}`, label: inLanguage(label) }, `${words('also-report')} ${inLanguage(lead)}`),
  )
  const named = new Map([...actions, ...pages, ...records, ...settings, ...reports].map((one) => [one.key, one]))
  return matching(typed, [...named.values()]).slice(0, MOST_DOABLE)
}

interface Found {
  readonly found: readonly Entry[]
  /** Whether the results on screen are still those for an earlier text. */
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
      const find = (place: (typeof FOUND_IN)[number], asked: string, limit: number) =>
        place.find({ q: asked, limit }, { signal }).then((found) => found.map((entry) => ({ ...entry, place })))
      for (const meaning of meaningsOf(q)) {
        const found = (await Promise.all(places.map((place) => find(place, meaning, FOUND_OF_EACH)))).flat()
        if (found.length > 0) return found
      }
      const near = await Promise.all(
        places.flatMap((place) => halvesOf(q).map((half) => find(place, half, LOOKED_THROUGH))),
      )
      const distinct = new Map(near.flat().map((entry) => [entry.path, entry]))
      return matching(q, [...distinct.values()]).slice(0, FOUND_OF_EACH)
    },
  })
  const named = data.map(({ place, ...entry }) => ({ ...entry, key: entry.path, group: place.nameOf(say) }))
  return { found: q === '' ? [] : named, isLooking: isFetching || q !== typed.trim() }
}
