/**
 * Loads the connection to the external accounting system and its imports. While an import is running, its state is
 * polled.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ImportJob } from '../../sdk/types.ts'
import { cache } from './cache.ts'
import { client } from './client.ts'

const WORKING_MS = 2_000
const RESTING_MS = 15_000
const PAGE = 100

export const isWorking = ({ status }: ImportJob) => status === 'previewing' || status === 'applying'
export const isFinished = ({ status }: ImportJob) => status === 'done' || status === 'cancelled'

export const useIntegration = () =>
  useQuery({
    queryKey: ['integration'],
    queryFn: ({ signal }) => client.integration.read({ signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.jobs.some(isWorking) ? WORKING_MS : RESTING_MS),
  })

/** Returns the values that change whenever the report of an import job changes. */
const versionOf = ({ id, status, counts }: ImportJob) => [id, status, counts.written, counts.failed] as const

/** Returns whether the job's report is complete, that is, whether all rows are planned. */
export const hasImportReport = ({ phase, status }: ImportJob) => phase === 'apply' || status === 'ready'

export const useProblems = (job: ImportJob) =>
  useQuery({
    queryKey: ['integration-report', 'problems', ...versionOf(job)],
    queryFn: async ({ signal }) => (await client.integration.imports.problems(job.id, { signal })).items,
    placeholderData: (before) => before,
  })

export const useRows = (job: ImportJob, problems: boolean) =>
  useInfiniteQuery({
    queryKey: ['integration-report', 'rows', ...versionOf(job), problems],
    queryFn: ({ pageParam, signal }) =>
      client.integration.imports.rows(job.id, { offset: pageParam, limit: PAGE, problems }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ offset, rows, total }) => (offset + rows.length < total ? offset + rows.length : undefined),
  })

/** Loads one row of an import with the values that the external system sent for it. */
export const useRow = (job: ImportJob, at: number, problems: boolean) =>
  useQuery({
    queryKey: ['integration-report', 'row', ...versionOf(job), problems, at],
    queryFn: async ({ signal }) => {
      const query = { offset: at, limit: 1, problems, source: true }
      return (await client.integration.imports.rows(job.id, query, { signal })).rows[0] ?? null
    },
  })

/**
 * Marks all lists as stale after an import. The stream reports the import's changes too, but only while it is
 * connected.
 */
export function forgetLists(): void {
  void cache.invalidateQueries({ queryKey: ['list'] })
  void cache.invalidateQueries({ queryKey: ['all'] })
}
