/**
 * The baselines that Skladno is compared with, in a separate process: a bare Fastify route, and a Fastify route that
 * validates an order and does one INSERT per request, written as a good programmer would write it. Prints `{"port": …}`
 * once it listens.
 */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { v7 } from 'uuid'

/** The number of database connections that the baselines use; the same as Skladno's. */
const MAX_CONNECTIONS = 16

const orderSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['customer', 'warehouseId', 'channel', 'items'],
  properties: {
    customer: { type: 'string', minLength: 1, maxLength: 255 },
    warehouseId: { type: 'string', format: 'uuid' },
    channel: { type: 'string', minLength: 1, maxLength: 255 },
    note: { type: 'string', maxLength: 10_000 },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['productId', 'quantity'],
        properties: {
          productId: { type: 'string', format: 'uuid' },
          quantity: { type: 'number', exclusiveMinimum: 0, maximum: 1e12 },
        },
      },
    },
  },
}

const idSchema = { type: 'object', properties: { id: { type: 'string' } } }
const helloSchema = { type: 'object', properties: { hello: { type: 'string' } } }

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: MAX_CONNECTIONS })
pool.on('error', (error) => console.error(error.message))
await pool.query(
  'create table if not exists orders (id uuid primary key, body jsonb not null, created_at timestamptz not null)',
)

const app = fastify()
app.get('/hello', { schema: { response: { 200: helloSchema } } }, async () => ({ hello: 'world' }))
/** Response bodies prepared in advance, by size. Sending one is the cheapest possible response of that size. */
const bytes = new Map<number, Buffer>()
app.get('/bytes/:count', async (request, reply) => {
  const count = Number((request.params as { count: string }).count)
  const body = bytes.get(count) ?? Buffer.alloc(count, 'bytes ')
  bytes.set(count, body)
  return reply.type('application/json').send(body)
})
app.post('/orders', { schema: { body: orderSchema, response: { 200: idSchema } } }, async (request) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert_order',
    text: 'insert into orders (id, body, created_at) values ($1, $2, $3) returning id',
    values: [v7(), JSON.stringify(request.body), new Date()],
  })
  return rows[0]
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ port: (app.server.address() as AddressInfo).port })}\n`)

process.on('SIGTERM', () => {
  app
    .close()
    .then(() => pool.end())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
})
