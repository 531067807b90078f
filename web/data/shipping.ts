/**
 * Calculates what an order takes out of stock: the quantity of each product, and the lots, oldest first, that would be
 * used if the order were shipped now.
 */
import { useQueries } from '@tanstack/react-query'
import type { Lot, OrderItem, Product } from '../../sdk/types.ts'
import { costAt, kopecks, milli, roubles, units } from './amounts.ts'
import { viewKey } from './cache.ts'
import { client } from './client.ts'

export interface DemandLine {
  readonly productId: string
  readonly quantity: number
  /** The products that one bundle consists of; absent if the line is not a bundle. */
  readonly components?: readonly { readonly productId: string; readonly quantity: number }[] | undefined
}

/** Returns the lines of an order that still reserve stock, each with the quantity that is left to ship. */
export const reservingLines = (items: readonly OrderItem[]): OrderItem[] =>
  items.flatMap((item) => (item.reserved > 0 ? [{ ...item, quantity: item.reserved }] : []))

const LOTS_AT_ONCE = 1_000
const MAX_PAGES = 10

/**
 * Returns the quantity of each product that the lines of an order need, in thousandths. Bundles count as their
 * components; services need nothing.
 */
export function demandOf(
  lines: readonly DemandLine[],
  products: ReadonlyMap<string, Product>,
): ReadonlyMap<string, number> {
  const demand = new Map<string, number>()
  const add = (id: string, amount: number) => demand.set(id, (demand.get(id) ?? 0) + amount)
  for (const { productId, quantity, components } of lines) {
    if (products.get(productId)?.kind === 'service') continue
    if (components === undefined) add(productId, milli(quantity))
    else for (const one of components) add(one.productId, Math.round(units(milli(quantity) * milli(one.quantity))))
  }
  return demand
}

export interface PlannedDraw {
  readonly lot: Lot
  readonly quantity: number
}

export interface Plan {
  readonly draws: readonly PlannedDraw[]
  /** The cost of the goods in roubles; null if the user may not see costs. */
  readonly cost: number | null
}

/** Returns the lots that a shipment from the warehouse would use; undefined while loading. */
export function usePlan(warehouseId: string, demand: ReadonlyMap<string, number>, isWanted = true): Plan | undefined {
  const lots = useOpenLots(warehouseId, [...demand.keys()], isWanted)
  if (!isWanted || lots.size < demand.size) return undefined
  const draws = [...demand].flatMap(([productId, amount]) => draw(lots.get(productId)!, amount))
  return { draws, cost: costOf(draws) }
}

/**
 * Loads the open lots of products at a warehouse, oldest first. Products that are still loading are missing from the
 * map.
 */
export function useOpenLots(
  warehouseId: string,
  productIds: readonly string[],
  isWanted = true,
): ReadonlyMap<string, readonly Lot[]> {
  return useQueries({
    queries: productIds.map((productId) => ({
      queryKey: viewKey('lots', 'draw', warehouseId, productId),
      enabled: isWanted,
      queryFn: ({ signal }: { signal: AbortSignal }) => readLots({ productId, warehouseId }, signal),
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }, at) => (data ? [[productIds[at]!, data]] : []))),
  })
}

async function readLots(of: { productId: string; warehouseId: string }, signal: AbortSignal): Promise<Lot[]> {
  const lots: Lot[] = []
  let pages = 0
  for await (const { items } of client.lots.list({ ...of, open: true, limit: LOTS_AT_ONCE }, { signal }).pages()) {
    lots.push(...items)
    pages += 1
    if (pages === MAX_PAGES) break
  }
  return lots.sort((a, b) => compare(a.receivedAt, b.receivedAt) || compare(a.id, b.id))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Takes the quantity from the oldest lots first, as the server does, until it is covered or the lots are used up. */
function draw(lots: readonly Lot[], amount: number): PlannedDraw[] {
  const draws: PlannedDraw[] = []
  let left = amount
  for (const lot of lots) {
    const taken = Math.min(left, milli(lot.remaining))
    if (taken > 0) draws.push({ lot, quantity: units(taken) })
    left -= taken
    if (left <= 0) break
  }
  return draws
}

/**
 * Returns the cost of taking this quantity, in thousandths, from the lots; null if the lots hold less, or the user may
 * not see costs.
 */
export function costUpTo(lots: readonly Lot[], amount: number): number | null {
  const draws = draw(lots, amount)
  const drawn = draws.reduce((sum, { quantity }) => sum + milli(quantity), 0)
  return drawn < amount ? null : costOf(draws)
}

/** Adds up the cost of the lots. Rounds each lot's cost to the kopeck, as the server does. */
export function costOf(draws: readonly PlannedDraw[]): number | null {
  if (draws.some(({ lot }) => lot.unitCost === undefined)) return null
  return roubles(draws.reduce((total, { lot, quantity }) => total + kopecks(costAt(quantity, lot.unitCost)), 0))
}
