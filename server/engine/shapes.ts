/**
 * Converts a company's stored records to the current shapes after an upgrade, before SQL reads them. Records written by
 * an older version are rewritten in batches, either when the company is first read or projected, or in the background.
 * Source: docs/decisions/0048-records-that-can-age.md.
 */
import type { AnyRecord, Kind, RecordOf } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { SHAPE_VERSION } from '../domain/shape-version.ts'
import { kindsChangedSince, versionOf } from '../domain/upcasters.ts'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import { writeBeside } from '../store/commits.ts'
import { listCompanyIds } from '../store/companies.ts'
import { type Database, isConnectionFailure, readSnapshot, type Tx } from '../store/database.ts'
import { loadRecords } from '../store/records.ts'
import {
  findShapes,
  findUnprojected,
  holdProjection,
  type KeptText,
  lockRecords,
  noteShapes,
  projectImages,
  replaceSettings,
  replaceTexts,
  type WrittenImage,
} from '../store/shapes.ts'
import { type Images, parseImages } from './after-images.ts'
import { writeFirstResults } from './first-results.ts'
import { keptRecord, parseStoredRecord, printStoredRecord } from './stored-records.ts'

/**
 * The number of records rewritten in one transaction. It is small because projections wait for the
 * transaction.
 */
const AT_ONCE = 500
/** From this version on, each result is stored in its own row, or is part of the command's after-images. */
const RESULTS_WRITTEN = 2
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface ShapesLog {
  error(details: object, message: string): void
}

/** Makes every query of a company's tables wait until the tables have the current shapes. */
export function keepCurrent(database: Database, log: ShapesLog): void {
  const known = new Map<string, Promise<void>>()
  const inTurn = fairLimiter({ atOnce: 2, perCompany: 1, maxWaiting: Number.POSITIVE_INFINITY, refusal: '' })
  database.projector.makeCurrent = (companyId) => {
    const under = known.get(companyId)
    if (under !== undefined) return under
    const begun = inTurn({ companyId }, () => bringUp(database, companyId)).catch((error) => {
      known.delete(companyId)
      // A lost connection does not mean that the stored data is faulty, so let the caller handle the error as usual.
      if (isConnectionFailure(error)) throw error
      log.error({ error, companyId }, 'Data that an older version stored for a company cannot be read')
      throw new Refusal(
        'UNAVAILABLE',
        'Data that an older version stored for this company is being converted. Try again later.',
      )
    })
    known.set(companyId, begun)
    return begun
  }
}

/**
 * Makes queries wait as `keepCurrent` does, and starts converting all companies, one after another. When converting a
 * company fails, the error is logged, and the next query for that company tries again.
 */
export function upgradeShapes(database: Database, log: ShapesLog): void {
  keepCurrent(database, log)
  bringUpAll(database).catch((error) =>
    log.error({ error }, 'Data that older versions stored is converted when it is read'),
  )
}

async function bringUpAll(database: Database): Promise<void> {
  for (const companyId of await listCompanyIds(database))
    await database.projector.makeCurrent(companyId).catch(() => undefined)
}

async function bringUp(database: Database, companyId: string): Promise<void> {
  const shapes = await readSnapshot(database, { companyId }, (tx) => findShapes(tx, companyId))
  if (shapes === null || shapes >= SHAPE_VERSION) return
  if (shapes < RESULTS_WRITTEN) await writeBeside(database, companyId, (tx) => writeFirstResults(tx, companyId))
  while (await writeBeside(database, companyId, (tx) => projectOlder(tx, companyId)));
  await bringUpKinds(database, companyId, shapes)
  await writeBeside(database, companyId, (tx) => noteShapes(tx, companyId, SHAPE_VERSION))
}

/**
 * Projects the next command if an older version wrote it. @returns false when there is no next
 * command, or when the current version wrote it.
 */
async function projectOlder(tx: Tx, companyId: string): Promise<boolean> {
  await holdProjection(tx, companyId)
  const next = await findUnprojected(tx, companyId)
  if (next === null || next.v >= SHAPE_VERSION) return false
  await projectImages(tx, companyId, { revision: next.revision, images: imagesOf(parseImages(next.after)) })
  return true
}

function imagesOf({ totals: _totals, ...kinds }: Images): WrittenImage[] {
  return Object.entries(kinds).flatMap(([kind, images]) =>
    Object.entries(images).map(([key, image]) => ({ kind, key, image: image === null ? null : imageOf(kind, image) })),
  )
}

/**
 * Converts one after-image to the current shape. Stock rows and sales are lists of values whose order never changes, so
 * they stay as they are.
 */
function imageOf(kind: string, image: unknown): string {
  if (['stock', 'sales', 'revenues'].includes(kind)) return JSON.stringify(image)
  return printStoredRecord<Kind>(kind as Kind, keptRecord<Kind>(kind as Kind, image as AnyRecord as RecordOf[Kind]))
}

/** Rewrites the records of kinds whose shape changed after version `shapes`. */
export async function bringUpKinds(database: Database, companyId: string, shapes: number): Promise<void> {
  for (const kind of kindsChangedSince(shapes)) await bringUpKind(database, companyId, kind)
}

async function bringUpKind(database: Database, companyId: string, kind: Kind): Promise<void> {
  if (kind === 'settings') return writeBeside(database, companyId, (tx) => bringUpSettings(tx, companyId))
  for (let after: string | null = FIRST_ID; after !== null; ) {
    const from: string = after
    after = await writeBeside(database, companyId, (tx) => bringUpSome(tx, companyId, { kind, after: from }))
  }
}

async function bringUpSettings(tx: Tx, companyId: string): Promise<void> {
  await holdProjection(tx, companyId)
  const [record] = await loadRecords(tx, companyId, 'settings')
  if (isOlder('settings', record!)) await replaceSettings(tx, companyId, inShapeOfNow('settings', record!))
}

/**
 * Rewrites some records of a kind. @returns the id of the last record that was rewritten, or null when there are no
 * more.
 */
async function bringUpSome(
  tx: Tx,
  companyId: string,
  { kind, after }: { readonly kind: Kind; readonly after: string },
): Promise<string | null> {
  const some = await lockRecords(tx, companyId, { kind, after, most: AT_ONCE })
  const texts: KeptText[] = some
    .filter(({ record }) => isOlder(kind, record))
    .map(({ id, record }) => ({ id, record: inShapeOfNow(kind, record) }))
  if (texts.length > 0) await replaceTexts(tx, companyId, { kind, texts, after, most: AT_ONCE })
  return some.length < AT_ONCE ? null : some.at(-1)!.id
}

function isOlder(kind: Kind, text: string): boolean {
  const { v = 1 } = JSON.parse(text) as { v?: number }
  return v < versionOf(kind)
}

function inShapeOfNow(kind: Kind, text: string): string {
  return printStoredRecord(kind, parseStoredRecord(kind, text))
}
