/** The head of a section's list: its name, the search and the filters of the address, how to create, and the list as a file. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { afterFirstScreen } from '../components/after-first-screen.tsx'
import { IconPlus } from '../components/icons.ts'
import { ListBar } from '../components/list-bar.tsx'
import { useShortcuts } from '../components/shortcuts.ts'
import { useAddress } from '../data/address.ts'
import { type Kind, type ListQuery, readsOf } from '../data/kinds.ts'
import { type May, useMay } from '../data/session.ts'
import { loadWords, useWords } from '../words/words.ts'
import { DownloadMenu } from './download-menu.tsx'
import { ViewsButton } from './views-button.tsx'

/** A list of the API, as it is narrowed and sorted. */
interface Exported {
  readonly kind: Kind
  readonly query: ListQuery
}

interface ListHeadProps {
  readonly title: string
  /** null: it cannot be searched. */
  readonly searchLabel: string | null
  /** The filters, and the names that they have in the address. */
  readonly filters?: ReactNode
  readonly filterNames: readonly string[]
  /** How the list is shown, such as a table or a board. */
  readonly view?: ReactNode
  /** Also by the key `c`; null when it may not be done. */
  readonly onCreate?: (() => void) | null
  /** In place of the button that creates. */
  readonly action?: ReactNode
  readonly exported?: Exported
}

export function ListHead(props: ListHeadProps) {
  const { title, searchLabel, filters, filterNames, view, onCreate = null, action, exported } = props
  const core = useWords('core')
  const may = useMay()
  const uploaded = exported && UPLOADED[exported.kind]
  const [address, change] = useAddress()
  useShortcuts(onCreate === null ? {} : { c: onCreate })
  return (
    <ListBar
      title={title}
      searchLabel={searchLabel}
      searchHint={core('search')}
      clearLabel={core('clearSearch')}
      q={address.q ?? ''}
      onSearch={(q) => change({ q: q === '' ? undefined : q })}
      view={view}
      filtersLabel={core('filters')}
      filterCount={filterNames.filter((name) => address[name]).length}
      filters={filters}
      tools={
        exported !== undefined && (
          <>
            <SavedViews list={exported.kind} />
            <DownloadMenu
              hrefOf={(format) => hrefOf(exported.kind, { ...exported.query, format })}
              uploadPath={uploaded !== undefined && may(uploaded.may) ? `/tables?kind=${uploaded.kind}` : null}
            />
          </>
        )
      }
      action={
        action ??
        (onCreate !== null && (
          <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate} title="c">
            {core('create')}
          </Button>
        ))
      }
    />
  )
}

/** Lists that come from tables too. */
const UPLOADED: { readonly [K in Kind]?: { readonly kind: string; readonly may: May } } = {
  products: { kind: 'products', may: 'managers' },
  partners: { kind: 'partners', may: 'managers' },
  stock: { kind: 'opening_stock', may: 'storekeepers' },
}

/** Of the whole list, as it is narrowed and sorted. */
function hrefOf(kind: Kind, query: ListQuery): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)] as [string, string]),
  )
  return `${readsOf(kind).list.path}?${new URLSearchParams(entries)}`
}

const SavedViews = afterFirstScreen<{ readonly list: string }>({
  load: async () => (await Promise.all([import('./saved-views.tsx'), loadWords('grid')]))[0].SavedViews,
  standIn: (_props, press) => <ViewsButton onClick={press} />,
})
