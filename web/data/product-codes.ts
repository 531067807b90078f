/** Finds the product that typed or scanned text means. */
import type { Product } from '../../sdk/types.ts'
import { readCode } from '../codes/scanned-code.ts'
import { cache, recordKey } from './cache.ts'
import { client } from './client.ts'
import { type Meant, meantExactly } from './coded-products.ts'

const CANDIDATES = 10
/** Fetch enough matches, because many other codes contain a short code. */
const EXACT_CANDIDATES = 100
/** If a look-up takes longer than this, the scan is treated as offline. */
const SCAN_DEADLINE_MS = 5_000

const NOTHING: Meant = { products: [], count: 1 }

/** Searches for an exact barcode, SKU or code; otherwise returns what the list's search finds. */
export async function findMeant(text: string): Promise<Meant> {
  const hasDigits = /\d/.test(text)
  const first = await find(text, hasDigits ? EXACT_CANDIDATES : CANDIDATES)
  const exact = meantExactly(text, first)
  const found = { products: first.slice(0, CANDIDATES), count: 1 }
  // Text without digits that found something is a name rather than a code.
  if (exact.products.length > 0) return exact
  if (first.length > 0 && !hasDigits) return found
  const other = await findAmong(
    text,
    askedOf(text).filter((code) => code !== text.trim()),
  )
  return other.products.length > 0 ? other : found
}

/** Searches only for an exact barcode, SKU or code. */
export const findExactly = (text: string): Promise<Meant> => findAmong(text, askedOf(text))

async function findAmong(text: string, codes: readonly string[]): Promise<Meant> {
  for (const code of codes) {
    const meant = meantExactly(text, await find(code, EXACT_CANDIDATES, { deadlineMs: SCAN_DEADLINE_MS }))
    if (meant.products.length > 0) return meant
  }
  return NOTHING
}

/**
 * The search texts for a code. The search also matches parts of codes, so a text contained in another reading finds
 * that one too.
 */
function askedOf(text: string): readonly string[] {
  const codes = readCode(text).lookups.map(({ code }) => code)
  return codes.filter((code) => !codes.some((other) => other !== code && code.includes(other)))
}

async function find(
  q: string,
  limit: number,
  call: { readonly deadlineMs?: number } = {},
): Promise<readonly Product[]> {
  const { items } = await client.products.list({ q, archived: false, limit, sort: 'name' }, call).page()
  for (const product of items)
    if (cache.getQueryData(recordKey('products', product.id)) === undefined)
      cache.setQueryData(recordKey('products', product.id), product)
  return items
}
