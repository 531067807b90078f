/** What the service itself writes: decided, recorded and replayed like every command, but no route leads here. */
import type { Books } from '../domain/books.ts'
import { formatMilli, formatMinor, type Milli } from '../domain/quantity.ts'
import { type Notification, put } from '../domain/records.ts'
import type { Command, Decision } from './define.ts'

/** Products under their `minStock` that a summary names; the rest is counted. */
const MAX_NAMED = 10

/** The figures of the day before `day`, in kopecks; counts of orders and receipts. */
export interface DailySummary {
  /** The local day of the summary, YYYY-MM-DD. */
  readonly day: string
  readonly ordersPlaced: number
  readonly placedTotalMinor: bigint
  readonly ordersShipped: number
  readonly shippedTotalMinor: bigint
  readonly shippedCostMinor: bigint
  readonly receipts: number
  readonly receivedCostMinor: bigint
}

/** One notification with yesterday's figures and what the stock is now. Refuses nothing. Source: http-api.md "Company settings". */
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
      summary: `Daily summary of ${body.day} made`,
    }
  },
}

const MS_PER_DAY = 86_400_000
const DAY = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })
const ROUBLES = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' })

/** Exact at any size: the formatter takes decimals as text. */
const money = (minor: bigint) => ROUBLES.format(formatMinor(minor) as `${number}`)

function tradeLines(body: DailySummary): string[] {
  return [
    `Принято заказов: ${body.ordersPlaced} на ${money(body.placedTotalMinor)}`,
    `Отгружено заказов: ${body.ordersShipped} на ${money(body.shippedTotalMinor)}, себестоимость ${money(body.shippedCostMinor)}`,
    `Поступлений: ${body.receipts} на ${money(body.receivedCostMinor)}`,
  ]
}

function stockLines(books: Books): string[] {
  const low = productsUnderMinimum(books)
  const named = low
    .slice(0, MAX_NAMED)
    .map(({ name, available, minStock }) => `— ${name}: ${formatMilli(available)} из ${formatMilli(minStock)}`)
  const more = low.length > MAX_NAMED ? [`— и ещё ${low.length - MAX_NAMED}`] : []
  return [
    `Стоимость остатков: ${money(books.totals.stockValue)}`,
    `Товаров ниже неснижаемого остатка: ${low.length}`,
    ...named,
    ...more,
  ]
}

/** By name. Available is what all warehouses have together. */
function productsUnderMinimum(books: Books): { name: string; available: Milli; minStock: Milli }[] {
  const available = new Map<string, number>()
  for (const row of books.stock.values())
    available.set(row.productId, (available.get(row.productId) ?? 0) + (row.available ?? 0))
  return [...books.products.values()]
    .flatMap(({ id, name, minStock, archived, kind }) => {
      const isStocked = kind === 'product' || kind === 'variant'
      const left = (available.get(id) ?? 0) as Milli
      return minStock === null || archived || !isStocked || left >= minStock
        ? []
        : [{ name, available: left, minStock }]
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'ru'))
}
