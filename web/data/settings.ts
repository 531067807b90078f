/** Loads the company's settings. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Settings } from '../../sdk/types.ts'
import { setTimeZone } from '../words/format.ts'
import { client } from './client.ts'

/** The query that loads the settings. The stream of changes keeps them up to date. */
export const settingsQuery = {
  queryKey: ['settings'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Settings> => client.settings.read({ signal }),
}

/** Uses the company's time zone for all times shown in the app. */
export function useReadSettings(): void {
  const { data } = useQuery(settingsQuery)
  const zone = data?.timeZone
  useEffect(() => {
    if (zone !== undefined) setTimeZone(zone)
  }, [zone])
}
