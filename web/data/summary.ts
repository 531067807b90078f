/** Loads the summary of what needs to be done now. Reloads it when the stream reports changes. */
import { useQuery } from '@tanstack/react-query'
import { viewKey } from './cache.ts'
import { client } from './client.ts'

export const useSummary = () =>
  useQuery({
    queryKey: viewKey('summary'),
    queryFn: ({ signal }) => client.summary({}, { signal }),
    refetchOnMount: 'always',
  })
