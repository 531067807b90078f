/** Whether the service can be reached, as far as anybody can tell. */
import { useEffect, useState } from 'react'
import { followChanges } from './changes.ts'

/**
 * Follows the changes of a company, which also keeps what is on screen right. False while it cannot or the browser is offline.
 * `read`: the revision of the company before anything was read, and its epoch; null: not known.
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
