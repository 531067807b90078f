/** Where Ctrl K looks: a line for each kind of record that has a page in the app. */
import { client } from '../data/client.ts'
import type { May } from '../data/session.ts'
import { loadWords, sayOf, type Word } from '../words/words.ts'

interface Found {
  readonly label: string
  readonly hint?: string | undefined
  readonly path: string
}

interface Place {
  readonly word: Word<'core'>
  readonly may: May
  readonly find: (
    query: { readonly q: string; readonly limit: number },
    call: { signal: AbortSignal },
  ) => Promise<Found[]>
}

export const FOUND_IN: readonly Place[] = [
  {
    word: 'products',
    may: 'everyone',
    find: async (query, call) => {
      const { items } = await client.products.list({ ...query, archived: false }, call).page()
      return items.map(({ id, name, sku }) => ({ label: name, hint: sku ?? undefined, path: `/products/${id}` }))
    },
  },
  {
    word: 'orders',
    may: 'everyone',
    find: async (query, call) => {
      const { items } = await client.orders.list(query, call).page()
      return items.map(({ id, number, customer }) => ({ label: number, hint: customer, path: `/orders/${id}` }))
    },
  },
  {
    word: 'partners',
    may: 'everyone',
    find: async (query, call) => {
      const { items } = await client.partners.list({ ...query, archived: false }, call).page()
      return items.map(({ id, name, phone }) => ({ label: name, hint: phone ?? undefined, path: `/partners/${id}` }))
    },
  },
  {
    word: 'purchasing',
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
