/** Looks up the products that many typed texts mean, a few at a time. */
import { useQueries } from '@tanstack/react-query'
import type { Meant } from './coded-products.ts'
import { findMeant } from './product-codes.ts'

/** The meaning of each text; texts not looked up yet are missing. */
export function useMeant(texts: readonly string[]): ReadonlyMap<string, Meant> {
  const wanted = [...new Set(texts)]
  return useQueries({
    // Keyed by the text alone: a changed product is no reason to look up every line again.
    queries: wanted.map((text) => ({ queryKey: ['meant', text], queryFn: () => findMeant(text) })),
    combine: (answers) => new Map(answers.flatMap(({ data }, at) => (data === undefined ? [] : [[wanted[at]!, data]]))),
  })
}
