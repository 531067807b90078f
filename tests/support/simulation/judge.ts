/**
 * Watches a company's log from inside the database, and compares every command with the model at the moment of its
 * commit: the outcome, the answer, the lots and movements, the totals. It fills tables of its own from the log, with
 * which the projected tables and the nodes' states are compared. It shares no code with the engine's commit path.
 */
import { isDeepStrictEqual } from 'node:util'
import { emptyTotals } from '../../../server/domain/books.ts'
import { type Change, type Kind, type Settings, STATE_KINDS } from '../../../server/domain/records.ts'
import { PROBLEMS } from '../../../server/domain/refusals.ts'
import { unpackTotalsAfter } from '../../../server/engine/after-images.ts'
import { keyOf } from '../../../server/engine/records.ts'
import { State } from '../../../server/engine/state.ts'
import { shownOf } from '../../../server/engine/stored-records.ts'
import { printState } from '../model/engine-world.ts'
import { type Asked, createModel, type Model, totalsOf } from '../model/model.ts'
import type { Json } from '../model/model-kinds.ts'
import { takeNotices, watchedStock } from '../model/model-parties.ts'
import { fillWaiting } from '../model/model-reserves.ts'
import { MODEL_RULES, stateDifferences, stateFaults } from '../model/model-state.ts'
import { type LogRow, loadable, type StoredCompany, type Table, type Tables, writeImages } from './memory-database.ts'

const SHOWN_DIFFERENCES = 5

/** What the judge knows of one command of the log. */
export interface Judged {
  readonly row: LogRow
  /** The answer's result or problem, as the log has it. */
  readonly result: string
}

interface JudgeParts {
  readonly company: StoredCompany
  readonly name: string
  /** Returns the command that was sent with a key, or null when no client sent it. */
  readonly askedWith: (key: string) => Asked | null
  /** Called with a description of each fault. */
  readonly report: (fault: string) => void
  /** Returns the latest time that a command may have, in milliseconds since 1970. */
  readonly latest: () => number
}

export class Judge {
  readonly model: Model
  /** The company's records after the last command, filled from the log. */
  readonly tables: Tables = new Map()
  readonly judged = new Map<string, Judged>()
  /** The printed states of some revisions, against which later answers are checked. */
  readonly states = new Map<number, string>()
  /** The number of times each outcome occurred: a command's name, followed by 'ok' or the refusal's code. */
  readonly outcomes = new Map<string, number>()
  private readonly parts: JudgeParts
  private lastAt = 0

  constructor(parts: JudgeParts) {
    this.parts = parts
    this.model = createModel(parts.name)
    for (const [kind, table] of parts.company.version().tables) this.tables.set(kind, new Map(table))
    parts.company.onCommit = (rows) => {
      for (const row of rows) this.judge(row)
    }
  }

  /** The number of records in the tables that keep the most. */
  get size(): number {
    return ['orders', 'lots', 'products'].reduce((sum, kind) => sum + (this.tables.get(kind)?.size ?? 0), 0)
  }

  private judge(row: LogRow): void {
    const asked = this.parts.askedWith(row.key)
    if (asked === null) {
      this.parts.report(`the log has the key ${row.key}, which no client sent`)
      return
    }
    const say = (faults: readonly string[]) => {
      if (faults.length > 0)
        this.parts.report(`${asked.name} ${JSON.stringify(asked)}: ${faults.slice(0, SHOWN_DIFFERENCES).join('; ')}`)
    }
    if (this.judged.has(row.key)) say([`the key ${row.key} was used twice`])
    if (row.at < this.lastAt) say(['its time is before the time of the command before'])
    if (row.at > Math.max(this.parts.latest(), this.lastAt + 1)) say(['its time is in the future'])
    // A refusal leaves the revision as it is, so another node may commit an earlier decision after it.
    if (row.revision !== null) this.lastAt = row.at
    try {
      say(row.revision === null ? this.refused(row, asked) : this.succeeded(row, asked))
    } catch (error) {
      say([`the model cannot follow: ${(error as Error).message}`])
    }
  }

  private refused(row: LogRow, asked: Asked): string[] {
    const problem = JSON.parse(row.result!) as { code: keyof typeof PROBLEMS; detail: string }
    this.judged.set(row.key, { row, result: row.result! })
    this.count(`${asked.name} ${problem.code}`)
    const expected = MODEL_RULES[asked.name]!.refusals(this.model, asked)
    if (!expected.includes(problem.code))
      return [`refused with ${problem.code} (${problem.detail}), expected ${expected.join(' or ') || 'success'}`]
    return row.status === PROBLEMS[problem.code].status ? [] : [`the status is ${row.status}`]
  }

  private succeeded(row: LogRow, asked: Asked): string[] {
    const { model } = this
    const images = JSON.parse(row.after!) as Json
    const stored = row.result ?? shownOf('orders', JSON.stringify(images.orders[row.entityId]), 'full')
    this.judged.set(row.key, { row, result: stored })
    this.count(`${asked.name} ok`)
    const rule = MODEL_RULES[asked.name]!
    const expected = rule.refusals(model, asked)
    if (expected.length > 0) return [`succeeded, expected ${expected.join(' or ')}`]
    model.revision += 1
    const watched = watchedStock(model)
    const seen = {
      result: JSON.parse(stored) as Json,
      newLots: this.newOf('lots', images),
      movements: this.newOf('movements', images),
      notices: this.newOf('notifications', images),
    }
    const faults = rule.take(model, asked, seen)
    fillWaiting(model)
    faults.push(...takeNotices(model, watched, asked.name === 'markNotification' ? [] : seen.notices))
    if (row.revision !== model.revision) faults.push(`the revision is ${row.revision}, expected ${model.revision}`)
    const totals = unpackTotalsAfter(JSON.stringify(images.totals))
    for (const [name, total] of Object.entries(totalsOf(model)))
      if (BigInt(totals[name as keyof typeof totals]) !== total)
        faults.push(`totals.${name} is ${totals[name as keyof typeof totals]}, expected ${total}`)
    writeImages((kind) => this.tableOf(kind), images, row.revision!)
    return faults
  }

  private count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }

  private tableOf(kind: string): Table {
    const table = this.tables.get(kind) ?? new Map()
    this.tables.set(kind, table)
    return table
  }

  /** Returns the records of a kind that a command created, as the API shows them. */
  private newOf(kind: Kind, images: Json): Json[] {
    return Object.entries((images[kind] ?? {}) as Json).flatMap(([key, record]) => {
      if (record === null || this.tables.get(kind)?.has(key) === true) return []
      return [JSON.parse(shownOf(kind, JSON.stringify(record), 'full')) as Json]
    })
  }

  /** Prints the company's state from the judge's own tables, as a node must print it, and compares it with the model. */
  printNow(): string {
    const { company, report } = this.parts
    const { revision } = this.model
    const known = this.states.get(revision)
    if (known !== undefined) return known
    const settings = this.tables.get('settings')!.get('settings')!.record as Settings
    const last = company.byRevision.at(-1)
    const totals =
      last === undefined ? emptyTotals() : unpackTotalsAfter(JSON.stringify(JSON.parse(last.after!).totals))
    const state = new State({ companyId: company.id, revision, settings, totals })
    for (const kind of STATE_KINDS) {
      const changes = loadable(this.tables, kind).map((text) => {
        const record = JSON.parse(text)
        return {
          kind,
          id: keyOf(kind, record),
          record: this.tables.get(kind)!.get(keyOf(kind, record))!.record,
        } as Change
      })
      state.apply(changes, revision, totals)
    }
    const text = printState(state.snapshot())
    const shown = JSON.parse(text) as Json
    const faults = [...stateDifferences(this.model, shown), ...stateFaults(shown)]
    if (faults.length > 0) report(`the log at revision ${revision}: ${faults.slice(0, SHOWN_DIFFERENCES).join('; ')}`)
    this.states.set(revision, text)
    return text
  }

  /** Compares the projected tables with the judge's own. They must have reached the log's last revision. */
  compareTables(): void {
    const { company, report } = this.parts
    if (company.projected !== company.row.revision)
      report(`the tables are at revision ${company.projected}, the log at ${company.row.revision}`)
    const { tables } = company.version()
    const faults: string[] = []
    for (const kind of new Set([...tables.keys(), ...this.tables.keys()])) {
      const [is, must] = [tables.get(kind) ?? new Map(), this.tables.get(kind) ?? new Map()]
      for (const key of new Set([...is.keys(), ...must.keys()]))
        if (!isSameText(is.get(key)?.text, must.get(key)?.text)) faults.push(`${kind} ${key}`)
    }
    if (faults.length > 0)
      report(`the tables differ from the log: ${faults.slice(0, SHOWN_DIFFERENCES).join(', ')} (${faults.length} rows)`)
  }
}

/** Whether two stored records are equal. Numbers may be written in several ways. */
function isSameText(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true
  return a !== undefined && b !== undefined && isDeepStrictEqual(JSON.parse(a), JSON.parse(b))
}
