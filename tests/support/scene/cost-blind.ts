/**
 * Computes the data that users who may not see costs must receive. This follows rule S-ROLE-6, independently of how the
 * server marks costs.
 */
import type { Json } from '../node/client.ts'

export const COST_KEYS_OF_RECORDS = ['cost', 'unitCost', 'minPrice']
const COST_ARRAYS = ['purchases', 'documents', 'payments']

/** Returns a value without the costs of products, stock and orders. Custom values do not count as costs. */
export function withoutCosts(value: Json, key = ''): Json {
  if (typeof value !== 'object' || value === null || key === 'customValues') return value
  if (Array.isArray(value)) return value.map((entry) => withoutCosts(entry))
  const shown = Object.entries(value).filter(([name]) => !COST_KEYS_OF_RECORDS.includes(name))
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutCosts(inner, name)]))
}

/** Returns a company state from which all costs are removed. */
export function stateWithoutCosts(state: Json): Json {
  const without = (names: string[], object: Json) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
  const shown = without(COST_ARRAYS, withoutCosts(state))
  return { ...shown, totals: without([...COST_ARRAYS, 'stockValue'], state.totals) }
}
