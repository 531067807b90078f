/** Loads reports page by page, and builds the addresses for downloading them. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import type { ListQuery } from './kinds.ts'
import { type ListView, usePages } from './lists.ts'

/** A row of any report, by column name. Amounts and quantities are in main units, such as roubles. */
export type ReportRow = Readonly<Record<string, string | number | null | undefined>>

interface ReportPage {
  readonly revision: number
  readonly from?: string
  readonly before: string
  readonly rowCount: number
  readonly totals: ReportRow
  readonly items: readonly ReportRow[]
  readonly nextCursor: string | null
}

interface Call {
  readonly signal?: AbortSignal
}
type Read = ((query: ListQuery, call: Call) => Promise<ReportPage>) & { readonly path: string }

type Reports = typeof client.reports
/** Converts a name such as `cashFlow` to the form used in URLs: `cash-flow`. */
type InAddress<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '-'}${Lowercase<First>}${InAddress<Rest>}`
  : Name
export type ReportName = InAddress<Exclude<keyof Reports, 'file'>>

const readOf = (name: ReportName) =>
  client.reports[
    name.replace(/-(.)/g, (_all, first: string) => first.toUpperCase()) as keyof Reports
  ] as unknown as Read

const PAGE_SIZE = 200

export interface ReportView extends ListView<ReportRow> {
  /** The report's first page, which has the data common to all pages; undefined while loading. */
  readonly head: ReportPage | undefined
}

/**
 * Loads a report. A report shows the state at the moment of the request, so it is loaded again whenever the user
 * returns to it.
 * @param everyMs how often the report is reloaded while it is on screen.
 */
export function useReport(name: ReportName, query: ListQuery, everyMs?: number): ReportView {
  const read = readOf(name)
  const found = useInfiniteQuery({
    queryKey: ['report', name, query],
    staleTime: 0,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE_SIZE, ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ReportPage) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return { ...usePages(found), head: found.data?.pages[0] }
}

/** Returns the URL for downloading the whole report. */
export function reportHref(name: ReportName, query: ListQuery): string {
  const entries = Object.entries(query).map(([key, value]) => [key, String(value)])
  return `${readOf(name).path}?${new URLSearchParams(entries)}`
}
