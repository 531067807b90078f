/**
 * The operations that clients can perform on table imports. Each command runs only once per Idempotency-Key. Source:
 * docs/table-imports.md.
 */
import { createReadStream } from 'node:fs'
import { v7 } from 'uuid'
import { foldHeader } from '../../spellings/headers.ts'
import { type AccessAnswer, type AccessRequest, type Done, runOnce } from '../access/access-log.ts'
import type { Caller } from '../access/caller.ts'
import type { LogEntry } from '../access/log-sql.ts'
import { log } from '../domain/audit-log.ts'
import type { Language } from '../domain/languages.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import { refuseUnlessMay } from '../domain/roles.ts'
import { isIssuedId } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { FileStore, ReceivedFile } from '../integrations/file-store.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { ownNamesOf, readHead } from './head.ts'
import type { ImportOptions, ImportStatus, TableImport } from './import-records.ts'
import * as tables from './import-sql.ts'
import { MAX_IMPORTS } from './limits.ts'
import { type MappingBody, meaningsOf, withMapping } from './mapping.ts'
import { NO_COUNTS, shownImport } from './shown.ts'
import { type ImportKind, isOfProducts, MAY_IMPORT, proposeMatch } from './targets.ts'
import { customFieldsIn, indexSuppliers } from './world.ts'

export interface TableImportParts {
  readonly database: Database
  readonly companies: Companies
  readonly files: FileStore
  /** Functions that are called with the id of a company when its imports have work to do. */
  readonly listeners: Set<(companyId: string) => void>
}

/** The caller, and the data that identifies the command for idempotency. */
export interface ImportAsking {
  readonly caller: Caller
  readonly request: AccessRequest
  readonly asker: Asker
}

const NO_OPTIONS: ImportOptions = {
  ...{ matchBy: null, create: true, update: true, createMissing: true, warehouseId: null, supplier: null },
}

async function stateOf({ companies }: TableImportParts, companyId: string): Promise<StateSnapshot> {
  const company = await companies.get(companyId)
  if (company === null) throw new Refusal('UNAUTHENTICATED', 'The company of this token does not exist.')
  return company.current()
}

/**
 * Whether a user who may not see costs made the import. Such users have access only to their own imports, because files
 * from other users may contain costs.
 */
function isOwnImport({ seesCosts, actor }: Caller, { createdBy }: TableImport): boolean {
  return seesCosts || createdBy.id === actor.id
}

/** Loads an import that the caller is allowed to see. Refuses with NOT_FOUND if there is none. */
export async function loadImport(tx: Tx, caller: Caller, id: string, lock = false): Promise<TableImport> {
  const one = isIssuedId(id) ? await tables.findImport(tx, caller.companyId, id, lock) : null
  if (one === null || !isOwnImport(caller, one)) throw notFound('table import', id)
  return one
}

type Verb = 'uploaded' | 'applied' | 'paused' | 'resumed' | 'cancelled' | 'deleted'

const entryOf = ({ id, fileName, kind }: TableImport, verb: Verb): LogEntry => ({
  logged: log(`table_import.${verb}`, { fileName, kind }),
  entityType: 'table_import',
  entityId: id,
  result: { id, kind, fileName },
})

const done = (one: TableImport, verb: Verb | null, counts = NO_COUNTS): Done<null> => ({
  result: shownImport(one, counts),
  once: null,
  entry: verb === null ? null : entryOf(one, verb),
})

/**
 * Runs a command once. If another user has already used the key, the command would repeat that user's response, so the
 * caller's right to see the import in that response is checked too. Refuses with NOT_FOUND.
 */
async function once(
  { database }: TableImportParts,
  { caller, request }: ImportAsking,
  work: (tx: Tx) => Promise<Done<null>>,
): Promise<AccessAnswer<null>> {
  const answer = await runOnce(database, request, work)
  if (!answer.ok || !answer.isReplay || caller.seesCosts) return answer
  const { id, createdBy } = answer.result as { id: string; createdBy?: { id: string } }
  if (createdBy !== undefined && createdBy.id !== caller.actor.id) throw notFound('table import', id)
  return answer
}

export interface UploadedTable {
  readonly kind: ImportKind
  readonly fileName: string
  readonly language: Language
  readonly file: ReceivedFile
  /** Stores the file. Refuses with COMPANY_LIMIT_REACHED or UNAVAILABLE. */
  readonly keep: () => Promise<void>
}

const rememberedBy =
  ({ database }: TableImportParts, companyId: string, kind: ImportKind) =>
  (headers: readonly string[]) =>
    readCompany(database, companyId, (tx) => tables.readHeaders(tx, companyId, kind, headers.map(foldHeader)))

/**
 * Stores an uploaded table and proposes targets for its columns. Refuses with UNREADABLE_TABLE, COMPANY_LIMIT_REACHED,
 * LIMIT_REACHED or UNAVAILABLE.
 */
export async function uploadTable(
  parts: TableImportParts,
  asking: ImportAsking,
  uploaded: UploadedTable,
): Promise<AccessAnswer<null>> {
  const { caller, asker } = asking
  const { companyId } = caller
  const { kind, fileName, language, file, keep } = uploaded
  const own = await inSlices(asker, ownNamesOf(await stateOf(parts, companyId), kind))
  const head = await readHead(asker, {
    kind,
    open: async () => createReadStream(file.path),
    sheet: null,
    headerRow: null,
    own,
    remembered: rememberedBy(parts, companyId, kind),
  })
  await keep()
  return once(parts, asking, async (tx) => {
    if ((await tables.countImports(tx, companyId)) >= MAX_IMPORTS)
      throw new Refusal('LIMIT_REACHED', `A company can have at most ${MAX_IMPORTS} table imports. Delete old ones.`, {
        figures: { most: MAX_IMPORTS },
      })
    const now = new Date().toISOString()
    const one: TableImport = {
      ...head,
      ...{ id: v7(), kind, status: 'uploaded', fileName, sha256: file.sha256, size: file.size, language },
      options: {
        ...NO_OPTIONS,
        matchBy: proposeMatch(
          kind,
          head.columns.map(({ target }) => target),
        ),
      },
      ...{
        fault: null,
        version: 1,
        rowCount: 0,
        position: 0,
        actor: null,
        createdAt: now,
        updatedAt: now,
        createdBy: caller.actor,
      },
    }
    await tables.insertImport(tx, companyId, one)
    return done(one, 'uploaded')
  })
}

/** Refuses with INVALID_TRANSITION unless the import's status allows the action. */
function refuseUnless({ status, id }: TableImport, doing: string, allowed: readonly ImportStatus[]): void {
  if (allowed.includes(status)) return
  throw new Refusal(
    'INVALID_TRANSITION',
    `The table import "${id}" is ${status}; it can be ${doing} only while it is ${allowed.join(', ')}.`,
    { figures: { reason: 'status', entity: 'table import', id, from: status, to: doing, allowed } },
  )
}

const CAN_BE_MAPPED: readonly ImportStatus[] = ['uploaded', 'planning', 'ready', 'failed']

/**
 * Sets the targets of the columns and starts a new preview. Refuses with NOT_FOUND, INVALID_TRANSITION,
 * UNREADABLE_TABLE, VALIDATION_FAILED or ARCHIVED.
 */
export async function mapColumns(
  parts: TableImportParts,
  asking: ImportAsking,
  id: string,
  body: MappingBody,
): Promise<AccessAnswer<null>> {
  const { caller, asker } = asking
  const { companyId } = caller
  const before = await readCompany(parts.database, companyId, (tx) => loadImport(tx, caller, id))
  refuseUnlessMay(MAY_IMPORT[before.kind], caller)
  const state = await stateOf(parts, companyId)
  const suppliers = isOfProducts(before.kind) ? await inSlices(asker, indexSuppliers(state)) : new Map()
  const customFields = await inSlices(asker, customFieldsIn(state, before.kind))
  const known = { state, suppliers, customFields }
  const headed = await withHead(parts, { asker, companyId, state }, before, body)
  const answer = await once(parts, asking, async (tx) => {
    const current = await loadImport(tx, caller, id, true)
    refuseUnless(current, 'mapped', CAN_BE_MAPPED)
    const one = withMapping({ ...current, ...headed }, body, known)
    await tables.saveMapping(tx, companyId, one)
    if (body.columns !== undefined) await tables.rememberHeaders(tx, companyId, one.kind, meaningsOf(one))
    return done({ ...one, status: 'planning', fault: null, rowCount: 0, version: one.version + 1 }, null)
  })
  if (answer.ok && !answer.isReplay) tell(parts, companyId)
  return answer
}

/** Reads the beginning of the table again if the client chose another sheet or header row. */
async function withHead(
  parts: TableImportParts,
  { asker, companyId, state }: { asker: Asker; companyId: string; state: StateSnapshot },
  one: TableImport,
  { sheet, headerRow }: MappingBody,
): Promise<Partial<TableImport>> {
  const isOtherSheet = sheet !== undefined && sheet !== one.sheet
  if (!isOtherSheet && (headerRow === undefined || headerRow === one.headerRow)) return {}
  const { kind } = one
  const own = await inSlices(asker, ownNamesOf(state, kind))
  return readHead(asker, {
    ...{ kind, own, sheet: sheet ?? one.sheet, headerRow: headerRow ?? null },
    open: async () => (await parts.files.read(companyId, one.sha256)).stream,
    remembered: rememberedBy(parts, companyId, kind),
  })
}

export const STEPS = ['apply', 'pause', 'resume', 'cancel'] as const
export type Step = (typeof STEPS)[number]

const MOVES: Readonly<
  Record<Step, { readonly from: readonly ImportStatus[]; readonly to: ImportStatus; readonly verb: Verb }>
> = {
  apply: { from: ['ready'], to: 'applying', verb: 'applied' },
  pause: { from: ['applying'], to: 'paused', verb: 'paused' },
  resume: { from: ['paused'], to: 'applying', verb: 'resumed' },
  cancel: { from: ['uploaded', 'planning', 'ready', 'applying', 'paused'], to: 'cancelled', verb: 'cancelled' },
}

/**
 * Moves an import to another status. Refuses with NOT_FOUND, FORBIDDEN or INVALID_TRANSITION, and with ALREADY_IMPORTED
 * if opening stock from the same file was already received.
 */
export async function moveImport(
  parts: TableImportParts,
  asking: ImportAsking,
  id: string,
  step: Step,
): Promise<AccessAnswer<null>> {
  const { caller } = asking
  const { companyId } = caller
  const { from, to, verb } = MOVES[step]
  const answer = await once(parts, asking, async (tx) => {
    const one = await loadImport(tx, caller, id, true)
    refuseUnlessMay(MAY_IMPORT[one.kind], caller)
    refuseUnless(one, verb, from)
    if (step === 'apply' && one.kind === 'opening_stock') await refuseSecondTime(tx, companyId, one)
    const actor = step === 'apply' ? caller.actor : null
    await tables.saveStatus(tx, companyId, { id, status: to, actor })
    const counts = (await tables.countImportRows(tx, companyId, [id])).get(id)
    return done({ ...one, status: to, actor }, verb, counts)
  })
  if (answer.ok && !answer.isReplay && to === 'applying') tell(parts, companyId)
  return answer
}

/** Refuses to receive the opening stock from a file that was already imported. */
async function refuseSecondTime(tx: Tx, companyId: string, one: TableImport): Promise<void> {
  const earlier = await tables.findAppliedStock(tx, companyId, one)
  if (earlier !== null)
    throw new Refusal(
      'ALREADY_IMPORTED',
      `The opening stock from this file was already received by the table import "${earlier}". Upload a file with only what is still missing.`,
      { figures: { reason: 'stock', importId: one.id, earlierId: earlier } },
    )
}

/**
 * Deletes an import with its report. Records that the import wrote are kept. Refuses with NOT_FOUND, FORBIDDEN or
 * INVALID_TRANSITION.
 */
export function removeImport(parts: TableImportParts, asking: ImportAsking, id: string): Promise<AccessAnswer<null>> {
  const { caller } = asking
  const { companyId } = caller
  return once(parts, asking, async (tx) => {
    const one = await loadImport(tx, caller, id, true)
    refuseUnlessMay(MAY_IMPORT[one.kind], caller)
    refuseUnless(one, 'deleted', ['uploaded', 'planning', 'ready', 'paused', 'done', 'cancelled', 'failed'])
    await tables.deleteImport(tx, companyId, id)
    return { result: { id, deleted: true }, once: null, entry: entryOf(one, 'deleted') }
  })
}

function tell({ listeners }: TableImportParts, companyId: string): void {
  for (const listener of listeners) listener(companyId)
}
