/**
 * The header of a section's list: its name, search, the filters, the button for a new record, and the download menu.
 */
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

/** The list of the API that the user can download, with its filters and sort order. */
interface Exported {
  readonly kind: Kind
  readonly query: ListQuery
}

interface ListHeadProps {
  readonly title: string
  /** The label of the search field; null when the list cannot be searched. */
  readonly searchLabel: string | null
  /** The filters of the list, and their names in the page address. */
  readonly filters?: ReactNode
  readonly filterNames: readonly string[]
  /** The switch between ways to show the list, such as table and board. */
  readonly view?: ReactNode
  /** Opens the form for a new record; the key `c` does the same. Null if the user may not create one. */
  readonly onCreate?: (() => void) | null
  /** Content that replaces the button for a new record. */
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

/** Kinds of records that can also be imported from a table. */
const UPLOADED: { readonly [K in Kind]?: { readonly kind: string; readonly may: May } } = {
  products: { kind: 'products', may: 'managers' },
  partners: { kind: 'partners', may: 'managers' },
  stock: { kind: 'opening_stock', may: 'storekeepers' },
  stockRules: { kind: 'stock_rules', may: 'managers' },
  supplierItems: { kind: 'supplier_items', may: 'managers' },
}

/** Returns the URL for downloading the whole list with its filters and sort order. */
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
