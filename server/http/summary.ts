/**
 * GET /api/v1/summary: returns a few important numbers, such as the orders to ship, the products below their minimum
 * stock and the files to check.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Minor } from '../../amounts/quantity.ts'
import { costly } from '../domain/costs.ts'
import { Id, Money, Name, orNull, QuantityOrZero, ShortText, strictObject } from '../domain/schema.ts'
import { MAX_TIME_ZONE_LENGTH } from '../domain/time-zones.ts'
import type { Companies } from '../engine/companies.ts'
import { Summaries } from '../reports/summary.ts'
import { MAX_NAMED } from '../reports/to-do.ts'
import type { Database } from '../store/database.ts'
import { addApiRoute } from './api-route.ts'
import { askerOf, companyOf, viewOf } from './callers-company.ts'
import { answering, describeRead } from './openapi/openapi.ts'
import { sendPieces } from './state-answer.ts'

const Count = Type.Integer({ minimum: 0 })

/** An amount that may be negative. */
const Sum = Type.Unsafe<Minor>({ type: 'number', unit: 'minor' })
const openOrders = (description: string) => Type.Object({ count: Count, total: Money }, { description })
const told = (description: string) => Type.Boolean({ description })

const Summary = Type.Object(
  {
    revision: Type.Integer({
      minimum: 0,
      description: 'The revision of the company; data read from outside its state may be newer.',
    }),
    orders: Type.Object(
      { new: openOrders('Open orders that nobody has started to pick.'), picking: openOrders('Orders being picked.') },
      { title: 'OrdersToShip', description: 'The orders that reserve stock.' },
    ),
    shippedToday: Type.Object(
      { count: Count, total: Sum, cost: Type.Optional(costly(Sum)) },
      {
        title: 'ShippedToday',
        description:
          'What was shipped of orders since the day began, minus what came back of cancelled shipments and customer returns.',
      },
    ),
    belowMinimum: Type.Object(
      {
        count: Count,
        items: Type.Array(
          Type.Object(
            {
              productId: Id,
              name: Name,
              sku: orNull(ShortText),
              uom: orNull(ShortText),
              available: Type.Number(),
              minStock: QuantityOrZero,
            },
            { title: 'LowProduct' },
          ),
          { maxItems: MAX_NAMED },
        ),
      },
      {
        title: 'ProductsBelowMinimum',
        description: `The first ${MAX_NAMED} products of the report \`below-minimum\`.`,
      },
    ),
    notOnShelf: Type.Object(
      { count: Count },
      { title: 'GoodsNotOnShelf', description: 'The rows of the report of goods not on the shelf.' },
    ),
    files: Type.Object(
      {
        recognized: Type.Integer({
          minimum: 0,
          description: 'The number of files that were read but have no draft yet.',
        }),
        failed: Type.Integer({ minimum: 0, description: 'The number of files that could not be read.' }),
      },
      {
        title: 'FilesToCheck',
        description: 'Uploaded files that were read but have no draft yet, or could not be read.',
      },
    ),
    drafts: Type.Optional(
      Type.Object(
        { count: Count },
        { title: 'DraftsFromFiles', description: 'The drafts of documents made from files.' },
      ),
    ),
    unpaid: Type.Optional(
      Type.Object(
        { count: Count, due: Money },
        { title: 'UnpaidDocuments', description: 'The documents of the report `unpaid-documents`.' },
      ),
    ),
    stockValue: Type.Optional(Money),
    setUp: Type.Object(
      {
        hasWarehouse: told('Whether there is a warehouse.'),
        hasOrganization: told('Whether there is an own organization.'),
        hasProduct: told('Whether there is a product.'),
        hasSupplier: told('Whether there is a supplier.'),
        wasStocked: told('Whether goods were ever received.'),
        hasOrder: told('Whether there is an order.'),
      },
      { title: 'SetUp', description: 'Which of the things that every company needs exist.' },
    ),
  },
  {
    title: 'Summary',
    description:
      'What needs to be done now. `drafts`, `unpaid`, `stockValue` and costs are only for users who see costs.',
  },
)

export interface SummaryRoute {
  readonly database: Database
  readonly companies: Companies
  readonly now: () => Date
}

export function addSummaryRoute(app: FastifyInstance, { database, companies, now }: SummaryRoute): void {
  const company = companyOf(companies)
  const summaries = new Summaries(database)
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/summary',
    may: 'everyone',
    schema: {
      ...answering(
        describeRead(
          'readSummary',
          'Read what needs to be done now',
          'Counts and sums: orders to ship, products below their minimum, files to check, documents to pay; and what a new company still lacks.',
          'Reports',
        ),
        Summary,
      ),
      querystring: strictObject({
        timeZone: Type.Optional(
          Type.String({
            maxLength: MAX_TIME_ZONE_LENGTH,
            description: 'The IANA name of the time zone that decides what today is; if left out, the company’s own.',
          }),
        ),
      }),
    },
    handler: async (request, reply) => {
      const state = await (await company(request)).current()
      const query = { ...(request.query as { timeZone?: string }), view: viewOf(request), now: now() }
      const summary = await summaries.read(state, query, askerOf(request))
      return sendPieces(request, reply.header('cache-control', 'private, no-store'), [summary])
    },
  })
}
