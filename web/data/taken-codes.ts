/**
 * Finds codes that another product already has, in order to warn the user while typing. The server does not refuse such
 * codes.
 */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Product } from '../../sdk/types.ts'
import { client } from './client.ts'

/** How long, in milliseconds, to wait after a key press, in case the user continues typing. */
const PAUSE_MS = 300
/** The number of matches to fetch: enough to include the exact match even if many other codes contain a short code. */
const CANDIDATES = 200

export interface TakenCode {
  readonly code: string
  readonly product: Product
}

/** Returns the codes that an active product other than `ownId` already has, each with that product. */
export function useTakenCodes(codes: readonly string[], ownId: string | undefined): readonly TakenCode[] {
  const typed = [...new Set(codes.map((code) => code.trim()))].filter((code) => code !== '')
  const [settled] = useDebouncedValue(typed.join('\n'), PAUSE_MS)
  const { data = [] } = useQuery({
    queryKey: ['takenCodes', settled],
    enabled: settled !== '',
    queryFn: async ({ signal }) =>
      (await Promise.all(settled.split('\n').map((code) => havingCode(code, signal)))).flat(),
  })
  return data.filter(({ code, product }) => product.id !== ownId && typed.includes(code))
}

async function havingCode(code: string, signal: AbortSignal): Promise<TakenCode[]> {
  const { items } = await client.products.list({ q: code, archived: false, limit: CANDIDATES }, { signal }).page()
  const is = (own: string | null) => own?.toLowerCase() === code.toLowerCase()
  return items.flatMap((product) =>
    [product.sku, ...product.barcodes, ...product.packages.map(({ barcode }) => barcode)].some(is)
      ? [{ code, product }]
      : [],
  )
}
