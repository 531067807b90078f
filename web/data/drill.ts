/** Whether the service is a copy for a drill, for who is not signed in yet: every answer says so. */
import { useQuery } from '@tanstack/react-query'

const drillQuery = {
  queryKey: ['drill'],
  queryFn: async (): Promise<boolean> => (await fetch('/healthz')).headers.get('skladno-drill') === 'true',
}

/** False also as long as nobody knows. */
export const useIsDrill = (): boolean => useQuery(drillQuery).data === true
