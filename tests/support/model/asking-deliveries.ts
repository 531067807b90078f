/**
 * Generates random deliveries, mostly for documents that expect goods. A delivery is complete, partial or larger than
 * expected.
 */
import { type Ask, bodyOf, maybe, price, someId, stockable, usualId } from './asking-basics.ts'
import { isExpected } from './model-deliveries.ts'
import type { Json, ModelDocument } from './model-kinds.ts'

/** The maximum quantity that a request may state. */
const MAX_QUANTITY = 1_000_000_000_000

export const receiveDelivery: Ask = (asking) => {
  const { chance, model } = asking
  const all = [...model.documents.values()]
  const open = all.filter((one) => isExpected(one) && one.lines.length > 0)
  const documentId = maybe(chance, open.length > 0 ? 0.7 : 0.02, () =>
    chance.happens(0.93) && open.length > 0 ? chance.pick(open).id : someId(asking, all),
  )
  const source: ModelDocument | undefined = model.documents.get(documentId ?? '')
  const within = (quantity: number) => Math.min(quantity, MAX_QUANTITY)
  const part = (quantity: number) => chance.between(0, Math.max(0, Math.round(within(quantity) * 1_000))) / 1_000
  const lineOf = (productId: string, quantity: number, isBeyond: boolean): Json => ({
    ...bodyOf({
      productId,
      quantity,
      damaged: maybe(chance, 0.15, () => part(quantity / 2)),
      missing: maybe(chance, 0.15, () => part(chance.happens(0.1) ? quantity * 2 : quantity / 2)),
      beyond: isBeyond ? quantity : maybe(chance, 0.1, () => part(chance.happens(0.05) ? quantity * 2 : quantity)),
      unitCost: maybe(chance, isBeyond ? 0.6 : 0.1, () => (chance.happens(0.2) ? null : price(chance))),
    }),
  })
  const ofSource = [...new Set((source?.lines ?? []).map(({ productId }) => productId))]
    .filter(() => chance.happens(0.8))
    .map((productId) => {
      const units =
        Number(
          (source?.lines ?? []).reduce((sum, one) => sum + (one.productId === productId ? one.quantity : 0n), 0n),
        ) / 1_000
      const some = chance.pick([units, units, units / 2, units + 1])
      return lineOf(productId, Math.max(0.001, Math.round(within(some) * 1_000) / 1_000), false)
    })
  const others = Array.from({ length: ofSource.length === 0 ? chance.between(1, 3) : chance.below(2) }, () =>
    lineOf(
      usualId(asking, chance.happens(0.95) ? stockable(model) : model.products.values()),
      chance.happens(0.01) ? MAX_QUANTITY : chance.between(1, 20_000) / 1_000,
      source !== undefined && chance.happens(0.9),
    ),
  )
  return {
    name: 'receiveDelivery',
    params: {},
    body: bodyOf({
      documentId,
      supplierId: maybe(chance, source?.supplierId == null ? 0.95 : 0.1, () =>
        source?.supplierId != null && chance.happens(0.7)
          ? source.supplierId
          : usualId(asking, model.partners.values()),
      ),
      warehouseId: usualId(asking, model.warehouses.values()),
      reference: maybe(chance, 0.3, () => chance.pick(['ТОРГ-12', ''])),
      lines: [...ofSource, ...others],
    }),
  }
}
