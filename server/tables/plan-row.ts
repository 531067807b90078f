/**
 * Decides how a row of a table is written. The result depends only on the row's cells and the company's records. The
 * decision is made for the preview, and again before the row is written.
 */

import { unitName } from '../../spellings/units.ts'
import { createPartner, updatePartner } from '../commands/partners.ts'
import { createProduct, updateProduct } from '../commands/products.ts'
import { readBody } from '../commands/read-body.ts'
import { foldName } from '../domain/folding.ts'
import { serializeRecord } from '../engine/serialize.ts'
import { isBlank } from './cells.ts'
import { doubleCodes } from './double-codes.ts'
import { planOrdering } from './plan-ordering.ts'
import { planStock } from './plan-stock.ts'
import { type RowValues, readRow } from './read-row.ts'
import { type Need, problemPlan, type RowPlan, type Table, type TableRowToPlan, UNCHANGED } from './row-plan.ts'
import type { RowProblem } from './row-problems.ts'
import { isOfProducts } from './targets.ts'
import { foldKey, supplierNamed, type World } from './world.ts'

/** The first row in which each key occurs. Null when duplicates were already reported in the preview. */
export type SeenKeys = Map<string, number> | null

/** Decides whether a row creates, changes or leaves a record, or finds the problems of the row. */
export function planRow(table: Table, row: TableRowToPlan, world: World, seen: SeenKeys): RowPlan {
  const values = readRow(row.cells, table.columns, world.names)
  const found = findRecord(table, values, world)
  if ('problem' in found) return problemPlan([...values.problems, found.problem])
  if (table.kind === 'stock_rules' || table.kind === 'supplier_items')
    return planOrdering(table, values, world, { row: row.row, productId: found.id, seen })
  const double = seen === null ? null : noteKeys(table, values, row, { seen, found })
  if (double !== null) return problemPlan([...values.problems, double])
  if (table.kind === 'opening_stock') return planStock(table, values, world, found.id)
  return planRecord(table, values, world, { row: row.row, id: found.id, seen })
}

interface Found {
  /** The record's id; null when the record does not exist yet. */
  readonly id: string | null
  readonly keys: readonly string[]
}

/** Finds the record that a row is meant to create or change. */
function findRecord({ options, kind }: Table, values: RowValues, { keys }: World): Found | { problem: RowProblem } {
  const field = options.matchBy!
  const column = values.columnOf.get(field) ?? null
  const given = values.fields.get(field)
  const texts = [given].flat().filter((one): one is string => typeof one === 'string' && one !== '')
  if (texts.length === 0) {
    // An invalid cell already has its own problem, so do not report a second one.
    const isTold = values.problems.some((problem) => problem.column === column)
    if (isTold) return { id: null, keys: [] }
    return { problem: { code: 'KEY_MISSING', column, figures: {} } }
  }
  const folded = texts.map((text) => foldKey(field, text))
  const ids = new Set(folded.flatMap((key) => keys.idsOf(key)))
  const value = texts.join('; ')
  if (ids.size > 1) return { problem: { code: 'AMBIGUOUS_KEY', column, figures: { value, count: ids.size } } }
  const [id = null] = ids
  if (id === null && (isOfProducts(kind) || field === 'id'))
    return { problem: { code: 'RECORD_NOT_FOUND', column, figures: { value } } }
  return { id, keys: folded }
}

/**
 * Remembers a row's keys, and reports keys that an earlier row already has. Opening stock is exempt, because it may
 * have several lots of one product with different costs or places.
 */
function noteKeys(
  { kind, options }: Table,
  values: RowValues,
  { row }: TableRowToPlan,
  { seen, found }: { seen: Map<string, number>; found: Found },
): RowProblem | null {
  const stock = [found.id, values.fields.get('warehouseId'), values.fields.get('unitCost')].join(' ')
  const keys = kind === 'opening_stock' ? [stock] : found.keys
  const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
  if (before === undefined) for (const key of keys) seen.set(key, row)
  const column = values.columnOf.get(options.matchBy!) ?? null
  const value = [values.fields.get(options.matchBy!)].flat().join('; ')
  return before === undefined ? null : { code: 'DUPLICATE_KEY', column, figures: { value, row: before } }
}

const COMMANDS = {
  products: { create: createProduct, update: updateProduct, parameter: 'productId' },
  partners: { create: createPartner, update: updatePartner, parameter: 'partnerId' },
} as const

type Body = Record<string, unknown>

interface RecordRow {
  readonly row: number
  /** The record's id; null when the record does not exist yet. */
  readonly id: string | null
  readonly seen: SeenKeys
}

/** Plans a row for a product or partner: creates the record, or changes the fields whose values in the row differ. */
function planRecord(table: Table, values: RowValues, world: World, { row, id, seen }: RecordRow): RowPlan {
  const kind = table.kind as keyof typeof COMMANDS
  const { create, update, parameter } = COMMANDS[kind]
  const before = id === null ? null : shownRecord(kind, id, world)
  const problems = [...values.problems]
  const { body, needs, archived } = bodyOf(table, values, world, { before, problems })
  if (before === null) problems.push(...faultsOfNew(table, values, body))
  if (problems.length > 0) return problemPlan(problems)
  const changed = before === null ? body : changesOf(body, before, table.options.matchBy!)
  const isArchiving = archived !== undefined && archived !== (before?.archived ?? false)
  if (before !== null && needs.length === 0 && !isArchiving && Object.keys(changed).length === 0) return UNCHANGED
  if (before !== null && !table.options.update) return UNCHANGED
  const plan = before === null ? 'create' : 'update'
  const notes = doubleCodes({ row, fields: changed, id, seen }, values, world)
  // The body cannot be built yet, because it would refer to records that must be created first.
  if (needs.length > 0) return { plan, problems: notes, order: null, needs }
  const sent =
    before === null
      ? body
      : {
          ...changed,
          ...(kind === 'products' ? { name: changed.name ?? before.name } : {}),
          ...(isArchiving ? { archived } : {}),
        }
  const command = before === null ? create : update
  const read = readBody(command, sent)
  if (!read.ok) return problemPlan([{ code: 'REFUSED', column: null, figures: { detail: read.faults.join('; ') } }])
  const params: Record<string, string> = id === null ? {} : { [parameter]: id }
  return {
    plan,
    problems: notes,
    order: { command, params, body: read.body, isArchived: before === null && isArchiving },
    needs: [],
  }
}

function shownRecord(kind: keyof typeof COMMANDS, id: string, { names }: World): Body | null {
  if (kind === 'products') {
    const product = names.product(id)
    return product === undefined ? null : JSON.parse(serializeRecord('products', product))
  }
  const partner = names.partner(id)
  return partner === undefined ? null : JSON.parse(serializeRecord('partners', partner))
}

function faultsOfNew({ options, kind }: Table, values: RowValues, body: Body): RowProblem[] {
  const column = (target: string) => values.columnOf.get(target) ?? null
  const value = [values.fields.get(options.matchBy!)].flat().join('; ')
  if (!options.create) return [{ code: 'RECORD_NOT_FOUND', column: column(options.matchBy!), figures: { value } }]
  if (isBlank(body.name as string | undefined) && !values.problems.some((one) => one.column === column('name')))
    return [{ code: 'NAME_MISSING', column: column('name'), figures: {} }]
  if (kind === 'products' && body.kind === 'bundle')
    return [{ code: 'BUNDLE_HERE', column: column('kind'), figures: {} }]
  return []
}

interface Building {
  /** The existing record as the API shows it, or null for a new record. */
  readonly before: Body | null
  /** Collects the problems found while building the command's body. */
  readonly problems: RowProblem[]
}

/** Returns a row's fields as the body of a command. */
function bodyOf(
  { options }: Table,
  values: RowValues,
  world: World,
  { before, problems }: Building,
): { body: Body; needs: Need[]; archived: boolean | undefined } {
  const {
    id: _id,
    archived,
    preferredSupplierId,
    priceTypeId,
    type,
    ...plain
  } = Object.fromEntries(values.fields) as Body
  const needs: Need[] = []
  const body: Body = plain
  // A partner's type can be set only when the partner is created.
  if (type !== undefined && before === null) body.type = type
  const missing = (need: Need, problem: RowProblem) =>
    options.createMissing ? needs.push(need) : problems.push(problem)
  const columnOf = (target: string) => values.columnOf.get(target) ?? null
  if (preferredSupplierId !== undefined) {
    const supplier = supplierNamed(String(preferredSupplierId), world)
    if (typeof supplier === 'string') body.preferredSupplierId = supplier
    else problems.push({ ...supplier, column: columnOf('preferredSupplierId') })
  }
  const priceTypeOf = (name: string, column: number | null) => {
    const found = world.names.priceTypes.get(foldName(name))
    if (found === undefined)
      missing({ what: 'price type', name }, { code: 'PRICE_TYPE_NOT_FOUND', column, figures: { value: name } })
    return found
  }
  if (priceTypeId !== undefined) body.priceTypeId = priceTypeOf(String(priceTypeId), columnOf('priceTypeId'))
  if (values.prices.size > 0) {
    const prices = new Map(
      ((before?.prices ?? []) as { priceTypeId: string; price: number }[]).map((one) => [one.priceTypeId, one.price]),
    )
    for (const [name, price] of values.prices) {
      const found = priceTypeOf(name, columnOf(`price:${name}`))
      if (found !== undefined) prices.set(found, price)
    }
    body.prices = [...prices].map(([id, price]) => ({ priceTypeId: id, price }))
  }
  if (values.filters.size > 0) body.filterValueIds = filterValuesOf(values, world, { before, missing })
  if (values.custom.size > 0) body.customValues = customValuesOf(values, world, before)
  return { body, needs, archived: archived as boolean | undefined }
}

/**
 * Returns the filter values that the record has after the row is applied. For filters that occur in the row, its values
 * replace the record's; values of other filters stay.
 */
function filterValuesOf(
  { filters, columnOf }: RowValues,
  { names }: World,
  { before, missing }: Pick<Building, 'before'> & { missing: (need: Need, problem: RowProblem) => unknown },
): string[] {
  const named = [...filters.keys()].map((name) => names.filters.get(foldName(name))?.id)
  const kept = ((before?.filterValueIds ?? []) as string[]).filter((id) => !named.includes(names.filterOfValue.get(id)))
  const given = new Set<string>()
  for (const [filter, values] of filters) {
    const known = names.filters.get(foldName(filter))
    const column = columnOf.get(`filter:${filter}`) ?? null
    for (const value of values) {
      const id = known?.values.get(foldName(value))
      if (id !== undefined) given.add(id)
      else
        missing(
          { what: 'filter value', filter, name: value },
          { code: 'FILTER_VALUE_NOT_FOUND', column, figures: { value } },
        )
    }
  }
  // Keep the order of values that the record already has.
  const stood = ((before?.filterValueIds ?? []) as string[]).filter((id) => given.has(id))
  return [...kept, ...stood, ...[...given].filter((id) => !stood.includes(id))]
}

/**
 * Returns the custom values that the record has after the row is applied. An existing value keeps its key, which is the
 * field's id or name; a new value gets the name as its key.
 */
function customValuesOf({ custom }: RowValues, { names }: World, before: Body | null): Body {
  const values: Body = { ...((before?.customValues ?? {}) as Body) }
  for (const [name, value] of custom) {
    const { id } = names.customFields.get(foldName(name))!
    values[Object.hasOwn(values, id) ? id : name] = value
  }
  return values
}

/**
 * Returns the fields of a body that would change the record. The field that identified the record is left out, because
 * the row may spell it differently.
 */
function changesOf(body: Body, before: Body, matchBy: string): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => field !== matchBy && !isSame(field, value, before[field])),
  )
}

/** Whether a value equals the one in the record. The order of filter values does not matter. */
function isSame(field: string, value: unknown, kept: unknown): boolean {
  // A different spelling of the same unit is not a change.
  if (field === 'uom' && typeof kept === 'string') return unitName(String(value)) === unitName(kept)
  if (field === 'filterValueIds')
    return JSON.stringify([...(value as string[])].sort()) === JSON.stringify([...(kept as string[])].sort())
  return JSON.stringify(value) === JSON.stringify(kept)
}
