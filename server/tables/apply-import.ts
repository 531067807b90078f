/**
 * Executes the import of a table by turning its rows into commands. Each command has its own idempotency key, so that
 * no command runs twice after an interruption. Imports take turns: each import writes rows for a while and saves its
 * position, and then other companies' imports continue.
 */
import { hash } from 'node:crypto'
import { createFilter, createFilterValue } from '../commands/filters.ts'
import { updatePartner } from '../commands/partners.ts'
import { createPriceType } from '../commands/price-types.ts'
import { updateProduct } from '../commands/products.ts'
import { readBody } from '../commands/read-body.ts'
import { foldName } from '../domain/folding.ts'
import type { Company } from '../engine/company.ts'
import { type OwnAnswer, type OwnCommand, ownKey, runOwn } from '../engine/own-command.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { findCommands } from '../store/commands.ts'
import { writeCompany } from '../store/commits.ts'
import { readCompany } from '../store/database.ts'
import type { ImportRow, TableImport } from './import-records.ts'
import * as tables from './import-sql.ts'
import type { TableImportParts } from './imports.ts'
import { planRow } from './plan-row.ts'
import type { Need, PlannedCommand, RowPlan } from './row-plan.ts'
import { type RowProblem, toldBy } from './row-problems.ts'
import { namesIn, openWorld, type World } from './world.ts'

const CHUNK = 100
/** The length of a turn in milliseconds, after which other companies get their turns. */
const TURN_MS = 1_000

interface Applying {
  readonly parts: TableImportParts
  readonly asker: Asker
  readonly company: Company
  readonly one: TableImport
}

/** Writes some rows of an import whose status is `applying`, for one turn. */
export async function applyTurn(parts: TableImportParts, asker: Asker, one: TableImport): Promise<void> {
  const company = await parts.companies.get(asker.companyId)
  if (company === null) return
  const until = performance.now() + TURN_MS
  const applying = { parts, asker, company, one }
  let world = await inSlices(asker, openWorld(await company.current(), one.kind, one.options.matchBy!))
  let { position } = one
  for (;;) {
    asker.signal?.throwIfAborted()
    const rows = await readCompany(parts.database, asker, (tx) =>
      tables.listRowsToApply(tx, asker.companyId, { ...one, position }, CHUNK),
    )
    const isDone = rows.length < CHUNK
    if (rows.length > 0) {
      world = { ...world, names: await inSlices(asker, namesIn(await company.current(), one.kind)) }
      const outcomes = await applyRows(applying, rows, world)
      position = rows.at(-1)!.row
      await writeCompany(parts.database, asker.companyId, (tx) =>
        tables.saveOutcomes(tx, asker.companyId, one.id, outcomes),
      )
    }
    const goesOn = await writeCompany(parts.database, asker.companyId, (tx) =>
      tables.savePosition(tx, asker.companyId, { id: one.id, position, isDone }),
    )
    if (!goesOn || isDone || performance.now() >= until) return
  }
}

const nameOf = ({ id }: TableImport, what: string | number) => `table:${id}:${what}`

async function applyRows(
  applying: Applying,
  rows: readonly ImportRow[],
  given: World,
): Promise<tables.ImportRowOutcome[]> {
  const { parts, asker, company, one } = applying
  const keys = rows.map(({ row }) => ownKey(nameOf(one, row)))
  const stored = new Map(
    (await readCompany(parts.database, asker, (tx) => findCommands(tx, asker.companyId, keys))).map((command) => [
      command.key,
      command,
    ]),
  )
  let world = given
  let plans = await inSlices(asker, planAgain(one, rows, world))
  const needs = plans.flatMap((plan) => plan.needs)
  if (needs.length > 0) {
    await makeNeeds(applying, needs)
    world = { ...world, names: await inSlices(asker, namesIn(await company.current(), one.kind)) }
    plans = await inSlices(asker, planAgain(one, rows, world))
  }
  return Promise.all(
    rows.map((row, at) => {
      const before = stored.get(keys[at]!)
      // The row was written just before a crash, but was not yet marked as done.
      if (before?.status === 200) return finishRow(applying, row, { recordId: before.entity_id, plan: plans[at]! })
      return applyRow(applying, row, plans[at]!)
    }),
  )
}

function* planAgain(one: TableImport, rows: readonly ImportRow[], world: World): Generator<void, RowPlan[]> {
  const plans: RowPlan[] = []
  for (const row of rows) {
    plans.push(planRow(one, row, world, null))
    yield
  }
  return plans
}

const failed = (row: number, problems: readonly RowProblem[]): tables.ImportRowOutcome => ({
  row,
  outcome: 'failed',
  recordId: null,
  problems,
})
const refused = (detail: string, refusal?: RowProblem['refusal']): RowProblem => ({
  ...{ code: 'REFUSED', column: null, figures: { detail } },
  ...(refusal !== undefined && { refusal }),
})

async function applyRow(applying: Applying, { row }: ImportRow, plan: RowPlan): Promise<tables.ImportRowOutcome> {
  if (plan.plan === 'problem') return failed(row, plan.problems)
  // Somebody else has made the same change to the record since the preview.
  if (plan.plan === 'unchanged') return { row, outcome: 'applied', recordId: null, problems: null }
  if (plan.order === null) return failed(row, [refused('The records that it names could not be created.')])
  const { order } = plan
  const answer = await run(applying, row, order)
  if (!answer.ok) return failed(row, [refused(answer.problem.detail, toldBy(answer.problem))])
  const recordId = String(answer.record.id)
  if (order.isArchived) await archive(applying, row, recordId, String(answer.record.name))
  return { row, outcome: 'applied', recordId, problems: null }
}

/** Completes a row whose command has already run. If the row's update also archives the record, archives it first. */
async function finishRow(
  applying: Applying,
  { row }: ImportRow,
  { recordId, plan }: { recordId: string; plan: RowPlan },
): Promise<tables.ImportRowOutcome> {
  const body = plan.order?.body as { archived?: boolean; name?: string } | undefined
  if (plan.plan === 'update' && body?.archived === true) await archive(applying, row, recordId, body.name ?? '')
  return { row, outcome: 'applied', recordId, problems: null }
}

async function archive(applying: Applying, row: number, recordId: string, name: string): Promise<void> {
  const isPartner = applying.one.kind === 'partners'
  const command = isPartner ? updatePartner : updateProduct
  const params: Record<string, string> = isPartner ? { partnerId: recordId } : { productId: recordId }
  const body = isPartner ? { archived: true } : { name, archived: true }
  await run(applying, `${row}:archive`, { command, params, body, isArchived: false })
}

async function run({ parts, asker, one }: Applying, what: string | number, order: PlannedCommand): Promise<OwnAnswer> {
  const { command, params, body } = order
  const own: OwnCommand = { command, params, body, name: nameOf(one, what), actor: one.actor! }
  const answer = await runOwn(parts.companies, asker.companyId, own)
  if (answer === null) throw new Error(`The company ${asker.companyId} is gone`)
  return answer
}

/** Creates the price types and filter values that rows need but the company lacks. Each is created only once. */
async function makeNeeds(applying: Applying, needs: readonly Need[]): Promise<void> {
  const { asker, company, one } = applying
  const names = await inSlices(asker, namesIn(await company.current(), one.kind))
  const made = new Map<string, string>()
  const wanted = new Map(needs.map((need) => [needName(need), need]))
  for (const [name, need] of wanted) {
    if (need.what === 'price type') {
      if (!names.priceTypes.has(foldName(need.name)))
        await make(applying, name, { command: createPriceType, body: { name: need.name } })
      continue
    }
    const filterName = foldName(need.filter)
    const filter = names.filters.get(filterName)
    if (filter?.values.has(foldName(need.name))) continue
    const filterId =
      filter?.id ??
      made.get(filterName) ??
      (await make(applying, `filter ${filterName}`, { command: createFilter, body: { name: need.filter } }))
    if (filterId === null) continue
    made.set(filterName, filterId)
    await make(applying, name, { command: createFilterValue, params: { filterId }, body: { name: need.name } })
  }
}

function needName(need: Need): string {
  return need.what === 'price type'
    ? `price type ${foldName(need.name)}`
    : `value ${foldName(need.filter)}: ${foldName(need.name)}`
}

/**
 * Creates a needed record. @returns the new record's id, or null when it was refused; the rows that need the record
 * report the refusal
 */
async function make(
  applying: Applying,
  name: string,
  { command, params = {}, body }: { command: PlannedCommand['command']; params?: Record<string, string>; body: object },
): Promise<string | null> {
  const read = readBody(command, body)
  if (!read.ok) return null
  const what = hash('sha256', name, 'hex').slice(0, 32)
  const answer = await run(applying, what, { command, params, body: read.body, isArchived: false })
  return answer.ok ? String(answer.record.id) : null
}
