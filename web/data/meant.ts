/** The products that many typed texts mean, looked up a few at once. */
import { useQueries } from '@tanstack/react-query'
import type { Meant } from './coded-products.ts'
import { findMeant } from './product-codes.ts'

/** What each text means; of what is not looked up yet there is nothing. */
export function useMeant(texts: readonly string[]): ReadonlyMap<string, Meant> {
  const wanted = [...new Set(texts)]
  return useQueries({
    // By the text alone: a product that changes meanwhile is no reason to ask for all lines anew.
    queries: wanted.map((text) => ({ queryKey: ['meant', text], queryFn: () => findMeant(text) })),
    combine: (answers) => new Map(answers.flatMap(({ data }, at) => (data === undefined ? [] : [[wanted[at]!, data]]))),
  })
}
