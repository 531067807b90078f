/** The company's settings. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Settings } from '../../sdk/types.ts'
import { setTimeZone } from '../words/format.ts'
import { client } from './client.ts'

/** Follows the company's time zone, in which the app shows all times. */
export function useReadSettings(): void {
  const { data } = useQuery<Pick<Settings, 'timeZone'>>({
    queryKey: ['settings'],
    // No read of the API gives the settings alone; the shortest report names the time zone.
    queryFn: async ({ signal }) => {
      const { timeZone } = await client.reports.stock({ limit: 1 }, { signal })
      return { timeZone }
    },
  })
  const zone = data?.timeZone
  useEffect(() => {
    if (zone !== undefined) setTimeZone(zone)
  }, [zone])
}
