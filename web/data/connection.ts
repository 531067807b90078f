/** Determines whether the server is reachable, as far as the app can tell. */
import { useEffect, useState } from 'react'
import { followChanges } from './changes.ts'

/**
 * Follows the company's stream of changes, which keeps everything on screen up to date. Returns false while the stream
 * cannot connect or the browser is offline. `read` is the company's revision and epoch from before anything was loaded;
 * null if they are not known.
 */
export function useConnection(
  companyId: string | undefined,
  read: { readonly revision: number | null; readonly epoch: string } | null,
): boolean {
  const [since] = useState(read?.revision ?? null)
  const [epoch] = useState(read?.epoch)
  const [isFollowing, setFollowing] = useState(true)
  const [isOnline, setOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    if (companyId === undefined) return
    const end = new AbortController()
    void followChanges({ since, epoch, signal: end.signal, tell: setFollowing })
    for (const event of ['online', 'offline'])
      window.addEventListener(event, () => setOnline(navigator.onLine), { signal: end.signal })
    return () => end.abort()
  }, [companyId, since, epoch])
  return isFollowing && isOnline
}
