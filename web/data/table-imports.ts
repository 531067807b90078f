/**
 * Loads table imports: the uploaded tables, the fields to which their columns can be assigned, and the report on each
 * row. The state of a running import is requested again and again.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TableImport } from '../../sdk/types.ts'
import { languageNow, useLanguage } from '../words/words.ts'
import { cache } from './cache.ts'
import { client } from './client.ts'

const WORKING_MS = 700
const ROWS_AT_ONCE = 100
const SHOWN = 100

export type TableKind = TableImport['kind']

export const isAtWork = ({ status }: TableImport) => status === 'planning' || status === 'applying'
/** Returns whether the import has a report. It has one once its rows are planned. */
export const hasReport = ({ rowCount }: TableImport) => rowCount > 0

const KEY = 'table-imports'

export const useTableImports = () =>
  useQuery({
    queryKey: [KEY, 'list'],
    queryFn: async ({ signal }) => (await client.tableImports.list({ limit: SHOWN }, { signal }).page()).items,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? WORKING_MS : false),
  })

export const useTableImport = (id: string) =>
  useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => client.tableImports.read(id, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data !== undefined && isAtWork(state.data) ? WORKING_MS : false),
  })

/** Puts an import that a command returned on the screen, and reloads what the command may have changed. */
export function takeImport(one: TableImport): void {
  cache.setQueryData([KEY, 'one', one.id], one)
  void cache.invalidateQueries({ queryKey: [KEY] })
}

export function useTargets(kind: TableKind) {
  const language = useLanguage()
  return useQuery({
    queryKey: [KEY, 'targets', kind, language],
    queryFn: async ({ signal }) => (await client.tableImports.targets({ kind, language }, { signal })).items,
    refetchOnMount: 'always',
  })
}

/** Returns the values that change whenever the report of an import changes. */
const versionOf = ({ status, counts, updatedAt }: TableImport) => [status, counts.applied, counts.failed, updatedAt]

export const useTableRows = (one: TableImport, problems: boolean) =>
  useInfiniteQuery({
    queryKey: [KEY, 'rows', one.id, problems, languageNow(), ...versionOf(one)],
    queryFn: ({ pageParam, signal }) => {
      const query = { offset: pageParam, limit: ROWS_AT_ONCE, problems, language: languageNow() }
      return client.tableImports.rows(one.id, query, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ offset, items, total }) => (offset + items.length < total ? offset + items.length : undefined),
    placeholderData: (before) => before,
  })
