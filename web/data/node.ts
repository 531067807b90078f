/** Information about the server that anyone can read, even before sign-in. */
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
 * Returns whether the server is a copy on which operators practise restoring a backup. Every response of such a server
 * says so. False while this is not known yet.
 */
export const useIsDrill = (): boolean => useQuery(nodeQuery).data?.isDrill === true

/** Returns the server's release, such as `0.1.0`; null while it is not known. */
export const useRelease = (): string | null => useQuery(nodeQuery).data?.release ?? null
