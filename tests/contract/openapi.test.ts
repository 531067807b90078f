/** Checks that the OpenAPI document describes what the service does: its routes, request bodies and responses. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { COMMANDS } from '../../server/commands/table.ts'
import { FIELD_WORDS } from '../../server/http/openapi/words.ts'
import { askServer, makeDocument, printDocument } from '../../tools/openapi.ts'
import {
  answerChecker,
  follow,
  operationFor,
  operationsOf,
  routesOfTree,
  schemaChecker,
} from '../support/contract/openapi.ts'
import type { Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { inParallel } from '../support/node/state.ts'
import { everyKindOfChange } from '../support/scene/changes.ts'
import { addWarehouse, openShop, receiveOf } from '../support/scene/fixtures.ts'
import { bodyIn, copyScene, pathIn, type Scene, sendCommand, setScene } from '../support/scene/scene.ts'

/** Whether a route is not part of the API. */
const isHidden = (route: string) => /^GET \/(openapi\.json|healthz|readyz|docs(\/.*)?)$/.test(route)
const REDOCLY = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname

const service = useService()
let document: Json
let checkerOf: ReturnType<typeof answerChecker>

beforeAll(async () => {
  document = await (await fetch(`${service.url}/openapi.json`)).json()
  checkerOf = answerChecker(document)
})

/** The body fields of version 1.0.0 (S-VALUE-1), written independently of the service's schemas; `!` marks required fields. */
const PRODUCT_FIELDS =
  'name! sku category description code externalCode uom country price cost minStock weightKg volumeM3 vatRate minPrice preferredSupplierId parentProductId barcodes packages analogIds customValues tags kind components filterValueIds prices'
const PARTNER_FIELDS =
  'roles contact phone email legalKind fullName inn kpp ogrn legalAddress actualAddress contacts bankAccounts groups note priceTypeId discountPercent customValues'
const ORGANIZATION_FIELDS = 'legalKind fullName inn kpp ogrn legalAddress actualAddress bankAccounts'
const CONTRACT_FIELDS = 'number signedAt commissionPercent note'
const DOCUMENT_FIELDS =
  'reference supplierId organizationId contractId warehouseId sourceDocumentId issuedAt dueAt note customValues'
const PAYMENT_FIELDS = 'orders reference organizationId contractId documentId returnId paidAt note'
const BODIES: Record<string, string> = {
  'POST /api/v1/price-types': 'name! city',
  'PATCH /api/v1/price-types/{priceTypeId}': 'name! archived! city',
  'DELETE /api/v1/price-types/{priceTypeId}': '',
  'POST /api/v1/products': PRODUCT_FIELDS,
  'PATCH /api/v1/products/{productId}': `${PRODUCT_FIELDS} archived`,
  'DELETE /api/v1/products/{productId}': '',
  'DELETE /api/v1/products/{productId}/images/{imageId}': '',
  'POST /api/v1/partners': `name! type ${PARTNER_FIELDS}`,
  'PATCH /api/v1/partners/{partnerId}': `name ${PARTNER_FIELDS} archived`,
  'DELETE /api/v1/partners/{partnerId}': '',
  'POST /api/v1/partners/resolve': 'name! type! phone email',
  'POST /api/v1/warehouses': 'name! short city address',
  'PATCH /api/v1/warehouses/{warehouseId}': 'name short city address archived',
  'DELETE /api/v1/warehouses/{warehouseId}': '',
  'POST /api/v1/orders':
    'customer! warehouseId! channel! items! discountPercent discountAmount backorder priceTypeId externalNumber deliveryAddress note orderedAt externalSource externalId',
  'PATCH /api/v1/orders/{orderId}/status': 'status!',
  'DELETE /api/v1/orders/{orderId}': '',
  'POST /api/v1/filters': 'name!',
  'PATCH /api/v1/filters/{filterId}': 'name! archived!',
  'DELETE /api/v1/filters/{filterId}': '',
  'POST /api/v1/filters/{filterId}/values': 'name!',
  'PATCH /api/v1/filters/{filterId}/values/{valueId}': 'name! archived!',
  'PATCH /api/v1/products/{productId}/images': 'imageIds!',
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
  'DELETE /api/v1/external-links/{linkId}': '',
  'POST /api/v1/purchases': 'productId! warehouseId! supplier! quantity! unitCost! externalSource externalId',
  'DELETE /api/v1/purchases/{purchaseId}': '',
  'POST /api/v1/procurement/documents': `kind! lines! ${DOCUMENT_FIELDS}`,
  'PATCH /api/v1/procurement/documents/{documentId}': `kind lines ${DOCUMENT_FIELDS}`,
  'DELETE /api/v1/procurement/documents/{documentId}': '',
  'PATCH /api/v1/procurement/documents/{documentId}/status': 'status!',
  'POST /api/v1/procurement/payments': `partnerId! direction! method! amount! ${PAYMENT_FIELDS}`,
  'PUT /api/v1/procurement/payments/{paymentId}/orders': 'orders!',
  'PATCH /api/v1/procurement/payments/{paymentId}': `partnerId direction method amount ${PAYMENT_FIELDS}`,
  'DELETE /api/v1/procurement/payments/{paymentId}': '',
  'PATCH /api/v1/procurement/payments/{paymentId}/status': 'status!',
  'POST /api/v1/procurement/imports/{importId}/recognize': '',
  'DELETE /api/v1/procurement/imports/{importId}': '',
  // A draft created from a file takes omitted fields from the recognition result.
  'POST /api/v1/procurement/imports/{importId}/document': `kind lines ${DOCUMENT_FIELDS}`,
  'PATCH /api/v1/settings': 'companyName! lowStockAlerts! dailySummary! timeZone reservationHours',
  // The bodies from here on were added after version 1.0.0.
  'PATCH /api/v1/notifications/{notificationId}': 'read!',
  'PATCH /api/v1/orders/{orderId}':
    'customer warehouseId channel items discountPercent discountAmount backorder priceTypeId externalNumber deliveryAddress note orderedAt',
  'POST /api/v1/orders/{orderId}/shipments': 'lines trackingNumber documentNumber documentDate note',
  'POST /api/v1/orders/{orderId}/close': '',
  'POST /api/v1/orders/{orderId}/reserve': 'reservedUntil',
  'POST /api/v1/orders/{orderId}/take': 'from! note',
  'POST /api/v1/orders/{orderId}/absences': 'productId! quantity!',
  'POST /api/v1/shipments/{shipmentId}/cancel': '',
  'POST /api/v1/customer-returns': 'orderId customerId warehouseId reason note documentNumber documentDate lines!',
  'PATCH /api/v1/customer-returns/{customerReturnId}': 'warehouseId reason note documentNumber documentDate lines',
  'PATCH /api/v1/customer-returns/{customerReturnId}/status': 'status!',
  'DELETE /api/v1/customer-returns/{customerReturnId}': '',
  'POST /api/v1/stock-rules': 'productId! warehouseId minStock maxStock safetyDays coverDays supplierId',
  'PATCH /api/v1/stock-rules/{stockRuleId}': 'minStock maxStock safetyDays coverDays supplierId',
  'DELETE /api/v1/stock-rules/{stockRuleId}': '',
  'POST /api/v1/supplier-items': 'productId! supplierId! code price packQuantity minQuantity leadDays',
  'PATCH /api/v1/supplier-items/{supplierItemId}': 'code price packQuantity minQuantity leadDays',
  'DELETE /api/v1/supplier-items/{supplierItemId}': '',
  'POST /api/v1/procurement/proposals': 'supplierId! warehouseId lines!',
  'POST /api/v1/stocktakes': 'warehouseId! scope blind absent note documentNumber documentDate',
  'POST /api/v1/stock/deliveries': 'documentId supplierId warehouseId! reference issuedAt note lines!',
  'PATCH /api/v1/stocktakes/{stocktakeId}/status': 'status!',
  'POST /api/v1/stocktakes/{stocktakeId}/counts': 'lines!',
  'POST /api/v1/stocktakes/{stocktakeId}/recount': 'productIds!',
  'POST /api/v1/stocktakes/{stocktakeId}/accept': 'productIds!',
  'POST /api/v1/stocktakes/{stocktakeId}/post': 'unitCosts limit',
  'POST /api/v1/stock/receipt':
    'productId! warehouseId! supplier! unitCost! quantity! damaged missing purchaseId documentNumber documentDate',
  'PATCH /api/v1/customer-returns/{customerReturnId}/document-date': 'documentNumber documentDate',
  'PATCH /api/v1/movements/{movementId}/document-date': 'documentNumber documentDate',
  'PATCH /api/v1/shipments/{shipmentId}/document-date': 'documentNumber documentDate',
  'PATCH /api/v1/stocktakes/{stocktakeId}/document-date': 'documentNumber documentDate',
  'PATCH /api/v1/procurement/documents/{documentId}/document-date': 'reference issuedAt',
  'PATCH /api/v1/procurement/payments/{paymentId}/document-date': 'reference paidAt',
  'POST /api/v1/stock/writeoff': 'productId! warehouseId! quantity! reason! selectedLotId documentNumber documentDate',
  'POST /api/v1/stock/transfer':
    'productId! warehouseId! toWarehouseId! quantity! selectedLotId proposal documentNumber documentDate',
}

const bodyOf = (route: string): Json => {
  const { operation } = operationsOf(document).find((candidate) => candidate.route === route)!
  return follow(document, operation.requestBody.content['application/json'].schema)
}

/** Yields every object and array in the document with its path. Examples are skipped. */
function* nodesOf(node: Json, steps: string[] = []): Generator<{ node: Json; at: string }> {
  if (typeof node !== 'object' || node === null) return
  yield { node, at: steps.join(' ') }
  for (const [key, inner] of Object.entries<Json>(node))
    if (key !== 'example' && key !== 'examples') yield* nodesOf(inner, [...steps, key])
}

test('the API document is OpenAPI 3.1, and its version is 1.0.0', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info.version).toBe('1.0.0')
})

test('the OpenAPI document contains exactly the router’s public routes', async () => {
  const tree = await askServer((app) => app.printRoutes({ commonPrefix: false }))
  const routes = routesOfTree(tree)
  const documented = operationsOf(document).map((operation) => operation.route)
  expect(documented.sort()).toEqual(routes.filter((route) => !isHidden(route)))
  expect(documented.length).toBeGreaterThan(COMMANDS.length)
})

test('the linter redocly reports no error and no warning for the OpenAPI document, without network access', async () => {
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

test('every operation has a unique id, a summary, a described tag and its possible refusals', () => {
  const tags = document.tags.map((tag: { name: string }) => tag.name)
  const ids = operationsOf(document).map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { route, method, operation } of operationsOf(document)) {
    expect(operation.summary, route).toMatch(/^[A-Z]/)
    expect(operation.description, route).toMatch(/\.$/)
    expect(tags, route).toContain(operation.tags[0])
    const refusals = method === 'GET' ? ['400', '401', '404'] : ['400', '401', '404', '409', '413', '415', '503']
    expect(Object.keys(operation.responses), route).toEqual(expect.arrayContaining(['200', ...refusals]))
    if (method === 'GET') expect(operation.responses, route).not.toHaveProperty('409')
  }
  for (const tag of document.tags) expect(tag.description).toMatch(/\.$/)
})

test('every write except a batch requires an Idempotency-Key of 8 to 120 characters, and no GET request does', () => {
  for (const { route, method, operation } of operationsOf(document)) {
    const key = (operation.parameters ?? []).find((parameter: Json) => parameter.name === 'Idempotency-Key')
    // A batch needs no key of its own, because each of its commands has one.
    if (method === 'GET' || route === 'POST /api/v1/batch') expect(key, route).toBeUndefined()
    else expect(key, route).toMatchObject({ in: 'header', required: true, schema: { minLength: 8, maxLength: 120 } })
  }
})

test.each(Object.entries(BODIES))('the request body of %s has exactly the specified fields', (route, fields) => {
  const named = fields.split(' ').filter((field) => field !== '')
  const schema = bodyOf(route)
  expect(Object.keys(schema.properties).sort()).toEqual(named.map((field) => field.replace('!', '')).sort())
  const required = named.filter((field) => field.endsWith('!')).map((field) => field.slice(0, -1))
  expect([...(schema.required ?? [])].sort()).toEqual(required.sort())
  expect(schema.additionalProperties).toBe(false)
})

test('an upload route accepts the media types it lists', () => {
  const uploads = COMMANDS.filter(({ upload }) => upload !== undefined)
  for (const { method, path, upload } of uploads) {
    const { content } = operationFor(document, method, path.replace(/:\w+/g, 'id')).operation.requestBody
    expect(Object.keys(content)).toEqual(upload!.mediaTypes)
  }
  expect(uploads.length).toBeGreaterThan(0)
})

test('a downloaded file has one of the types that its upload route accepts', () => {
  const upload = COMMANDS.find(({ name }) => name === 'uploadImport')!.upload!
  const { operation } = operationFor(document, 'GET', '/api/v1/procurement/imports/id/file')
  expect(Object.keys(operation.responses[200].content)).toEqual(upload.mediaTypes)
})

test('this test file lists every command with a JSON body', () => {
  const routes = COMMANDS.filter(({ upload }) => upload === undefined).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(Object.keys(BODIES).sort()).toEqual(routes.sort())
})

test('every request body and JSON response has an example that matches its schema', () => {
  const check = schemaChecker(document)
  for (const { route, operation } of operationsOf(document)) {
    const media = [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((part) =>
      Object.entries<Json>(part?.content ?? {}),
    )
    for (const [type, { schema, example, examples }] of media) {
      if (!/json$/.test(type)) continue
      const values = examples === undefined ? [example] : Object.values<Json>(examples).map(({ value }) => value)
      expect(values.length, route).toBeGreaterThan(0)
      for (const value of values) expect(check(schema)(value), `${route} ${JSON.stringify(value)}`).toEqual([])
    }
  }
})

test('the example response of a command repeats the values of its example body', () => {
  const operation = operationFor(document, 'POST', '/api/v1/warehouses').operation
  const { example: body } = operation.requestBody.content['application/json']
  expect(operation.responses[200].content['application/json'].example.result).toMatchObject(body)
})

test('every field, parameter and header has a description', () => {
  const mute: string[] = []
  for (const { node, at } of nodesOf(document)) {
    for (const [name, field] of Object.entries<Json>(node.properties ?? {}))
      if (typeof field === 'object' && !isNarrowing(at) && field.description === undefined && !isSaidElsewhere(field))
        mute.push(`${at} ${name}`)
    const isPart = / (parameters|headers) \S+$/.test(at)
    if (isPart && node.$ref === undefined && node.description === undefined) mute.push(at)
  }
  expect(mute).toEqual([])
})

test('the schema of a problem with one fixed status does not repeat the descriptions of its fields', () => {
  const narrowings = [...nodesOf(document)].filter(({ at }) => isNarrowing(at))
  expect(narrowings.length).toBeGreaterThan(0)
  for (const { node, at } of narrowings)
    for (const field of Object.values<Json>(node.properties)) expect(field, at).not.toHaveProperty('description')
})

/**
 * Whether a path in the document leads to the part of a schema that lists the error codes of one status. The meanings
 * of the codes are described in the problem schema.
 */
const isNarrowing = (at: string) => at.endsWith(' allOf 1')
const isSaidElsewhere = (field: Json) => field.$ref !== undefined && follow(document, field).description !== undefined

test('every field description in the code belongs to an existing field', () => {
  const names = new Set<string>()
  for (const { node } of nodesOf(document)) {
    for (const name of Object.keys(node.properties ?? {})) names.add(name)
    if (typeof node.in === 'string') names.add(node.name)
  }
  const unused = Object.keys(FIELD_WORDS).filter((key) => !names.has(key.split('.').at(-1)!))
  expect(unused).toEqual([])
})

test('docs/openapi.json is up to date; if not, run npm run openapi', async () => {
  const snapshot = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
  const isTheSame = snapshot === printDocument(await makeDocument())
  expect(isTheSame, 'docs/openapi.json is out of date: run "npm run openapi" and "npm run sdk:types"').toBe(true)
})

test('the served OpenAPI document equals the generated one, except for its addresses and its release', async () => {
  const first = await fetch(`${service.url}/openapi.json`)
  const headers = { 'if-none-match': first.headers.get('etag')! }
  expect((await fetch(`${service.url}/openapi.json`, { headers })).status).toBe(304)
  // This must come last, because it takes so long that an open connection to the service would be closed.
  const made = (await makeDocument()) as Json
  const [api, sessions] = document.servers.map(({ url }: Json) => url)
  const served = JSON.parse(JSON.stringify(document).replaceAll(`"${sessions}"`, '"http://127.0.0.1:8081"'))
  delete served.info['x-release']
  expect({ ...served, servers: made.servers }).toEqual(JSON.parse(JSON.stringify(made)))
  expect([api, sessions].every((url) => URL.canParse(url))).toBe(true)
})

test.each(['/openapi.json', '/docs/static/swagger-ui-bundle.js', '/docs/json'])(
  'the OpenAPI document at %s is compressed on request, has an ETag, and is the same in every encoding',
  async (path) => {
    const answers = await Promise.all(
      ['identity', 'gzip', 'br'].map((encoding) =>
        fetch(`${service.url}${path}`, { headers: { 'accept-encoding': encoding } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
    expect(new Set(answers.map(({ headers }) => headers.get('vary')))).toEqual(new Set(['Accept-Encoding']))
    const [lengths, texts] = [
      answers.map(({ headers }) => Number(headers.get('content-length'))),
      await Promise.all(answers.map((answer) => answer.text())),
    ]
    expect(lengths[1]! * 2).toBeLessThan(lengths[0]!)
    expect(lengths[2]! * 2).toBeLessThan(lengths[0]!)
    expect(new Set(texts).size).toBe(1)
    const headers = { 'if-none-match': answers[0]!.headers.get('etag')! }
    expect((await fetch(`${service.url}${path}`, { headers })).status).toBe(304)
  },
)

test.each([
  { publicUrl: 'https://api.sklad.example.org', appUrl: 'https://sklad.example.org' },
  // The default addresses, swapped.
  { publicUrl: 'http://127.0.0.1:8081', appUrl: 'http://127.0.0.1:8080' },
])('the OpenAPI document contains the configured public addresses: $publicUrl', async (addresses) => {
  const node = await startNode(service.databaseUrl, addresses)
  try {
    for (const url of [node.apiUrl, node.appUrl]) {
      const served = (await (await fetch(`${url}/openapi.json`)).json()) as Json
      expect(served.servers.map(({ url: one }: Json) => one)).toEqual(Object.values(addresses))
      expect(served.paths['/api/v1/tokens'].post.servers).toEqual([{ url: addresses.appUrl }])
      const named = new Set(JSON.stringify(served).match(/"http:\/\/127[^"]*"/g))
      expect([...named].filter((one) => !Object.values(addresses).includes(JSON.parse(one)))).toEqual([])
    }
  } finally {
    await node.stop()
  }
})

test('the OpenAPI document states the number of decimals by a format and in words, not by multipleOf', () => {
  const { Product, Lot } = document.components.schemas
  expect(Product.properties.price).toMatchObject({ 'x-multipleOf': 0.01, description: expect.stringContaining('0.01') })
  expect(Lot.properties.remaining).toMatchObject({ 'x-multipleOf': 0.001 })
  expect(JSON.stringify(document)).not.toContain('"multipleOf"')
  const about: string = document.info.description
  for (const word of ['steps of 0.01', 'steps of 0.001', 'x-multipleOf', '/api/auth/sign-in/email', 'entityKind'])
    expect(about).toContain(word)
})

test('the page /docs loads nothing from other hosts', async () => {
  const page = await fetch(`${service.url}/docs`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/)
  const html = await page.text()
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => new URL(match[1]!, page.url))
  expect(files.length).toBeGreaterThan(3)
  const types: Record<string, RegExp> = { js: /javascript/, css: /^text\/css/, png: /^image\/png/ }
  for (const file of files) {
    expect(file.origin).toBe(service.url)
    const response = await fetch(file)
    expect(response.status, file.href).toBe(200)
    expect(response.headers.get('content-type'), file.href).toMatch(types[file.pathname.split('.').at(-1)!]!)
  }
  const shown = (await (await fetch(`${service.url}/docs/json`)).json()) as Json
  expect(shown).toEqual(document)
})

test('the OpenAPI document contains no keywords that we invented', () => {
  const own = [...nodesOf(document)].flatMap(({ node, at }) =>
    ['unit', 'text', 'moment', 'customValues', 'timeZone']
      .filter((keyword) => keyword in node && typeof node[keyword] !== 'object')
      .map(() => at),
  )
  expect(own).toEqual([])
})

let original: Scene
beforeAll(async () => {
  original = await setScene(await service.newCompany(), service.database)
})

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  'the response to the command %s matches the OpenAPI document',
  async (_name, command) => {
    const scene = await copyScene(original, service)
    const path = pathIn(scene, command)
    const reply = await sendCommand(scene, command, bodyIn(scene, command))
    const faultsOf = checkerOf(operationFor(document, command.method, path), 200)
    expect(faultsOf(reply.json)).toEqual([])
  },
)

test('the response to every kind of change matches the OpenAPI document', async () => {
  for await (const { reply, method, path } of everyKindOfChange(await service.newCompany()))
    expect(checkerOf(operationFor(document, method, path), 200)(reply.json), path).toEqual([])
})

test('responses with totals that exceed the limits for request bodies match the OpenAPI document', async () => {
  const shop = await openShop(await service.newCompany())
  const { client, productId, warehouseId } = shop
  await inParallel(1_001, 40, async () => {
    await receiveOf(shop, { quantity: 1, unitCost: 1_000_000_000 })
  })
  const body = { productId, warehouseId, toWarehouseId: await addWarehouse(client), quantity: 1_001 }
  const reply = await client.post('/api/v1/stock/transfer', body)
  expect(reply.json.result.lots).toHaveLength(1_001)
  expect(reply.json.result.cost).toBe(1_001_000_000_000)
  const operation = operationFor(document, 'POST', '/api/v1/stock/transfer')
  expect(checkerOf(operation, 200)(reply.json)).toEqual([])
})

test('the responses to refused requests match the OpenAPI document', async () => {
  const { client, productId } = await openShop(await service.newCompany(), 1)
  const path = `/api/v1/products/${productId}`
  const [refused, malformed] = [await client.send('DELETE', path, {}), await client.send('DELETE', path, { x: 1 })]
  expect([refused.status, malformed.status]).toEqual([409, 400])
  const operation = operationFor(document, 'DELETE', path)
  for (const reply of [refused, malformed]) expect(checkerOf(operation, reply.status)(reply.json)).toEqual([])
  const writeOff = operationFor(document, 'POST', '/api/v1/stock/writeoff')
  // A limit on a number may have decimals, but a limit on the length of a text or list may not.
  const outOfBounds = await client.post(writeOff.path, {
    productId,
    warehouseId: '',
    quantity: 0,
    reason: 'я'.repeat(10_001),
  })
  expect(outOfBounds.json.errors.map(({ code }: Json) => code).sort()).toEqual(['AT_LEAST', 'REQUIRED', 'TOO_LONG'])
  expect(checkerOf(writeOff, 400)(outOfBounds.json)).toEqual([])
})

test('the check of responses detects a missing key, an extra key and a wrong type', async () => {
  const operation = operationFor(document, 'POST', '/api/v1/warehouses')
  const client = await service.newCompany()
  const { json } = await client.post('/api/v1/warehouses', { name: 'А' })
  const { city: _city, ...poorer } = json.result
  const faultsOf = checkerOf(operation, 200)
  for (const result of [poorer, { ...json.result, extra: 1 }, { ...json.result, archived: 'no' }])
    expect(faultsOf({ ...json, result })).toHaveLength(1)
})
