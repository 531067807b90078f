/**
 * Writes a company with a complete catalogue straight into the tables. In addition to the data of list-data.ts it has
 * filters with values, and for each product two filter values, two prices, an image and a document line; every
 * hundredth product is a bundle. The rows have the form that the server's commit function gives them.
 */
import { listDataId, listDataIdOf, listDataStatements } from './list-data.ts'

const PARTNERS = 500
const ORDERS = 1_000
const FILTERS = 5
const VALUES = 20
const PRICE_TYPES = 2
const BUNDLE_EVERY = 100
const COMPONENTS = 3

export interface CatalogueSizes {
  readonly products: number
  readonly orders?: number
  /** How many of the most recent orders are open. */
  readonly openOrders?: number
}

/**
 * Fills an empty company.
 * @param query runs a statement as the superuser, always on the same connection.
 */
export async function fillCatalogue(
  query: (text: string, values?: unknown[]) => Promise<unknown>,
  companyId: string,
  sizes: CatalogueSizes,
): Promise<void> {
  const { orders = ORDERS } = sizes
  // Turn off foreign keys. All references are correct, and checking each would take most of the time.
  await query('set session_replication_role = replica')
  for (const statement of listDataStatements({ partners: PARTNERS, orders, ...sizes }))
    await query(statement, [companyId])
  for (const statement of [withoutStock('lots'), withoutStock('stock'), filters, values, components, prices])
    await query(statement, [companyId])
  for (const statement of [filterValues, images, documentLines, records]) await query(statement, [companyId])
  await query('update companies set revision = $2 where company_id = $1', [companyId, orders])
  await query('update projections set revision = $2, logged_since = $2 where company_id = $1', [companyId, orders])
  await query('reset session_replication_role')
}

/** Returns the ids of the products in ascending order. */
export const catalogueIds = (products: number) =>
  Array.from({ length: products }, (_, n) => listDataId('product', n + 1))

/** The number of filter values in all filters together. */
export const FILTER_VALUES = FILTERS * VALUES

/** Returns the id of the nth filter value, counted from 0 over all filters. */
export function filterValueId(n: number): string {
  return `01850000-0000-70f2-8000-${n.toString(16).padStart(12, '0')}`
}

/** SQL for an id that list-data.ts does not use: the nth UUIDv7 of a kind, with a time in 2023. */
const id = (kind: string, n: string) => `('01850000-0000-7${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const filterIdOf = (n: string) => id('0f1', n)
const valueIdOf = (n: string) => id('0f2', n)
const imageId = (n: string) => id('0f3', n)

/**
 * SQL for the number of a product from list-data.ts, counted from 1. The last digits of the product's id contain this
 * number.
 */
const N = `('x' || right(p.id::text, 8))::bit(32)::bigint`
const AT = '2024-01-01T00:00:00.000Z'
const PRICE_TYPE_IDS = Array.from({ length: PRICE_TYPES }, (_, n) => `'${listDataId('priceType', n + 1)}'`).join(', ')

/** SQL that deletes the lots and stock of bundles, because only the components of a bundle are in stock. */
const withoutStock = (table: string) =>
  `delete from ${table} t using products p
    where t.company_id = $1 and p.company_id = $1 and p.id = t.product_id and ${N} % ${BUNDLE_EVERY} = 0`

const filters = `
  insert into filters (company_id, id, revision, name, archived, record)
  select $1::uuid, id, 0, name, false,
         '{"id":"' || id || '","name":"' || name || '","values":[' || entries || '],"archived":false,"createdAt":"${AT}","updatedAt":"${AT}","revision":0}'
    from (select ${filterIdOf('f')} as id, 'Свойство ' || f as name,
                 (select string_agg('{"id":"' || ${valueIdOf(`f * ${VALUES} + v`)} || '","filterId":"' || ${filterIdOf('f')} || '","name":"Значение ' || v || '","archived":false,"createdAt":"${AT}","updatedAt":"${AT}"}', ',')
                    from generate_series(0, ${VALUES - 1}) as v) as entries
            from generate_series(0, ${FILTERS - 1}) as f) as made`

const values = `
  insert into filter_values (company_id, id, filter_id, name, archived)
  select $1::uuid, ${valueIdOf(`f * ${VALUES} + v`)}, ${filterIdOf('f')}, 'Значение ' || v, false
    from generate_series(0, ${FILTERS - 1}) as f, generate_series(0, ${VALUES - 1}) as v`

const components = `
  insert into product_components (company_id, product_id, component_id, quantity_milli)
  select p.company_id, p.id, ${listDataIdOf('product', `${N} - c`)}, 1000
    from products p, generate_series(1, ${COMPONENTS}) as c where p.company_id = $1 and ${N} % ${BUNDLE_EVERY} = 0`

const prices = `
  insert into product_prices (company_id, product_id, price_type_id, price_minor)
  select p.company_id, p.id, t, 10000 from products p, unnest(array[${PRICE_TYPE_IDS}]::uuid[]) as t where p.company_id = $1`

const filterValues = `
  insert into product_filter_values (company_id, product_id, value_id)
  select p.company_id, p.id, ${valueIdOf(`(v * ${VALUES} + ${N} * 7 % ${VALUES})`)}
    from products p, generate_series(0, 1) as v where p.company_id = $1`

const images = `
  insert into product_images (company_id, id, product_id, sha256, content_type)
  select p.company_id, ${imageId(N)}, p.id, encode(sha256(p.id::text::bytea), 'hex'), 'image/png' from products p where p.company_id = $1`

/** SQL for lines whose documents do not exist, because only the number of lines matters. */
const documentLines = `
  insert into document_lines (company_id, document_id, position, product_id, quantity_milli, unit_cost_minor, amount_minor)
  select p.company_id, p.id, 0, p.id, 1000, 100, 100 from products p where p.company_id = $1`

/** SQL that updates the JSON in each product's record to match the other tables. */
const records = `
  update products p
     set kind = case when ${N} % ${BUNDLE_EVERY} = 0 then 'bundle' else p.kind end,
         record = replace(replace(replace(replace(replace(replace(p.record,
           '"components":[]', '"components":[' || coalesce((
             select string_agg('{"productId":"' || component_id || '","quantity":1}', ',' order by component_id)
               from product_components c where c.company_id = p.company_id and c.product_id = p.id), '') || ']'),
           '"prices":[]', '"prices":[' || (
             select string_agg('{"priceTypeId":"' || price_type_id || '","price":100}', ',' order by price_type_id)
               from product_prices c where c.company_id = p.company_id and c.product_id = p.id) || ']'),
           '"filterValueIds":[]', '"filterValueIds":[' || (
             select string_agg('"' || value_id || '"', ',' order by value_id)
               from product_filter_values c where c.company_id = p.company_id and c.product_id = p.id) || ']'),
           '"images":[]', '"images":[{"id":"' || ${imageId(N)} || '","contentType":"image/png","size":70,"width":1,"height":1}]'),
           '"revision":0}', '"revision":0,"imageHashes":["' || encode(sha256(p.id::text::bytea), 'hex') || '"]}'),
           case when ${N} % ${BUNDLE_EVERY} = 0 then '"kind":"' || p.kind || '"' else '' end,
           case when ${N} % ${BUNDLE_EVERY} = 0 then '"kind":"bundle"' else '' end)
   where p.company_id = $1`
