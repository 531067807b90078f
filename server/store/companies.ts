/** Companies: making one, its revision, and reading the whole of it into memory. */
import type { Database, Tx } from './database.ts'

export interface CompanyRow {
  revision: number
  last_at: Date
  /** JSON, see domain/books.ts `Totals`; stockValue as a string. */
  totals: string
  counters: string
}

/** The company's row, or null when there is no such company. */
export async function findCompany(tx: Tx, companyId: string): Promise<CompanyRow | null> {
  const { rows } = await tx.query<CompanyRow>(
    'select revision, last_at, totals, counters from companies where company_id = $1',
    [companyId],
  )
  return rows[0] ?? null
}

/** The revision the company has now, in one round trip. */
export async function currentRevision(database: Database, companyId: string): Promise<number> {
  const { rows } = await database.query<{ revision: number }>({
    name: 'company_revision',
    text: 'select company_revision($1) as revision',
    values: [companyId],
  })
  return rows[0]!.revision
}

/** A stock row as the engine keeps it; its table has no record column, since all of it stands in columns. */
const STOCK_RECORD = `json_build_object('productId', product_id, 'warehouseId', warehouse_id, 'onHand', on_hand_milli,
  'reserved', reserved_milli, 'available', on_hand_milli - reserved_milli, 'revision', revision)::text`

/** The statements that read all records of a kind that memory holds, as JSON texts in key order. */
const LOADERS = {
  settings: 'select record from settings where company_id = $1',
  warehouses: 'select record from warehouses where company_id = $1 order by id',
  priceTypes: 'select record from price_types where company_id = $1 order by id',
  partners: 'select record from partners where company_id = $1 order by id',
  products: 'select record from products where company_id = $1 order by id',
  stock: `select ${STOCK_RECORD} from stock where company_id = $1 order by product_id, warehouse_id`,
  lots: 'select record from lots where company_id = $1 and remaining_milli > 0 order by id',
  orders: `(select record, id from orders where company_id = $1 and status in ('new', 'picking'))
           union all
           (select record, id from orders where company_id = $1 and status in ('shipped', 'cancelled')
             order by id desc limit 1000)
           order by id`,
} as const

export type LoadedKind = keyof typeof LOADERS

/** Reads all records of one kind that memory holds, in key order. */
export async function loadRecords(tx: Tx, companyId: string, kind: LoadedKind): Promise<string[]> {
  const { rows } = await tx.query<[string]>({ text: LOADERS[kind], values: [companyId], rowMode: 'array' })
  return rows.map((row) => row[0])
}

/** The statements that read some records of a kind by their keys. */
const FINDERS: Record<LoadedKind, string> = {
  settings: 'select record from settings where company_id = $1 and company_id = any($2)',
  warehouses: 'select record from warehouses where company_id = $1 and id = any($2)',
  priceTypes: 'select record from price_types where company_id = $1 and id = any($2)',
  partners: 'select record from partners where company_id = $1 and id = any($2)',
  products: 'select record from products where company_id = $1 and id = any($2)',
  stock: `select ${STOCK_RECORD} from unnest($2::text[]) as wanted (key)
            join stock on company_id = $1 and product_id = split_part(wanted.key, '/', 1)::uuid
             and warehouse_id = split_part(wanted.key, '/', 2)::uuid`,
  lots: 'select record from lots where company_id = $1 and id = any($2)',
  orders: 'select record from orders where company_id = $1 and id = any($2)',
}

/** Some records of one kind by their keys, as JSON texts in no order; those that do not exist are left out. */
export async function findRecords(tx: Tx, companyId: string, kind: LoadedKind, keys: string[]): Promise<string[]> {
  const { rows } = await tx.query<[string]>({ text: FINDERS[kind], values: [companyId, keys], rowMode: 'array' })
  return rows.map((row) => row[0])
}

/** The newest finished orders that did not change after a revision, as JSON texts. For the state as of that revision. */
export async function listFinishedOrdersAsOf(
  tx: Tx,
  companyId: string,
  revision: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ record: string }>(
    `select record
       from orders
      where company_id = $1 and status in ('shipped', 'cancelled') and revision <= $2
      order by id desc
      limit $3`,
    [companyId, revision, limit],
  )
  return rows.map((row) => row.record)
}

/** Makes an empty company at revision 0. A new company has no warehouse, product or document (decisions.md §5). */
export async function insertCompany(
  tx: Tx,
  company: { id: string; name: string; at: string; totals: string; counters: string },
): Promise<void> {
  await tx.query(
    `insert into companies (company_id, revision, last_at, totals, counters, created_at) values ($1, 0, $2, $3, $4, $2)`,
    [company.id, company.at, company.totals, company.counters],
  )
  await tx.query(
    `insert into settings (company_id, revision, company_name, low_stock_alerts, daily_summary, record)
     values ($1, 0, $2, false, false, $3)`,
    [
      company.id,
      company.name,
      JSON.stringify({ companyName: company.name, lowStockAlerts: false, dailySummary: false, revision: 0 }),
    ],
  )
}
