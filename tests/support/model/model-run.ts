/** Runs random commands through the engine and the model in parallel, and checks all invariants on the way. */
import { isDeepStrictEqual } from 'node:util'
import { PROBLEMS } from '../../../server/domain/refusals.ts'
import type { Decided } from '../../../server/engine/decide.ts'
import { printChanges } from '../../../server/engine/print-state.ts'
import type { CommandRequest } from '../../../server/engine/request.ts'
import type { StateSnapshot } from '../../../server/engine/state.ts'
import { runToEnd } from '../../../server/runtime/slices.ts'
import { type Chance, createChance } from '../chance/chance.ts'
import { faultsOfFigures, reasonIn } from '../contract/refusals.ts'
import { askAnything } from './asking.ts'
import type { Ask } from './asking-basics.ts'
import { placeOrder } from './asking-orders.ts'
import {
  COMPANY_NAME,
  EngineWorld,
  photograph,
  pictureDifferences,
  printState,
  type Ran,
  textOf,
} from './engine-world.ts'
import { type Asked, createModel, type Model, totalsOf } from './model.ts'
import type { Json } from './model-kinds.ts'
import { takeNotices, watchedStock } from './model-parties.ts'
import { fillWaiting } from './model-reserves.ts'
import { applyChangesForm, MODEL_RULES, stateDifferences, stateFaults } from './model-state.ts'

const SHOWN_DIFFERENCES = 8
const KEPT_STATES = 6
/**
 * The possible numbers of finished records in memory: as many as in the service, or far fewer, so that many records are
 * soon found only in the tables.
 */
const FINISHED_SHOWN = [1_000, 1_000, 30, 6, 2]

/**
 * The number of times each outcome occurred. An outcome is the command's name, followed by 'ok' or the refusal's code.
 */
export type Outcomes = Map<string, number>

interface Run {
  readonly chance: Chance
  readonly care: number
  readonly world: EngineWorld
  readonly model: Model
  readonly outcomes: Outcomes
  /** The number of finished records that this run holds in memory. */
  readonly finishedShown: number
  readonly kept: { snapshot: StateSnapshot; text: string }[]
  readonly askedOf: Map<CommandRequest, Asked>
  last: Asked | null
}

/**
 * Runs commands in one new company. Throws at the first difference, with the seed and the command; the same seed and number of
 * commands repeat the run. @param care how often, from 0 to 1, all records and the whole state are checked. Large companies
 * need a low value, because the check takes long.
 */
export function runWorld(seed: number, commands: number, care = 1): Outcomes {
  const chance = createChance(seed)
  const finishedShown = chance.pick(FINISHED_SHOWN)
  const run: Run = {
    chance,
    care,
    world: new EngineWorld(chance.fork(), finishedShown),
    model: createModel(COMPANY_NAME),
    finishedShown,
    outcomes: new Map(),
    kept: [],
    askedOf: new Map(),
    last: null,
  }
  let done = 0
  try {
    while (done < commands) done += step(run)
    checkEverything(run)
    checkFlows(run)
    return run.outcomes
  } catch (error) {
    const last =
      run.last === null ? '' : ` at ${run.last.name} ${JSON.stringify({ ...run.last.params, ...run.last.body })}`
    throw new Error(`SEED=${seed}, after ${done} commands${last}: ${(error as Error).message}`, { cause: error })
  }
}

function step(run: Run): number {
  const { chance } = run
  if (chance.happens(0.04 * run.care)) return orderAndCancel(run)
  const size = chance.weigh([
    [6, 1],
    [5, chance.between(2, 8)],
    [1, chance.between(9, 40)],
  ])
  return runCommands(
    run,
    Array.from({ length: size }, () => askAnything),
  ).length
}

/** Generates commands, and runs them in the batches that the engine would form. */
function runCommands(run: Run, asks: readonly ((chance: Chance, model: Model) => Asked)[]): Ran[] {
  const { world, model, chance } = run
  const asked = asks.map((ask) => ask(chance, model))
  const requests = world.requests(asked)
  run.askedOf.clear()
  for (const [position, request] of requests.entries()) run.askedOf.set(request, asked[position]!)
  const ran: Ran[] = []
  while (ran.length < requests.length) ran.push(...runBatch(run, world.nextBatch(requests.slice(ran.length))))
  return ran
}

function runBatch(run: Run, batch: readonly CommandRequest[]): Ran[] {
  const { chance, world, kept, care } = run
  const isWatched = chance.happens(Math.min(0.6, 4 * care))
  const before = isWatched ? photograph(world.books) : new Map<string, unknown>()
  if (isWatched && chance.happens(0.25)) rehearse(run, batch, before)
  if (isWatched && chance.happens(0.03)) failInTheMiddle(run, batch, before)
  if (chance.happens(0.15 * care)) keepState(run)
  const textBefore = chance.happens(0.1 * care) ? printState(world.state.snapshot()) : null
  const ran = isWatched && chance.happens(0.25) ? fly(run, batch) : land(run, batch, world.decide(batch).decided)
  const isRefused = ran.every(({ code }) => code !== null)
  if (isRefused && isWatched)
    expectNone('A refused command changed', pictureDifferences(before, photograph(world.books)))
  if (isRefused && textBefore !== null && textBefore !== printState(world.state.snapshot()))
    fail('A refused command changed the state')
  if (chance.happens(0.1)) world.catchUp()
  if (chance.happens(0.25 * care)) checkState(run)
  if (kept.length > 0 && chance.happens(0.2 * care)) checkKept(run)
  if (chance.happens(0.04 * care)) checkEverything(run)
  return ran
}

/** Commits a batch, and applies each of its commands to the model. */
function land(run: Run, batch: readonly CommandRequest[], decided: readonly Decided[]): Ran[] {
  return decided.map((one, position) => follow(run, run.world.commit(batch[position]!, one)))
}

/**
 * Acts like the engine under load: decides the second half of a batch while the first half is in flight. Sometimes the first
 * half is lost.
 */
function fly(run: Run, batch: readonly CommandRequest[]): Ran[] {
  const { chance, world } = run
  const half = batch.slice(0, chance.between(1, batch.length))
  const before = photograph(world.books)
  const first = world.decide(half)
  const between = photograph(world.books)
  const rest = batch.slice(half.length)
  const next = rest.slice(0, world.decidableOnArrival(rest))
  const headRevision = world.revision + first.decided.filter(({ row }) => row.revision !== null).length
  const second = next.length === 0 ? null : world.decide(next, headRevision)
  if (chance.happens(0.4)) {
    second?.undo()
    expectNone('Undo of the second batch left', pictureDifferences(between, photograph(world.books)))
    first.undo()
    expectNone('Undo of both batches left', pictureDifferences(before, photograph(world.books)))
    return land(run, half, world.decide(half).decided)
  }
  const ran = land(run, half, first.decided)
  if (second === null) return ran
  if (chance.happens(0.7)) return [...ran, ...land(run, next, second.decided)]
  second.undo()
  return ran
}

/** Compares the outcome of one command in the engine with the model's. */
function follow(run: Run, ran: Ran): Ran {
  const { model, outcomes } = run
  const asked = run.askedOf.get(ran.request)!
  run.last = asked
  const rule = MODEL_RULES[asked.name]!
  const refusals = rule.refusals(model, asked)
  const outcome = `${asked.name} ${ran.code ?? 'ok'}`
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  if (ran.code !== null) {
    expectNone('The figures', faultsOfFigures(ran.result as { code: string; detail: string }))
    const reason = reasonIn(ran.result as { code: string })
    if (reason !== null) outcomes.set(reason, (outcomes.get(reason) ?? 0) + 1)
    if (!refusals.includes(ran.code))
      fail(`refused with ${ran.code} (${ran.result.detail}), expected ${wished(refusals)}`)
    if (ran.decided.row.status !== PROBLEMS[ran.code as keyof typeof PROBLEMS].status) fail('the status is another')
    return ran
  }
  if (refusals.length > 0) fail(`succeeded, expected ${wished(refusals)}`)
  model.revision += 1
  const watched = watchedStock(model)
  expectNone('The answer', rule.take(model, asked, ran))
  fillWaiting(model)
  expectNone('The notices', takeNotices(model, watched, asked.name === 'markNotification' ? [] : ran.notices))
  if (ran.decided.row.revision !== model.revision) fail(`the revision is ${ran.decided.row.revision}`)
  for (const [name, total] of Object.entries(totalsOf(model)))
    if (BigInt(ran.decided.totals[name as keyof typeof ran.decided.totals]) !== total)
      fail(`totals.${name} is ${ran.decided.totals[name as keyof typeof ran.decided.totals]}, expected ${total}`)
  return ran
}

const wished = (refusals: readonly string[]): string => (refusals.length === 0 ? 'success' : refusals.join(' or '))

/** Decides a batch and rolls it back. Records, indexes, totals and counters must then be as they were before. */
function rehearse({ chance, world }: Run, batch: readonly CommandRequest[], before: Map<string, unknown>): void {
  const some = chance.happens(0.5) ? batch : batch.filter(() => chance.happens(0.5))
  if (some.length === 0) return
  world.decide(some).undo()
  expectNone('Undo left', pictureDifferences(before, photograph(world.books)))
}

/** Simulates a bug in a business rule: the rule throws, and nothing of the batch may remain. */
function failInTheMiddle({ world }: Run, batch: readonly CommandRequest[], before: Map<string, unknown>): void {
  const broken = {
    ...batch[0]!,
    command: {
      ...batch[0]!.command,
      decide: () => {
        throw new TypeError('a bug')
      },
    },
  }
  let thrown: unknown
  try {
    world.decide([...batch, broken, ...batch])
  } catch (error) {
    thrown = error
  }
  if (!(thrown instanceof TypeError)) fail('a bug in a rule was not thrown')
  expectNone('A bug left', pictureDifferences(before, photograph(world.books)))
}

function checkState({ world, model, finishedShown }: Run): Json {
  const state = JSON.parse(printState(world.state.snapshot())) as Json
  expectNone('The state', stateDifferences(model, state, finishedShown))
  expectNone('The state by itself', stateFaults(state))
  return state
}

/**
 * Keeps a state, perhaps before it is printed, to check later that it stays the same while commands change the parts
 * that it shares with later states.
 */
function keepState({ world, kept, chance }: Run): void {
  const text = printState(world.load().state.snapshot())
  if (kept.length >= KEPT_STATES) kept.splice(chance.below(kept.length), 1)
  kept.push({ snapshot: world.state.snapshot(), text })
}

/**
 * Checks that an earlier state is still printed the same way, and that the changes since then lead from it to the
 * current state.
 */
function checkKept({ world, kept, chance }: Run): void {
  const earlier = chance.pick(kept)
  if (printState(earlier.snapshot) !== earlier.text)
    fail(`the state of revision ${earlier.snapshot.revision} changed afterwards`)
  const snapshot = world.state.snapshot()
  const changes = JSON.parse(textOf(runToEnd(printChanges(earlier.snapshot, snapshot, 'full')))) as Json
  if (changes.since !== earlier.snapshot.revision) fail('the changes are since another revision')
  const followed = applyChangesForm(JSON.parse(earlier.text), changes)
  const [text, now] = [JSON.stringify(followed), printState(snapshot)]
  // A stock value above the exact range of doubles is printed with more digits than a JSON client can read.
  if (text !== now && text !== JSON.stringify(JSON.parse(now)))
    fail(`the changes since revision ${earlier.snapshot.revision} do not lead to revision ${snapshot.revision}`)
}

/** Checks that the company loaded from the tables and the follower have the same bytes and indexes as the running company. */
function checkEverything(run: Run): void {
  const { world } = run
  checkState(run)
  const text = printState(world.state.snapshot())
  world.catchUp()
  const loaded = world.load()
  if (printState(loaded.state.snapshot()) !== text) fail('a node that loads the company has other bytes')
  if (printState(world.follower.snapshot()) !== text) fail('a node that follows the log has other bytes')
  const picture = photograph(world.books)
  expectNone('Loaded books', pictureDifferences(picture, photograph(loaded.books), isDeepStrictEqual))
  expectNone('Following books', pictureDifferences(picture, photograph(world.followerBooks), isDeepStrictEqual))
}

/**
 * Checks that, according to the movements, the goods that came into stock equal the goods that are left plus the goods
 * taken out.
 */
function checkFlows({ world, model }: Run): void {
  const movements = ([...(world.tables.get('movements') ?? new Map()).values()] as Json[]).map((movement) =>
    movement.type === 'reversal' ? { ...movement, type: `reversal of ${movement.reverses}` } : movement,
  )
  for (const [productId, { came, went }] of model.flows) {
    const sum = (field: string, types: readonly string[]) =>
      movements
        .filter((movement) => movement.productId === productId && types.includes(movement.type))
        .reduce((total, movement) => total + BigInt(movement[field]), 0n)
    const reversed = (type: string) => sum('quantity', [`reversal of ${type}`])
    const undone = reversed('return') + reversed('shipment') + reversed('writeoff')
    const onHand = [...model.stock].reduce(
      (total, [key, row]) => total + (key.startsWith(productId) ? row.onHand : 0n),
      0n,
    )
    if (
      sum('good', ['receipt']) + sum('quantity', ['customer_return']) + undone !== came ||
      sum('quantity', ['writeoff', 'shipment', 'return']) + reversed('receipt') + reversed('customer_return') !==
        went ||
      came !== onHand + went
    )
      fail(`movements of ${productId} do not add up`)
  }
}

/** Places an order and cancels or deletes it, and checks that stock and lots are as before. */
function orderAndCancel(run: Run): number {
  const { chance, world } = run
  const read = () => {
    const { stock, lots, totals } = JSON.parse(printState(world.state.snapshot())) as Json
    return JSON.stringify({ stock, lots, stockValue: totals.stockValue })
  }
  const before = read()
  // A waiting order would leave behind the stock rows of the products it waited for.
  const asking: Ask = (given) => {
    const asked = placeOrder(given)
    return { ...asked, body: { ...asked.body, backorder: false } }
  }
  const [placed] = runCommands(run, [(from, model) => asking({ chance: from, model })])
  if (placed?.code !== null) return 1
  const params = { orderId: placed.result.id as string }
  const undoing: Asked = chance.happens(0.5)
    ? { name: 'deleteOrder', params, body: {} }
    : { name: 'changeOrderStatus', params, body: { status: 'cancelled' } }
  runCommands(run, [() => undoing])
  if (read() !== before) fail('an order that was taken back left a trace in stock')
  return 2
}

function expectNone(what: string, found: readonly string[]): void {
  if (found.length > 0) fail(`${what}: ${found.slice(0, SHOWN_DIFFERENCES).join('; ')}`)
}

function fail(message: string): never {
  throw new Error(message)
}
