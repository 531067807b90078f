/** Sending what waits, from whatever page is open. */
import { useEffect } from 'react'
import { type Owner, useUnsent } from './unsent.ts'

/** Whatever page is open, what waits for this user and company is sent. Nothing is loaded for it where nothing waits. */
export function useSending({ userId, companyId }: Owner): void {
  const isWaiting = useUnsent({ userId, companyId }).mine > 0
  useEffect(() => {
    if (isWaiting) import('./lines.ts').then(({ lineOf }) => lineOf({ userId, companyId })).catch(() => undefined)
  }, [isWaiting, userId, companyId])
}
