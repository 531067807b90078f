/**
 * Tests what every write route must refuse. The tests are generated from the table of commands, so new commands are
 * covered automatically. Some checks use the same code on all routes: headers, parsing, and the form of ids. These
 * checks run in all variants on two routes, and in one variant on the others, because more variants would only take
 * time.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { revokeToken } from '../../server/access/company-sql.ts'
import type { Command } from '../../server/commands/define.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import { compileValidator } from '../../server/commands/validation.ts'
import { type Code, pathsOf, readProblem } from '../support/contract/problems.ts'
import { type Field, faultsOf, fieldsOf, isId, type Schema, without } from '../support/fuzz/body-faults.ts'
import { Client, type Sending } from '../support/node/client.ts'
import { issueToken } from '../support/node/new-company.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, UNKNOWN_ID } from '../support/scene/fixtures.ts'
import { bodyIn, copyScene, paramsOf, pathIn, type Scene, sendCommand, setScene } from '../support/scene/scene.ts'

const MAX_JSON_BYTES = 1_048_576

const service = useService()
/** The company to which the requests are sent. No refused command may change it. */
let scene: Scene
/** Another company, whose records are like those of the first one. */
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

/** Returns a body for the command in which the given field can take any legal value. */
function bodyFor(own: Scene, command: Command, field: Field): Record<string, unknown> {
  const body = bodyIn(own, command)
  if (field.path.startsWith('/components')) return { ...body, kind: 'bundle' }
  if (command.name === 'receiveStock') return { ...body, quantity: 100, damaged: 0 }
  // A return based on an order takes its customer, products and amounts from the order.
  if (command.name === 'createCustomerReturn' && (field.name === 'customerId' || field.path.startsWith('/lines/0/'))) {
    const { productId, customerId, warehouseId } = own.bodyIds
    return { customerId, warehouseId, lines: [{ productId, quantity: 1, amount: 5 }] }
  }
  if (command.name === 'resolvePartner') return { ...body, email: 'new@mail.example', phone: '5' }
  if ((command.name === 'placeOrder' || command.name === 'createPurchase') && field.name.startsWith('external'))
    return { ...body, externalSource: 'ozon', externalId: '1' }
  return body
}

/** Returns the body from `bodyFor`, with the given value in the field. */
function withField(own: Scene, command: Command, field: Field, value: unknown): Record<string, unknown> {
  const body = field.put(bodyFor(own, command, field), value, own.bodyIds)
  // A line of proposed goods must contain a product and the quantity already ordered.
  if (command.name === 'orderProposed' && field.path.startsWith('/lines/0/')) {
    const [line] = bodyIn(own, command).lines as object[]
    return { ...body, lines: [{ ...line, [field.name]: value }] }
  }
  if (command.name === 'receiveDelivery' && field.path.startsWith('/lines/0/')) {
    // Damaged, missing and surplus goods are part of the quantity.
    const line = { productId: own.bodyIds.productId, ...(body.lines as object[])[0] }
    const isPart = ['damaged', 'missing', 'beyond'].includes(field.name)
    return { ...body, lines: [isPart ? { ...line, quantity: 100 } : line] }
  }
  if (!command.path.startsWith('/api/v1/customer-returns') || !field.path.startsWith('/lines/0/')) return body
  // Without an order, a line needs a product and an amount. The damaged quantity cannot exceed the returned quantity.
  const line = { productId: own.bodyIds.productId, amount: 5, ...(body.lines as object[])[0] }
  return { ...body, lines: [field.name === 'damaged' ? { ...line, quantity: 100 } : line] }
}

/** Bodies that are valid JSON but not an object. */
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

const NOBODYS = [
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
]
const NO_IDS = ['x'.repeat(65), 'x'.repeat(5000), '%00', 'a%00b', '%0A', '%0d%0a', '%7F', '%1F']

/**
 * The two commands, a creation and an update, that run in all variants. Other commands run only in the first variant.
 */
const WHOLE: readonly string[] = ['createProduct', 'updateProduct']
const someOf = <T>(command: Command, ways: readonly T[]): readonly T[] =>
  WHOLE.includes(command.name) ? ways : ways.slice(0, 1)

/** A named invalid request. Its `check` throws unless the request is refused correctly. */
interface Case {
  readonly title: string
  readonly check: () => Promise<unknown>
}

/**
 * Runs all cases and lists the failed ones by name. The cases are not separate tests, because the overhead of thousands
 * of tests would exceed the cost of the requests.
 */
async function expectAllRefused(cases: readonly Case[]) {
  const failures: string[] = []
  for (const { title, check } of cases)
    await check().catch((error: Error) => failures.push(`${title}: ${error.message}`))
  expect(failures).toEqual([])
}

/** Returns requests with wrong values for an id in the path. */
function pathFaults(command: Command, name: string): Case[] {
  const sendTo = (id: string) => send(command, bodyIn(scene, command), {}, pathIn(scene, command, { [name]: id }))
  const refuses = (code: Code, id: () => string, path?: string) => () => expectRefused(sendTo(id()), code, path)
  const another = name === 'warehouseId' ? 'productId' : 'warehouseId'
  return [
    { title: `another company’s ${name}`, check: refuses('NOT_FOUND', () => stranger.pathIds[name]!) },
    { title: `the ${name} of a record of another kind`, check: refuses('NOT_FOUND', () => scene.pathIds[another]!) },
    { title: `the ${name} in capitals`, check: refuses('NOT_FOUND', () => scene.pathIds[name]!.toUpperCase()) },
    ...someOf(command, NOBODYS).map((id) => ({
      title: `a ${name} that is not of the issued form, or nobody’s: ${id}`,
      check: refuses('NOT_FOUND', () => id),
    })),
    ...someOf(command, NO_IDS).map((id) => ({
      title: `a ${name} that is too long or has control characters: ${id}`,
      check: refuses('VALIDATION_FAILED', () => id, `params/${name}`),
    })),
    ...someOf(command, ['%', '%zz', '%C3%28', '%FF']).map((id) => ({
      title: `a ${name} that is no text: ${id}`,
      check: async () => {
        const problem = readProblem(await sendTo(id))
        expect([400, 404]).toContain(problem.status)
        expect(problem.code).not.toBe('MALFORMED_JSON')
      },
    })),
  ]
}

function tokenFaults(command: Command): Case[] {
  const base = () => bodyIn(scene, command)
  const withAuthorization = async (authorization: string) => {
    const reply = await send(command, base(), { headers: { authorization } })
    expect(readProblem(reply).code).toBe('UNAUTHENTICATED')
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
  const withoutHeader = async () => {
    const response = await fetch(scene.client.url + pathIn(scene, command), {
      method: command.method,
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(base()),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  }
  const revoked = async () => {
    const { companyId, url } = scene.client
    const { id, token } = await issueToken(service.database, companyId)
    await revokeToken(service.database, companyId, id)
    const client = new Client(url, token, companyId)
    const reply = await sendCommand({ ...scene, client }, command, base())
    expect(readProblem(reply).code).toBe('UNAUTHENTICATED')
  }
  return [
    ...someOf(command, AUTHORIZATIONS).map((text) => ({
      title: `the header ${text}`,
      check: () => withAuthorization(text),
    })),
    { title: 'no Authorization header', check: withoutHeader },
    ...(WHOLE.includes(command.name) ? [{ title: 'a revoked token', check: revoked }] : []),
  ]
}

function keyFaults(command: Command): Case[] {
  const withKey = (key: string, code: Code) =>
    expectRefused(send(command, bodyIn(scene, command), { key }), code, 'header/idempotency-key')
  return [
    ...[7, 121].map((length) => ({
      title: `${length} characters`,
      check: () => withKey('k'.repeat(length), 'IDEMPOTENCY_KEY_INVALID'),
    })),
    { title: 'none', check: () => withKey('', 'IDEMPOTENCY_KEY_REQUIRED') },
  ]
}

/** Returns requests with bodies that are not a JSON object, or that no command accepts. */
function bodyFaults(command: Command): Case[] {
  const json = () => JSON.stringify(bodyIn(scene, command))
  const noUtf8 = (bytes: readonly number[]) =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])
  const withKey = async (member: string) => {
    const members = json().slice(1)
    const problem = readProblem(await sendRaw(command, `{${member}${members === '}' ? '' : ','}${members}`))
    expect(problem.status).toBe(400)
  }
  const nested = async () => {
    const raw = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(readProblem(await sendRaw(command, raw)).status).toBe(400)
  }
  const tooLarge = () => {
    const raw = json().padEnd(MAX_JSON_BYTES + 1 - Buffer.byteLength(json()) + json().length)
    return expectRefused(sendRaw(command, raw), 'BODY_TOO_LARGE')
  }
  const malformed = (raw: string | Uint8Array) => expectRefused(sendRaw(command, raw), 'MALFORMED_JSON')
  return [
    ...someOf(command, NO_OBJECTS).map((raw) => ({
      title: `the body ${raw}`,
      check: () => expectRefused(sendRaw(command, raw), 'VALIDATION_FAILED', ''),
    })),
    // An image can also be deleted with an empty body.
    ...someOf(
      command,
      NO_JSON.filter((raw) => raw !== '' || command.mayLackBody !== true),
    ).map((raw) => ({
      title: `what is no JSON: ${JSON.stringify(raw)}`,
      check: () => malformed(raw),
    })),
    ...someOf(command, NO_UTF8).map((bytes) => ({
      title: `what is no UTF-8: ${bytes}`,
      check: () => malformed(noUtf8(bytes)),
    })),
    ...someOf(command, DANGEROUS).map((member) => ({ title: `the key ${member}`, check: () => withKey(member) })),
    ...someOf(command, ['[', '{"a":', '[{"name":']).map((opening) => ({
      title: `100,000 levels of ${opening}`,
      check: () => malformed(opening.repeat(100_000)),
    })),
    ...(WHOLE.includes(command.name) ? [{ title: 'a value that is nested 100,000 times', check: nested }] : []),
    { title: 'a body above 1 MiB', check: tooLarge },
    ...someOf(command, MEDIA_TYPES).map((type) => ({
      title: `the content type ${type}`,
      check: () =>
        expectRefused(
          send(command, bodyIn(scene, command), { headers: { 'content-type': type } }),
          'UNSUPPORTED_MEDIA_TYPE',
        ),
    })),
  ]
}

/** Tries every fault of every field on the command's own validator, and the first fault of each field on the route. */
function fieldFaults(command: Command): Case[] {
  const schema = command.body as Schema
  const base = () => bodyIn(scene, command)
  const isValid = compileValidator(command.body, 'body')
  const isRefusedByValidator = (body: () => unknown) => async () => {
    expect(isValid(base()), 'the body without the fault').toBe(true)
    expect(isValid(body())).toBe(false)
  }
  const refuses = (body: () => unknown, path: string) => () =>
    expectRefused(send(command, body()), 'VALIDATION_FAILED', path)
  return [
    { title: 'an unknown key', check: refuses(() => ({ ...base(), unknown: 1 }), '/unknown') },
    ...(schema.required ?? []).map((name) => ({
      title: `without ${name}`,
      check: refuses(() => without(base(), name), `/${name}`),
    })),
    ...fieldsOf(schema).flatMap((field) => {
      const [first, ...more] = faultsOf(field)
      const asked = WHOLE.includes(command.name) ? [first!, ...more] : [first!]
      return [
        ...asked.map(({ title, path, bodyFrom }) => ({ title, check: refuses(() => bodyFrom(base()), path) })),
        ...more.map(({ title, bodyFrom }) => ({ title, check: isRefusedByValidator(() => bodyFrom(base())) })),
      ]
    }),
  ]
}

/** Returns requests whose bodies contain ids of no record in the company. */
function idFaults(command: Command): Case[] {
  const refuses = (field: Field, id: string) =>
    expectRefused(send(command, withField(scene, command, field, id)), 'NOT_FOUND')
  return fieldsOf(command.body as Schema)
    .filter(({ schema }) => isId(schema))
    .flatMap((field) => [
      {
        title: `another company’s ${field.path}`,
        check: async () => {
          const id = stranger.bodyIds[field.name]
          expect(id, 'the scene has such a record').toBeDefined()
          await refuses(field, id!)
        },
      },
      ...[() => UNKNOWN_ID, () => 'nobody', () => scene.bodyIds[field.name]!.toUpperCase()].map((idOf, index) => ({
        title: `a ${field.path} that nobody has: ${['another', 'malformed', 'in capitals'][index]}`,
        check: async () => refuses(field, idOf()),
      })),
    ])
}

const withRoutes = (commands: readonly Command[]) =>
  commands.map((command) => [`${command.method} ${command.path}`, command] as const)

const ALL = withRoutes(COMMANDS)
/**
 * The commands with a JSON body. Uploads refused because of their bytes are covered by the tests of images and files.
 */
const TAKING_JSON = withRoutes(COMMANDS.filter(({ upload }) => upload === undefined))

describe.each(ALL)('the write %s', (_route, command) => {
  test('a write is refused without a valid token', async () => {
    await expectAllRefused(tokenFaults(command))
  })

  test('a write is refused without a valid idempotency key', async () => {
    await expectAllRefused(keyFaults(command))
  })

  test('a write request with a query string is refused', async () => {
    const reply = send(command, bodyIn(scene, command), {}, `${pathIn(scene, command)}?dryRun=true`)
    await expectRefused(reply, 'VALIDATION_FAILED', 'query/dryRun')
  })

  test('a write is refused if its path contains an unknown, malformed or another company’s id', async () => {
    await expectAllRefused(paramsOf(command).flatMap((name) => pathFaults(command, name)))
  })
})

describe.each(TAKING_JSON)('the JSON write %s', (_route, command) => {
  test('a JSON write is refused unless the body is a JSON object sent as JSON', async () => {
    await expectAllRefused(bodyFaults(command))
  })

  test('a JSON write is refused if any field is missing, unknown or invalid', async () => {
    await expectAllRefused(fieldFaults(command))
  })

  test('a JSON write is refused if its body contains an unknown id or another company’s id', async () => {
    await expectAllRefused(idFaults(command))
  })
})

const fresh = () => copyScene(scene, service)

/**
 * Commands that can succeed only once per record: a file can become only one draft, a stocktake is posted once, a
 * product has one rule and one item per supplier, and goods already ordered are not proposed again.
 */
const ONCE: readonly string[] = [
  ...['draftFromImport', 'createStocktake', 'postStocktake'],
  ...['createStockRule', 'createSupplierItem', 'orderProposed'],
]

/**
 * Commands whose answers do not repeat the numbers that were sent: counted quantities and the costs of surpluses and
 * deliveries appear in reports, documents and movements.
 */
const UNTOLD: readonly string[] = ['countGoods', 'postStocktake', 'receiveDelivery']

/**
 * Returns a function that provides the company for each run of a command: a new one each time if the command can
 * succeed only once, and otherwise always the same one.
 */
function repeated({ name }: Command): () => Promise<Scene> {
  let own: Scene | undefined
  return async () => {
    own = own === undefined || ONCE.includes(name) ? await fresh() : own
    return own
  }
}

const QUANTITIES = [1.005, 0.001, 2.675, 4.35, 13.359]
const AMOUNTS = [1.01, 0.01, 1.15, 8.29, 4.35]

describe.each(ALL)('the write %s', (_route, command) => {
  test('a repeated write gets its first response byte for byte without being executed again, and a write with another command’s key is refused', async () => {
    const own = await fresh()
    const [taken, key] = [randomUUID(), randomUUID()]
    await own.client.post('/api/v1/warehouses', { name: 'Другой' }, { key: taken })
    const before = await own.client.get('/api/v1/bootstrap')
    const refused = await sendCommand(own, command, bodyIn(own, command), { key: taken })
    expect(readProblem(refused).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await own.client.get('/api/v1/bootstrap')).text).toBe(before.text)
    const act = () => sendCommand(own, command, bodyIn(own, command), { key })
    const first = await act()
    expect(first.status, first.text).toBe(200)
    const replay = await act()
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(replay.text).toBe(first.text)
    expect((await own.client.state()).revision).toBe(first.json.state.revision)
  })
})

describe.each(TAKING_JSON)('the JSON write %s', (_route, command) => {
  test('a JSON write with a body of exactly 1 MiB and a charset in its content type is accepted', async () => {
    const own = await fresh()
    const json = JSON.stringify(bodyIn(own, command))
    const reply = await own.client.send(command.method, pathIn(own, command), undefined, {
      raw: json.padEnd(MAX_JSON_BYTES - Buffer.byteLength(json) + json.length),
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    })
    expect(reply.status, reply.text).toBe(200)
  })
})

/**
 * Values that cannot be chosen freely, because they must match a line, the quantity already ordered, another number,
 * or who picks the order.
 */
const TIED: Readonly<Record<string, string>> = {
  updateOrder: '/items/0/price',
  orderProposed: '/lines/0/ordered',
  noteAbsence: '/quantity',
  takeOrder: '/from',
  createStockRule: '/maxStock',
  updateStockRule: '/maxStock',
}
const numbersOf = ({ name, body }: Command) =>
  fieldsOf(body as Schema).filter(({ schema, path }) => schema.unit !== undefined && path !== TIED[name])
const WITH_NUMBERS = TAKING_JSON.filter(([, command]) => numbersOf(command).length > 0)

test.each(WITH_NUMBERS)(
  '%s accepts decimal fractions in each of its number fields without rounding them',
  async (_route, command) => {
    const next = repeated(command)
    for (const field of numbersOf(command))
      for (const value of field.schema.unit === 'milli' ? QUANTITIES : AMOUNTS) {
        const own = await next()
        const body = withField(own, command, field, value)
        const reply = await own.client.send(command.method, pathIn(own, command), body, { prefer: 'state=summary' })
        expect(reply.status, `${field.path}: ${reply.text}`).toBe(200)
        if (!UNTOLD.includes(command.name)) expect(reply.text, field.path).toContain(`:${value}`)
      }
  },
)

const textsOf = (command: Command) =>
  fieldsOf(command.body as Schema).filter(
    ({ schema, path }) =>
      path !== TIED[command.name] &&
      schema.text === true &&
      schema.moment === undefined &&
      schema.timeZone === undefined,
  )
const WITH_TEXTS = TAKING_JSON.filter(([, command]) => textsOf(command).length > 0)

test.each(WITH_TEXTS)(
  '%s accepts text of the maximum length in each text field, and trims it before checking its length',
  async (_route, command) => {
    const next = repeated(command)
    for (const field of textsOf(command)) {
      const own = await next()
      const longest = '𝒳'.repeat(field.schema.maxLength!)
      if (field.name === 'customer' || field.name === 'supplier') await addPartner(own.client, longest)
      const body = withField(own, command, field, ` ${longest} \n`)
      const reply = await own.client.send(command.method, pathIn(own, command), body, { prefer: 'state=summary' })
      expect(reply.status, `${field.path}: ${reply.text.slice(0, 500)}`).toBe(200)
      if (!UNTOLD.includes(command.name)) expect(reply.text, field.path).toContain(`"${longest}"`)
    }
  },
)
