/** Plans a row of opening stock, which becomes a receipt of one product without a document. */
import { dearestOf, MINOR_PER_UNIT, toMilli } from '../../amounts/quantity.ts'
import { readBody } from '../commands/read-body.ts'
import { receiveStock } from '../commands/stock.ts'
import { foldName } from '../domain/folding.ts'
import type { Product } from '../domain/records.ts'
import type { RowValues } from './read-row.ts'
import { problemPlan, type RowPlan, type Table, UNCHANGED } from './row-plan.ts'
import type { RowProblem } from './row-problems.ts'
import type { World } from './world.ts'

/** Plans one row. @param id the product's id; null when the row's product is invalid, which is already reported */
export function planStock({ options }: Table, values: RowValues, { names }: World, id: string | null): RowPlan {
  const problems = [...values.problems]
  const tell = (code: RowProblem['code'], target: string, value = '') =>
    problems.push({ code, column: values.columnOf.get(target) ?? null, figures: { value } })
  const product = id === null ? undefined : names.product(id)
  if (product?.archived) tell('ARCHIVED', options.matchBy!, product.name)
  if (product !== undefined && (product.kind === 'bundle' || product.kind === 'service'))
    tell('NOT_STOCKED', options.matchBy!, product.name)
  const quantity = values.fields.get('quantity') as number | undefined
  if (quantity === undefined && !isTold(values, 'quantity')) tell('QUANTITY_MISSING', 'quantity')
  const warehouseId = warehouseOf(options.warehouseId, values, names)
  if (warehouseId === null) tell('WAREHOUSE_NOT_FOUND', 'warehouseId', String(values.fields.get('warehouseId') ?? ''))
  const unitCost = (values.fields.get('unitCost') as number | undefined) ?? costOf(product, quantity)
  if (unitCost === null && quantity !== 0 && !isTold(values, 'unitCost')) tell('COST_MISSING', 'unitCost')
  if (problems.length > 0) return problemPlan(problems)
  // A quantity of zero means that nothing is received.
  if (quantity === 0) return UNCHANGED
  const body = { productId: id, warehouseId, supplier: options.supplier, unitCost, quantity }
  const read = readBody(receiveStock, body)
  if (!read.ok) return problemPlan([{ code: 'REFUSED', column: null, figures: { detail: read.faults.join('; ') } }])
  return {
    plan: 'create',
    problems: [],
    needs: [],
    order: { command: receiveStock, params: {}, body: read.body, isArchived: false },
  }
}

function isTold({ columnOf, problems }: RowValues, target: string): boolean {
  const column = columnOf.get(target)
  return column !== undefined && problems.some((problem) => problem.column === column)
}

/** Returns the warehouse stated in the row, or else the warehouse chosen for the whole import. */
function warehouseOf(chosen: string | null, { fields }: RowValues, { warehouses }: World['names']): string | null {
  const named = fields.get('warehouseId')
  return named === undefined ? chosen : (warehouses.get(foldName(String(named)))?.id ?? null)
}

/**
 * Returns the product's cost in roubles, capped at the largest cost that the quantity allows. Without the cap, a row
 * would be refused because of a cost that the user may not be allowed to see.
 */
function costOf(product: Product | undefined, quantity = 0): number | null {
  return product?.cost == null ? null : Math.min(product.cost, dearestOf(toMilli(quantity))) / MINOR_PER_UNIT
}
