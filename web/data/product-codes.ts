/** Finds the product that somebody means who typed or scanned something. */
import type { Product } from '../../sdk/types.ts'
import { readCode } from '../codes/scanned-code.ts'
import { cache, recordKey } from './cache.ts'
import { client } from './client.ts'
import { type Meant, meantExactly } from './coded-products.ts'

const CANDIDATES = 10
/** A short code is a part of many others. */
const EXACT_CANDIDATES = 100
/** A scan that takes longer is one without a connection. */
const SCAN_DEADLINE_MS = 5_000

const NOTHING: Meant = { products: [], count: 1 }

/** By barcode, sku or code exactly; else by whatever the list finds. */
export async function findMeant(text: string): Promise<Meant> {
  const hasDigits = /\d/.test(text)
  const first = await find(text, hasDigits ? EXACT_CANDIDATES : CANDIDATES)
  const exact = meantExactly(text, first)
  const found = { products: first.slice(0, CANDIDATES), count: 1 }
  // Words that found something are no code.
  if (exact.products.length > 0) return exact
  if (first.length > 0 && !hasDigits) return found
  const other = await findAmong(
    text,
    askedOf(text).filter((code) => code !== text.trim()),
  )
  return other.products.length > 0 ? other : found
}

/** By barcode, sku or code exactly, and not otherwise. */
export const findExactly = (text: string): Promise<Meant> => findAmong(text, askedOf(text))

async function findAmong(text: string, codes: readonly string[]): Promise<Meant> {
  for (const code of codes) {
    const meant = meantExactly(text, await find(code, EXACT_CANDIDATES, { deadlineMs: SCAN_DEADLINE_MS }))
    if (meant.products.length > 0) return meant
  }
  return NOTHING
}

/** What the list is asked for: parts of codes are found too, so that one form of a number finds the longer ones. */
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
