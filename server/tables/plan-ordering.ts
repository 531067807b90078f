/**
 * Plans a row of an imported table of stock rules or supplier items: to which product and to which warehouse or
 * supplier it belongs, and which fields of the rule or item it changes.
 */
import { createStockRule, createSupplierItem, updateStockRule, updateSupplierItem } from '../commands/ordering.ts'
import { readBody } from '../commands/read-body.ts'
import { foldName } from '../domain/folding.ts'
import type { Product, StockRule, SupplierItem } from '../domain/records.ts'
import { serializeRecord } from '../engine/serialize.ts'
import type { RowValues } from './read-row.ts'
import { problemPlan, type RowPlan, type Table, UNCHANGED } from './row-plan.ts'
import type { RowProblem } from './row-problems.ts'
import { supplierNamed, type World } from './world.ts'

/**
 * A row of the table. `seen`: the first row of each rule or item so far; null when writing, because the preview has
 * reported repeated rows.
 */
export interface OrderingRow {
  readonly row: number
  /** The product's id; null when the row's product is invalid, which is already reported. */
  readonly productId: string | null
  readonly seen: Map<string, number> | null
}

type Body = Readonly<Record<string, unknown>>

/** The contents of a row: the fields that identify its rule or item, and the fields that it sets. */
interface Wanted {
  readonly identity: Body
  readonly figures: Body
  /** The rule or item that exists already. */
  readonly before: StockRule | SupplierItem | undefined
}

interface Planning {
  readonly table: Table
  readonly values: RowValues
  readonly world: World
  readonly row: number
  readonly seen: Map<string, number> | null
  tell(code: RowProblem['code'], target: string, figures?: RowProblem['figures']): void
}

/** A row must fill at least one of these columns; otherwise it has no values for the rule or item. */
const FIGURES = {
  stock_rules: ['minStock', 'maxStock', 'safetyDays', 'coverDays', 'supplierId'],
  supplier_items: ['supplierCode', 'price', 'packQuantity', 'minQuantity', 'leadDays'],
} as const

/** Plans one row. */
export function planOrdering(
  table: Table,
  values: RowValues,
  world: World,
  { row, productId, seen }: OrderingRow,
): RowPlan {
  const problems = [...values.problems]
  const planning: Planning = {
    ...{ table, values, world, row, seen },
    tell: (code, target, figures = {}) =>
      void problems.push({ code, column: values.columnOf.get(target) ?? null, figures }),
  }
  const product = productId === null ? undefined : world.names.product(productId)
  if (product === undefined) return problemPlan(problems)
  const kind = table.kind as keyof typeof WRITES
  const key = table.options.matchBy!
  if (product.archived) planning.tell('ARCHIVED', key, { value: product.name })
  if (product.kind === 'bundle' || product.kind === 'service')
    planning.tell('NOT_STOCKED', key, { value: product.name })
  if (problems.length === 0 && !FIGURES[kind].some((target) => values.fields.has(target))) return UNCHANGED
  const wanted = kind === 'stock_rules' ? ruleOf(planning, product) : itemOf(planning, product)
  if (problems.length > 0) return problemPlan(problems)
  return planOf(planning, product, wanted!)
}

/** Words that people write instead of leaving the warehouse empty. */
const ALL_WAREHOUSES: ReadonlySet<string> = new Set(['все', 'все склады', 'all', 'all warehouses'])

/** Returns the warehouse's id; null for all warehouses together; undefined if there is no such warehouse. */
function warehouseNamed(name: string, { names }: World): string | null | undefined {
  const found = names.warehouses.get(foldName(name))
  return found?.id ?? (ALL_WAREHOUSES.has(foldName(name)) ? null : undefined)
}

/** Finds the stock rule of a row. Reports an unknown warehouse or supplier and returns undefined. */
function ruleOf(planning: Planning, product: Product): Wanted | undefined {
  const { table, values, world, tell } = planning
  const named = values.fields.get('warehouseId') as string | undefined
  const warehouseId = named === undefined ? table.options.warehouseId : warehouseNamed(named, world)
  if (warehouseId === undefined) tell('WAREHOUSE_NOT_FOUND', 'warehouseId', { value: named! })
  const supplierId = supplierOf(planning, values.fields.get('supplierId') as string | undefined)
  if (warehouseId === undefined || supplierId === null) return undefined
  const rules = world.names.rulesOf(product.id)
  const before = rules.find((rule) => rule.warehouseId === warehouseId)
  const isDouble = noteRule(planning, product, warehouseId)
  const isOther = before === undefined && rules.some((rule) => rule.warehouseId === null || warehouseId === null)
  if (isDouble || isOther) tell('RULE_OVERLAPS', 'warehouseId', { value: product.name })
  const figures = given(values, ['minStock', 'maxStock', 'safetyDays', 'coverDays'])
  const { minStock, maxStock } = { ...shownRule(before), ...figures } as { minStock?: number; maxStock?: number | null }
  if (maxStock != null && maxStock < (minStock ?? 0))
    tell('MAXIMUM_TOO_SMALL', values.fields.has('maxStock') ? 'maxStock' : 'minStock', {
      most: maxStock,
      least: minStock ?? 0,
    })
  return {
    identity: { productId: product.id, warehouseId },
    figures: { ...figures, ...(supplierId !== undefined && { supplierId }) },
    before,
  }
}

const shownRule = (rule: StockRule | undefined): Body =>
  rule === undefined ? {} : JSON.parse(serializeRecord('stockRules', rule))

/**
 * Remembers the rule of a row and reports a row that repeats an earlier rule. Returns whether the row overlaps an
 * earlier one: one has a rule for all warehouses and the other a rule for a single warehouse.
 */
function noteRule(planning: Planning, { id }: Product, warehouseId: string | null): boolean {
  const { row, seen } = planning
  if (seen === null) return false
  const other = warehouseId === null ? `${id} single` : `${id} all`
  if (seen.has(other)) return true
  if (noteRow(planning, `${id} ${warehouseId}`)) seen.set(warehouseId === null ? `${id} all` : `${id} single`, row)
  return false
}

/** Remembers the rule or item of a row. If an earlier row had the same one, reports the row and returns false. */
function noteRow({ table, values, row, seen, tell }: Planning, what: string): boolean {
  const before = seen?.get(what)
  if (before === undefined) {
    seen?.set(what, row)
    return true
  }
  const key = table.options.matchBy!
  tell('DUPLICATE_KEY', key, { value: [values.fields.get(key)].flat().join('; '), row: before })
  return false
}

/** Finds the supplier item of a row. Reports an unknown supplier and returns undefined. */
function itemOf(planning: Planning, product: Product): Wanted | undefined {
  const { table, values, world, tell } = planning
  const name = (values.fields.get('supplierId') as string | undefined) ?? table.options.supplier ?? undefined
  const supplierId = supplierOf(planning, name)
  if (name === undefined) tell('SUPPLIER_MISSING', 'supplierId')
  if (supplierId == null) return undefined
  noteRow(planning, `${product.id} ${supplierId}`)
  for (const field of ['packQuantity', 'minQuantity']) if (values.fields.get(field) === 0) tell('NOT_ABOVE_ZERO', field)
  const code = values.fields.get('supplierCode')
  const figures = given(values, ['price', 'packQuantity', 'minQuantity', 'leadDays'])
  return {
    identity: { productId: product.id, supplierId },
    figures: { ...(code !== undefined && { code }), ...figures },
    before: world.names.itemsOf(product.id).find((item) => item.supplierId === supplierId),
  }
}

/** Returns the supplier's id; undefined if none is named; null if the name is a problem, which is reported. */
function supplierOf({ world, tell }: Planning, name: string | undefined): string | null | undefined {
  if (name === undefined) return undefined
  const found = supplierNamed(name, world)
  if (typeof found === 'string') return found
  tell(found.code, 'supplierId', found.figures)
  return null
}

/** Returns the fields that the row contains. */
const given = ({ fields }: RowValues, names: readonly string[]): Body =>
  Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])))

const WRITES = {
  stock_rules: { create: createStockRule, update: updateStockRule, parameter: 'stockRuleId', of: 'stockRules' },
  supplier_items: {
    create: createSupplierItem,
    update: updateSupplierItem,
    parameter: 'supplierItemId',
    of: 'supplierItems',
  },
} as const

/** Plans to create the rule or item, or to change the fields that differ. A row without values changes nothing. */
function planOf({ table, values }: Planning, product: Product, wanted: Wanted): RowPlan {
  const { identity, figures, before } = wanted
  const { create, update, parameter, of } = WRITES[table.kind as keyof typeof WRITES]
  const shown: Body = before === undefined ? {} : JSON.parse(serializeRecord(of, before as never))
  const changed = Object.fromEntries(Object.entries(figures).filter(([name, value]) => shown[name] !== value))
  if (Object.keys(changed).length === 0) return UNCHANGED
  if (before === undefined && !table.options.create)
    return problemPlan([
      {
        code: 'RECORD_NOT_FOUND',
        column: values.columnOf.get(table.options.matchBy!) ?? null,
        figures: { value: product.name },
      },
    ])
  if (before !== undefined && !table.options.update) return UNCHANGED
  const command = before === undefined ? create : update
  const read = readBody(command, before === undefined ? { ...identity, ...figures } : changed)
  if (!read.ok) return problemPlan([{ code: 'REFUSED', column: null, figures: { detail: read.faults.join('; ') } }])
  const params: Record<string, string> = before === undefined ? {} : { [parameter]: before.id }
  return {
    plan: before === undefined ? 'create' : 'update',
    problems: [],
    order: { command, params, body: read.body, isArchived: false },
    needs: [],
  }
}
