/** Notifies users when stock runs low. Source: S-SETTINGS-4, decided in docs/decisions/0007. */
import { formatMilli, type Milli } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { type Change, type Notification, put, type Stock } from '../domain/records.ts'
import type { Context } from './define.ts'

/**
 * Makes a notification for each product whose available quantity, summed over all warehouses, falls below its
 * `minStock` because of the given changes. The notifications are part of the same command, so each fall below the
 * minimum causes exactly one, even if nodes or workers fail. `books` must not contain the changes yet.
 */
export function lowStockNotices(books: Books, changes: readonly Change[], context: Context): Change[] {
  if (!books.settings.lowStockAlerts) return []
  const differences = new Map<string, number>()
  for (const { kind, id, record } of changes) {
    if (kind !== 'stock') continue
    const productId = id.slice(0, id.indexOf('/'))
    const before = books.stock.get(id)?.available ?? 0
    const after = (record as Stock | null)?.available ?? 0
    differences.set(productId, (differences.get(productId) ?? 0) + after - before)
  }
  const notices: Change[] = []
  for (const [productId, difference] of differences) {
    const product = books.products.get(productId)
    if (product === undefined || product.minStock === null || product.archived || difference >= 0) continue
    const before = availableOf(books, productId)
    const after = (before + difference) as Milli
    if (before < product.minStock || after >= product.minStock) continue
    const notice: Notification = {
      id: context.newId(),
      kind: 'low_stock',
      title: [...`Заканчивается: ${product.name}`].slice(0, MAX_TITLE_LENGTH).join(''),
      text: `Доступно ${formatMilli(after)}${product.uom === null ? '' : ` ${product.uom}`} при неснижаемом остатке ${formatMilli(product.minStock)}.`,
      productId,
      createdAt: context.now,
      readAt: null,
      revision: context.revision,
    }
    notices.push(put('notifications', notice))
  }
  return notices
}

/**
 * The maximum length of a title, in characters, as for all text limits. Cutting by code units could leave half a
 * character.
 */
const MAX_TITLE_LENGTH = 255

/** Sums the product's available quantity over all warehouses. */
export function availableOf(books: Books, productId: string): Milli {
  let available = 0
  for (const row of books.stockByProduct.get(productId) ?? []) available += row.available
  return available as Milli
}
