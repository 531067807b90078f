/**
 * GET /api/v1/stock/receipt-costs: returns the unit cost that a receipt of each product would use if the receipt stated
 * no cost. Source: docs/decisions/0032.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { formatMinor } from '../../amounts/quantity.ts'
import { costly } from '../domain/costs.ts'
import { Id, isIssuedId, Moment, Money, oneOf, orNull, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import { readReceiptCosts } from '../queries/receipt-costs.ts'
import type { Database } from '../store/database.ts'
import { addApiRoute } from './api-route.ts'
import { askerOf, companyOf } from './callers-company.ts'
import { answering, describeRead } from './openapi/openapi.ts'
import { sendPieces } from './state-answer.ts'

const MAX_PRODUCTS = 100

const ReceiptCosts = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          productId: Id,
          unitCost: costly(orNull(Money)),
          source: Type.Unsafe<'lot' | 'product' | null>({
            ...orNull(oneOf(['lot', 'product'] as const)),
            description:
              'Where the cost comes from: the newest lot, or the `cost` of the product; null: the cost is not known.',
          }),
          receivedAt: Type.Unsafe<string | null>({ ...orNull(Moment), description: 'When the lot was received.' }),
        },
        { title: 'ReceiptCost' },
      ),
    ),
  },
  { title: 'ReceiptCosts', description: 'The unit costs that receipts would use, by product.' },
)

interface Asked {
  readonly productId: readonly string[]
  readonly warehouseId?: string
}

export function addReceiptCostsRoute(
  app: FastifyInstance,
  { database, companies }: { readonly database: Database; readonly companies: Companies },
): void {
  const company = companyOf(companies)
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/stock/receipt-costs',
    may: 'who sees costs',
    schema: {
      ...answering(
        describeRead(
          'readReceiptCosts',
          'Read the unit costs that receipts would use',
          'The cost that a receipt with `unitCost: null` and without a purchase would use: the cost of the newest lot, in the warehouse if there is one there, otherwise in any; otherwise the `cost` of the product. Products that do not exist are left out.',
          'Stock',
        ),
        ReceiptCosts,
      ),
      querystring: strictObject({
        productId: Type.Array(Id, {
          minItems: 1,
          maxItems: MAX_PRODUCTS,
          description: 'The id of the product; can be repeated.',
        }),
        warehouseId: Type.Optional(
          Type.Unsafe<string>({ ...Id, description: 'The id of the warehouse that receives the goods.' }),
        ),
      }),
    },
    handler: async (request, reply) => {
      const { productId, warehouseId } = request.query as Asked
      const state = await (await company(request)).current()
      const query = { productIds: [...new Set(productId)], warehouseId: isKnown(warehouseId) }
      const found = await readReceiptCosts({ database, asker: askerOf(request) }, state, query)
      const items = found.map((one) => ({
        ...one,
        unitCost: one.unitCost === null ? null : Number(formatMinor(one.unitCost)),
      }))
      return sendPieces(request, reply.header('cache-control', 'private, no-store'), [JSON.stringify({ items })])
    },
  })
}

const isKnown = (id: string | undefined) => (id !== undefined && isIssuedId(id) ? id : undefined)
