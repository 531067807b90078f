/**
 * Runs one company in the engine without a database: stores the engine's decisions as the database would, and reads them back
 * as prefetched history. A second copy of the company, the follower, applies the change log as another node would.
 */
import { inspect } from 'node:util'
import { Type } from 'typebox'
import { converterOf } from '../../../server/commands/conversion.ts'
import type { Command, Prefetch } from '../../../server/commands/define.ts'
import { endReservation } from '../../../server/commands/ending-reservations.ts'
import { COMMANDS } from '../../../server/commands/table.ts'
import { compileValidator } from '../../../server/commands/validation.ts'
import {
  applyChange,
  type Books,
  createBooks,
  emptyCounters,
  emptyTotals,
  forgetFinished,
  placeLoadedRecord,
} from '../../../server/domain/books.ts'
import { LotQueue } from '../../../server/domain/lot-queue.ts'
import {
  type AnyRecord,
  type Change,
  isFinishable,
  isFinished,
  type Kind,
  type Lot,
  MAX_FINISHED_SHOWN,
  type Settings,
  STATE_KINDS,
  type StateKind,
} from '../../../server/domain/records.ts'
import { joinText } from '../../../server/domain/text.ts'
import { LatestImages, parseImages } from '../../../server/engine/after-images.ts'
import type { FinishedHead } from '../../../server/engine/beside-changes.ts'
import type { CompanyClock } from '../../../server/engine/clock.ts'
import { type Decided, type DecidedBatch, decideBatch } from '../../../server/engine/decide.ts'
import { printOwnChanges } from '../../../server/engine/own-changes.ts'
import { packTotals, unpackTotals } from '../../../server/engine/packed-totals.ts'
import { type Pieces, printChanges, printFullState } from '../../../server/engine/print-state.ts'
import type { CommandRequest } from '../../../server/engine/request.ts'
import { serializeRecord } from '../../../server/engine/serialize.ts'
import { State, type StateSnapshot } from '../../../server/engine/state.ts'
import { parseStoredRecord, printStoredRecord } from '../../../server/engine/stored-records.ts'
import { runToEnd } from '../../../server/runtime/slices.ts'
import type { Chance } from '../chance/chance.ts'
import { answerFacts, mustBeAlone } from './engine-prefetch.ts'
import type { Asked } from './model.ts'
import type { Json } from './model-kinds.ts'

const COMPANY_ID = '018f0000-0000-7000-8000-00000000c0de'
export const COMPANY_NAME = 'Модель'
const SETTINGS = {
  companyName: COMPANY_NAME,
  lowStockAlerts: false,
  dailySummary: false,
  timeZone: 'Europe/Moscow',
  revision: 0,
}

/** The command that only the service itself runs. Its body needs no conversion. */
const OWN_COMMAND = { ...endReservation, body: Type.Object({ orderId: Type.String(), reservedUntil: Type.String() }) }
const ALL = [...COMMANDS, OWN_COMMAND as unknown as Command]
const BY_NAME = new Map(ALL.map((command) => [command.name, command]))
const VALIDATORS = new Map(ALL.map((command) => [command.name, compileValidator(command.body, 'body')]))
const CONVERTERS = new Map(ALL.map((command) => [command.name, converterOf(command.body)]))

/**
 * Returns a clock that stands still for a while and then moves on, so that many records have the same time. Its ids are
 * ascending UUIDv7s.
 */
function createTestClock(chance: Chance): CompanyClock {
  let milliseconds = Date.UTC(2026, 0, 1)
  let count = 0
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const clock = {
    tick: () => {
      if (chance.happens(0.4)) milliseconds += chance.between(1, 50)
      return new Date(milliseconds).toISOString()
    },
    newId: () => {
      count += 1
      const time = hex(milliseconds, 12)
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(count, 12)}`
    },
    catchUp: () => undefined,
  }
  return clock as unknown as CompanyClock
}

/** Returns the request for a command, in the form in which the HTTP server passes it to the engine. */
export function requestOf(asked: Asked, key: string): CommandRequest {
  const command = BY_NAME.get(asked.name)
  const validate = VALIDATORS.get(asked.name)
  if (command === undefined || validate === undefined) throw new Error(`There is no command ${asked.name}`)
  const body = structuredClone(asked.body)
  if (!validate(body))
    throw new Error(`${asked.name}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(asked.body)}`)
  CONVERTERS.get(asked.name)!(body)
  return {
    command,
    params: asked.params,
    body,
    key,
    fingerprint: key,
    actor: { type: 'token', id: 'token', name: 'Токен' },
    requestId: key,
    form: { name: 'full' },
    view: 'full',
    role: asked.isManagers === true ? 'manager' : 'owner',
  }
}

/** The outcome of a command that the engine has run. */
export interface Ran {
  readonly request: CommandRequest
  readonly decided: Decided
  /** The error code of the refusal; null if the command succeeded. */
  readonly code: string | null
  readonly result: Json
  readonly newLots: readonly Json[]
  readonly movements: readonly Json[]
  readonly notices: readonly Json[]
}

export class EngineWorld {
  readonly books: Books = createBooks(SETTINGS, emptyTotals(), emptyCounters())
  readonly state: State
  readonly followerBooks: Books = createBooks(SETTINGS, emptyTotals(), emptyCounters())
  readonly follower: State
  /** All records in the simulated database tables, including those no longer in memory. */
  readonly tables = new Map<Kind, Map<string, AnyRecord>>()
  private readonly clock: CompanyClock
  private readonly finishedShown: number
  private readonly finished: FinishedHead
  /** The changes that the follower has not applied yet. */
  private unfollowed = new LatestImages()
  private count = 0
  /**
   * The number of commands whose log row has all their changes, and the number of those whose row omits some bundles.
   */
  told = 0
  untold = 0

  /**
   * @param finishedShown how many finished records of a kind are held in memory. With a small number, commands soon need
   * prefetched history.
   */
  constructor(chance: Chance, finishedShown = MAX_FINISHED_SHOWN) {
    this.clock = createTestClock(chance)
    this.finishedShown = finishedShown
    this.finished = { ids: {} as FinishedHead['ids'], most: finishedShown }
    const empty = { companyId: COMPANY_ID, revision: 0, settings: SETTINGS, totals: emptyTotals() }
    this.state = new State(empty, finishedShown)
    this.follower = new State(empty, finishedShown)
  }

  get revision(): number {
    return this.state.revision
  }

  requests(asked: readonly Asked[]): CommandRequest[] {
    return asked.map((one) => {
      this.count += 1
      return requestOf(one, `key-${this.count}`)
    })
  }

  /**
   * Takes the next batch from the queue, as the engine does. Some commands need to know which records refer to a
   * record, or which finished record comes next in history. Such a command gets a batch of its own. A command whose
   * facts depend on an earlier command on the same record waits for that command.
   */
  nextBatch(waiting: readonly CommandRequest[]): CommandRequest[] {
    const named = new Set<string>()
    const end = waiting.findIndex((request) => {
      const ids = Object.values(request.params)
      const isSecond = ids.some((id) => named.has(id))
      for (const id of ids) named.add(id)
      return isSecond || mustBeAlone(this.factsOf(request))
    })
    return end === -1 ? [...waiting] : waiting.slice(0, Math.max(1, end))
  }

  /**
   * Returns how many commands at the front of the queue need no history. The engine decides those while another batch is in
   * flight.
   */
  decidableOnArrival(waiting: readonly CommandRequest[]): number {
    const first = waiting.findIndex((request) => this.factsOf(request).length > 0)
    return first === -1 ? waiting.length : first
  }

  /**
   * Decides commands without committing them. The prefetched history is from before the batch. @param revision the revision of
   * the batch in flight, if there is one.
   */
  decide(requests: readonly CommandRequest[], revision = this.revision): DecidedBatch {
    if (revision === this.revision) this.finished.ids = this.state.finished
    const { books, clock, finished } = this
    const company = { id: COMPANY_ID, books, clock, finished, revision, productLimit: null }
    const withFacts = requests.map((request) => ({ request, facts: answerFacts(this.tables, this.factsOf(request)) }))
    return runToEnd(decideBatch(company, withFacts))
  }

  /** Applies one command of a decided batch; the commands must come in order. */
  commit(request: CommandRequest, decided: Decided): Ran {
    const result = JSON.parse(joinText(decided.result)) as Json
    const made = { lots: [] as Json[], movements: [] as Json[], notifications: [] as Json[] }
    if (decided.row.revision === null)
      return { request, decided, code: result.code, result, newLots: [], movements: [], notices: [] }
    for (const { kind, id, record } of decided.changes) {
      const table = this.tables.get(kind) ?? new Map<string, AnyRecord>()
      this.tables.set(kind, table)
      if ((kind === 'lots' || kind === 'movements' || kind === 'notifications') && !table.has(id))
        made[kind].push(JSON.parse(serializeRecord(kind, record as never)))
      if (record === null) table.delete(id)
      else table.set(id, record)
    }
    const before = this.state.snapshot()
    const evicted = this.state.apply(decided.changes, decided.row.revision, decided.totals)
    this.compareOwnChanges(decided, before)
    for (const gone of evicted) forgetFinished(this.books, gone.kind, gone.id)
    this.unfollowed.take(parseImages(joinText(decided.after!)), decided.row.revision)
    const { lots: newLots, movements, notifications: notices } = made
    return { request, decided, code: null, result, newLots, movements, notices }
  }

  /** Checks that the changes read from a command's own log row equal the difference between the states before and after it. */
  private compareOwnChanges({ row, log, after }: Decided, before: StateSnapshot): void {
    const now = this.state.snapshot()
    const own = runToEnd(printOwnChanges({ revision: row.revision!, after: joinText(after!), changes: log! }, 'full'))
    if (own === null) this.untold += 1
    else this.told += 1
    const [is, must] = [own && textOf(own), textOf(runToEnd(printChanges(before, now, 'full')))]
    if (own !== null && is !== must) throw new Error(`${row.action} is told as ${is}, and was ${must}`)
  }

  /** Updates the follower from the log, as another node does from time to time (engine/catch-up.ts). */
  catchUp(): void {
    const changes: Change[] = [...this.unfollowed.changes()]
    this.unfollowed = new LatestImages()
    for (const change of changes) applyChange(this.followerBooks, change)
    Object.assign(this.followerBooks.totals, unpackTotals(packTotals(this.books.totals)))
    Object.assign(this.followerBooks.counters, this.books.counters)
    for (const gone of this.follower.apply(changes, this.revision, { ...this.followerBooks.totals }))
      forgetFinished(this.followerBooks, gone.kind, gone.id)
  }

  private stored(kind: Kind, id: string): AnyRecord | null {
    const record = this.tables.get(kind)?.get(id)
    if (record === undefined) return null
    return parseStoredRecord(kind, kind === 'stock' ? JSON.stringify(record) : printStoredRecord<Kind>(kind, record))
  }

  /** Loads the company from the simulated tables, as a starting node does. */
  load(): { books: Books; state: State } {
    const totals = unpackTotals(packTotals(this.books.totals))
    const settings = this.stored('settings', 'settings') as Settings | null
    const books = createBooks(settings ?? SETTINGS, totals, { ...this.books.counters })
    const state = new State(
      { companyId: COMPANY_ID, revision: this.revision, settings: settings ?? SETTINGS, totals: { ...totals } },
      this.finishedShown,
    )
    for (const kind of STATE_KINDS) {
      const changes = this.loadedRecords(kind).map(([id, record]) => ({ kind, id, record }) as Change)
      for (const change of changes) placeLoadedRecord(books, change)
      state.apply(changes, this.revision, state.totals)
    }
    return { books, state }
  }

  /** Returns copies of all records of the given kind that belong in memory, sorted by id. */
  private loadedRecords(kind: StateKind): [string, AnyRecord][] {
    const all = [...(this.tables.get(kind) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    const finished = all.filter(
      ([, record]) => isFinishable(kind) && isFinished(kind, record as { status: string } & AnyRecord),
    )
    const hidden = new Set(finished.slice(0, -this.finishedShown))
    const kept = all.filter((entry) => !hidden.has(entry) && !(kind === 'lots' && (entry[1] as Lot).remaining === 0))
    return kept.map(([id, record]) => [id, JSON.parse(JSON.stringify(record)) as AnyRecord])
  }

  private factsOf(request: CommandRequest): readonly Prefetch[] {
    return request.command.facts?.(this.books, request) ?? []
  }
}

/** Joins pieces of JSON into one string. */
export function textOf(pieces: Pieces): string {
  return pieces.map(String).join('')
}

/** Returns the full state as one JSON string. */
export function printState(snapshot: StateSnapshot): string {
  return textOf(runToEnd(printFullState(snapshot, 'full')))
}

/**
 * Captures the company's records in memory. Records are never edited in place, so if two captures hold the same
 * objects, nothing has changed.
 */
export function photograph(books: Books): Map<string, unknown> {
  const picture = new Map<string, unknown>()
  for (const [name, value] of Object.entries(books)) {
    if (!(value instanceof Map)) picture.set(name, inspect(value))
    else
      for (const [key, entry] of value as Map<string, unknown>)
        picture.set(
          `${name} ${key}`,
          entry instanceof LotQueue || Array.isArray(entry)
            ? [...entry]
            : entry instanceof Set
              ? new Set(entry)
              : entry,
        )
  }
  return picture
}

/** Returns the names of everything that differs between two captures; `isSame` decides whether two records are equal. */
export function pictureDifferences(
  before: Map<string, unknown>,
  after: Map<string, unknown>,
  isSame: (a: unknown, b: unknown) => boolean = Object.is,
): string[] {
  const found: string[] = []
  for (const key of new Set([...before.keys(), ...after.keys()]))
    if (!isSameEntry(before.get(key), after.get(key), isSame)) found.push(key)
  return found
}

function isSameEntry(a: unknown, b: unknown, isSame: (a: unknown, b: unknown) => boolean): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, position) => isSame(entry, b[position]))
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((entry) => b.has(entry))
  return isSame(a, b)
}
