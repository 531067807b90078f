/**
 * Creates the preview of an import: reads and plans all rows without writing any. After a crash, the preview starts
 * over.
 */

import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { writeCompany } from '../store/commits.ts'
import type { ImportRow, TableImport } from './import-records.ts'
import * as tables from './import-sql.ts'
import type { TableImportParts } from './imports.ts'
import { MAX_ROWS } from './limits.ts'
import { planRow } from './plan-row.ts'
import { readTable, type TableFault, type TableRow, UnreadableTable } from './reading.ts'
import { openWorld, type World } from './world.ts'

/** Thrown when the preview is no longer needed, because another mapping was chosen or the import was cancelled. */
class Superseded extends Error {}

/** Plans all rows of an import whose status is `planning`. */
export async function planImport(parts: TableImportParts, asker: Asker, one: TableImport): Promise<void> {
  try {
    await planAll(parts, asker, one)
  } catch (error) {
    if (error instanceof Superseded) return
    throw error
  }
}

async function planAll(parts: TableImportParts, asker: Asker, one: TableImport): Promise<void> {
  const { database } = parts
  const { companyId } = asker
  const company = await parts.companies.get(companyId)
  if (company === null) return
  const state = await company.current()
  const world = await inSlices(asker, openWorld(state, one.kind, one.options.matchBy!))
  const whileWanted = <T>(work: (tx: Parameters<typeof tables.isPlanning>[0]) => Promise<T>) =>
    writeCompany(database, companyId, async (tx) => {
      if (!(await tables.isPlanning(tx, companyId, one))) throw new Superseded()
      return work(tx)
    })
  await whileWanted((tx) => tables.deleteRows(tx, companyId, one.id))
  const seen = new Map<string, number>()
  let rowCount = 0
  const take = async (rows: readonly TableRow[]) => {
    const below = rows.filter(({ number }) => number > one.headerRow)
    rowCount += below.length
    if (rowCount > MAX_ROWS) throw new UnreadableTable('TOO_MANY_ROWS')
    const planned = await inSlices(asker, planRows(one, below, world, seen))
    await whileWanted((tx) => tables.insertImportRows(tx, companyId, one.id, planned))
  }
  const open = async () => (await parts.files.read(companyId, one.sha256)).stream
  const order = { open, sheet: one.sheet, maxRows: one.headerRow + MAX_ROWS + 1 }
  const fault = await faultOf(readTable(asker, order, take))
  const outcome = fault ?? (rowCount === 0 ? 'EMPTY' : null)
  await whileWanted(async (tx) => {
    if (outcome !== null) await tables.deleteRows(tx, companyId, one.id)
    await tables.endPlanning(tx, companyId, { ...one, rowCount: outcome === null ? rowCount : 0, fault: outcome })
  })
}

function* planRows(
  one: TableImport,
  rows: readonly TableRow[],
  world: World,
  seen: Map<string, number>,
): Generator<void, ImportRow[]> {
  const planned: ImportRow[] = []
  for (const { number, cells } of rows) {
    const { plan, problems } = planRow(one, { row: number, cells }, world, seen)
    planned.push({ row: number, plan, outcome: null, cells, problems, recordId: null })
    yield
  }
  return planned
}

/** Returns the reason why a file could not be read, or null when it was read completely. */
async function faultOf(reading: Promise<unknown>): Promise<TableFault | null> {
  try {
    await reading
    return null
  } catch (error) {
    if (error instanceof UnreadableTable) return error.fault
    throw error
  }
}
