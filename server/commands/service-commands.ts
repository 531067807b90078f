/**
 * Commands that the service itself runs. They are decided, recorded and replayed like all other commands, but have no
 * HTTP routes.
 */
import { formatMilli, formatMinor, type Milli } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import type { DayFigures } from '../domain/day-figures.ts'
import { type Notification, put } from '../domain/records.ts'
import type { Command, Decision } from './define.ts'
import { availableOf } from './low-stock.ts'

/**
 * The maximum number of products below their `minStock` that a daily summary lists by name; further products are only
 * counted.
 */
const MAX_NAMED = 10

/** The data of a daily summary: the orders and receipts of the day before `day`, as counts and amounts. */
export interface DailySummary extends DayFigures {
  /** The local day on which the summary is made, YYYY-MM-DD. */
  readonly day: string
}

/**
 * Creates one notification with the orders and receipts of yesterday and the current stock. Refuses nothing. Source:
 * S-SETTINGS-5.
 */
export const makeDailySummary: Pick<Command<DailySummary>, 'name' | 'entity' | 'action' | 'decide'> = {
  name: 'makeDailySummary',
  entity: 'notification',
  action: 'summary.made',
  decide(books, { body }, { now, revision, newId }): Decision {
    const yesterday = new Date(Date.parse(body.day) - MS_PER_DAY)
    const notification: Notification = {
      id: newId(),
      kind: 'daily_summary',
      title: `Сводка за ${DAY.format(yesterday)}`,
      text: [...tradeLines(body), ...stockLines(books)].join('\n'),
      productId: null,
      createdAt: now,
      readAt: null,
      revision,
    }
    return {
      result: { kind: 'notifications', record: notification },
      changes: [put('notifications', notification)],
      logged: log('summary.made', { day: body.day }),
    }
  },
}

const MS_PER_DAY = 86_400_000
const DAY = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })
const ROUBLES = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' })

/** Formats an amount in roubles exactly, however large, by passing it to the formatter as decimal text. */
const money = (minor: bigint) => ROUBLES.format(formatMinor(minor) as `${number}`)

function tradeLines(body: DailySummary): string[] {
  return [
    `Принято заказов: ${body.ordersPlaced} на ${money(body.placedTotalMinor)}`,
    `Отгружено заказов: ${body.ordersShipped} на ${money(body.shippedTotalMinor)}, себестоимость ${money(body.shippedCostMinor)}`,
    `Поступлений: ${body.receipts} на ${money(body.receivedCostMinor)}`,
  ]
}

function stockLines(books: Books): string[] {
  const { named, count } = productsUnderMinimum(books)
  const lines = named.map(
    ({ name, available, minStock }) => `— ${name}: ${formatMilli(available)} из ${formatMilli(minStock)}`,
  )
  return [
    `Стоимость остатков: ${money(books.totals.stockValue)}`,
    `Товаров ниже неснижаемого остатка: ${count}`,
    ...lines,
    ...(count > MAX_NAMED ? [`— и ещё ${count - MAX_NAMED}`] : []),
  ]
}

interface LowProduct {
  readonly name: string
  readonly available: Milli
  readonly minStock: Milli
}

const BY_NAME = new Intl.Collator('ru')

/**
 * Counts the products below their minimum, and returns the first few of them by name. Only those few are sorted.
 * Available stock is summed over all warehouses.
 */
function productsUnderMinimum(books: Books): { named: LowProduct[]; count: number } {
  const named: LowProduct[] = []
  let count = 0
  for (const { id, name, minStock, archived, kind } of books.products.values()) {
    if (minStock === null || archived || (kind !== 'product' && kind !== 'variant')) continue
    const available = availableOf(books, id)
    if (available >= minStock) continue
    count += 1
    let position = named.length
    while (position > 0 && BY_NAME.compare(name, named[position - 1]!.name) < 0) position -= 1
    if (position === MAX_NAMED) continue
    named.splice(position, 0, { name, available, minStock })
    if (named.length > MAX_NAMED) named.pop()
  }
  return { named, count }
}
