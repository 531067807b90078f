/** A thread that makes one spreadsheet and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'

export interface Sheet {
  readonly name: string
  readonly columns: readonly { readonly title: string; readonly decimals: number; readonly isNumber: boolean }[]
  /** The last one holds the totals. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const TEXT_WIDTH = 30
const NUMBER_WIDTH = 16

function sheetOf({ columns, rows }: Sheet): SheetData {
  const formats = columns.map(({ decimals }) => (decimals === 0 ? '0' : `#,##0.${'0'.repeat(decimals)}`))
  const titles = columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const }))
  const cells = rows.map((row, index) =>
    row.map((value, at) => {
      const weight = index === rows.length - 1 ? { fontWeight: 'bold' as const } : {}
      return typeof value === 'number' ? { value, type: Number, format: formats[at]!, ...weight } : { value, ...weight }
    }),
  )
  return [titles, ...cells] as SheetData
}

const sheet = workerData as Sheet
const widths = sheet.columns.map(({ isNumber }) => ({ width: isNumber ? NUMBER_WIDTH : TEXT_WIDTH }))
const bytes = await writeXlsxFile(sheetOf(sheet), { sheet: sheet.name, columns: widths, stickyRowsCount: 1 }).toBuffer()
parentPort!.postMessage(bytes)
