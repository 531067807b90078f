/** Undoes operations of the warehouse floor, as far as the service's rules allow. */
import type { AnyState, AuditEntry, Movement, Order } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import type { Sending } from '../../data/command.ts'
import type { May } from '../../data/session.ts'

interface Undoing {
  readonly may: May
  /**
   * Returns whether the rules allow undoing this entry of the audit log, whatever the user's role. If this function is
   * missing, every entry of the action can be undone.
   */
  readonly fits?: (entry: AuditEntry) => boolean
  /** Undoes the operation. Resolves with null if its goods are no longer where the operation put them. */
  readonly send: (entry: AuditEntry, sending: Sending) => Promise<{ readonly state: AnyState } | null>
}

/** How operations are undone, by action of the audit log. Operations that are not listed cannot be undone here. */
const UNDOINGS: Readonly<Record<string, Undoing>> = {
  'stock.transferred': { may: 'storekeepers', send: moveBack },
  'order.absent': { may: 'storekeepers', fits: (entry) => absentIn(entry) !== undefined, send: foundAfterAll },
  'customer_return.created': {
    may: 'storekeepers',
    fits: ({ details }) => details.result?.orderId != null,
    send: ({ entityId }, sending) => client.customerReturns.delete(entityId, sending),
  },
  'customer_return.posted': {
    may: 'managers',
    send: ({ entityId }, sending) => client.customerReturns.setStatus(entityId, { status: 'cancelled' }, sending),
  },
  'shipment.posted': { may: 'managers', send: ({ entityId }, sending) => client.shipments.cancel(entityId, sending) },
  'delivery.received': {
    may: 'managers',
    send: ({ entityId }, sending) => client.documents.setStatus(entityId, { status: 'cancelled' }, sending),
  },
}

/** Returns the function that undoes an entry of the audit log; null if the signed-in user cannot undo it. */
export function undoingOf(entry: AuditEntry, may: (what: May) => boolean): Undoing['send'] | null {
  const undoing = UNDOINGS[entry.action]
  if (undoing === undefined || !may(undoing.may) || undoing.fits?.(entry) === false) return null
  return undoing.send
}

/**
 * Moves goods back out of exactly those lots that the transfer created, so that the cost and the order of the lots are
 * as they were. Returns null if some of the goods have left the warehouse since then.
 */
async function moveBack({ details }: AuditEntry, { key, prefer }: Sending) {
  const { productId, warehouseId, toWarehouseId, lots } = details.result as unknown as Movement
  const there: { id: string; sourceLotId: string | null; remaining: number }[] = []
  for await (const lot of client.lots.list({ productId, warehouseId: toWarehouseId! })) there.push(lot)
  const commands = lots.map(({ lotId, quantity }, at) => {
    const place = there.findIndex(({ sourceLotId, remaining }) => sourceLotId === lotId && remaining === quantity)
    const [arrived] = place === -1 ? [] : there.splice(place, 1)
    const from = { warehouseId: toWarehouseId!, toWarehouseId: warehouseId, selectedLotId: arrived?.id }
    return {
      key: `${key}-${at}`,
      method: 'POST' as const,
      path: '/api/v1/stock/transfer',
      body: { productId, quantity, ...from },
    }
  })
  if (commands.some(({ body }) => body.selectedLotId === undefined)) return null
  return client.batch({ mode: 'all', commands }, { ...(prefer === undefined ? {} : { prefer }) })
}

/**
 * Returns the data of an entry about goods that were not on the shelf; undefined if the entry says that they were
 * found.
 */
function absentIn({ details, figures }: AuditEntry) {
  const { how, product } = (figures ?? {}) as { readonly how?: string; readonly product?: string }
  const { absent } = (details.result ?? {}) as Partial<Order>
  return how === 'absent' ? absent?.find(({ name }) => name === product) : undefined
}

function foundAfterAll(entry: AuditEntry, sending: Sending) {
  return client.orders.noteAbsence(entry.entityId, { productId: absentIn(entry)!.productId, quantity: 0 }, sending)
}
