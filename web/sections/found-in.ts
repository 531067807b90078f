/** The kinds of records that the search with Ctrl K finds. There is an entry for each kind with a page of its own. */
import { client } from '../data/client.ts'
import { readsOf } from '../data/kinds.ts'
import type { May } from '../data/session.ts'
import { loadWords, type Say, sayOf } from '../words/words.ts'
import { RECORDS, sayOfRecords } from './records/all.ts'
import { type AnyRecord, type AnySpec, own } from './records/spec.ts'

interface Found {
  readonly label: string
  readonly hint?: string | undefined
  readonly path: string
}

interface Place {
  /** Returns the title above the search results of this kind. */
  readonly nameOf: (say: Say<'core'>) => string
  readonly may: May
  readonly find: (
    query: { readonly q: string; readonly limit: number },
    call: { signal: AbortSignal },
  ) => Promise<Found[]>
}

function placeOfRecords(spec: AnySpec): Place {
  const say = sayOfRecords(spec)
  return {
    nameOf: () => say(own('many')),
    may: spec.may ?? 'everyone',
    find: async (query, call) => {
      const { items } = await readsOf(spec.kind)
        .list({ ...query, ...(spec.hasArchive && { archived: false }) }, call)
        .page()
      return (items as unknown as readonly AnyRecord[]).map((record) => ({
        label: spec.nameOf(record as never, say),
        hint: spec.found?.(record as never, say) ?? undefined,
        path: `${spec.path}/${record.id}`,
      }))
    },
  }
}

export const FOUND_IN: readonly Place[] = [
  {
    nameOf: (say) => say('products'),
    may: 'everyone',
    find: async (query, call) => {
      const { items } = await client.products.list({ ...query, archived: false }, call).page()
      return items.map(({ id, name, sku }) => ({ label: name, hint: sku ?? undefined, path: `/products/${id}` }))
    },
  },
  {
    nameOf: (say) => say('orders'),
    may: 'everyone',
    find: async (query, call) => {
      const { items } = await client.orders.list(query, call).page()
      return items.map(({ id, number, customer }) => ({ label: number, hint: customer, path: `/orders/${id}` }))
    },
  },
  {
    nameOf: (say) => say('returns'),
    may: 'everyone',
    find: async (query, call) => {
      const { items } = await client.customerReturns.list(query, call).page()
      return items.map(({ id, number, customer }) => ({ label: number, hint: customer, path: `/orders/returns/${id}` }))
    },
  },
  ...RECORDS.filter(({ found }) => found !== undefined).map(placeOfRecords),
  {
    nameOf: (say) => say('purchasing'),
    may: 'who sees costs',
    find: async (query, call) => {
      const [documents, purchases, payments] = await Promise.all([
        client.documents.list(query, call).page(),
        client.purchases.list(query, call).page(),
        client.payments.list(query, call).page(),
        loadWords('purchasing'),
      ])
      const say = sayOf('purchasing')
      return [
        ...documents.items.map(({ id, number, kind, supplier }) => ({
          label: say('documentTitle', { kind: say(`kind-${kind}`), number }),
          hint: supplier ?? undefined,
          path: `/purchasing/documents/${id}`,
        })),
        ...purchases.items.map(({ id, number, supplier }) => ({
          label: say('purchaseTitle', { number }),
          hint: supplier,
          path: `/purchasing/purchases/${id}`,
        })),
        ...payments.items.map(({ id, number, partner }) => ({
          label: say('paymentTitle', { number }),
          hint: partner,
          path: `/purchasing/payments/${id}`,
        })),
      ]
    },
  },
]
