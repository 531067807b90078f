/** What every write route refuses, made from the table of commands: a new command is covered when it stands in the table. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { revokeToken } from '../../server/access/company-tables.ts'
import type { Command } from '../../server/commands/define.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import { Client, type Sending } from '../support/client.ts'
import { type Field, faultsOf, fieldsOf, isId, type Schema, without } from '../support/faults.ts'
import { addPartner, UNKNOWN_ID } from '../support/fixtures.ts'
import { type Code, pathsOf, readProblem } from '../support/problems.ts'
import { bodyIn, copyScene, paramsOf, pathIn, type Scene, sendCommand, setScene } from '../support/scene.ts'
import { issueToken, useService } from '../support/service.ts'

const MAX_JSON_BYTES = 1_048_576

const service = useService()
/** Nothing of what is refused may change it. */
let scene: Scene
/** Another company with the same records. */
let stranger: Scene
let etag: string

beforeAll(async () => {
  scene = await setScene(await service.newCompany(), service.database)
  stranger = await setScene(await service.newCompany(), service.database)
  etag = (await scene.client.get('/api/v1/bootstrap')).headers.get('etag')!
})
afterEach(async () => {
  const reply = await scene.client.get('/api/v1/bootstrap', { headers: { 'if-none-match': etag } })
  expect(reply.status, 'the revision is as it was').toBe(304)
})

const send = (command: Command, body: unknown, sending: Sending = {}, path = pathIn(scene, command)) =>
  sendCommand(scene, command, body, { ...sending, path })

const sendRaw = (command: Command, raw: string | Uint8Array) => send(command, undefined, { raw })

async function expectRefused(reply: ReturnType<typeof send>, code: Code, path?: string) {
  const problem = readProblem(await reply)
  expect(problem.code, problem.detail).toBe(code)
  if (path !== undefined) expect([...new Set(pathsOf(problem))]).toEqual([path])
  return problem
}

/** The scene's body for a command, made such that its rules let every legal value of a field pass. */
function bodyFor(own: Scene, command: Command, field: Field): Record<string, unknown> {
  const body = bodyIn(own, command)
  if (field.path.startsWith('/components')) return { ...body, kind: 'bundle' }
  if (command.name === 'receiveStock') return { ...body, quantity: 100, damaged: 0 }
  if (command.name === 'resolvePartner') return { ...body, email: 'new@mail.example', phone: '5' }
  if ((command.name === 'placeOrder' || command.name === 'createPurchase') && field.name.startsWith('external'))
    return { ...body, externalSource: 'ozon', externalId: '1' }
  return body
}

/** Bodies that are JSON, but no object. */
const NO_OBJECTS = ['[]', '[{}]', 'null', '5', '"text"', 'true', '""', '0']
const NO_JSON = [
  '',
  ' ',
  '{',
  '}',
  '{"a":1}{',
  "{'a':1}",
  '{"a":1,}',
  '{a:1}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":"\n"}',
  'undefined',
  '{"a":"\\x"}',
]
const NO_UTF8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]
const DANGEROUS = [
  '"__proto__":{}',
  '"__proto__":null',
  '"\\u005f_proto__":{"a":1}',
  '"constructor":{"prototype":{}}',
  '"constructor":1',
  '"prototype":{}',
]
const MEDIA_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/merge-patch+json',
  'nonsense',
]
const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer skl_wrong',
  'Basic dTpw',
  'skl_wrong',
  `Bearer ${'x'.repeat(500)}`,
]

/** What stands in the path instead of an id. */
function describePathFaults(command: Command, name: string): void {
  const sendTo = (id: string) => send(command, bodyIn(scene, command), {}, pathIn(scene, command, { [name]: id }))

  test(`another company’s ${name}`, async () => {
    await expectRefused(sendTo(stranger.pathIds[name]!), 'NOT_FOUND')
  })

  test(`the ${name} of a record of another kind`, async () => {
    await expectRefused(sendTo(scene.pathIds[name === 'warehouseId' ? 'productId' : 'warehouseId']!), 'NOT_FOUND')
  })

  test.each([
    UNKNOWN_ID,
    'nobody',
    '%20',
    'x'.repeat(64),
    '%D1%8F',
    "'; drop table orders; --",
    '*',
    '..%2F',
    '-1',
    '1e3',
  ])(`a ${name} that is not of the issued form, or nobody’s: %s`, async (id) => {
    await expectRefused(sendTo(id), 'NOT_FOUND')
  })

  test(`the ${name} in capitals`, async () => {
    await expectRefused(sendTo(scene.pathIds[name]!.toUpperCase()), 'NOT_FOUND')
  })

  test.each(['x'.repeat(65), 'x'.repeat(5000), '%00', 'a%00b', '%0A', '%0d%0a', '%7F', '%1F'])(
    `a ${name} that is too long or has control characters: %s`,
    async (id) => {
      await expectRefused(sendTo(id), 'VALIDATION_FAILED', `params/${name}`)
    },
  )

  test.each(['%', '%zz', '%C3%28', '%FF'])(`a ${name} that is no text: %s`, async (id) => {
    const problem = readProblem(await sendTo(id))
    expect([400, 404]).toContain(problem.status)
    expect(problem.code).not.toBe('MALFORMED_JSON')
  })
}

const withRoutes = (commands: readonly Command[]) =>
  commands.map((command) => [`${command.method} ${command.path}`, command] as const)

const ALL = withRoutes(COMMANDS)
/** What uploads refuse by their bytes stands with their families. */
const TAKING_JSON = withRoutes(COMMANDS.filter(({ upload }) => upload === undefined))

describe.each(ALL)('%s', (_route, command) => {
  const base = () => bodyIn(scene, command)

  test.each(AUTHORIZATIONS)('without a valid token: %j', async (authorization) => {
    const reply = await send(command, base(), { headers: { authorization } })
    expect(readProblem(reply).code).toBe('UNAUTHENTICATED')
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('without an Authorization header', async () => {
    const response = await fetch(scene.client.url + pathIn(scene, command), {
      method: command.method,
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(base()),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('with a revoked token', async () => {
    const { companyId, url } = scene.client
    const { id, token } = await issueToken(service.database, companyId)
    await revokeToken(service.database, companyId, id)
    const client = new Client(url, token, companyId)
    const reply = await sendCommand({ ...scene, client }, command, base())
    expect(readProblem(reply).code).toBe('UNAUTHENTICATED')
  })

  test.each([7, 121])('with an Idempotency-Key of %i characters', async (length) => {
    const reply = send(command, base(), { key: 'k'.repeat(length) })
    await expectRefused(reply, 'IDEMPOTENCY_KEY_INVALID', 'header/idempotency-key')
  })

  test('without an Idempotency-Key', async () => {
    const reply = send(command, base(), { key: '' })
    await expectRefused(reply, 'IDEMPOTENCY_KEY_REQUIRED', 'header/idempotency-key')
  })

  test('with a query', async () => {
    const reply = send(command, base(), {}, `${pathIn(scene, command)}?dryRun=true`)
    await expectRefused(reply, 'VALIDATION_FAILED', 'query/dryRun')
  })

  for (const name of paramsOf(command)) describePathFaults(command, name)
})

describe.each(TAKING_JSON)('%s', (_route, command) => {
  const schema = command.body as Schema
  const fields = fieldsOf(schema)
  const base = () => bodyIn(scene, command)

  test('with an unknown key', async () => {
    await expectRefused(send(command, { ...base(), unknown: 1 }), 'VALIDATION_FAILED', '/unknown')
  })

  test.each(schema.required ?? [])('without %s', async (name) => {
    await expectRefused(send(command, without(base(), name)), 'VALIDATION_FAILED', `/${name}`)
  })

  test.each(fields.flatMap(faultsOf))('with $title', async ({ bodyFrom, path }) => {
    await expectRefused(send(command, bodyFrom(base())), 'VALIDATION_FAILED', path)
  })

  test.each(NO_OBJECTS)('with the body %s', async (raw) => {
    await expectRefused(sendRaw(command, raw), 'VALIDATION_FAILED', '')
  })

  test.each(NO_JSON)('with what is no JSON: %j', async (raw) => {
    await expectRefused(sendRaw(command, raw), 'MALFORMED_JSON')
  })

  test.each(NO_UTF8)('with what is no UTF-8: %j %j %j', async (...bytes) => {
    const around = (text: string) => Buffer.from(text)
    const raw = Buffer.concat([around('{"name":"'), Buffer.from(bytes), around('"}')])
    await expectRefused(sendRaw(command, raw), 'MALFORMED_JSON')
  })

  test.each(DANGEROUS)('with the key %s', async (member) => {
    const members = JSON.stringify(base()).slice(1)
    const problem = readProblem(await sendRaw(command, `{${member}${members === '}' ? '' : ','}${members}`))
    expect(problem.status).toBe(400)
  })

  test.each(['[', '{"a":', '[{"name":'])('with 100,000 levels of %s', async (opening) => {
    const problem = readProblem(await sendRaw(command, opening.repeat(100_000)))
    expect(problem.code).toBe('MALFORMED_JSON')
  })

  test('with a value that is nested 100,000 times', async () => {
    const raw = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(readProblem(await sendRaw(command, raw)).status).toBe(400)
  })

  test('with a body above 1 MiB', async () => {
    const json = JSON.stringify(base())
    await expectRefused(
      sendRaw(command, json.padEnd(MAX_JSON_BYTES + 1 - Buffer.byteLength(json) + json.length)),
      'BODY_TOO_LARGE',
    )
  })

  test.each(MEDIA_TYPES)('with the content type %s', async (type) => {
    await expectRefused(send(command, base(), { headers: { 'content-type': type } }), 'UNSUPPORTED_MEDIA_TYPE')
  })

  const naming = fields.filter((field) => isId(field.schema))

  test.each(naming)('another company’s $path', async (field) => {
    const id = stranger.bodyIds[field.name]
    expect(id, 'the scene has such a record').toBeDefined()
    const body = field.put(bodyFor(scene, command, field), id, scene.bodyIds)
    await expectRefused(send(command, body), 'NOT_FOUND')
  })

  test.each(naming)('a $path that nobody has', async (field) => {
    for (const id of [UNKNOWN_ID, 'nobody', scene.bodyIds[field.name]!.toUpperCase()]) {
      const body = field.put(bodyFor(scene, command, field), id, scene.bodyIds)
      await expectRefused(send(command, body), 'NOT_FOUND')
    }
  })
})

const fresh = () => copyScene(scene, service)

describe.each(ALL)('%s', (_route, command) => {
  test('does its example, and once: the same again gives the same to the byte', async () => {
    const own = await fresh()
    const key = randomUUID()
    const act = () => sendCommand(own, command, bodyIn(own, command), { key })
    const first = await act()
    expect(first.status, first.text).toBe(200)
    const replay = await act()
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(replay.text).toBe(first.text)
    expect((await own.client.state()).revision).toBe(first.json.state.revision)
  })

  test('refuses the key of another command', async () => {
    const own = await fresh()
    const key = randomUUID()
    await own.client.post('/api/v1/warehouses', { name: 'Другой' }, { key })
    const before = await own.client.get('/api/v1/bootstrap')
    const reply = await sendCommand(own, command, bodyIn(own, command), { key })
    expect(readProblem(reply).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await own.client.get('/api/v1/bootstrap')).text).toBe(before.text)
  })
})

describe.each(TAKING_JSON)('%s', (_route, command) => {
  test('takes a body of exactly 1 MiB, and a charset with the content type', async () => {
    const own = await fresh()
    const json = JSON.stringify(bodyIn(own, command))
    const reply = await own.client.send(command.method, pathIn(own, command), undefined, {
      raw: json.padEnd(MAX_JSON_BYTES - Buffer.byteLength(json) + json.length),
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    })
    expect(reply.status, reply.text).toBe(200)
  })

  const numbers = fieldsOf(command.body as Schema).filter(
    // The price of a changed order's line is no price of choice: it names a line that there is.
    ({ schema, path }) => schema.unit !== undefined && !(command.name === 'updateOrder' && path === '/items/0/price'),
  )

  test.each(numbers)('takes every legal decimal for $path', async (field) => {
    const values = field.schema.unit === 'milli' ? [1.005, 0.001, 2.675, 4.35, 13.359] : [1.01, 0.01, 1.15, 8.29, 4.35]
    let own = await fresh()
    for (const value of values) {
      // One file makes one draft.
      if (command.name === 'draftFromImport') own = await fresh()
      const body = field.put(bodyFor(own, command, field), value, own.bodyIds)
      const reply = await own.client.send(command.method, pathIn(own, command), body, { prefer: 'state=summary' })
      expect(reply.status, reply.text).toBe(200)
      expect(reply.text).toContain(`:${value}`)
    }
  })

  const texts = fieldsOf(command.body as Schema).filter(
    ({ schema }) => schema.text === true && schema.moment === undefined && schema.timeZone === undefined,
  )

  test.each(texts)('takes the longest text for $path, and trims before it counts', async (field) => {
    const own = await fresh()
    const longest = '𝒳'.repeat(field.schema.maxLength!)
    if (field.name === 'customer' || field.name === 'supplier') await addPartner(own.client, longest)
    const body = field.put(bodyFor(own, command, field), ` ${longest} \n`, own.bodyIds)
    const reply = await own.client.send(command.method, pathIn(own, command), body, { prefer: 'state=summary' })
    expect(reply.status, reply.text.slice(0, 500)).toBe(200)
    expect(reply.text).toContain(`"${longest}"`)
  })
})
