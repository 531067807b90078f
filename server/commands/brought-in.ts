/**
 * Adapts commands for an import. Imported records were created earlier in another system, when the
 * records they refer to were not yet archived.
 */
import type { Books } from '../domain/books.ts'
import type { Command } from './define.ts'

/**
 * Returns a version of the command whose records may refer to archived records. Use it only for commands that create
 * records, never for edits, because it presents every record to the rule as not archived. Source: docs/decisions/0039.
 */
export function namingArchived(command: Command): Command {
  return { ...command, decide: (books, input, context) => command.decide(withNothingArchived(books), input, context) }
}

function withNothingArchived(books: Books): Books {
  const { products, partners, organizations, warehouses, priceTypes } = books
  return {
    ...books,
    products: withoutArchive(products),
    partners: withoutArchive(partners),
    organizations: withoutArchive(organizations),
    warehouses: withoutArchive(warehouses),
    priceTypes: withoutArchive(priceTypes),
  }
}

/**
 * Returns a view of the map in which no record is archived. A copy would be slow: a company has up
 * to a hundred thousand products.
 */
function withoutArchive<T extends { readonly archived: boolean }>(records: Map<string, T>): Map<string, T> {
  const find = (id: string): T | undefined => {
    const record = records.get(id)
    return record?.archived === true ? { ...record, archived: false } : record
  }
  return new Proxy(records, {
    get(target, key) {
      if (key === 'get') return find
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
