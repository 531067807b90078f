/** Finds the product that a typed or scanned text refers to. */
import type { Product } from '../../sdk/types.ts'
import { readCode } from '../codes/scanned-code.ts'
import { cache, recordKey } from './cache.ts'
import { client } from './client.ts'
import { type Meant, meantExactly } from './coded-products.ts'

const CANDIDATES = 10
/** The number of matches to fetch: enough to include the exact match even if many other codes contain a short code. */
const EXACT_CANDIDATES = 100
/** How many milliseconds looking up a scanned code may take. After that, the device is treated as offline. */
const SCAN_DEADLINE_MS = 5_000

const NOTHING: Meant = { products: [], count: 1 }

/**
 * Searches for a product with exactly this barcode, SKU or code. If there is none, returns what the list's ordinary
 * search finds.
 */
export async function findMeant(text: string): Promise<Meant> {
  const hasDigits = /\d/.test(text)
  const first = await find(text, hasDigits ? EXACT_CANDIDATES : CANDIDATES)
  const exact = meantExactly(text, first)
  const found = { products: first.slice(0, CANDIDATES), count: 1 }
  // If a search text without digits found something, it was a name and not a code.
  if (exact.products.length > 0) return exact
  if (first.length > 0 && !hasDigits) return found
  const other = await findAmong(
    text,
    askedOf(text).filter((code) => code !== text.trim()),
  )
  return other.products.length > 0 ? other : found
}

/** Searches only for a product with exactly this barcode, SKU or code. */
export const findExactly = (text: string): Promise<Meant> => findAmong(text, askedOf(text))

async function findAmong(text: string, codes: readonly string[]): Promise<Meant> {
  for (const code of codes) {
    const meant = meantExactly(text, await find(code, EXACT_CANDIDATES, { deadlineMs: SCAN_DEADLINE_MS }))
    if (meant.products.length > 0) return meant
  }
  return NOTHING
}

/**
 * Returns the codes to search for, given the scanned or typed text. Search also matches parts of codes, so a code that
 * contains another one is left out: searching for the shorter one finds both.
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
