/** Turns the page address into a list query with the filters of a definition. */
import type { Address } from '../../data/address.ts'
import type { AnyFields } from './spec.ts'

export const plainQuery = ({ filters = [] }: AnyFields, address: Address) =>
  Object.fromEntries(
    filters.flatMap(({ name, isList }) => {
      const value = address[name]
      return value ? [[name, isList ? [value] : value] as const] : []
    }),
  )
