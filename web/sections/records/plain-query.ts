/** Turns the page address into a list query with the filters of a definition. */
import type { Address } from '../../data/address.ts'
import type { AnyFields } from './spec.ts'

/** The order of the lists of orders, returns and purchasing if the address names none. */
export const NEWEST_FIRST = '-createdAt'

export const plainQuery = ({ filters = [] }: AnyFields, address: Address) =>
  Object.fromEntries(
    filters.flatMap(({ name, isList }) => {
      const value = address[name]
      return value ? [[name, isList ? [value] : value] as const] : []
    }),
  )
