/** Reads a spreadsheet file: just enough of ZIP and SpreadsheetML for the files that our reports write. */
import { unzipped } from './zip.ts'

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Returns the index of a cell's column, from 0: `C7` is in column 2. */
function columnOf(attributes: string): number {
  const letters = /r="([A-Z]+)\d+"/.exec(attributes)![1]!
  return [...letters].reduce((before, letter) => before * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

type Cells = (string | number | null)[][]

/** Returns the cells of the first sheet, row by row: numbers as numbers, empty cells as null. */
export const readXlsx = (archive: Buffer): Cells => sheetsOf(archive)[0]!.rows

/** Returns the sheets in order, each with its name, cells and raw XML. */
export function sheetsOf(archive: Buffer): { name: string; rows: Cells; xml: string }[] {
  const files = unzipped(archive)
  const names = [...files.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) =>
    unescaped(name!),
  )
  return names.map((name, at) => {
    const xml = files.get(`xl/worksheets/sheet${at + 1}.xml`)!
    return { name, rows: cellsOf(xml, files), xml }
  })
}

function cellsOf(sheet: string, files: ReadonlyMap<string, string>): Cells {
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<\/si>/gs)].map(([entry]) =>
    unescaped([...entry.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  )
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: (string | number | null)[] = []
    for (const [, attributes, inner] of row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const value = /<v>(.*?)<\/v>/s.exec(inner ?? '')?.[1]
      const column = columnOf(attributes!)
      while (cells.length < column) cells.push(null)
      if (/t="inlineStr"/.test(attributes!)) cells.push(unescaped(/<t[^>]*>(.*?)<\/t>/s.exec(inner!)![1]!))
      else if (value === undefined) cells.push(null)
      else cells.push(/t="s"/.test(attributes!) ? shared[Number(value)]! : Number(value))
    }
    return cells
  })
}

/**
 * Returns how the first sheet's cells are displayed, row by row: the number format, after `bold ` if the cell is bold. A cell
 * that the file leaves out has no format.
 */
export function readXlsxFormats(archive: Buffer): (string | undefined)[][] {
  const files = unzipped(archive)
  const styles = files.get('xl/styles.xml')!
  const partOf = (name: string) => new RegExp(`<${name}[ >].*?</${name}>`, 's').exec(styles)![0]
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="(.*?)"/g)].map(([, id, code]) => [id!, code!]),
  )
  const builtIn = new Map(Object.entries({ 0: 'General', 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 49: '@' }))
  const isBold = [...partOf('fonts').matchAll(/<font>(.*?)<\/font>/gs)].map(([, font]) => /<b\/>/.test(font!))
  const shown = [...partOf('cellXfs').matchAll(/<xf numFmtId="(\d+)" fontId="(\d+)"/g)].map(
    ([, format, font]) => `${isBold[Number(font)] ? 'bold ' : ''}${own.get(format!) ?? builtIn.get(format!)}`,
  )
  return [...files.get('xl/worksheets/sheet1.xml')!.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const formats: (string | undefined)[] = []
    for (const [, cell] of row!.matchAll(/<c ([^>]*?)\/?>/g))
      formats[columnOf(cell!)] = shown[Number(/ s="(\d+)"/.exec(cell!)?.[1] ?? 0)]!
    return formats
  })
}

/** Returns the cells of the first sheet as `readXlsx` does, with every date and time replaced by `shown`. */
export function readXlsxWithoutTimes(archive: Buffer, shown: string): Cells {
  const formats = readXlsxFormats(archive)
  return readXlsx(archive).map((row, at) =>
    row.map((cell, column) => (typeof cell === 'number' && formats[at]![column]?.includes('yyyy') ? shown : cell)),
  )
}
