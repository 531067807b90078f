/** Commands as an import runs them: what comes from elsewhere was drawn up earlier, when what it names was in use. */
import type { Books } from '../domain/books.ts'
import type { Command } from './define.ts'

/**
 * A command that may name archived records. For what it writes alone, never for what it edits: of the records that a rule looks up it does
 * not see which are archived. Source: docs/decisions/0039.
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

/** A look into a map, not a copy: a company has up to a hundred thousand products. */
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
