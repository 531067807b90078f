/**
 * The clients of a simulated company: they send commands, repeat them until they are answered, and check each answer
 * against the log of the database (through the judge) and against the answers before.
 */

import { Refusal } from '../../../server/domain/refusals.ts'
import { joinText } from '../../../server/domain/text.ts'
import { unpackTotalsAfter } from '../../../server/engine/after-images.ts'
import type { Company } from '../../../server/engine/company.ts'
import type { Answer, CommandRequest, StateForm } from '../../../server/engine/request.ts'
import type { StateSnapshot } from '../../../server/engine/state.ts'
import type { Chance } from '../chance/chance.ts'
import { askAnything } from '../model/asking.ts'
import { COMPANY_NAME, printState, requestOf, textOf } from '../model/engine-world.ts'
import type { Asked } from '../model/model.ts'
import { minor } from '../model/model.ts'
import type { Json } from '../model/model-kinds.ts'
import { applyChangesForm } from '../model/model-state.ts'
import { Judge, type Judged } from './judge.ts'
import type { StoredCompany } from './memory-database.ts'
import { MAX_LEAD_MS, type SimulatedNode } from './simulated-node.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A command that a client has sent, perhaps several times. */
interface Sent {
  readonly key: string
  readonly request: CommandRequest
  /** The commands that must be executed together with this one, itself included; null when it is on its own. */
  readonly group: readonly Sent[] | null
  /** The number of requests that are on their way. */
  underWay: number
  /** The first answer's result or problem; null until a client got one. */
  answer: string | null
  /** Whether a client was told that this very request executed the command. */
  isExecuted: boolean
  /** The state that was told, by revision and form. */
  readonly told: Map<string, string>
}

interface ClientsParts {
  /** The first part of the clients' keys. */
  readonly name: string
  readonly company: StoredCompany
  readonly time: VirtualTime
  readonly report: (fault: string) => void
}

/** The share of commits after which the judge prints the state, and for companies of at most that many records. */
const PRINTED = 0.02
const FEW_RECORDS = 600
/** How often an answer leads to another command at once, and after how many turns of promises at most. */
const SENT_ON = 0.4
const MOST_TURNS = 5

export class Clients {
  readonly judge: Judge
  private readonly parts: ClientsParts
  private readonly sent = new Map<string, Sent>()
  private readonly asked = new Map<string, Asked>()
  private readonly unanswered = new Set<Sent>()
  private count = 0

  constructor(parts: ClientsParts) {
    const { company, time, report } = parts
    this.parts = parts
    this.judge = new Judge({
      company,
      name: COMPANY_NAME,
      askedWith: (key) => this.asked.get(key) ?? null,
      report,
      latest: () => time.now + MAX_LEAD_MS + 1,
    })
    const judgeCommit = company.onCommit
    company.onCommit = (rows) => {
      judgeCommit(rows)
      const share = this.judge.size > FEW_RECORDS ? PRINTED / 20 : PRINTED
      if (time.chance.happens(share)) this.judge.printNow()
    }
  }

  /** Whether every command has its answer. */
  get areServed(): boolean {
    return this.unanswered.size === 0
  }

  /** Sends new commands to a node, each on its own or all together. @returns what they are, for the list of steps. */
  send(node: SimulatedNode, chance: Chance, { count, isTogether }: { count: number; isTogether: boolean }): string {
    const group: Sent[] = []
    for (let at = 0; at < count; at += 1) {
      const asked = askAnything(chance, this.judge.model)
      this.count += 1
      const key = `${this.parts.name}-${this.count}-${chance.below(1e6)}`
      const one: Sent = {
        ...{ key, request: requestOf(asked, key), group: isTogether ? group : null, underWay: 0 },
        ...{ answer: null, isExecuted: false, told: new Map() },
      }
      this.sent.set(key, one)
      this.asked.set(key, asked)
      this.unanswered.add(one)
      group.push(one)
    }
    if (isTogether) this.submitGroup(node, group)
    else for (const one of group) this.submit(node, one, formOf(chance, this.judge))
    return group.map(({ key, request }) => `${request.command.name} as ${key}`).join(', ')
  }

  /** Repeats an earlier command, answered or not; sometimes with another body, which must be refused. */
  repeat(node: SimulatedNode, chance: Chance): string {
    const known = [...this.judge.states.keys()].flatMap((revision) => this.parts.company.byRevision[revision - 1] ?? [])
    const keys = known.length > 0 && chance.happens(0.5) ? known.map(({ key }) => key) : [...this.sent.keys()]
    if (keys.length === 0) return 'nothing to repeat'
    const one = this.sent.get(chance.happens(0.3) ? keys.at(-1)! : chance.pick(keys))!
    if (one.group !== null && !this.judge.judged.has(one.key)) return 'a group that is not committed is not repeated'
    if (one.answer !== null && chance.happens(0.15)) return this.reuse(node, one, chance)
    this.submit(node, one, formOf(chance, this.judge))
    return `${one.request.command.name} as ${one.key}`
  }

  private reuse(node: SimulatedNode, one: Sent, chance: Chance): string {
    const asked = askAnything(chance, this.judge.model)
    if (!this.judge.judged.has(one.key)) return 'its key is free'
    const request = { ...requestOf(asked, one.key), fingerprint: 'of another body' }
    void this.ask(
      node,
      (company) => company.submit(request),
      (answer) => {
        if (answer.ok || (answer.status !== 503 && !answer.problem.includes('"IDEMPOTENCY_KEY_REUSED"')))
          this.fault(one, 'a used key was accepted with another body')
      },
    )
    return `the key ${one.key} with another body`
  }

  /** Sends every command again that has no answer and is not on its way. */
  insist(node: () => SimulatedNode): void {
    const groups = new Set<readonly Sent[]>()
    for (const one of this.unanswered) {
      if (one.underWay > 0) continue
      if (one.group === null) this.submit(node(), one, { name: 'summary' })
      else groups.add(one.group)
    }
    for (const group of groups) this.submitGroup(node(), group)
  }

  /** Lists the commands without an answer, for a message. */
  get waiting(): string {
    return [...this.unanswered].map(({ key, request }) => `${request.command.name} as ${key}`).join(', ')
  }

  /** Reads the current state, and sometimes an earlier one, and compares them with the log. */
  read(node: SimulatedNode, chance: Chance, isSure = false): void {
    const { company } = this.parts
    const least = company.row.revision
    const past = [...this.judge.states.keys()]
    const earlier = past.length > 0 && chance.happens(0.5) ? chance.pick(past) : null
    void this.ask(
      node,
      async (engine) => {
        const now = await engine.current()
        this.checkNow(now, least)
        if (earlier === null || earlier > now.revision) return
        if (chance.happens(0.5)) {
          const then = await engine.asOf(earlier)
          if (then === null) this.parts.report(`revision ${earlier} is unknown`)
          else this.checkPrinted(then.revision, printState(then), 'an earlier state')
          return
        }
        const form = { name: 'changes', since: earlier } as const
        const { name, state } = await engine.stateIn({ form, view: 'full' }, { revision: null })
        if (name === 'changes') this.checkChanges(JSON.parse(textOf(state)), earlier)
      },
      () => undefined,
      isSure,
    )
  }

  private checkNow(now: StateSnapshot, least: number): void {
    if (now.revision < least) this.parts.report(`a read returned revision ${now.revision} after ${least} was committed`)
    if (now.revision === this.judge.model.revision) this.judge.printNow()
    this.checkPrinted(now.revision, printState(now), 'the current state')
  }

  private checkPrinted(revision: number, text: string, what: string): void {
    const must = this.judge.states.get(revision)
    if (must !== undefined && must !== text)
      this.parts.report(`${what} of revision ${revision} has other bytes: ${firstDifference(must, text)}`)
  }

  private checkChanges(changes: Json, since: number): void {
    const [before, after] = [this.judge.states.get(since), this.judge.states.get(changes.revision)]
    if (changes.since !== since) this.parts.report(`the changes since ${since} are told since ${changes.since}`)
    if (before === undefined || after === undefined) return
    const led = JSON.stringify(applyChangesForm(JSON.parse(before), changes))
    if (led !== JSON.stringify(JSON.parse(after)))
      this.parts.report(`the changes since ${since} do not lead to revision ${changes.revision}`)
  }

  private submit(node: SimulatedNode, one: Sent, form: StateForm): void {
    one.underWay += 1
    const end = () => {
      one.underWay -= 1
    }
    this.ask(
      node,
      (company) => company.submit({ ...one.request, form }),
      (answer) => {
        this.check(one, form, answer)
        void this.sendOn(node)
      },
    ).then(end, end)
  }

  /** Sometimes sends another command as soon as an answer is there, before anything else happens in the process. */
  private async sendOn(node: SimulatedNode): Promise<void> {
    const { chance } = this.parts.time
    if (!chance.happens(SENT_ON)) return
    for (let left = chance.below(MOST_TURNS); left > 0; left -= 1) await null
    if (!node.isDead) this.send(node, chance.fork(), { count: 1, isTogether: false })
  }

  private submitGroup(node: SimulatedNode, group: readonly Sent[]): void {
    for (const one of group) one.underWay += 1
    const form = { name: 'summary' } as const
    const end = () => {
      for (const one of group) one.underWay -= 1
    }
    this.ask(
      node,
      (company) => company.submitTogether(group.map(({ request }) => ({ ...request, form }))),
      (answers) => this.checkGroup(group, answers),
    ).then(end, end)
  }

  private checkGroup(group: readonly Sent[], answers: readonly Answer[]): void {
    const [refused] = answers.filter(({ ok }) => !ok)
    if (refused === undefined) {
      if (answers.length !== group.length) this.fault(group[0]!, `a group got ${answers.length} answers`)
      for (const [at, answer] of answers.entries()) this.check(group[at]!, { name: 'summary' }, answer)
      return
    }
    if (refused.ok || refused.status === 503) return
    if (refused.status >= 500) this.fault(group[0]!, refused.problem)
    for (const one of group) {
      if (this.judge.judged.has(one.key)) this.fault(one, 'its group was refused, but it is in the log')
      one.answer = refused.problem
      this.unanswered.delete(one)
    }
  }

  /** Asks a node's engine. An answer of a node that crashed meanwhile reaches nobody. */
  private async ask<T>(
    node: SimulatedNode,
    question: (company: Company) => Promise<T>,
    take: (answer: T) => void,
    isSure = false,
  ): Promise<void> {
    try {
      const company = await node.companies.get(this.parts.company.id)
      if (company === null) throw new Error('The company was not found')
      const answer = await question(company)
      if (!node.isDead) take(answer)
    } catch (error) {
      const isExpected = error instanceof Refusal || (error as { code?: string }).code === 'ECONNRESET'
      if (node.isDead || (isExpected && !isSure)) return
      this.parts.report(`a request failed: ${(error as Error).stack}`)
    }
  }

  private check(one: Sent, form: StateForm, answer: Answer): void {
    const judged = this.judge.judged.get(one.key)
    if (!answer.ok && answer.status >= 500) {
      if (answer.status !== 503) this.fault(one, `answered ${answer.problem}`)
    } else if (judged === undefined) this.fault(one, 'answered, but it is not in the log')
    else this.checkAgainst(judged, one, { form, answer })
  }

  /** Checks an answer against the log and against earlier answers. */
  private checkAgainst(judged: Judged, one: Sent, { form, answer }: { form: StateForm; answer: Answer }): void {
    const { revision } = judged.row
    const text = answer.ok ? joinText(answer.result) : answer.problem
    if (answer.ok !== (revision !== null)) this.fault(one, `answered ${text.slice(0, 200)}, the log differs`)
    else if (text !== judged.result)
      this.fault(one, `its answer differs from the log: ${firstDifference(judged.result, text)}`)
    if (one.answer !== null && one.answer !== text) this.fault(one, 'its second answer differs from the first')
    if (!answer.isReplay && one.isExecuted) this.fault(one, 'it was executed twice')
    one.isExecuted ||= !answer.isReplay
    one.answer = text
    this.unanswered.delete(one)
    if (answer.ok) this.checkTold(one, { form, answer, revision: revision! })
  }

  /** Checks the state in an answer. */
  private checkTold(
    one: Sent,
    { form, answer, revision }: { form: StateForm; answer: Answer & { ok: true }; revision: number },
  ): void {
    if (answer.revision !== revision) this.fault(one, `answered with revision ${answer.revision}, not ${revision}`)
    const text = textOf(answer.state)
    const since = form.name === 'changes' ? (form.since ?? revision - 1) : 0
    const name = `${answer.form} ${since}`
    const before = one.told.get(name)
    if (before !== undefined && before !== text)
      this.fault(one, `told another ${name} than before: ${firstDifference(before, text)}`)
    if (text.length < 20_000) one.told.set(name, text)
    if (answer.form === 'full') this.checkFull(one, revision, text)
    else this.checkForm(one, revision, JSON.parse(text))
    if (answer.form === 'changes') this.checkChanges(JSON.parse(text), since)
  }

  private checkFull(one: Sent, revision: number, text: string): void {
    if (!text.startsWith(`{"revision":${revision},`)) this.fault(one, 'told the state of another revision')
    this.checkPrinted(revision, text, `the state told for ${one.key}`)
  }

  private checkForm(one: Sent, revision: number, told: Json): void {
    if (told.revision !== revision) this.fault(one, `told revision ${told.revision}, not ${revision}`)
    const { after } = this.judge.judged.get(one.key)!.row
    const totals = unpackTotalsAfter(JSON.stringify(JSON.parse(after!).totals))
    const { stockValue, ...counts } = told.totals
    const isSame = Object.entries(counts).every(([kind, total]) => totals[kind as keyof typeof totals] === total)
    if (!isSame || (Math.abs(stockValue) < 1e12 && minor(stockValue) !== totals.stockValue))
      this.fault(one, 'told other totals')
  }

  private fault({ key, request }: Sent, fault: string): void {
    this.parts.report(`${request.command.name} as ${key}: ${fault}`)
  }
}

function formOf(chance: Chance, { model, states }: Judge): StateForm {
  return chance.weigh<() => StateForm>([
    [12, () => ({ name: 'summary' })],
    [4, () => ({ name: 'changes' })],
    [1, () => ({ name: 'changes', since: chance.below(model.revision + 1) })],
    [1, () => ({ name: 'changes', since: [...states.keys()].at(-1) ?? 0 })],
    [2, () => ({ name: 'full' })],
  ])()
}

function firstDifference(must: string, is: string): string {
  let at = 0
  while (must[at] === is[at] && at < must.length) at += 1
  return `…${is.slice(Math.max(0, at - 60), at + 40)}… instead of …${must.slice(Math.max(0, at - 60), at + 40)}…`
}
