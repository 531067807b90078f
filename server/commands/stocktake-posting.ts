import { Type } from 'typebox'
import { formatMilli, isWithinBound, type Milli, type Minor, subtractMilli } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { demandOf, stockOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { STOCKTAKE } from '../domain/fields/stocktakes.ts'
import { reservingLines } from '../domain/fulfilment.ts'
import { newLot } from '../domain/lots.ts'
import { costOfPortions, type MisSort, misSortsOf, type Portion, portionsOf } from '../domain/mis-sorts.ts'
import { type Change, type Lot, type Movement, put, type Stocktake, type StocktakeLine } from '../domain/records.ts'
import { BEYOND, blockerOf, invalid, MAX_BLOCKERS, notFound, Refusal } from '../domain/refusals.ts'
import { Id, list, MAX_ARRAY_LENGTH, Money, strictObject } from '../domain/schema.ts'
import { StockDraft } from '../domain/stock-draft.ts'
import { blankLine, coverOf, openStocktakesAt, STOCKTAKE_REASON } from '../domain/stocktaking.ts'
import { checkMove, STOCKTAKE_MOVES } from '../domain/transitions.ts'
import { type Context, defineCommand, type Prefetch, type StocktakePosting } from './define.ts'
import { active, findProduct, findStocktake, findWarehouse } from './find.ts'
import { knownFacts, overlapping } from './stocktakes.ts'

const PostBody = strictObject({
  unitCosts: Type.Optional(list(strictObject({ productId: Id, unitCost: Money }))),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ARRAY_LENGTH })),
})

/**
 * POST /stocktakes/{stocktakeId}/post. Refuses: NOT_FOUND (the stocktake, or a product in unitCosts),
 * INVALID_TRANSITION, ARCHIVED (the warehouse), RECOUNT_NEEDED (products that moved during the count, or that must be
 * counted again), RESERVED_SHORT, INSUFFICIENT_STOCK (less on hand now than the shortage), UNIT_COST_UNKNOWN,
 * OVERLAPPING (an uncounted product is in another stocktake), VALIDATION_FAILED (more than 20,000 lots at once). Source:
 * S-STOCKTAKE-7, S-STOCKTAKE-10, S-STOCKTAKE-11, S-STOCKTAKE-12, S-STOCKTAKE-18.
 */
export const postStocktake = defineCommand({
  name: 'postStocktake',
  method: 'POST',
  path: '/api/v1/stocktakes/:stocktakeId/post',
  may: 'managers',
  refusals: [
    'NOT_FOUND',
    'INVALID_TRANSITION',
    'ARCHIVED',
    'RECOUNT_NEEDED',
    'OVERLAPPING',
    'INSUFFICIENT_STOCK',
    'RESERVED_SHORT',
    'UNIT_COST_UNKNOWN',
  ],
  summary: 'Correct the stock by the differences',
  description:
    'Applies the differences to the stock as it is now: a shortage is written off from the oldest lots, a surplus becomes a lot without a supplier. One command corrects at most 1,000 products: while the status of the answer is `review`, send it again with a new key. A surplus costs what `unitCosts` says, otherwise as much as the newest lot of the product (in this warehouse if there is one), otherwise its `cost`; the part netted against a shortage (`misSorts`) costs what was drawn for it.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.posted',
  body: PostBody,
  mayLackBody: true,
  result: STOCKTAKE.record,
  example: { unitCosts: [{ productId: '…', unitCost: 120.5 }] },
  facts(books, { params, body }): readonly Prefetch[] {
    return knownFacts(books, params.stocktakeId!, (stocktake) => {
      if (stocktake.status !== 'review') return []
      const { id, warehouseId } = stocktake
      const pairs = misSortsOf(stocktake).map(({ shortProductId, overProductId }) => [shortProductId, overProductId])
      const most = body.limit ?? MAX_ARRAY_LENGTH
      return [{ fact: 'stocktakePosting', id, warehouseId, most, together: [...new Set(pairs.flat())] }]
    })
  },
  decide(books, { params, body, facts }, context) {
    const before = findStocktake(books, params.stocktakeId!, facts)
    checkMove(STOCKTAKE_MOVES, { what: 'stocktake', ...before }, 'posted')
    const warehouse = active(findWarehouse(books, before.warehouseId), 'warehouse')
    for (const { productId } of body.unitCosts ?? []) findProduct(books, productId)
    const due = facts.stocktakePosting
    // The stocktake was started on another node and is not in this node's memory yet. The refusal is not stored,
    // because its commit detects the newer revision, and the command is decided again.
    if (due === undefined) throw notFound('stocktake', before.id)
    if (due.unsettled.count > 0) throw recountNeeded(before, due.unsettled)
    const lines = [...due.lines, ...absentLines(books, before, { due, context })]
    const costs = new Map(body.unitCosts?.map(({ productId, unitCost }) => [productId, unitCost]))
    const { now, revision } = context
    const draft = new StockDraft(books, warehouse.id, revision)
    const posting: Posting = { books, stocktake: before, context, due, costs, draft }
    const short = lines.filter(({ difference }) => difference! < 0)
    const writeOffs = short.map((line) => ({ line, movement: writtenOff(posting, line) }))
    const over = lines.filter(({ difference }) => difference! > 0)
    const netted = nettedOf(before, writeOffs, over)
    const surpluses = over.map((line) => ({
      line,
      movement: added(posting, line, netted.portions.get(line.productId)),
    }))
    const changes = [...writeOffs, ...surpluses].flatMap((one) => corrected(one, revision))
    const isWhole = due.left === 0
    const stocktake: Stocktake = {
      ...before,
      ...netted.misSorts,
      status: isWhole ? 'posted' : 'review',
      postedLines: before.postedLines + lines.length,
      postedAt: isWhole ? now : null,
      updatedAt: now,
      revision,
    }
    const figures = { number: before.number, warehouse: warehouse.name, short: short.length, over: over.length }
    return {
      result: { kind: 'stocktakes', record: stocktake },
      changes: [put('stocktakes', stocktake), ...draft.changes(), ...changes],
      logged: log(
        'stocktake.posted',
        isWhole ? { how: 'whole', ...figures } : { how: 'part', ...figures, left: due.left },
      ),
    }
  },
})

function recountNeeded({ id, number }: Stocktake, { count, first }: StocktakePosting['unsettled']): Refusal {
  const names = first.map(({ name }) => `"${name}"`).join(', ')
  return new Refusal(
    'RECOUNT_NEEDED',
    `Products that moved while they were counted, or wait for a recount: ${count}, such as ${names}. Count them again, or accept the counts.`,
    {
      figures: { stocktakeId: id, number, products: count },
      blockers: first.slice(0, MAX_BLOCKERS).map((product) => blockerOf('product', product.id, product.name)),
    },
  )
}

/** Makes stocktake lines for products that are in scope and have stock but that nobody counted. */
function absentLines(
  books: Books,
  stocktake: Stocktake,
  { due, context }: { readonly due: StocktakePosting; readonly context: Context },
): StocktakeLine[] {
  const others = openStocktakesAt(books, stocktake.warehouseId).filter(({ id }) => id !== stocktake.id)
  const { now, revision, newId } = context
  return due.absentIds.map((productId) => {
    const product = findProduct(books, productId)
    for (const other of others) if (coverOf(other)(product)) throw overlapping(other, product)
    const { onHand } = stockOf(books, productId, stocktake.warehouseId)
    return {
      ...blankLine(stocktake, { id: newId(), productId, revision }),
      counted: 0 as Milli,
      expected: onHand,
      difference: -onHand! as Milli,
      countedAt: now,
    }
  })
}

/** The input for correcting the stock of the products of a stocktake. */
interface Posting {
  readonly books: Books
  readonly stocktake: Stocktake
  readonly context: Context
  readonly due: StocktakePosting
  /** The unit costs that the caller gave, by product. */
  readonly costs: ReadonlyMap<string, Minor>
  /** The stock after the corrections so far. */
  readonly draft: StockDraft
}

/** The correction of one product: its stocktake line and the movement that corrects its stock. */
interface Correction {
  readonly line: StocktakeLine
  readonly movement: Movement
}

/** Returns the changes for the movement of a correction and its stocktake line. */
function corrected({ line, movement }: Correction, revision: number): Change[] {
  const isNew = line.counts.length === 0
  const after = { ...line, movementId: movement.id, revision }
  return [put('movements', movement), put('stocktakeLines', after, isNew ? null : line)]
}

interface Netted {
  /** The portions of surpluses whose cost comes from shortages, by product. */
  readonly portions: ReadonlyMap<string, readonly Portion[]>
  /** The mis-sorts with the costs that moved, for the stocktake. */
  readonly misSorts: Pick<Stocktake, 'misSorts'>
}

/**
 * Hands the cost of what was written off on to the surpluses that it is netted against. Both products of a mis-sort are
 * corrected by the same command.
 */
function nettedOf(stocktake: Stocktake, writeOffs: readonly Correction[], over: readonly StocktakeLine[]): Netted {
  const all = misSortsOf(stocktake)
  const drawn = new Map(writeOffs.map(({ line, movement }) => [line.productId, movement.lots]))
  const overIds = new Set(over.map(({ productId }) => productId))
  const now = all.filter(({ shortProductId, overProductId }) => drawn.has(shortProductId) && overIds.has(overProductId))
  if (now.length === 0) return { portions: new Map(), misSorts: {} }
  const each = new Map(portionsOf(now, drawn).map((portions, at) => [now[at]!, portions]))
  const byProduct = Map.groupBy(now, ({ overProductId }) => overProductId)
  const portions = new Map([...byProduct].map(([id, ofIt]) => [id, ofIt.flatMap((one) => each.get(one)!)]))
  const withCost = (one: MisSort) => (each.has(one) ? { ...one, cost: costOfPortions(each.get(one)!) } : one)
  return { portions, misSorts: { misSorts: all.map(withCost) } }
}

function writtenOff({ books, stocktake, context, draft }: Posting, { productId, difference }: StocktakeLine): Movement {
  const { now, revision, newId } = context
  const quantity = -difference! as Milli
  checkReserved(books, stocktake.warehouseId, { productId, quantity })
  const { draws, cost } = draft.draw(productId, quantity)
  return {
    id: newId(),
    type: 'writeoff',
    at: now,
    productId,
    warehouseId: stocktake.warehouseId,
    quantity,
    cost,
    lots: draws,
    reason: STOCKTAKE_REASON,
    stocktakeId: stocktake.id,
    revision,
  }
}

/**
 * Adds a surplus to the draft. `netted` are the parts of it that were netted against shortages: each becomes a lot at
 * the cost of the goods that were drawn for the shortage. The rest becomes a lot at the cost of a surplus.
 */
function added(posting: Posting, line: StocktakeLine, netted: readonly Portion[] = []): Movement {
  const { productId, difference } = line
  const { id: stocktakeId, warehouseId } = posting.stocktake
  const { now, revision, newId } = posting.context
  const rest = netted.reduce((left, { quantity }) => subtractMilli(left, quantity), difference!)
  const portions = rest > 0 ? [...netted, { quantity: rest, unitCost: costOf(posting, productId) }] : netted
  const cost = costOfPortions(portions)
  if (!isWithinBound(cost)) throw invalid('', 'would make a surplus worth more than 10^12', BEYOND)
  // Take the movement's id first: the reports rely on it being smaller than the ids of the lots that the movement
  // makes.
  const id = newId()
  const lots = portions.map(({ quantity, unitCost }) =>
    newLot({ productId, warehouseId, supplier: null, supplierId: null, unitCost, quantity }, { now, revision, newId }),
  )
  for (const lot of lots) posting.draft.receive(lot, '')
  const [{ unitCost }, ...others] = lots as [Lot, ...Lot[]]
  return {
    id,
    type: 'surplus',
    at: now,
    productId,
    warehouseId,
    quantity: difference!,
    ...(others.every((lot) => lot.unitCost === unitCost) ? { unitCost } : {}),
    cost,
    lots: lots.map((lot) => ({ lotId: lot.id, quantity: lot.received, unitCost: lot.unitCost })),
    reason: STOCKTAKE_REASON,
    stocktakeId,
    revision,
  }
}

/** Returns the unit cost of a surplus. Refuses UNIT_COST_UNKNOWN. Source: docs/decisions/0032. */
function costOf({ books, costs, due }: Posting, productId: string): Minor {
  const product = findProduct(books, productId)
  const found = costs.get(productId) ?? due.newestLots.get(productId)?.unitCost ?? product.cost
  if (found !== null) return found
  throw new Refusal(
    'UNIT_COST_UNKNOWN',
    `The cost of "${product.name}" is not known: it was never received and has no cost of its own. Give it in unitCosts.`,
    { figures: { productId, product: product.name } },
  )
}

/**
 * Checks that a shortage can be written off. Refuses INSUFFICIENT_STOCK when less is on hand now than the shortage.
 * Refuses RESERVED_SHORT, listing orders, when orders reserve some of the missing goods.
 */
function checkReserved(
  books: Books,
  warehouseId: string,
  { productId, quantity }: { readonly productId: string; readonly quantity: Milli },
): void {
  const row = stockOf(books, productId, warehouseId)
  if (quantity <= row.available) return
  const { name: product } = findProduct(books, productId)
  const { name: warehouse } = findWarehouse(books, warehouseId)
  const onHand = row.onHand!
  if (quantity > onHand)
    throw new Refusal(
      'INSUFFICIENT_STOCK',
      `${formatMilli(quantity)} of "${product}" are missing by the count, but only ${formatMilli(onHand)} are left at "${warehouse}". Count it again.`,
      {
        figures: { reason: 'product', asked: quantity, available: onHand, productId, product, warehouseId, warehouse },
      },
    )
  const left = subtractMilli(onHand, quantity)
  const reserved = row.reserved!
  throw new Refusal(
    'RESERVED_SHORT',
    `By the count ${formatMilli(left)} of "${product}" are left at "${warehouse}", but orders need ${formatMilli(reserved)}. Change or cancel orders first, or count it again.`,
    {
      figures: { productId, product, warehouseId, warehouse, left, reserved },
      blockers: ordersOf(books, warehouseId, productId),
    },
  )
}

/** Lists the newest orders that reserve a product in a warehouse, up to the maximum number of blockers. */
function ordersOf(books: Books, warehouseId: string, productId: string) {
  const isService = (id: string) => books.products.get(id)?.kind === 'service'
  const named: { id: string; number: string }[] = []
  for (const order of [...books.orders.values()].reverse()) {
    if (order.warehouseId !== warehouseId || (order.status !== 'new' && order.status !== 'picking')) continue
    if (!demandOf(reservingLines(order.items), isService).some((demand) => demand.productId === productId)) continue
    named.push(order)
    if (named.length === MAX_BLOCKERS) break
  }
  return named.map(({ id, number }) => blockerOf('order', id, number))
}
