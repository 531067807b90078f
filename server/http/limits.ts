/** GET /api/v1/limits: returns the company's limits, which an operator set, and how much of each is used. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { orNull, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import { readUsage } from '../limits/limits.ts'
import { addApiRoute } from './api-route.ts'
import { answering, describeRead } from './openapi/openapi.ts'

const Limit = Type.Integer({ minimum: 0, description: 'The most that is allowed.' })
const used = (description: string) => Type.Integer({ minimum: 0, description })
const useOf = (title: string, what: string, unit: string) =>
  orNull(Type.Object({ limit: Limit, used: used(unit) }, { title, description: what }))

const Limits = Type.Object(
  {
    requests: orNull(
      Type.Object(
        {
          limit: Limit,
          used: used(
            'The number of requests in this minute. Nodes take requests in advance, so for each node the number may be up to 7.5 % of the limit too high.',
          ),
          resetsIn: Type.Integer({ minimum: 1, description: 'The seconds until the count starts again.' }),
        },
        {
          title: 'RequestsUsed',
          description: 'The requests of the company per minute, with all its tokens and users.',
        },
      ),
    ),
    products: useOf('ProductsUsed', 'The products, archived ones too.', 'The number of products.'),
    files: useOf(
      'FilesUsed',
      'The stored files: images, photographs, purchase files and tables. A deleted file may count for a day.',
      'The number of files.',
    ),
    fileBytes: useOf('FileBytesUsed', 'The bytes of these files.', 'The number of bytes.'),
  },
  { title: 'LimitsUsed', description: 'What the company uses of each limit; null where nothing is limited.' },
)

export function addLimitsRoute(app: FastifyInstance, { database, limits }: Companies): void {
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/limits',
    may: 'everyone',
    // This route is not limited, so a company that has used up its requests can still see why it is refused.
    isUncounted: () => true,
    schema: {
      ...answering(
        describeRead(
          'readLimits',
          'Read the limits of the company',
          'The limits that the operator of the service set for the company, over all nodes, and how much of each is used. A limit that is lower than what is used refuses only additions: 409 `COMPANY_LIMIT_REACHED`.',
          'Settings',
        ),
        Limits,
      ),
      querystring: strictObject({}),
    },
    handler: ({ caller: { companyId } }) =>
      readUsage(database, companyId, { of: limits.of(companyId), shares: limits.shares }),
  })
}
