/** Sends waiting operations from any page of the app. */
import { useEffect } from 'react'
import { type Owner, useUnsent } from './unsent.ts'

/** Sends the operations that wait for this user and company, whatever page is open. Loads no code if nothing waits. */
export function useSending({ userId, companyId }: Owner): void {
  const isWaiting = useUnsent({ userId, companyId }).mine > 0
  useEffect(() => {
    if (isWaiting) import('./lines.ts').then(({ lineOf }) => lineOf({ userId, companyId })).catch(() => undefined)
  }, [isWaiting, userId, companyId])
}
