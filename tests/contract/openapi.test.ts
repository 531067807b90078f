/** The OpenAPI document says what the service does: its routes, its bodies, its answers. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { COMMANDS } from '../../server/commands/table.ts'
import { Companies } from '../../server/engine/companies.ts'
import { createApiServer } from '../../server/http/server.ts'
import { everyKindOfChange } from '../support/changes.ts'
import type { Json } from '../support/client.ts'
import { addWarehouse, openShop, receiveOf } from '../support/fixtures.ts'
import { answerChecker, operationFor, operationsOf, routesOfTree } from '../support/openapi.ts'
import { bodyIn, pathIn, setScene } from '../support/scene.ts'
import { useService } from '../support/service.ts'
import { inParallel } from '../support/state.ts'

const HIDDEN = ['GET /openapi.json', 'GET /healthz', 'GET /readyz']
const REDOCLY = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname

const service = useService()
let document: Json

beforeAll(async () => {
  document = await (await fetch(`${service.url}/openapi.json`)).json()
})

/** The bodies of http-api.md "Resources and their fields" and "Endpoints"; `!` marks what is required. */
const PRODUCT_FIELDS =
  'name! sku category description code externalCode uom country price cost minStock weightKg volumeM3 vatRate minPrice preferredSupplierId parentProductId barcodes packages analogIds customValues tags kind components filterValueIds prices'
const PARTNER_FIELDS =
  'roles contact phone email legalKind fullName inn kpp ogrn legalAddress actualAddress contacts bankAccounts groups note priceTypeId discountPercent customValues'
const ORGANIZATION_FIELDS = 'legalKind fullName inn kpp ogrn legalAddress actualAddress bankAccounts'
const CONTRACT_FIELDS = 'number signedAt commissionPercent note'
const DOCUMENT_FIELDS =
  'reference supplierId organizationId contractId warehouseId sourceDocumentId issuedAt dueAt note customValues'
const PAYMENT_FIELDS = 'reference organizationId contractId documentId paidAt note'
const BODIES: Record<string, string> = {
  'POST /api/v1/price-types': 'name! city',
  'PATCH /api/v1/price-types/{priceTypeId}': 'name! archived! city',
  'DELETE /api/v1/price-types/{priceTypeId}': '',
  'POST /api/v1/products': PRODUCT_FIELDS,
  'PATCH /api/v1/products/{productId}': `${PRODUCT_FIELDS} archived`,
  'DELETE /api/v1/products/{productId}': '',
  'POST /api/v1/partners': `name! type ${PARTNER_FIELDS}`,
  'PATCH /api/v1/partners/{partnerId}': `name ${PARTNER_FIELDS} archived`,
  'DELETE /api/v1/partners/{partnerId}': '',
  'POST /api/v1/partners/resolve': 'name! type! phone email',
  'POST /api/v1/warehouses': 'name! short city address',
  'PATCH /api/v1/warehouses/{warehouseId}': 'name short city address archived',
  'DELETE /api/v1/warehouses/{warehouseId}': '',
  'POST /api/v1/orders':
    'customer! warehouseId! channel! items! priceTypeId externalNumber deliveryAddress note orderedAt externalSource externalId',
  'PATCH /api/v1/orders/{orderId}/status': 'status!',
  'DELETE /api/v1/orders/{orderId}': '',
  'POST /api/v1/filters': 'name!',
  'PATCH /api/v1/filters/{filterId}': 'name! archived!',
  'DELETE /api/v1/filters/{filterId}': '',
  'POST /api/v1/filters/{filterId}/values': 'name!',
  'PATCH /api/v1/filters/{filterId}/values/{valueId}': 'name! archived!',
  'DELETE /api/v1/filters/{filterId}/values/{valueId}': '',
  'POST /api/v1/organizations': `name! ${ORGANIZATION_FIELDS}`,
  'PATCH /api/v1/organizations/{organizationId}': `name ${ORGANIZATION_FIELDS} archived`,
  'DELETE /api/v1/organizations/{organizationId}': '',
  'POST /api/v1/contracts': `partnerId! organizationId! kind! ${CONTRACT_FIELDS}`,
  'PATCH /api/v1/contracts/{contractId}': `partnerId organizationId kind ${CONTRACT_FIELDS} archived`,
  'DELETE /api/v1/contracts/{contractId}': '',
  'POST /api/v1/custom-fields': 'entityKind! name! valueType! options',
  'PATCH /api/v1/custom-fields/{fieldId}': 'name options archived',
  'DELETE /api/v1/custom-fields/{fieldId}': '',
  'POST /api/v1/external-links': 'source! entityType! externalId! internalId!',
  'POST /api/v1/purchases': 'productId! warehouseId! supplier! quantity! unitCost! externalSource externalId',
  'DELETE /api/v1/purchases/{purchaseId}': '',
  'POST /api/v1/procurement/documents': `kind! lines! ${DOCUMENT_FIELDS}`,
  'PATCH /api/v1/procurement/documents/{documentId}': `kind lines ${DOCUMENT_FIELDS}`,
  'DELETE /api/v1/procurement/documents/{documentId}': '',
  'PATCH /api/v1/procurement/documents/{documentId}/status': 'status!',
  'POST /api/v1/procurement/payments': `partnerId! direction! method! amount! ${PAYMENT_FIELDS}`,
  'PATCH /api/v1/procurement/payments/{paymentId}': `partnerId direction method amount ${PAYMENT_FIELDS}`,
  'DELETE /api/v1/procurement/payments/{paymentId}': '',
  'PATCH /api/v1/procurement/payments/{paymentId}/status': 'status!',
  'PATCH /api/v1/settings': 'companyName! lowStockAlerts! dailySummary!',
  // Beyond the specification.
  'PATCH /api/v1/notifications/{notificationId}': 'read!',
  'POST /api/v1/stock/receipt': 'productId! warehouseId! supplier! unitCost! quantity! damaged missing purchaseId',
  'POST /api/v1/stock/writeoff': 'productId! warehouseId! quantity! reason! selectedLotId',
  'POST /api/v1/stock/transfer': 'productId! warehouseId! toWarehouseId! quantity! selectedLotId',
}

const bodyOf = (route: string): Json =>
  operationsOf(document).find((operation) => operation.route === route)?.operation.requestBody.content[
    'application/json'
  ]

test('the document is OpenAPI 3.1, version 1.0.0', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info.version).toBe('1.0.0')
})

test('the document names exactly the routes that the router has', async () => {
  const log = pino({ level: 'silent' })
  const companies = new Companies(service.database, log, 1 << 20)
  const baseUrl = 'http://localhost'
  const { app } = await createApiServer({ database: service.database, companies, log, baseUrl, maxLagMs: 0 })
  await app.ready()
  const routes = routesOfTree(app.printRoutes({ commonPrefix: false }))
  await app.close()
  const documented = operationsOf(document).map((operation) => operation.route)
  expect([...documented, ...HIDDEN].sort()).toEqual(routes)
  expect(documented).toHaveLength(COMMANDS.length + 4)
})

test('redocly finds no error and nothing to warn of, without the network', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skladno-openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const env = {
      HOME: folder,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
    }
    const lint = ['lint', 'openapi.json', '--extends=recommended', '--format=json']
    const { stdout } = await promisify(execFile)(process.execPath, [REDOCLY, ...lint], { cwd: folder, env })
    const { totals, problems } = JSON.parse(stdout)
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('every operation has an id of its own, a summary, a described tag and its refusals', () => {
  const tags = document.tags.map((tag: { name: string }) => tag.name)
  const ids = operationsOf(document).map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { route, method, operation } of operationsOf(document)) {
    expect(operation.summary, route).toMatch(/^[A-Z]/)
    expect(operation.description, route).toMatch(/\.$/)
    expect(tags, route).toContain(operation.tags[0])
    const refusals = method === 'GET' ? ['400', '401', '404'] : ['400', '401', '404', '409', '413', '415', '503']
    expect(Object.keys(operation.responses), route).toEqual(expect.arrayContaining(['200', ...refusals]))
  }
  for (const tag of document.tags) expect(tag.description).toMatch(/\.$/)
})

test('every write needs an Idempotency-Key of 8 to 120 characters, and no read does', () => {
  for (const { route, method, operation } of operationsOf(document)) {
    const key = (operation.parameters ?? []).find((parameter: Json) => parameter.name === 'Idempotency-Key')
    if (method === 'GET') expect(key, route).toBeUndefined()
    else expect(key, route).toMatchObject({ in: 'header', required: true, schema: { minLength: 8, maxLength: 120 } })
  }
})

test.each(Object.entries(BODIES))('%s takes exactly the fields of the specification', (route, fields) => {
  const named = fields.split(' ').filter((field) => field !== '')
  const { schema } = bodyOf(route)
  expect(Object.keys(schema.properties).sort()).toEqual(named.map((field) => field.replace('!', '')).sort())
  const required = named.filter((field) => field.endsWith('!')).map((field) => field.slice(0, -1))
  expect([...(schema.required ?? [])].sort()).toEqual(required.sort())
  expect(schema.additionalProperties).toBe(false)
})

test('every command of the table is in the table of this test', () => {
  const routes = COMMANDS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(Object.keys(BODIES).sort()).toEqual(routes.sort())
})

test('every body has an example that fits it', () => {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 })
  for (const { route, operation } of operationsOf(document).filter(({ method }) => method !== 'GET')) {
    const { schema, example } = operation.requestBody.content['application/json']
    const validate = ajv.compile(schema)
    validate(example)
    expect(validate.errors, route).toBeNull()
  }
})

test('no keyword of our own is in the document', () => {
  expect(JSON.stringify(document)).not.toMatch(/"(unit|text|moment|customValues)":("|true)/)
})

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  'what %s answers is as documented',
  async (_name, command) => {
    const scene = await setScene(await service.newCompany(), service.database)
    const path = pathIn(scene, command)
    const reply = await scene.client.send(command.method, path, bodyIn(scene, command))
    const faultsOf = answerChecker(document)(operationFor(document, command.method, path), 200)
    expect(faultsOf(reply.json)).toEqual([])
  },
)

test('every kind of change is answered as documented', async () => {
  const checkerOf = answerChecker(document)
  for await (const { reply, method, path } of everyKindOfChange(await service.newCompany()))
    expect(checkerOf(operationFor(document, method, path), 200)(reply.json), path).toEqual([])
})

test('what accumulates beyond the bounds of a body is answered as documented too', async () => {
  const shop = await openShop(await service.newCompany())
  const { client, productId, warehouseId } = shop
  await inParallel(1_001, 40, async () => {
    await receiveOf(shop, { quantity: 1, unitCost: 1_000_000_000 })
  })
  const checkerOf = answerChecker(document)
  const body = { productId, warehouseId, toWarehouseId: await addWarehouse(client), quantity: 1_001 }
  const reply = await client.post('/api/v1/stock/transfer', body)
  expect(reply.json.result.lots).toHaveLength(1_001)
  expect(reply.json.result.cost).toBe(1_001_000_000_000)
  const operation = operationFor(document, 'POST', '/api/v1/stock/transfer')
  expect(checkerOf(operation, 200)(reply.json)).toEqual([])
})

test('refusals are answered as documented', async () => {
  const { client, productId } = await openShop(await service.newCompany(), 1)
  const path = `/api/v1/products/${productId}`
  const [refused, malformed] = [await client.send('DELETE', path, {}), await client.send('DELETE', path, { x: 1 })]
  expect([refused.status, malformed.status]).toEqual([409, 400])
  const operation = operationFor(document, 'DELETE', path)
  const checkerOf = answerChecker(document)
  for (const reply of [refused, malformed]) expect(checkerOf(operation, reply.status)(reply.json)).toEqual([])
})

test('the check of answers bites: a missing key, a key too many, a wrong type', async () => {
  const operation = operationFor(document, 'POST', '/api/v1/warehouses')
  const client = await service.newCompany()
  const { json } = await client.post('/api/v1/warehouses', { name: 'А' })
  const { city: _city, ...poorer } = json.result
  const faultsOf = answerChecker(document)(operation, 200)
  for (const result of [poorer, { ...json.result, extra: 1 }, { ...json.result, archived: 'no' }])
    expect(faultsOf({ ...json, result })).toHaveLength(1)
})
