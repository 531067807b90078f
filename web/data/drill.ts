/**
 * Whether the server is a copy set up for practising a restore. Every response says so, so the app can show it even
 * before sign-in.
 */
import { useQuery } from '@tanstack/react-query'

const drillQuery = {
  queryKey: ['drill'],
  queryFn: async (): Promise<boolean> => (await fetch('/healthz')).headers.get('skladno-drill') === 'true',
}

/** Whether the server is a copy set up for practising a restore. False also while that is not known yet. */
export const useIsDrill = (): boolean => useQuery(drillQuery).data === true
