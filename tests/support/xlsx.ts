/** Reading a spreadsheet back: just enough of ZIP and SpreadsheetML for what the reports write. */
import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive by name, found through its central directory. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength!)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    files.set(name, (archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'))
    at += 46 + nameLength! + extraLength! + noteLength!
  }
  return files
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The cells of the first sheet, row by row: numbers as numbers, empty cells as null. */
export function readXlsx(archive: Buffer): (string | number | null)[][] {
  const files = unzip(archive)
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<\/si>/gs)].map(([entry]) =>
    unescaped([...entry.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml')!
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, inner]) => {
      const value = /<v>(.*?)<\/v>/s.exec(inner ?? '')?.[1]
      if (/t="inlineStr"/.test(attributes!)) return unescaped(/<t[^>]*>(.*?)<\/t>/s.exec(inner!)![1]!)
      if (value === undefined) return null
      return /t="s"/.test(attributes!) ? shared[Number(value)]! : Number(value)
    }),
  )
}
