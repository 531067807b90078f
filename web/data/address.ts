/** What the address bar holds of a list: search, filter, sort, tab. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Address = Readonly<Record<string, string | undefined>>

/** `?q=tea&sort=name`: plain names and texts, so that a link can be read. */
export const parseAddress = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text).entries())

export function printAddress(address: Record<string, unknown>): string {
  const entries = Object.entries(address).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** The address, and how to change parts of it; what becomes undefined is taken out. */
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
