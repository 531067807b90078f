import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { FILTER, FILTER_VALUE } from '../domain/fields/filters.ts'
import { type Change, type Filter, type FilterValue, type Product, put, remove } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { type Context, defineCommand } from './define.ts'
import { Deleted, NoBody, updated, updateVerb } from './fields.ts'
import { active, findFilter } from './find.ts'

/**
 * POST /filters. Refuses only a malformed body; several filters may have the same name. Source: S-FILTER-1, S-FILTER-2.
 */
export const createFilter = defineCommand({
  name: 'createFilter',
  method: 'POST',
  path: '/api/v1/filters',
  may: 'managers',
  refusals: [],
  summary: 'Create a filter',
  description: 'A property for filtering products. It is not deleted when no product uses it.',
  tag: 'Filters',
  entity: 'filter',
  action: 'filter.created',
  body: FILTER.create,
  result: FILTER.record,
  example: { name: 'Цвет' },
  decide(_books, { body }, { now, revision, newId }) {
    const filter: Filter = FILTER.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'filters', record: filter },
      changes: [put('filters', filter)],
      logged: log('filter.created', { name: filter.name }),
    }
  },
})

/** PATCH /filters/{filterId}. Refuses: NOT_FOUND. Source: S-FILTER-1. */
export const updateFilter = defineCommand({
  name: 'updateFilter',
  method: 'PATCH',
  path: '/api/v1/filters/:filterId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Change, archive or restore a filter',
  description: 'The values of an archived filter stay on their products but cannot be assigned to others.',
  tag: 'Filters',
  entity: 'filter',
  action: 'filter.updated',
  body: FILTER.update,
  result: FILTER.record,
  example: { name: 'Цвет корпуса', archived: false },
  decide(books, { params, body }, { now, revision }) {
    const filter = findFilter(books, params.filterId!)
    const changed: Filter = { ...FILTER.change(filter, body), updatedAt: now, revision }
    return updated('filters', { before: filter, after: changed }, { entity: 'filter', name: changed.name })
  },
})

/**
 * DELETE /filters/{filterId}. Also deletes the filter's values and their bindings. Refuses: NOT_FOUND. Source:
 * S-FILTER-4.
 */
export const deleteFilter = defineCommand({
  name: 'deleteFilter',
  method: 'DELETE',
  path: '/api/v1/filters/:filterId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete a filter with its values',
  description: 'The values are removed from all products that have them.',
  tag: 'Filters',
  entity: 'filter',
  action: 'filter.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  decide(books, { params }, context) {
    const filter = findFilter(books, params.filterId!)
    const bindings = withoutValues(books, new Set(filter.values.map(({ id }) => id)), context)
    return {
      result: { deleted: filter.id },
      changes: [...bindings, remove('filters', filter.id)],
      logged: log('filter.deleted', {
        name: filter.name,
        values: filter.values.length,
        products: bindings.length,
      }),
    }
  },
})

/** POST /filters/{filterId}/values. Refuses: NOT_FOUND, ARCHIVED (the filter). Source: S-FILTER-1, S-FILTER-6. */
export const createFilterValue = defineCommand({
  name: 'createFilterValue',
  method: 'POST',
  path: '/api/v1/filters/:filterId/values',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED'],
  summary: 'Create a value of a filter',
  description: 'Products have it in `filterValueIds`. It does not create a separate stock position.',
  tag: 'Filters',
  entity: 'filter_value',
  action: 'filter_value.created',
  body: FILTER_VALUE.create,
  result: FILTER_VALUE.record,
  example: { name: 'Красный' },
  decide(books, { params, body }, { now, revision, newId }) {
    const filter = active(findFilter(books, params.filterId!), 'filter')
    const said = { id: newId(), filterId: filter.id, createdAt: now, updatedAt: now, revision }
    const { revision: _itsFilters, ...value } = FILTER_VALUE.make(said, body)
    return {
      result: { kind: 'filterValues', record: value },
      changes: [put('filters', { ...filter, values: [...filter.values, value], revision })],
      logged: log('filter_value.created', saidOf(value, filter)),
    }
  },
})

/**
 * PATCH /filters/{filterId}/values/{valueId}. Refuses: NOT_FOUND (also when the value belongs to another filter).
 * Source: S-FILTER-1.
 */
export const updateFilterValue = defineCommand({
  name: 'updateFilterValue',
  method: 'PATCH',
  path: '/api/v1/filters/:filterId/values/:valueId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Change, archive or restore a value',
  description: 'An archived value stays on its products but cannot be assigned to others.',
  tag: 'Filters',
  entity: 'filter_value',
  action: 'filter_value.updated',
  body: FILTER_VALUE.update,
  result: FILTER_VALUE.record,
  example: { name: 'Алый', archived: false },
  decide(books, { params, body }, { now, revision }) {
    const { filter, value } = findValue(books, params)
    const changed: FilterValue = { ...FILTER_VALUE.change(value, body), updatedAt: now }
    const values = filter.values.map((one) => (one.id === value.id ? changed : one))
    const how = updateVerb(value, changed)
    const said = saidOf(changed, filter)
    return {
      result: { kind: 'filterValues', record: changed },
      changes: [put('filters', { ...filter, values, revision })],
      logged: how === 'archived' ? log('filter_value.archived', said) : log('filter_value.updated', { how, ...said }),
    }
  },
})

/**
 * DELETE /filters/{filterId}/values/{valueId}. Also deletes the value's bindings. Refuses: NOT_FOUND. Source:
 * S-FILTER-5.
 */
export const deleteFilterValue = defineCommand({
  name: 'deleteFilterValue',
  method: 'DELETE',
  path: '/api/v1/filters/:filterId/values/:valueId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete a value of a filter',
  description: 'The value is removed from all products that have it.',
  tag: 'Filters',
  entity: 'filter_value',
  action: 'filter_value.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  decide(books, { params }, context) {
    const { filter, value } = findValue(books, params)
    const values = filter.values.filter((one) => one.id !== value.id)
    const bindings = withoutValues(books, new Set([value.id]), context)
    return {
      result: { deleted: value.id },
      changes: [...bindings, put('filters', { ...filter, values, revision: context.revision })],
      logged: log('filter_value.deleted', { ...saidOf(value, filter), products: bindings.length }),
    }
  },
})

const saidOf = ({ name }: FilterValue, filter: Filter) => ({ name, filter: filter.name, filterId: filter.id })

function findValue(
  books: Books,
  { filterId, valueId }: Readonly<Record<string, string>>,
): { filter: Filter; value: FilterValue } {
  const filter = findFilter(books, filterId!)
  const value = filter.values.find(({ id }) => id === valueId)
  if (value === undefined) throw notFound('filter value', valueId!)
  return { filter, value }
}

/** Removes the filter values from all products that have them. */
function withoutValues(books: Books, valueIds: ReadonlySet<string>, { now, revision }: Context): Change[] {
  const changes: Change[] = []
  for (const product of books.products.values()) {
    if (!product.filterValueIds.some((id) => valueIds.has(id))) continue
    const filterValueIds = product.filterValueIds.filter((id) => !valueIds.has(id))
    const changed: Product = { ...product, filterValueIds, updatedAt: now, revision }
    changes.push(put('products', changed))
  }
  return changes
}
