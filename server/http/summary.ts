/** GET /api/v1/summary: returns key figures such as orders to ship, products below minimum and files to check. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
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

const openOrders = (description: string) => Type.Object({ count: Count, total: Money }, { description })
const told = (description: string) => Type.Boolean({ description })

const Summary = Type.Object(
  {
    revision: Type.Integer({ minimum: 0, description: 'Of the company; what is read beside its state may be newer.' }),
    orders: Type.Object(
      { new: openOrders('Not begun.'), picking: openOrders('Being picked.') },
      { title: 'OrdersToShip', description: 'Orders that reserve stock.' },
    ),
    shippedToday: Type.Object(
      { count: Count, total: Money, cost: Type.Optional(costly(Money)) },
      { title: 'ShippedToday', description: 'Since the day began.' },
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
        description: `As in the report \`below-minimum\`; its first ${MAX_NAMED}.`,
      },
    ),
    files: Type.Object(
      {
        recognized: Type.Integer({ minimum: 0, description: 'Read, and no draft yet.' }),
        failed: Type.Integer({ minimum: 0, description: 'Could not be read.' }),
      },
      {
        title: 'FilesToCheck',
        description: 'Uploaded files that were read and are no draft yet, or could not be read.',
      },
    ),
    drafts: Type.Optional(
      Type.Object({ count: Count }, { title: 'DraftsFromFiles', description: 'Draft documents made from files.' }),
    ),
    unpaid: Type.Optional(
      Type.Object(
        { count: Count, due: Money },
        { title: 'UnpaidDocuments', description: 'As in the report `unpaid-documents`.' },
      ),
    ),
    stockValue: Type.Optional(Money),
    setUp: Type.Object(
      {
        hasWarehouse: told('There is a warehouse.'),
        hasOrganization: told('There is an own organization.'),
        hasProduct: told('There is a product.'),
        hasSupplier: told('There is a supplier.'),
        wasStocked: told('Goods came in at some time.'),
        hasOrder: told('There is an order.'),
      },
      { title: 'SetUp', description: 'What there is of what every company needs.' },
    ),
  },
  {
    title: 'Summary',
    description: 'What is to be done now. `drafts`, `unpaid`, `stockValue` and costs: for those who see costs.',
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
          'Read what is to be done now',
          'Counts and sums: orders to be shipped, products below their minimum, files to be checked, documents to be paid; and what a new company still lacks.',
          'Reports',
        ),
        Summary,
      ),
      querystring: strictObject({
        timeZone: Type.Optional(
          Type.String({
            maxLength: MAX_TIME_ZONE_LENGTH,
            description: 'IANA name of the time zone that today is of; without it, the company’s own.',
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
