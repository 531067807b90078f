/** The model's rules for filters and filter values, written from S-FILTER. */
import { differences, type Model, noteNewId, type Rule, takeDelete } from './model.ts'
import type { Json, ModelFilter } from './model-kinds.ts'
import { namingCodes } from './model-naming.ts'

/** Compares a filter in a response with the model's, and returns the differences. */
export function filterDifferences(filter: ModelFilter, actual: Json): string[] {
  const diff = differences()
  const shown = ({ id, name, archived }: Json) => [id, name, archived]
  diff.expect(`filter ${filter.id}`, [actual.name, actual.archived], [filter.name, filter.archived])
  diff.expect(`values of ${filter.id}`, actual.values.map(shown), [...filter.values.values()].map(shown))
  return diff.found
}

/** Finds a filter value. It counts as archived if it or its filter is archived. */
export function findValue(model: Model, valueId: string): { archived: boolean } | undefined {
  for (const { archived, values } of model.filters.values()) {
    const value = values.get(valueId)
    if (value !== undefined) return { archived: archived || value.archived }
  }
  return undefined
}

function unbind(model: Model, valueIds: readonly string[]): void {
  for (const product of model.products.values())
    product.filterValueIds = product.filterValueIds.filter((id) => !valueIds.includes(id))
}

const missing = (record: unknown): string[] => (record === undefined ? ['NOT_FOUND'] : [])

const createFilter: Rule = {
  refusals: () => [],
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const filter = { id: result.id, name: body.name.trim(), archived: false, values: new Map() }
    model.filters.set(filter.id, filter)
    return [...diff.found, ...filterDifferences(filter, result)]
  },
}

const updateFilter: Rule = {
  refusals: (model, { params }) => missing(model.filters.get(params.filterId!)),
  take(model, { params, body }, { result }) {
    const filter = model.filters.get(params.filterId!)!
    filter.name = body.name.trim()
    filter.archived = body.archived
    return filterDifferences(filter, result)
  },
}

const deleteFilter: Rule = {
  refusals: (model, { params }) => missing(model.filters.get(params.filterId!)),
  take(model, { params }, seen) {
    unbind(model, [...model.filters.get(params.filterId!)!.values.keys()])
    return takeDelete(model.filters, params.filterId!, seen)
  },
}

const createFilterValue: Rule = {
  refusals: (model, { params }) => namingCodes(model.filters.get(params.filterId!)),
  take(model, { params, body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const value = { id: result.id, name: body.name.trim(), archived: false }
    model.filters.get(params.filterId!)!.values.set(value.id, value)
    diff.expect('value', [result.filterId, result.name, result.archived], [params.filterId, value.name, false])
    return diff.found
  },
}

const valueAt = (model: Model, params: Readonly<Record<string, string>>) =>
  model.filters.get(params.filterId!)?.values.get(params.valueId!)

const updateFilterValue: Rule = {
  refusals: (model, { params }) => missing(valueAt(model, params)),
  take(model, { params, body }, { result }) {
    const value = valueAt(model, params)!
    value.name = body.name.trim()
    value.archived = body.archived
    const diff = differences()
    const is = [result.id, result.filterId, result.name, result.archived]
    diff.expect('value', is, [value.id, params.filterId, value.name, value.archived])
    return diff.found
  },
}

const deleteFilterValue: Rule = {
  refusals: (model, { params }) => missing(valueAt(model, params)),
  take(model, { params }, seen) {
    unbind(model, [params.valueId!])
    return takeDelete(model.filters.get(params.filterId!)!.values, params.valueId!, seen)
  },
}

export const FILTER_RULES: Readonly<Record<string, Rule>> = {
  createFilter,
  updateFilter,
  deleteFilter,
  createFilterValue,
  updateFilterValue,
  deleteFilterValue,
}
