/**
 * Finds the records that a command refers to. An id that this company does not have is refused as
 * NOT_FOUND, even if another company has it.
 */
import type { Books } from '../domain/books.ts'
import { foldName } from '../domain/folding.ts'
import type { NamedKind } from '../domain/kinds.ts'
import type {
  CustomerReturn,
  Filter,
  FilterValue,
  Partner,
  Payment,
  ProcurementDocument,
  Product,
  Purchase,
  RecordOf,
  Stocktake,
} from '../domain/records.ts'
import { blockerOf, MAX_BLOCKERS, notFound, Refusal } from '../domain/refusals.ts'
import { type Prefetched, prefetchedRecord } from './define.ts'

/**
 * Makes a function that finds a record of the given kind by its id, or refuses NOT_FOUND. `what`: the name for the kind
 * in messages.
 */
const finder =
  <K extends NamedKind | 'contracts' | 'stockRules' | 'supplierItems'>(kind: K, what: string) =>
  (books: Books, id: string): RecordOf[K] => {
    const record = books[kind].get(id) as RecordOf[K] | undefined
    if (record === undefined) throw notFound(what, id)
    return record
  }

export const findWarehouse = finder('warehouses', 'warehouse')
export const findProduct = finder('products', 'product')
export const findPartner = finder('partners', 'partner')
export const findPriceType = finder('priceTypes', 'price type')
export const findFilter = finder('filters', 'filter')
export const findOrganization = finder('organizations', 'organization')
export const findContract = finder('contracts', 'contract')
export const findCustomField = finder('customFields', 'custom field')
export const findStockRule = finder('stockRules', 'stock rule')
export const findSupplierItem = finder('supplierItems', 'supplier item')

/** The names by which a receipt or a purchase refers to what is bought, where to and from whom. */
interface Supply {
  readonly productId: string
  readonly warehouseId: string
  /** The name of the partner. */
  readonly supplier: string
}

/** Finds what is bought, where to and from whom. Refuses NOT_FOUND, ARCHIVED, NOT_STOCKED, AMBIGUOUS_PARTNER. */
export function findSupply(books: Books, { productId, warehouseId, supplier }: Supply) {
  return {
    product: stocked(active(findProduct(books, productId), 'product')),
    warehouse: active(findWarehouse(books, warehouseId), 'warehouse'),
    supplier: findPartnerByName(books, supplier, 'supplier'),
  }
}

/** Finds a filter value by its id alone, together with its filter. */
export function findFilterValue(books: Books, id: string): { filter: Filter; value: FilterValue } {
  const filter = books.filters.get(books.filterOfValue.get(id) ?? '')
  const value = filter === undefined ? undefined : valueIn(filter.values, id)
  if (filter === undefined || value === undefined) throw notFound('filter value', id)
  return { filter, value }
}

/**
 * Finds a filter value by binary search, since values are sorted by id. A search through all of them would be slow: a
 * product may have a thousand values, and a filter ten thousand.
 */
function valueIn(values: readonly FilterValue[], id: string): FilterValue | undefined {
  let [from, before] = [0, values.length]
  while (from < before) {
    const middle = (from + before) >>> 1
    if (values[middle]!.id < id) from = middle + 1
    else before = middle
  }
  return values[from]?.id === id ? values[from] : undefined
}

/** Finds a purchase in memory or among the prefetched records. Only the newest received purchases are in memory. */
export function findPurchase(books: Books, id: string, facts: Prefetched): Purchase {
  const purchase = books.purchases.get(id) ?? prefetchedRecord(facts, 'purchases', id)
  if (purchase === null) throw notFound('purchase', id)
  return purchase
}

/** Finds a document in memory or among the prefetched records. Only the newest finished documents are in memory. */
export function findDocument(books: Books, id: string, facts: Prefetched): ProcurementDocument {
  const document = books.documents.get(id) ?? prefetchedRecord(facts, 'documents', id)
  if (document === null) throw notFound('procurement document', id)
  return document
}

/**
 * Finds a payment in memory or among the prefetched records. Only the newest posted and cancelled payments are in
 * memory.
 */
export function findPayment(books: Books, id: string, facts: Prefetched): Payment {
  const payment = books.payments.get(id) ?? prefetchedRecord(facts, 'payments', id)
  if (payment === null) throw notFound('payment', id)
  return payment
}

/** Finds a stocktake in memory or among the prefetched records. Only the newest finished stocktakes are in memory. */
export function findStocktake(books: Books, id: string, facts: Prefetched): Stocktake {
  const stocktake = books.stocktakes.get(id) ?? prefetchedRecord(facts, 'stocktakes', id)
  if (stocktake === null) throw notFound('stocktake', id)
  return stocktake
}

/**
 * Finds a customer return in memory or among the prefetched records. Only the newest posted and cancelled returns are
 * in memory.
 */
export function findCustomerReturn(books: Books, id: string, facts: Prefetched): CustomerReturn {
  const found = books.customerReturns.get(id) ?? prefetchedRecord(facts, 'customerReturns', id)
  if (found === null) throw notFound('customer return', id)
  return found
}

/**
 * Returns the record, or refuses ARCHIVED: a new operation cannot refer to an archived record
 * (S-RECORD-4).
 */
export function active<T extends { archived: boolean; id: string; name: string }>(record: T, what: string): T {
  if (record.archived) throw archived(record, what)
  return record
}

export function archived({ id, name }: { id: string; name: string }, what: string): Refusal {
  const figures = { entity: what, id, name }
  return new Refusal('ARCHIVED', `The ${what} "${name}" is archived. Restore it or choose another one.`, { figures })
}

/** Returns the product, or refuses NOT_STOCKED: bundles and services have no stock of their own. */
export function stocked(product: Product): Product {
  if (product.kind === 'bundle' || product.kind === 'service')
    throw new Refusal(
      'NOT_STOCKED',
      `"${product.name}" is a ${product.kind} and has no stock of its own.${product.kind === 'bundle' ? ' Use its components.' : ''}`,
      { figures: { reason: product.kind, productId: product.id, product: product.name } },
    )
  return product
}

export type PartnerRole = 'supplier' | 'customer'

const ROLE_WORDS: Record<PartnerRole, readonly string[]> = {
  supplier: ['поставщик', 'supplier'],
  customer: ['покупатель', 'customer'],
}
const ROLE_TYPE = { supplier: 'Поставщик', customer: 'Покупатель' } as const

/**
 * Caches the recognized roles of each partner, because a partner may have a thousand role words, and a look-up by name
 * may have to check many partners of the same name.
 */
const knownRoles = new WeakMap<object, ReadonlySet<PartnerRole>>()

/**
 * Returns the roles that are recognized in a partner's type and role words (S-PARTNER-6). Empty when none is
 * recognized.
 */
export function rolesOf(partner: Pick<Partner, 'type' | 'roles'>): ReadonlySet<PartnerRole> {
  const known = knownRoles.get(partner)
  if (known !== undefined) return known
  const roles = new Set<PartnerRole>()
  for (const role of ['supplier', 'customer'] as const) {
    const isNamed = partner.roles.some((word) => ROLE_WORDS[role].includes(word.trim().toLowerCase()))
    if (isNamed || partner.type === ROLE_TYPE[role]) roles.add(role)
  }
  knownRoles.set(partner, roles)
  return roles
}

/** True when the partner may act in the role: the partner has that role, or has no recognized role at all. */
export function fitsRole(partner: Partner, role: PartnerRole): boolean {
  const roles = rolesOf(partner)
  return roles.size === 0 || roles.has(role)
}

/**
 * Finds the partner named in the `customer` or `supplier` field of a request: by case-insensitive name, among active
 * partners that may act in the role. Refuses NOT_FOUND, ARCHIVED (only archived partners match), AMBIGUOUS_PARTNER.
 * Source: S-PARTNER-5, S-PARTNER-6, S-PARTNER-7, S-PARTNER-8, S-RECORD-4.
 */
export function findPartnerByName(books: Books, name: string, role: PartnerRole): Partner {
  const ids = [...(books.partnersByName.get(foldName(name)) ?? [])]
  const fitting = ids.map((id) => books.partners.get(id)!).filter((partner) => fitsRole(partner, role))
  const usable = fitting.filter((partner) => !partner.archived)
  if (usable.length > 1)
    throw new Refusal(
      'AMBIGUOUS_PARTNER',
      `${usable.length} active partners are called "${name}". Rename one of them.`,
      {
        figures: { role, name, count: usable.length },
        blockers: usable.slice(0, MAX_BLOCKERS).map(({ id, name: label }) => blockerOf('partner', id, label)),
      },
    )
  if (usable.length === 1) return usable[0]!
  if (fitting.length > 0) throw archived(fitting[0]!, role)
  const named = books.partners.get(name)
  if (named !== undefined)
    throw new Refusal(
      'NOT_FOUND',
      `\`${role}\` must be a name, but this is the id of "${named.name}". Send the name.`,
      {
        figures: { reason: 'id_as_name', role, name: named.name },
      },
    )
  throw new Refusal('NOT_FOUND', `There is no ${role} called "${name}". Create the partner first.`, {
    figures: { reason: 'name', role, name },
  })
}
