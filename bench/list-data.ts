/**
 * Writes a company with 100,000 products and 200,000 orders straight into the tables, because creating them through the
 * API would take up the whole run. The rows have the form in which the server writes them when it commits. Data that
 * lists do not read (stock, reserves) is left out.
 */

export interface ListSizes {
  readonly products: number
  readonly partners: number
  readonly orders: number
  /** How many of the most recent orders have the status "new". The others are shipped or cancelled. */
  readonly openOrders?: number
}

/**
 * SQL for the UUIDv7 of the nth record of a kind. The nth record is created in the nth second after 2024-01-01, so that
 * ids sort by creation.
 */
const ID = (kind: number) =>
  `(lpad(to_hex((extract(epoch from timestamptz '2024-01-01') * 1000)::bigint + n * 1000), 12, '0')
    || '7${kind.toString(16).padStart(3, '0')}8' || lpad(to_hex(n), 15, '0'))::uuid`
const idOf = (kind: number, n: string) => `(select ${ID(kind)} from (select (${n})::bigint as n) as one)`
const AT = `to_char((timestamptz '2024-01-01' + n * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const KINDS = { warehouse: 1, partner: 2, product: 3, order: 4, lot: 5, movement: 6, priceType: 7, command: 8 }

const NOUNS = `{Чайник,Кастрюля,Сковорода,Утюг,Лампа,Ёлка,Шуруповёрт,Дрель,Насос,Кабель,Розетка,Щётка,Ведро,Стеллаж,Коробка,Перчатки,Краска,Клей,Пила,Фильтр}`
const ADJECTIVES = `{красный,синий,зелёный,чёрный,белый,малый,большой,складной,стальной,медный,садовый,кухонный,походный,двойной,тихий,быстрый}`
const FAMILIES = `{Иванов,Петров,Сидоров,Кузнецов,Смирнов,Попов,Соколов,Лебедев,Козлов,Новиков,Морозов,Волков,Соловьёв,Васильев,Зайцев,Павлов}`
const NAMES = `{Иван,Пётр,Анна,Мария,Олег,Ольга,Семён,Фёдор,Юлия,Яна}`

/** SQL for a pseudo-random whole number below `below` for row n. It is the same in every run. */
const chance = (salt: string, below: number) => `(abs(hashtext('${salt}' || n)::bigint) % ${below})`
const pick = (words: string, salt: string, count: number) => `('${words}'::text[])[1 + ${chance(salt, count)}]`

/**
 * SQL that formats JSON the way the server does, without spaces around colons and commas. No text in these records
 * contains such a separator, so replacing them is safe.
 */
const compact = (json: string) => `replace(replace(${json}::text, '" : ', '":'), ', "', ',"')`
/** SQL that converts an integer, for example kopecks, to main units without trailing zeros. */
const units = (integer: string, divisor: number) => `trim_scale(${integer}::numeric / ${divisor})`

/**
 * Returns the SQL statements that fill the company. In each, $1 is the company's id. Run `vacuum analyze` after them.
 */
export function listDataStatements({ products, partners, orders, openOrders = 500 }: ListSizes): string[] {
  return [
    warehouses(),
    priceTypes(),
    partnersOf(partners),
    productsOf(products),
    lotsOf(products),
    stockOf(products),
  ].concat(
    ordersOf({ orders, openOrders, partners }),
    itemsOf(orders, products),
    movementsOf(orders, products),
    commandsOf(orders),
  )
}

const warehouses = () => `
  insert into warehouses (company_id, id, revision, name, archived, record)
  select $1::uuid, id, 0, name, false, ${compact(`json_build_object('id', id, 'name', name, 'short', null, 'city', 'Москва', 'address', null,
           'archived', false, 'createdAt', at, 'updatedAt', at, 'revision', 0)`)}
    from (select n, ${ID(KINDS.warehouse)} as id, 'Склад ' || n as name, ${AT} as at from generate_series(1, 20) as n) as w`

const priceTypes = () => `
  insert into price_types (company_id, id, revision, name, archived, record)
  select $1::uuid, id, 0, name, false, ${compact(`json_build_object('id', id, 'name', name, 'city', null, 'archived', false, 'createdAt', at,
           'updatedAt', at, 'revision', 0)`)}
    from (select n, ${ID(KINDS.priceType)} as id, 'Цена ' || n as name, ${AT} as at from generate_series(1, 5) as n) as p`

const partnersOf = (count: number) => `
  insert into partners (company_id, id, revision, name, type, phone, email, inn, price_type_id, archived, record)
  select $1::uuid, id, 0, name, type, phone, email, inn, null, archived, ${compact(`json_build_object('id', id, 'name', name, 'type', type, 'roles', '[]'::json, 'groups', '[]'::json,
           'contact', null, 'phone', phone, 'email', email, 'legalKind', null, 'fullName', null, 'inn', inn, 'kpp', null, 'ogrn', null,
           'legalAddress', null, 'actualAddress', null, 'contacts', '[]'::json, 'bankAccounts', '[]'::json,
           'note', null, 'priceTypeId', null, 'discountPercent', null, 'customValues', '{}'::json, 'archived', archived,
           'createdAt', at, 'updatedAt', at, 'revision', 0)`)}
    from (select n, ${ID(KINDS.partner)} as id, ${AT} as at,
                 ${pick(FAMILIES, 'f', 16)} || ' ' || ${pick(NAMES, 'n', 10)} || ' ' || n as name,
                 case when n % 10 = 0 then 'Поставщик' else 'Покупатель' end as type,
                 '+7 (9' || lpad(${chance('a', 100)}::text, 2, '0') || ') ' || lpad((n % 1000)::text, 3, '0') || '-'
                   || lpad((n / 1000 % 100)::text, 2, '0') || '-' || lpad(${chance('t', 100)}::text, 2, '0') as phone,
                 'client' || n || '@mail.example' as email, lpad((7700000000 + n)::text, 10, '0') as inn, n % 50 = 0 as archived
            from generate_series(1, ${count}) as n) as p`

const productsOf = (count: number) => `
  insert into products (company_id, id, revision, kind, name, sku, code, category, price_minor, cost_minor, archived, record)
  select $1::uuid, id, 0, kind, name, sku, code, category, price, price / 2, archived, ${compact(`json_build_object('id', id, 'name', name, 'kind', kind,
           'sku', sku, 'category', category, 'description', 'Описание товара, какое бывает в магазинах: из чего он сделан и для чего.',
           'code', code, 'externalCode', null, 'uom', 'шт', 'country', 'Россия', 'price', ${units('price', 100)}, 'cost', ${units('price / 2', 100)}, 'minPrice', null,
           'minStock', 5, 'weightKg', 1.5, 'volumeM3', null, 'vatRate', 20, 'preferredSupplierId', null, 'parentProductId', null,
           'barcodes', json_build_array(barcode), 'packages', '[]'::json, 'analogIds', '[]'::json, 'tags', tags,
           'components', '[]'::json, 'filterValueIds', '[]'::json, 'prices', '[]'::json, 'images', '[]'::json,
           'customValues', '{}'::json, 'archived', archived, 'createdAt', at, 'updatedAt', at, 'revision', 0)`)}
    from (select n, ${ID(KINDS.product)} as id, ${AT} as at,
                 ${pick(NOUNS, 'noun', 20)} || ' ' || ${pick(ADJECTIVES, 'adjective', 16)} || ' ' || (n / 7 % 5000) as name,
                 case when n % 40 = 0 then 'service' else 'product' end as kind,
                 'AB-' || lpad(n::text, 6, '0') || '/' || ${chance('s', 100)} as sku, lpad(n::text, 8, '0') as code,
                 'Категория ' || ${chance('c', 200)} as category, 10000 + ${chance('p', 1_000_000)} as price,
                 '46' || lpad((n * 7919 % 100000000000)::text, 11, '0') as barcode, n % 20 = 0 as archived,
                 case when n % 500 = 0 then '["новинка"]'::json else '[]'::json end as tags
            from generate_series(1, ${count}) as n) as p`

const lotsOf = (count: number) => `
  insert into lots (company_id, id, revision, product_id, warehouse_id, supplier_id, unit_cost_minor, received_milli,
                    remaining_milli, received_at, record)
  select $1::uuid, id, 0, product, warehouse, supplier, 4250, 1000000, remaining, at::timestamptz, ${compact(`json_build_object('id', id, 'productId', product,
           'warehouseId', warehouse, 'supplier', 'Поставщик', 'supplierId', supplier, 'unitCost', 42.5, 'received', 1000,
           'remaining', remaining / 1000, 'receivedAt', at, 'sourceLotId', null, 'revision', 0)`)}
    from (select n, ${ID(KINDS.lot)} as id, ${AT} as at, ${idOf(KINDS.product, 'n')} as product,
                 ${idOf(KINDS.warehouse, '1 + n % 20')} as warehouse, ${idOf(KINDS.partner, `10 * (1 + n % 50)`)} as supplier,
                 case when n % 3 = 0 then 0 else 500000 end as remaining
            from generate_series(1, ${count}) as n) as l`

const stockOf = (count: number) => `
  insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)
  select $1::uuid, ${idOf(KINDS.product, 'n')}, ${idOf(KINDS.warehouse, '1 + n % 20')}, 0, case when n % 3 = 0 then 0 else 500000 end, 0
    from generate_series(1, ${count}) as n`

interface OrderSizes {
  readonly orders: number
  readonly openOrders: number
  readonly partners: number
}

const ordersOf = ({ orders: count, openOrders, partners }: OrderSizes) => `
  insert into orders (company_id, id, revision, number, status, customer_id, warehouse_id, channel, external_source, external_id,
                      ordered_at, shipped_at, total_minor, cost_minor, record)
  select $1::uuid, id, 0, number, status, customer, warehouse, channel, source, external, at::timestamptz, shipped::timestamptz, 498100, cost,
         ${compact(`json_build_object('id', id, 'number', number, 'status', status, 'customer', 'Покупатель', 'customerId', customer,
           'warehouseId', warehouse, 'channel', channel, 'priceTypeId', null, 'externalNumber', case when source is not null then 'OZ-' || n end,
           'deliveryAddress', null, 'note', null, 'orderedAt', at, 'externalSource', source, 'externalId', external,
           'items', json_build_array(json_build_object('productId', product, 'name', 'Чайник', 'sku', null, 'quantity', 2,
             'price', 2490.5, 'amount', 4981)),
           'total', 4981, 'unpricedItems', 0, 'paid', 0, 'payment', 'unpaid', 'cost', cost / 100, 'shippedAt', shipped, 'createdAt', at, 'updatedAt', at, 'revision', 0)`)}
    from (select n, ${ID(KINDS.order)} as id, ${AT} as at, lpad(n::text, greatest(5, length(n::text)), '0') as number,
                 case when n > ${count - openOrders} then 'new' when n % 400 = 0 then 'cancelled' else 'shipped' end as status,
                 ${idOf(KINDS.partner, `1 + ${chance('k', partners)}`)} as customer,
                 ${idOf(KINDS.warehouse, '1 + n % 20')} as warehouse, ${idOf(KINDS.product, '1 + n % 1000')} as product,
                 case n % 4 when 0 then 'Сайт' when 1 then 'Ozon' when 2 then 'Опт' else 'Касса' end as channel,
                 case when n % 4 = 1 then 'ozon' end as source, case when n % 4 = 1 then 'ext-' || n end as external,
                 case when n <= ${count - openOrders} and n % 400 <> 0 then ${AT} end as shipped,
                 case when n <= ${count - openOrders} and n % 400 <> 0 then 346000 end as cost
            from generate_series(1, ${count}) as n) as o`

const itemsOf = (orders: number, products: number) => `
  insert into order_items (company_id, product_id, order_id, position, quantity_milli, price_minor, amount_minor)
  select $1::uuid, ${idOf(KINDS.product, `1 + n * 13 % ${products}`)}, ${idOf(KINDS.order, 'n')}, 0, 2000, 249050, 498100
    from generate_series(1, ${orders}) as n`

const movementsOf = (orders: number, products: number) => `
  insert into movements (company_id, id, revision, type, at, product_id, warehouse_id, direction, quantity_milli, good_milli,
                         cost_minor, order_id, record)
  select $1::uuid, id, 0, type, at::timestamptz, product, warehouse, case type when 'receipt' then 1 else -1 end, 2000, 2000, 8500, order_id,
         json_strip_nulls(json_build_object('id', id, 'type', type, 'at', at, 'productId', product, 'warehouseId', warehouse,
           'quantity', 2, 'cost', 85, 'lots', json_build_array(json_build_object('lotId', lot, 'quantity', 2, 'unitCost', 42.5)),
           'orderId', order_id, 'revision', 0))::text
    from (select n, ${ID(KINDS.movement)} as id, ${AT} as at, ${idOf(KINDS.product, `1 + n * 13 % ${products}`)} as product,
                 ${idOf(KINDS.warehouse, '1 + n % 20')} as warehouse, ${idOf(KINDS.lot, `1 + n * 13 % ${products}`)} as lot,
                 case when n % 5 = 0 then 'receipt' when n % 2000 = 1 then 'writeoff' else 'shipment' end as type,
                 case when n % 5 <> 0 and n % 2000 <> 1 then ${idOf(KINDS.order, 'n')} end as order_id
            from generate_series(1, ${orders}) as n) as m`

const commandsOf = (orders: number) => `
  insert into commands (company_id, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name, action,
                        entity_type, entity_id, summary, changes)
  select $1::uuid, 'list-data-' || n, ${ID(KINDS.command)}, n, timestamptz '2024-01-01' + n * interval '1 second', repeat('f', 43), 200,
         null, 'token', 'token-' || n % 5, 'Сайт', case when n % 1000 = 0 then 'product.updated' else 'order.placed' end,
         case when n % 1000 = 0 then 'product' else 'order' end,
         case when n % 1000 = 0 then ${idOf(KINDS.product, 'n % 100 + 1')} else ${idOf(KINDS.order, 'n')} end::text,
         'Заказ', '[]'
    from generate_series(1, ${orders}) as n`

/** Returns an SQL expression for the id of record `n`, where `n` is itself an SQL expression. */
export const listDataIdOf = (kind: keyof typeof KINDS, n: string) => idOf(KINDS[kind], n)

/** Returns the id of a record in this data, for requests about a single record. */
export function listDataId(kind: keyof typeof KINDS, n: number): string {
  const milliseconds = Date.UTC(2024, 0, 1) + n * 1_000
  const hex = `${milliseconds.toString(16).padStart(12, '0')}7${KINDS[kind].toString(16).padStart(3, '0')}8${n.toString(16).padStart(15, '0')}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
