/**
 * POST /api/v1/batch: up to 100 commands in one request, each with its own idempotency key. They are executed in order,
 * either independently or all together. Source: S-BATCH.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { invalid, Refusal } from '../domain/refusals.ts'
import { FreeObject, oneOf, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import { type Answer, type CommandRequest, refuse } from '../engine/request.ts'
import { addApiRoute } from './api-route.ts'
import { EPOCH_HEADER } from './caching.ts'
import { type CompanyOf, companyOf, viewOf } from './callers-company.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from './idempotency-key.ts'
import { BATCH_EXAMPLE, describeBatch } from './openapi/batch.ts'
import { sendPieces } from './state-answer.ts'
import { hangUpOf } from './wire/hang-up.ts'
import { appliedPreference, readPrefer } from './wire/prefer.ts'
import { PROBLEM_TYPE } from './wire/problems.ts'

const MAX_COMMANDS = 100
/** Matches the characters that the Idempotency-Key header may contain. */
const VISIBLE = '^[!-~]([ -~]*[!-~])?$'

const Body = strictObject({
  mode: Type.Unsafe<'all' | 'each'>({
    ...oneOf(['all', 'each']),
    description: '`all`: in one transaction or not at all. `each`: one after the other, each for itself.',
  }),
  commands: Type.Array(
    strictObject({
      key: Type.String({
        minLength: MIN_KEY_LENGTH,
        maxLength: MAX_KEY_LENGTH,
        pattern: VISIBLE,
        description: 'The Idempotency-Key of the command.',
      }),
      method: Type.Unsafe<'POST' | 'PUT' | 'PATCH' | 'DELETE'>({
        ...oneOf(['POST', 'PUT', 'PATCH', 'DELETE']),
        description: 'The HTTP method of the command.',
      }),
      path: Type.String({
        pattern: '^/api/v1/[!-~]*$',
        maxLength: 2_000,
        description: 'The path of the command, with its ids.',
      }),
      body: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          ...FreeObject,
          description: 'The body of the command; by default `{}`.',
        }),
      ),
    }),
    { minItems: 1, maxItems: MAX_COMMANDS, description: 'The commands, in the order in which they are executed.' },
  ),
})
type BatchBody = Static<typeof Body>
type BatchCommand = BatchBody['commands'][number]

/** The place of one command in its batch. `submit` runs the command once its request has been checked. */
interface Place {
  submit(company: Company, request: CommandRequest): Promise<Answer>
}

const places = new AsyncLocalStorage<Place>()

/**
 * Returns how the command whose request is being handled takes part in its batch; undefined for a request outside a
 * batch.
 */
export const placeInBatch = (): Place | undefined => places.getStore()

const EACH: Place = { submit: (company, request) => company.submit(request) }

export function addBatchRoute(app: FastifyInstance, companies: Companies): void {
  const company = companyOf(companies)
  addApiRoute(app, {
    method: 'POST',
    url: '/api/v1/batch',
    may: 'everyone',
    schema: { ...describeBatch(), body: { ...Body, examples: [BATCH_EXAMPLE] }, querystring: strictObject({}) },
    handler: (request, reply) => runBatch({ company, epoch: companies.database.epoch }, request, reply),
  })
}

/** Refuses a request in a batch if its route is not a command with a JSON body. Call this before any route is added. */
export function guardBatches(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions, method, url }, _reply, done) => {
    const isRefused = places.getStore() !== undefined && routeOptions.config.inBatch !== true
    done(
      isRefused
        ? new Refusal('ROUTE_NOT_FOUND', `${method} ${url} is not a command that a batch may have.`)
        : undefined,
    )
  })
}

async function runBatch(
  { company: companyFor, epoch }: { readonly company: CompanyOf; readonly epoch: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { mode, commands } = request.body as BatchBody
  refuseRepeatedKeys(commands)
  const company = await companyFor(request)
  const { revision } = await company.current()
  reply.header(EPOCH_HEADER, epoch)
  const answers = mode === 'each' ? await runEach(request, commands) : await runTogether(request, commands)
  if (!Array.isArray(answers)) {
    if (answers.status === 503 || answers.status === 429) reply.header('retry-after', answers.retryAfter ?? 1)
    return reply.code(answers.status).type(PROBLEM_TYPE).send(answers.problem)
  }
  const { prefer } = request.headers
  const asked = readPrefer(prefer, epoch)
  const form = asked.name === 'changes' ? { ...asked, since: asked.since ?? revision } : asked
  const printed = await company.stateIn({ form, view: viewOf(request) }, { revision: null, signal: hangUpOf(request) })
  const applied = appliedPreference(asked, printed.name, prefer)
  if (applied !== undefined) reply.header('preference-applied', applied)
  return sendPieces(request, reply, [`{"results":[${answers.join()}],"state":`, ...printed.state, '}'])
}

function refuseRepeatedKeys(commands: readonly BatchCommand[]): void {
  const seen = new Set<string>()
  for (const [at, { key }] of commands.entries()) {
    if (seen.has(key)) throw invalid(`/commands/${at}/key`, 'is the key of an earlier command of the batch', 'TWICE')
    seen.add(key)
  }
}

/** The response that one command would get to its own request; for an executed command, only its result. */
interface Answered {
  readonly status: number
  readonly isReplay: boolean
  readonly retryAfter: string | undefined
  /** The result or the problem, as JSON. */
  readonly text: string
}

/** Names of headers that describe the body and response of the batch itself and so do not apply to its commands. */
const OF_THE_BATCH =
  /^(content-|transfer-encoding$|accept-encoding$|prefer$|idempotency-key$|connection$|expect$|te$|trailer$)/

/** Handles one command of a batch as a separate request from the same caller, so that all checks run as usual. */
async function ask(
  request: FastifyRequest,
  { key, method, path, body = {} }: BatchCommand,
  place: Place,
): Promise<Answered> {
  const own = Object.entries(request.headers as IncomingHttpHeaders).filter(([name]) => !OF_THE_BATCH.test(name))
  const response = await places.run(place, async () =>
    request.server.inject({
      method,
      url: path,
      headers: { ...Object.fromEntries(own), 'idempotency-key': key, prefer: 'state=summary' },
      ...(request.socket.remoteAddress === undefined ? {} : { remoteAddress: request.socket.remoteAddress }),
      payload: body,
    }),
  )
  const { statusCode: status, headers, payload: text } = response
  const retryAfter = headers['retry-after']
  return {
    status,
    isReplay: headers['idempotent-replayed'] === 'true',
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
    text,
  }
}

const isExecuted = ({ status }: Answered) => status < 400

/** Serializes one command's entry in the `results` of a batch. */
function print({ key }: BatchCommand, answered: Answered): string {
  const { status, isReplay, text } = answered
  const name = isExecuted(answered) ? 'result' : 'problem'
  return `{"key":${JSON.stringify(key)},"status":${status},"isReplay":${isReplay},"${name}":${text}}`
}

async function runEach(request: FastifyRequest, commands: readonly BatchCommand[]): Promise<string[]> {
  const printed: string[] = []
  for (const command of commands) printed.push(print(command, await ask(request, command, EACH)))
  return printed
}

interface RefusedBatch {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly problem: string
}

async function runTogether(
  request: FastifyRequest,
  commands: readonly BatchCommand[],
): Promise<string[] | RefusedBatch> {
  const together = new Together(commands.length)
  const answered = await Promise.all(
    commands.map((command, at) =>
      ask(request, command, together.placeOf(at)).finally(() => together.passUnlessSubmitted(at)),
    ),
  )
  const refused = await together.refused()
  if (refused === null) return commands.map((command, at) => print(command, answered[at]!))
  const { at, answer } = refused
  const { status, retryAfter, text } = at === null ? answered[0]! : answered[at]!
  const problem = JSON.parse(answer?.problem ?? text)
  const pointed = at === null ? problem : { ...problem, command: { index: at, key: commands[at]!.key } }
  return { status: answer?.status ?? status, retryAfter, problem: JSON.stringify(pointed) }
}

type Refused = Extract<Answer, { ok: false }>

/**
 * The commands of a batch that are executed together: they wait for each other until all of their requests have been
 * checked.
 */
class Together {
  private readonly requests: (CommandRequest | null)[]
  private readonly outcome = Promise.withResolvers<readonly Answer[]>()
  private company: Company | null = null
  private unchecked: number

  constructor(count: number) {
    this.requests = Array.from({ length: count }, () => null)
    this.unchecked = count
  }

  placeOf(at: number): Place {
    return {
      submit: async (company, request) => {
        this.company = company
        this.requests[at] = request
        this.check()
        const answers = await this.outcome.promise
        const isDone = answers.length === this.requests.length && answers.every(({ ok }) => ok)
        return isDone ? answers[at]! : refuse('UNAVAILABLE', 'Another command of the batch was refused.', request)
      },
    }
  }

  /**
   * Notes that a command's request has been answered. If the request was answered before its rule ran, no command of
   * the batch is executed.
   */
  passUnlessSubmitted(at: number): void {
    if (this.requests[at] === null) this.check()
  }

  /**
   * Returns the position of the first refused command, with its response if its rule ran; null when all commands were
   * executed. `at` is null when no command could be executed now.
   */
  async refused(): Promise<{ readonly at: number | null; readonly answer?: Refused } | null> {
    const at = this.requests.indexOf(null)
    if (at >= 0) return { at }
    const answers = await this.outcome.promise.catch((): readonly Answer[] => [])
    const answer = answers.find((one): one is Refused => !one.ok)
    if (answer !== undefined)
      return { at: answer.refused === undefined ? null : this.requests.indexOf(answer.refused), answer }
    return answers.length === this.requests.length ? null : { at: null }
  }

  private check(): void {
    this.unchecked -= 1
    if (this.unchecked > 0) return
    const requests = this.requests.filter((request) => request !== null)
    if (requests.length < this.requests.length) this.outcome.resolve([])
    else this.company!.submitTogether(requests).then(this.outcome.resolve, this.outcome.reject)
  }
}
