/** Finds the products that typed texts refer to, looking up a few texts at a time. */
import { useQueries } from '@tanstack/react-query'
import type { Product } from '../../sdk/types.ts'
import { cache } from './cache.ts'
import type { Meant } from './coded-products.ts'
import { findMeant } from './product-codes.ts'

/** Returns the products that each text refers to. Texts that have not been looked up yet are missing from the map. */
export function useMeant(texts: readonly string[]): ReadonlyMap<string, Meant> {
  const wanted = [...new Set(texts)]
  return useQueries({
    // The cache key is the text alone, so that a changed product does not cause a new look-up for every line.
    queries: wanted.map((text) => ({ queryKey: ['meant', text], queryFn: () => findMeant(text) })),
    combine: (answers) => new Map(answers.flatMap(({ data }, at) => (data === undefined ? [] : [[wanted[at]!, data]]))),
  })
}

/**
 * Records which product a code refers to, so that it is not looked up again. The code must have been looked up before.
 */
export function noteMeant(code: string, product: Product): void {
  cache.setQueryData<Meant>(['meant', code], { products: [product], count: 1 })
}
