/**
 * Table imports: the uploaded tables, the fields that columns can be assigned to, and the report on each row. While an
 * import is running, its state is polled.
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
/** Returns whether the import has a report. This is the case once its rows are planned. */
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

/** Shows an import as returned by a command, and reloads what the command may have changed. */
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

/** Returns the values that identify the current version of an import's report. */
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
