/**
 * The totals of a list: how many records match its filters, and the sums of their quantities and amounts, exact at any
 * size.
 */
import { type RawBuilder, sql } from 'kysely'
import { UNIT } from '../reports/reports-sql.ts'
import { amountSql } from '../reports/stock-sql.ts'
import type { Tx } from '../store/database.ts'
import { tableOf } from '../store/records.ts'
import type { Condition } from './filters-sql.ts'
import type { ListTable } from './list-tables.ts'
import { all, compileList } from './lists-sql.ts'

/** A total of a list, which is a sum over its rows. In SQL, the row is `t`. */
export interface ListTotal {
  readonly kind: 'quantity' | 'money'
  readonly sum: RawBuilder<unknown>
  /** True for a sum that is hidden from callers who may not see costs. */
  readonly isCost?: true
  readonly description: string
}

const quantity = (sum: string, description: string): ListTotal => ({ kind: 'quantity', sum: sql.raw(sum), description })
const money = (sum: string, description: string): ListTotal => ({ kind: 'money', sum: sql.raw(sum), description })
const cost = (sum: string, description: string): ListTotal => ({ ...money(sum, description), isCost: true })

/** The sums of each list, by name. For a list that is not included here, only the records are counted. */
export const LIST_TOTALS: Partial<Record<ListTable['kind'], Readonly<Record<string, ListTotal>>>> = {
  movements: {
    quantityIn: quantity(
      'sum(t.good_milli) filter (where t.direction = 1)',
      'The incoming quantity; for receipts, the good part.',
    ),
    quantityOut: quantity('sum(t.good_milli) filter (where t.direction = -1)', 'The outgoing quantity.'),
    quantityMoved: quantity(
      'sum(t.good_milli) filter (where t.direction = 0)',
      'The quantity moved from one warehouse to another.',
    ),
    costIn: cost('sum(t.cost_minor) filter (where t.direction = 1)', 'The cost of the incoming goods.'),
    costOut: cost('sum(t.cost_minor) filter (where t.direction = -1)', 'The cost of the outgoing goods.'),
    costMoved: cost('sum(t.cost_minor) filter (where t.direction = 0)', 'The cost of the transferred goods.'),
  },
  orders: {
    total: money('sum(t.total_minor)', 'The amount of the items that have a price.'),
    paid: money('sum(t.paid_minor)', 'What was paid for the orders.'),
    cost: cost('sum(t.cost_minor)', 'The cost of the shipped orders.'),
  },
  shipments: {
    amount: money('sum(t.amount_minor)', 'The amount of the shipments.'),
    cost: cost('sum(t.cost_minor)', 'The cost of the shipped goods.'),
  },
  customerReturns: {
    amount: money('sum(t.amount_minor)', 'The amount of the returns.'),
    refunded: money('sum(t.refunded_minor)', 'What was paid back for the returns.'),
    cost: cost('sum(t.cost_minor)', 'The cost of the returned goods.'),
  },
  lots: {
    received: quantity('sum(t.received_milli)', 'The quantity received.'),
    remaining: quantity('sum(t.remaining_milli)', 'The quantity left.'),
    value: cost(
      `sum(${amountSql('t.remaining_milli', 't.unit_cost_minor')})`,
      'The value of what is left, at its unit cost.',
    ),
  },
  stock: {
    onHand: quantity('sum(t.on_hand_milli)', 'The quantity on hand.'),
    reserved: quantity('sum(t.reserved_milli)', 'The quantity reserved for orders.'),
    available: quantity('sum(t.on_hand_milli - t.reserved_milli)', 'onHand − reserved.'),
    waiting: quantity('sum(t.waiting_milli)', 'The quantity that orders wait for.'),
  },
  purchases: {
    quantity: quantity('sum(t.quantity_milli)', 'The quantity ordered.'),
    received: quantity('sum(t.received_milli)', 'The undamaged quantity received.'),
    amount: cost(
      `sum(${amountSql('t.quantity_milli', 't.unit_cost_minor')})`,
      'The cost of the ordered quantity, at its unit cost.',
    ),
  },
  documents: { total: cost('sum(t.total_minor)', 'The total amount of the documents.') },
  payments: {
    received: cost(`sum(t.amount_minor) filter (where t.direction = 'incoming')`, 'The amount received.'),
    paid: cost(`sum(t.amount_minor) filter (where t.direction = 'outgoing')`, 'The amount paid.'),
    unassigned: cost('sum(t.unassigned_minor)', 'The amounts that are for no order.'),
  },
}

/** The number of rows that meet the conditions, and their sums in the order of `totals`. Sums are integers as text. */
export interface ListSums {
  readonly count: string
  readonly sums: readonly string[]
  /** The unit of the goods in these rows, as their products spell it; null when the list has no quantities. */
  readonly unit: string | null
}

/** Returns one row of sums per unit if the list has quantities, else a single row. */
export async function sumList(
  tx: Tx,
  companyId: string,
  { table, conditions, totals }: { table: ListTable; conditions: readonly Condition[]; totals: readonly ListTotal[] },
): Promise<readonly ListSums[]> {
  const isByUnit = totals.some(({ kind }) => kind === 'quantity')
  const figures = totals.map(({ sum }, at) => sql`coalesce(${sum}, 0) as ${sql.ref(`s${at}`)}`)
  // First add up the rows of each product, so that each product's record is read only once.
  const found = sql`
    select ${sql.join([sql`${isByUnit ? sql`t.product_id` : sql`null::uuid`} as product_id`, sql`count(*) as count`, ...figures])}
      from ${sql.table(tableOf(table.kind))} as t
     where t.company_id = ${companyId} and ${all(conditions)}
     ${isByUnit ? sql`group by t.product_id` : sql``}`
  const added = totals.map((_, at) => sql`coalesce(sum(${sql.ref(`f.s${at}`)}), 0)::text`)
  const unit = isByUnit ? sql.raw(UNIT) : sql`null::text`
  const { sql: text, parameters } = compileList(sql`
    select ${sql.join([unit, sql`coalesce(sum(f.count), 0)::text`, ...added])}
      from (${found}) as f
      left join products p on p.company_id = ${companyId} and p.id = f.product_id
     group by 1`)
  const { rows } = await tx.query<[string | null, string, ...string[]]>({
    text,
    values: [...parameters],
    rowMode: 'array',
  })
  return rows.map(([name, count, ...sums]) => ({ unit: name, count, sums }))
}
