/** What the server says of itself to everybody, even before sign-in. */
import { useQuery } from '@tanstack/react-query'

const nodeQuery = {
  queryKey: ['node'],
  queryFn: async () => {
    const answer = await fetch('/healthz')
    const { version } = (await answer.json()) as { readonly version?: string }
    return { isDrill: answer.headers.get('skladno-drill') === 'true', release: version ?? null }
  },
}

/**
 * Whether the server is a copy set up for practising a restore. Every response says so. False also while that is not
 * known yet.
 */
export const useIsDrill = (): boolean => useQuery(nodeQuery).data?.isDrill === true

/** The release that the server runs, such as `0.1.0`; null while that is not known. */
export const useRelease = (): string | null => useQuery(nodeQuery).data?.release ?? null
