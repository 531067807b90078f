/** Example values, in the units of the API. */
import { hash } from 'node:crypto'

/** Makes an id in the format that the service issues. The same name always gives the same id. */
export function exampleId(name: string): string {
  const hex = hash('sha256', name.replace(/Ids?$/, '').toLowerCase(), 'hex')
  return `0199a3c1-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

export const EXAMPLE_MOMENT = '2026-03-02T09:15:00.000Z'

/** The order line used in examples: a product and its quantity. */
export const EXAMPLE_LINE = { lineId: 1, productId: exampleId('product'), name: 'Чайник', quantity: 2 }
