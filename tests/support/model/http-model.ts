/**
 * Runs random commands over HTTP and compares every response with the model's prediction. Several nodes on one database
 * can be used.
 */
import { PROBLEMS } from '../../../server/domain/refusals.ts'
import { type Chance, createChance } from '../chance/chance.ts'
import { type Answer, read, send, stateText, type Target, type Write, writeOf } from '../node/exchange.ts'
import { inParallel } from '../node/state.ts'
import { askAnything } from './asking.ts'
import { type Asked, createModel, type Model } from './model.ts'
import type { Json } from './model-kinds.ts'
import { fillWaiting } from './model-reserves.ts'
import { applyChangesForm, MODEL_RULES, stateDifferences, stateFaults } from './model-state.ts'

export interface HttpRunOptions {
  readonly seed: number
  readonly commands: number
  /** The nodes that get the requests. All of them serve the same new company. */
  readonly targets: readonly Target[]
  /** The probability of sending many commands at once. The model then applies them in the order of their revisions. */
  readonly burstProbability: number
}

export interface HttpRunReport {
  readonly sent: number
  readonly succeeded: number
  readonly replayed: number
  readonly revision: number
}

interface Sent {
  readonly write: Write
  readonly answer: Answer
}

interface Run {
  readonly options: HttpRunOptions
  readonly chance: Chance
  readonly model: Model
  /** The state that a client builds by requesting only changes. As JSON it must equal the full state byte for byte. */
  mirror: Json
  readonly sent: Sent[]
  /** The company states at the latest revisions, keyed by revision. */
  readonly recent: Map<number, Json>
  /** The full company state as text, keyed by revision, for some of the revisions. */
  readonly texts: Map<number, string>
  keys: number
  succeeded: number
  replayed: number
}

const KNOWN_LOTS_NEEDED = new Set([
  'receiveStock',
  'receiveDelivery',
  'transferStock',
  'changeDocumentStatus',
  'changeCustomerReturnStatus',
])
const TEXT_KEPT_EVERY = 4
const RECENT_KEPT = 30
const DOUBLED_EVERY = 20
const SENT_AT_ONCE = 8

/** Runs the comparison. Throws at the first difference, with the seed in the message. */
export async function runHttpModel(options: HttpRunOptions): Promise<HttpRunReport> {
  const run: Run = {
    options,
    chance: createChance(options.seed),
    model: createModel(''),
    mirror: null,
    sent: [],
    recent: new Map(),
    texts: new Map(),
    keys: 0,
    succeeded: 0,
    replayed: 0,
  }
  try {
    run.mirror = JSON.parse((await read(options.targets[0]!, '/api/v1/bootstrap')).text)
    run.model.settings.companyName = run.mirror.company.name
    run.recent.set(run.mirror.revision, run.mirror)
    while (run.keys < options.commands) await step(run)
    await checkNodes(run)
    await sendAgainFromTheBeginning(run)
    const { succeeded, replayed, model } = run
    return { sent: run.keys, succeeded, replayed, revision: model.revision }
  } catch (error) {
    throw new Error(`SEED=${options.seed}, after ${run.keys} commands: ${(error as Error).message}`, { cause: error })
  }
}

async function step(run: Run): Promise<void> {
  const { chance, options } = run
  if (chance.happens(options.burstProbability)) await burst(run)
  else await single(run)
  if (chance.happens(0.08)) await replayOld(run)
  if (chance.happens(0.05)) await readBack(run)
  if (chance.happens(0.02)) await checkNodes(run)
}

function newKey(run: Run): string {
  run.keys += 1
  return `model-${run.options.seed}-${run.keys}`
}

const at = ({ chance, options }: Run): Target => chance.pick(options.targets)

/**
 * Returns the Prefer header for a command: the response must include new lots, so that the model can record their ids.
 */
function preference({ chance, recent }: Run, asked: Asked): string | undefined {
  const forms = [undefined, 'state=changes', `state=changes; since=${chance.pick([...recent.keys()])}`]
  return chance.pick(KNOWN_LOTS_NEEDED.has(asked.name) ? forms : [...forms, 'state=summary', 'return=minimal'])
}

/** Returns a random command as an owner sends it, because this run uses the owner's tokens. */
function askAsOwner({ chance, model }: Run): Asked {
  const asked = askAnything(chance, model)
  // Skip this command, because only the service itself ends reservations; no route does.
  return asked.name === 'endReservation' ? askAsOwner({ chance, model } as Run) : { ...asked, isManagers: false }
}

async function single(run: Run): Promise<void> {
  const { model } = run
  const asked = askAsOwner(run)
  const write = writeOf(asked, newKey(run), preference(run, asked))
  const refusals = MODEL_RULES[asked.name]!.refusals(model, asked)
  const answer = await send(at(run), write)
  if (answer.isReplay) fail(`${describe(asked)} was answered as a replay`)
  run.sent.push({ write, answer })
  if (run.keys % DOUBLED_EVERY === 0) await repeat(run, { write, answer })
  if (answer.status !== 200) {
    checkRefusal(asked, answer, refusals)
    return
  }
  if (refusals.length > 0) fail(`${describe(asked)} succeeded, expected ${refusals.join(' or ')}`)
  await follow(run, asked, answer)
}

const describe = ({ name, params, body }: Asked): string => `${name} ${JSON.stringify({ ...params, ...body })}`

function checkRefusal(asked: Asked, answer: Answer, refusals: readonly string[]): void {
  const problem = JSON.parse(answer.text) as Json
  if (!refusals.includes(problem.code))
    fail(`${describe(asked)} was refused with ${answer.text}, expected ${refusals.join(' or ') || 'success'}`)
  checkProblem(answer, problem)
}

function checkProblem(answer: Answer, problem: Json): void {
  const known = PROBLEMS[problem.code as keyof typeof PROBLEMS]
  if (known === undefined || known.status !== answer.status || problem.status !== answer.status)
    fail(`a problem with status ${answer.status}: ${answer.text}`)
  if (!answer.contentType.startsWith('application/problem+json')) fail(`a problem as ${answer.contentType}`)
}

/** Applies a command that succeeded to the model and to the client's state, and checks that the two agree. */
async function follow(run: Run, asked: Asked, answer: Answer): Promise<void> {
  const { model } = run
  const { result, state } = JSON.parse(answer.text) as Json
  const known = new Set<string>(run.mirror.lots.map((lot: Json) => lot.id))
  const isSummary = state.warehouses === undefined && state.changed === undefined
  model.revision += 1
  run.succeeded += 1
  if (state.revision !== model.revision) fail(`the answer is of revision ${state.revision}, expected ${model.revision}`)
  if (isSummary) await followByChanges(run)
  else followAnswer(run, state, answer)
  const newLots = run.mirror.lots.filter((lot: Json) => !known.has(lot.id))
  const found = MODEL_RULES[asked.name]!.take(model, asked, {
    result,
    newLots: isSummary ? null : newLots,
    movements: null,
    notices: null,
  })
  fillWaiting(model)
  expectNone(describe(asked), [...found, ...stateDifferences(model, run.mirror), ...stateFaults(run.mirror)])
  if (isSummary && JSON.stringify(state.totals) !== JSON.stringify(run.mirror.totals))
    fail('a summary has other totals')
  run.recent.set(model.revision, run.mirror)
  run.recent.delete(model.revision - RECENT_KEPT)
  if (model.revision % TEXT_KEPT_EVERY === 0) run.texts.set(model.revision, JSON.stringify(run.mirror))
}

function followAnswer(run: Run, state: Json, answer: Answer): void {
  if (state.changed === undefined) {
    run.mirror = state
    if (stateText(answer) !== JSON.stringify(state)) fail('the full form is not canonical JSON')
    return
  }
  const before = state.since === run.mirror.revision ? run.mirror : run.recent.get(state.since)
  if (before === undefined) fail(`the changes are since ${state.since}, which was not asked`)
  run.mirror = applyChangesForm(before, state)
}

async function followByChanges(run: Run): Promise<void> {
  const answer = await read(at(run), `/api/v1/bootstrap?since=${run.mirror.revision}`)
  const changes = JSON.parse(answer.text) as Json
  if (changes.changed === undefined) fail('the changes form was asked, another came')
  run.mirror = applyChangesForm(run.mirror, changes)
}

const SHOWN_CHARACTERS = 150

/** Returns excerpts where two texts begin to differ. */
function differing(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at += 1
  const from = Math.max(0, at - SHOWN_CHARACTERS)
  return `…${was.slice(from, at + SHOWN_CHARACTERS)}… was answered, now …${is.slice(from, at + SHOWN_CHARACTERS)}…`
}

/** Repeats a command with its key: the response must be byte for byte the same, and marked as repeated. */
async function repeat(run: Run, { write, answer }: Sent): Promise<void> {
  const again = await send(at(run), write)
  run.replayed += 1
  if (again.text !== answer.text || again.status !== answer.status)
    fail(`a replay of ${write.path} (${write.prefer ?? 'full'}) has other bytes: ${differing(answer.text, again.text)}`)
  if (!again.isReplay) fail(`a replay of ${write.path} is not told to be one`)
}

/**
 * Repeats all commands, like a client that lost the responses and runs its script again: in order and backwards,
 * several at a time.
 */
async function sendAgainFromTheBeginning(run: Run): Promise<void> {
  for (const sent of [run.sent, run.sent.toReversed()])
    await inParallel(sent.length, SENT_AT_ONCE, (index) => repeat(run, sent[index]!))
}

/**
 * Repeats an old command, requesting the form of its first response or the full form. A full form is compared with the
 * state at its revision if that state is known.
 */
async function replayOld(run: Run): Promise<void> {
  const { chance } = run
  const old = chance.pick(run.sent)
  if (chance.happens(0.6)) return repeat(run, old)
  const answer = await send(at(run), { ...old.write, prefer: undefined })
  run.replayed += 1
  if (answer.status !== old.answer.status) fail(`a replay of ${old.write.path} has status ${answer.status}`)
  if (answer.status !== 200) return
  const { state } = JSON.parse(answer.text) as Json
  const known = run.texts.get(state.revision)
  if (known !== undefined && known !== stateText(answer)) fail(`the state as of ${state.revision} has other bytes now`)
  expectNone(`the state as of ${state.revision}`, stateFaults(state))
  const changed = await send(at(run), { ...old.write, prefer: 'state=changes' })
  const changes = (JSON.parse(changed.text) as Json).state
  const before = run.texts.get(changes.since)
  if (before !== undefined && JSON.stringify(applyChangesForm(JSON.parse(before), changes)) !== stateText(answer))
    fail(`the changes of revision ${state.revision} do not lead to its state`)
}

/**
 * Checks that a random node returns the state after the latest write, and the right changes since an earlier revision.
 */
async function readBack(run: Run): Promise<void> {
  const { chance, texts, mirror } = run
  const now = await read(at(run), '/api/v1/bootstrap')
  if (now.text !== JSON.stringify(mirror)) fail(`bootstrap is not the state of revision ${mirror.revision}`)
  if (texts.size === 0) return
  const [revision, text] = chance.pick([...texts])
  const answer = await read(at(run), `/api/v1/bootstrap?since=${revision}`)
  const since = applyChangesForm(JSON.parse(text), JSON.parse(answer.text))
  if (JSON.stringify(since) !== JSON.stringify(mirror)) fail(`the changes since ${revision} do not lead to the state`)
}

async function checkNodes(run: Run): Promise<void> {
  for (const target of run.options.targets) {
    const { text } = await read(target, '/api/v1/bootstrap')
    if (text !== JSON.stringify(run.mirror)) fail(`${target.url} has another state at revision ${run.mirror.revision}`)
  }
}

/**
 * Sends many commands at once to all nodes, some of them repeatedly with the same key. The successful commands must be
 * correct in the order of their revisions. Of the refusals only the form is checked.
 */
async function burst(run: Run): Promise<void> {
  const { chance, model } = run
  const asked = Array.from({ length: chance.between(3, 30) }, () => askAsOwner(run))
  const all = await Promise.all(asked.map((one) => sendBurst(run, one)))
  const succeeded: { asked: Asked; answer: Answer; revision: number }[] = []
  for (const { asked: one, write, answer } of all) {
    run.sent.push({ write, answer })
    if (answer.status !== 200) {
      checkProblem(answer, JSON.parse(answer.text))
      continue
    }
    succeeded.push({ asked: one, answer, revision: JSON.parse(answer.text).state.revision })
  }
  succeeded.sort((a, b) => a.revision - b.revision)
  for (const { asked: one, answer } of succeeded) {
    const refusals = MODEL_RULES[one.name]!.refusals(model, one)
    if (refusals.length > 0) fail(`${describe(one)} succeeded in a burst, expected ${refusals.join(' or ')}`)
    await follow(run, one, answer)
  }
  await checkNodes(run)
}

async function sendBurst(run: Run, asked: Asked): Promise<{ asked: Asked; write: Write; answer: Answer }> {
  const { chance } = run
  const write = writeOf(asked, newKey(run), chance.pick([undefined, 'state=changes']))
  const copies = chance.happens(0.15) ? chance.between(2, 3) : 1
  const answers = await Promise.all(Array.from({ length: copies }, () => send(at(run), write)))
  // A refusal does not use up the key. If other commands of the burst ran in between, one copy may be refused and the
  // next one succeed, but all successful copies must get the same response.
  const succeeded = answers.filter(({ status }) => status === 200)
  const answer = succeeded[0] ?? answers[0]!
  const other = succeeded.find(({ text }) => text !== answer.text)
  if (other !== undefined)
    fail(`one key sent ${copies} times at once succeeded in two ways: ${write.path}: ${answer.text} and ${other.text}`)
  for (const refused of answers) if (refused.status !== 200) checkProblem(refused, JSON.parse(refused.text))
  return { asked, write, answer }
}

function expectNone(what: string, found: readonly string[]): void {
  if (found.length > 0) fail(`${what}: ${found.slice(0, 8).join('; ')}`)
}

function fail(message: string): never {
  throw new Error(message)
}
