/** Reads the beginning of an uploaded table: its sheets, its header row, and the first cells of its columns. */
import type { Readable } from 'node:stream'
import { foldHeader } from '../../spellings/headers.ts'
import { Refusal } from '../domain/refusals.ts'
import { Collection } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { cellText } from './cells.ts'
import type { ImportColumn, TableImport } from './import-records.ts'
import { HEAD_ROWS, MAX_SAMPLE_CELLS, MAX_SAMPLE_LENGTH } from './limits.ts'
import { readTable, type TableFault, type TableRow, UnreadableTable } from './reading.ts'
import { findHead, type ImportKind, type NamesByHeader, type OwnNames, proposeTargets } from './targets.ts'

/** The advice to the user for each reason why a table cannot be read. */
export const FAULT_ADVICE: Readonly<Record<TableFault, string>> = {
  NOT_A_TABLE: 'The file is neither an XLSX workbook nor a text with a table (CSV). Save the table as .xlsx or .csv.',
  OLD_EXCEL: 'The file is an old .xls workbook, or has a password. Save it as .xlsx without a password.',
  BROKEN: 'The file is damaged. Open it in a spreadsheet program and save it again as .xlsx.',
  TOO_LARGE:
    'The file unpacks to more than can be read. Delete sheets, pictures and styles that are not needed, or save it as .csv.',
  TOO_MANY_COLUMNS: 'The table has more than 200 columns. Delete those that are not needed.',
  TOO_MANY_ROWS: 'The table has more than 50,000 rows. Split it into several files.',
  TOO_MANY_SHEETS: 'The workbook has more than 200 sheets. Save the one with the table as a file of its own.',
  SHEET_NOT_FOUND: 'The workbook has no such visible sheet.',
  EMPTY: 'There is no row below the header of the table.',
  INTERRUPTED:
    'The import stopped several times for a reason that is not in the file. Try again later; if it happens again, contact the operator of the service.',
}

export const adviceFor = (fault: TableFault): string => FAULT_ADVICE[fault]

/** Converts a fault in the file to the refusal UNREADABLE_TABLE. */
async function refusingUnreadable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UnreadableTable) throw new Refusal('UNREADABLE_TABLE', adviceFor(error.fault))
    throw error
  }
}

/** Collects the company's own names that can occur as column headers. Each step handles one record. */
export function* ownNamesOf({ collections }: StateSnapshot, kind: ImportKind): Generator<void, OwnNames> {
  const entityKind = kind === 'partners' ? 'partner' : 'product'
  const fields = new Collection('customFields', collections.customFields).values()
  return {
    price: yield* namedBy(new Collection('priceTypes', collections.priceTypes).values()),
    filter: yield* namedBy(new Collection('filters', collections.filters).values()),
    custom: yield* namedBy(fields, (field) => field.entityKind === entityKind),
  }
}

function* namedBy<T extends { readonly name: string }>(
  records: Iterable<T>,
  fits: (record: T) => boolean = () => true,
): Generator<void, NamesByHeader> {
  const names: string[] = []
  const byHeader = new Map<string, string>()
  for (const record of records) {
    yield
    if (!fits(record)) continue
    const { name } = record
    const header = foldHeader(name)
    names.push(name)
    if (!byHeader.has(header)) byHeader.set(header, name)
  }
  return { names, byHeader }
}

export type Head = Pick<TableImport, 'sheets' | 'sheet' | 'headerRow' | 'columns'>

export interface HeadAsked {
  readonly kind: ImportKind
  /** Opens the file. Called once the company has been given a limiter slot. */
  readonly open: () => Promise<Readable>
  /** The name of the sheet to read; null for the first sheet. */
  readonly sheet: string | null
  /** The number of the row that contains the column names; null when that row is not known yet. */
  readonly headerRow: number | null
  readonly own: OwnNames
  /** Returns the targets to which columns with these names were mapped in the company's last import. */
  remembered(headers: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Reads the header row and the first rows of a table. Refuses with UNREADABLE_TABLE or UNAVAILABLE. */
export async function readHead(asker: Asker, asked: HeadAsked): Promise<Head> {
  const { kind, open, sheet, headerRow, own, remembered } = asked
  const rows: TableRow[] = []
  const maxRows = HEAD_ROWS + (headerRow ?? 0)
  const take = (some: readonly TableRow[]) => void rows.push(...some)
  const found = await refusingUnreadable(readTable(asker, { open, sheet, maxRows }, take))
  if (rows.length === 0) throw new Refusal('UNREADABLE_TABLE', adviceFor('EMPTY'))
  const said = headerRow === null ? -1 : rows.findIndex(({ number }) => number === headerRow)
  const at = headerRow === null ? findHead(kind, rows, own) : said
  if (at === -1)
    throw new Refusal('UNREADABLE_TABLE', `Row ${headerRow} is empty. Choose the row with the column names.`)
  const head = rows[at]!
  const below = rows.slice(at + 1)
  const width = Math.max(head.cells.length, ...below.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, column) => ({
    header: cellText(head.cells[column] ?? null),
    cells: below.map(({ cells }) => cells[column] ?? null),
  }))
  const targets = proposeTargets(kind, columns, {
    own,
    remembered: await remembered(columns.map(({ header }) => header)),
  })
  return {
    sheets: found.sheets,
    sheet: found.sheet,
    headerRow: head.number,
    columns: columns.map(({ header, cells }, column): ImportColumn => {
      const samples = [...new Set(cells.map(cellText).filter((text) => text !== ''))].slice(0, MAX_SAMPLE_CELLS)
      const target = targets[column] ?? null
      return {
        header: header.slice(0, MAX_SAMPLE_LENGTH).toWellFormed(),
        samples: samples.map((text) => text.slice(0, MAX_SAMPLE_LENGTH).toWellFormed()),
        proposed: target,
        target,
      }
    }),
  }
}
