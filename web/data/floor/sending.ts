/** Sends operations from the warehouse floor that are still waiting, on whichever page of the app the user is. */
import { useEffect } from 'react'
import { type Owner, useUnsent } from './unsent.ts'

/**
 * Sends this user's waiting operations for this company, whichever page is open. If there are none, the code for
 * sending is not loaded.
 */
export function useSending({ userId, companyId }: Owner): void {
  const isWaiting = useUnsent({ userId, companyId }).mine > 0
  useEffect(() => {
    if (isWaiting) import('./lines.ts').then(({ lineOf }) => lineOf({ userId, companyId })).catch(() => undefined)
  }, [isWaiting, userId, companyId])
}
