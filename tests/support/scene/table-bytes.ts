/** Makes table files as common programs write them, and unusual ones that only a few programs write. */
import { deflateRawSync } from 'node:zlib'
import { unzipped, zipOf } from '../figures/zip.ts'
import { xlsx } from './tables.ts'

/** Encodes text in Windows-1251. */
export function inWindows1251(text: string): Buffer {
  const decoder = new TextDecoder('windows-1251')
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  return Buffer.from([...text].map((letter) => codes.get(letter)!))
}

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Returns a workbook whose price cell has the given XML. */
export const xlsxWithCell = (cell: string): Promise<Buffer> => {
  const change = (name: string, content: string) => {
    if (name !== 'xl/worksheets/sheet1.xml') return content
    const changed = content.replace(/<c r="C2"[^>]*><v>77777<\/v><\/c>/, cell)
    return cell.startsWith('<x:') ? changed.replace('<worksheet ', `<worksheet xmlns:x="${SPREADSHEET}" `) : changed
  }
  return xlsxMade(change, [['Цена', 77_777]])
}

/** Returns a one-row workbook after applying `change` to each of its files. */
export async function xlsxMade(
  change: (name: string, content: string) => string,
  more: readonly (readonly [string, number])[] = [],
): Promise<Buffer> {
  const files = unzipped(
    await xlsx([
      ['Артикул', 'Название', ...more.map(([head]) => head)],
      ['1', 'Х', ...more.map(([, cell]) => cell)],
    ]),
  )
  const parts = [...files].map(([name, content]) => {
    const bytes = Buffer.from(change(name, content))
    return { name, bytes: deflateRawSync(bytes), size: bytes.length }
  })
  return zipOf(parts)
}
