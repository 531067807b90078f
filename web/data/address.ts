/** Settings of a list that are stored in the page address: search, filters, sort order, tab. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Address = Readonly<Record<string, string | undefined>>

/**
 * Parses an address such as `?q=tea&sort=name` into plain names and values. JSON is not used, so that links stay
 * readable.
 */
export const parseAddress = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text).entries())

export function printAddress(address: Record<string, unknown>): string {
  const entries = Object.entries(address).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Returns the list's settings in the page address, and a function that changes some of them. A setting that is changed
 * to undefined is removed.
 */
export function useAddress(): readonly [Address, (change: Address) => void] {
  const address = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const change = useCallback(
    (parts: Address) => {
      const search = (before: Address) => ({ ...before, ...parts })
      void navigate({ to: '.', search: search as never, replace: true })
    },
    [navigate],
  )
  return [address, change]
}
