/** Whether the service is a copy used for a drill. Every answer says so, so this works before sign-in too. */
import { useQuery } from '@tanstack/react-query'

const drillQuery = {
  queryKey: ['drill'],
  queryFn: async (): Promise<boolean> => (await fetch('/healthz')).headers.get('skladno-drill') === 'true',
}

/** Whether the service is a copy for a drill; false also while that is not known. */
export const useIsDrill = (): boolean => useQuery(drillQuery).data === true
