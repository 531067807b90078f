/** Checks that a transfer made from a row of the report `proposed-transfers` is still right. Source: S-ORDERING-14. */
import { formatMilli, type Milli } from '../../amounts/quantity.ts'
import { stockOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import type { Product, Stock, Warehouse } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { QuantityOrZero, strictObject } from '../domain/schema.ts'
import type { Ordered, Prefetch } from './define.ts'
import { orderedOf } from './ordered.ts'

/**
 * Two figures of the row: `fromKept`, the quantity that must stay in the warehouse that gives the goods; `target`, the
 * quantity that the other warehouse should have in the end.
 */
export const TransferProposal = strictObject({ fromKept: QuantityOrZero, target: QuantityOrZero })

interface ProposedGoods {
  readonly product: Product
  readonly source: Warehouse
  readonly target: Warehouse
  readonly quantity: Milli
  readonly proposal: { readonly fromKept: Milli; readonly target: Milli }
}

/** Prefetches how much of the product suppliers are still to deliver, because that counts towards the target. */
export const orderedFact = (productId: string): Prefetch => ({ fact: 'ordered', productIds: [productId] })

/**
 * Refuses MOVED_MEANWHILE if the transfer would leave less than `fromKept`, or bring more than is lacking up to
 * `target`. In both cases goods were sold, moved or ordered since the row was read. So if two people move the same
 * goods at once, only the first succeeds.
 */
export function refuseMoved(books: Books, goods: ProposedGoods, ordered: readonly Ordered[]): void {
  const { product, source, target, quantity, proposal } = goods
  const spare = unpromised(stockOf(books, product.id, source.id)) - proposal.fromKept
  const position = unpromised(stockOf(books, product.id, target.id)) + orderedOf(ordered, product.id, target.id)
  const left = Math.max(0, Math.min(spare, proposal.target - position)) as Milli
  if (quantity <= left) return
  throw new Refusal(
    'MOVED_MEANWHILE',
    `${formatMilli(left)} of "${product.name}" can be moved to "${target.name}" now, not ${formatMilli(quantity)}. Read the proposals again.`,
    {
      figures: {
        ...{ productId: product.id, product: product.name, fromWarehouse: source.name, warehouse: target.name },
        ...{ asked: quantity, left },
      },
    },
  )
}

/** Returns the available quantity minus what orders wait for. */
const unpromised = ({ available, waiting = 0 as Milli }: Stock): number => available - waiting
