/** Sends the lines of a receipt, write-off or transfer, either as one document or as a batch of commands. */
import { type ApiError, isRefusedBy } from '../../../sdk/errors.ts'
import type { AnyState, Document } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { readDraft } from '../../data/drafts.ts'
import type { Task, Together } from '../../data/many.ts'
import { describeFailure } from '../../data/refusals.ts'
import type { LineBody } from './receipt-lines.ts'

export type Deed = 'receive' | 'writeOff' | 'transfer'

/**
 * The differences between the three operations: the name of the draft, the page address, the route for a line, and the
 * type of the movements.
 */
export const DEEDS = {
  receive: {
    draft: 'stock/lines',
    path: '/stock/receive/lines',
    route: '/api/v1/stock/receipt',
    type: 'receipt',
  },
  writeOff: {
    draft: 'stock/lines/write-off',
    path: '/stock/write-off/lines',
    route: '/api/v1/stock/writeoff',
    type: 'writeoff',
  },
  transfer: {
    draft: 'stock/lines/transfer',
    path: '/stock/transfer/lines',
    route: '/api/v1/stock/transfer',
    type: 'transfer',
  },
} as const

/** The values that every line is sent with, because they apply to all lines. */
interface Placed {
  readonly warehouseId: string
  readonly toWarehouseId?: string
  readonly reason?: string
  /** The name of the supplier, for a receipt that does not become a document. */
  readonly supplier?: string
  /** The id of the supplier, for a receipt that becomes a document. */
  readonly supplierId?: string
  readonly issuedAt?: string | null
  readonly reference?: string | null
  /** The date and number on the paper, for movements without a document. */
  readonly documentDate?: string
  readonly documentNumber?: string
}

export type PlacedLine = LineBody & Placed

/** The result for the lines that were sent: the document that contains them, and whether it was posted. */
export interface Sent {
  /** The document that contains the lines; null if the lines became movements without a document. */
  readonly document: Pick<Document, 'id' | 'number'> | null
  /** The reason why the document was saved as a draft but not posted; null if it was posted, or if there is none. */
  readonly unposted: string | null
}

/**
 * Returns whether lines of a receipt were sent as commands before the page was loaded and got no response. They are
 * sent again as the same commands, even if receipts of this user now become documents.
 */
export function isBegunAsCommands(deed: Deed): boolean {
  const kept = readDraft<{ readonly tasks: Readonly<Record<string, Task<PlacedLine>>> }>(`${DEEDS[deed].draft}/sending`)
  return Object.values(kept?.values.tasks ?? {}).some(({ body }) => body.supplier !== undefined)
}

const PREFER = 'state=changes'
/** The most commands that one batch can contain. */
const MAX_COMMANDS = 100
/** The most lines that one document can have. */
const MAX_DOCUMENT_LINES = 1_000

/** Sends each line as a command. Up to 100 commands are executed in one transaction. */
export const asCommands = (deed: Deed): Together<PlacedLine, Sent> => ({
  atOnce: MAX_COMMANDS,
  send: async (tasks) => {
    const commands = tasks.map(({ key, body }) => ({
      key,
      method: 'POST' as const,
      path: DEEDS[deed].route,
      body: { ...body },
    }))
    const { state } = await client.batch({ mode: 'all', commands }, { prefer: PREFER })
    return { results: tasks.map(() => ({ document: null, unposted: null })), state }
  },
  refusedAt: ({ command }) => command?.index ?? null,
})

/** Sends the lines as one receipt document, which is created as a draft and then posted. */
export const AS_DOCUMENT: Together<PlacedLine, Sent> = {
  atOnce: MAX_DOCUMENT_LINES,
  send: async (tasks) => {
    const [{ key, body }] = tasks as readonly [Task<PlacedLine>]
    const { warehouseId, supplierId, issuedAt, reference } = body
    const head = { kind: 'receipt' as const, warehouseId, supplierId: supplierId!, issuedAt: issuedAt ?? null }
    const lines = tasks.map(({ body: { productId, quantity, unitCost } }) => ({
      productId,
      quantity,
      unitCost: unitCost!,
    }))
    const draft = await client.documents.create(
      { ...head, reference: reference ?? null, lines },
      { key, prefer: PREFER },
    )
    const sent = (one: Sent, state: AnyState) => ({ results: tasks.map(() => one), state })
    try {
      // The second key is derived from the first, so that both commands run once, however often they are sent.
      const sending = { key: `${key}-post`, prefer: PREFER } as const
      const { result, state } = await client.documents.setStatus(draft.result.id, { status: 'posted' }, sending)
      return sent({ document: result, unposted: null }, state)
    } catch (error) {
      if (!isRefusedBy('changeDocumentStatus', error)) throw error
      return sent({ document: draft.result, unposted: describeFailure(error).text }, draft.state)
    }
  },
  refusedAt: lineAt,
}

/**
 * Sends the lines as one delivery. This is for users who may not see costs: the service determines the costs. The
 * delivery is posted at once or refused as a whole.
 */
export function asDelivery(): Together<PlacedLine, Sent> {
  let productIds: readonly string[] = []
  return {
    atOnce: MAX_DOCUMENT_LINES,
    send: async (tasks) => {
      const [{ key, body }] = tasks as readonly [Task<PlacedLine>]
      const { warehouseId, supplierId, issuedAt = null, reference = null } = body
      const lines = tasks.map(({ body: { productId, quantity, unitCost = null } }) => ({
        productId,
        quantity,
        unitCost,
      }))
      productIds = lines.map(({ productId }) => productId)
      const head = { warehouseId, supplierId: supplierId!, issuedAt, reference }
      const { result, state } = await client.stock.receiveDelivery({ ...head, lines }, { key, prefer: PREFER })
      return { results: tasks.map(() => ({ document: result, unposted: null })), state }
    },
    refusedAt: (error) => {
      const { productId } = (error.figures ?? {}) as { readonly productId?: string }
      const named = productId === undefined ? -1 : productIds.indexOf(productId)
      return named === -1 ? lineAt(error) : named
    },
  }
}

/** Returns the index of the line to which the server's error refers; null if the error refers to no line. */
function lineAt({ errors }: ApiError): number | null {
  const [, line] = errors.map(({ path }) => /^\/lines\/(\d+)\//.exec(path)).find((found) => found !== null) ?? []
  return line === undefined ? null : Number(line)
}
