/** The company's settings. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Settings } from '../../sdk/types.ts'
import { setTimeZone } from '../words/format.ts'
import { client } from './client.ts'

/** The settings; the stream of changes keeps them right. */
export const settingsQuery = {
  queryKey: ['settings'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Settings> => client.settings.read({ signal }),
}

/** Follows the company's time zone, in which the app shows all times. */
export function useReadSettings(): void {
  const { data } = useQuery(settingsQuery)
  const zone = data?.timeZone
  useEffect(() => {
    if (zone !== undefined) setTimeZone(zone)
  }, [zone])
}
