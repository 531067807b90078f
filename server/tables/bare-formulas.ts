/**
 * Finds formulas without a stored result in a sheet. Programs that do not calculate write such formulas, and our
 * spreadsheet reader returns their cells as empty.
 */
import type { ZipFile } from 'yauzl'

/** The formulas, by row (from 1) and column (from 0). */
export type BareFormulas = ReadonlyMap<number, ReadonlyMap<number, string>>

/**
 * The number of formulas after which the search stops. The problem affects the whole file, and the first formulas are
 * enough to show it.
 */
const MAX_FORMULAS = 100_000
const MAX_FORMULA_LENGTH = 200
/** The length from which a cell cannot be a formula without a result, so that the cell is skipped. */
const MAX_BEHIND = 65_536

/**
 * Matches a cell. Some libraries write tags with a prefix (`x:c`). Cells cannot be nested, so each cell is scanned only
 * once.
 */
const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>((?:(?!<(?:\w+:)?c[\s>/])[\s\S])*?)<\/(?:\w+:)?c>)/g
const FORMULA = /<(?:\w+:)?f\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?f>)/
const RESULT = /<(?:\w+:)?[vt]\b[^>]*>\s*[^\s<]/
/** Matches a result in text cells, where even an empty string can be the result of a formula. */
const EMPTY_TEXT = /<(?:\w+:)?v\b/
const hasResult = (attributes: string, inner: string) =>
  RESULT.test(inner) || (/\bt="str"/.test(attributes) && EMPTY_TEXT.test(inner))
const PLACE = /\br="([A-Z]{1,3})(\d+)"/

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
  })

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Finds the formulas without a result in a sheet. @param sheet the sheet's XML, in pieces */
async function findBareFormulas(sheet: AsyncIterable<Buffer>): Promise<BareFormulas> {
  const found = new Map<number, Map<number, string>>()
  const decoder = new TextDecoder()
  let count = 0
  let rest = ''
  for await (const piece of sheet) {
    const text = rest + decoder.decode(piece, { stream: true })
    let end = 0
    for (const match of text.matchAll(CELL)) {
      const [all, attributes = '', inner = ''] = match
      end = match.index + all.length
      const [, letters, row] = PLACE.exec(attributes) ?? []
      const formula = FORMULA.exec(inner)
      if (formula === null || hasResult(attributes, inner) || letters === undefined || count === MAX_FORMULAS) continue
      count += 1
      const columns = found.get(Number(row)) ?? new Map<number, string>()
      found.set(Number(row), columns.set(columnOf(letters), unescapeXml(formula[1] ?? '').slice(0, MAX_FORMULA_LENGTH)))
    }
    rest = text.slice(Math.max(end, text.length - MAX_BEHIND))
  }
  return found
}

/**
 * Returns the path of a sheet's XML part within a workbook, according to the workbook's list of sheets, or null when it
 * is not listed there.
 */
function pathOfSheet(workbook: string, relations: string, name: string): string | null {
  const tags = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag)
  const tag = tags.find((one) => unescapeXml(/\bname="([^"]*)"/.exec(one)?.[1] ?? '') === name)
  const id = /\b\w+:id="([^"]*)"/.exec(tag ?? '')?.[1]
  const links = [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([link]) => link)
  const link = links.find((one) => id !== undefined && /\bId="([^"]*)"/.exec(one)?.[1] === id)
  const target = /\bTarget="([^"]*)"/.exec(link ?? '')?.[1]
  if (target === undefined) return null
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Returns the bytes of one part of an archive, or null when there is no such part. */
export type PartOf = (path: string) => Promise<AsyncIterable<Buffer> | null>

/** Returns a function that reads parts of an archive. The archive must stay open while this function is in use. */
export function partsOf(
  archive: ZipFile,
  entries: ReadonlyMap<string, Parameters<ZipFile['openReadStream']>[0]>,
): PartOf {
  return (path) => {
    const entry = entries.get(path)
    if (entry === undefined) return Promise.resolve(null)
    return new Promise((resolve, reject) =>
      archive.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error))),
    )
  }
}

/** The maximum size, in bytes, of a workbook part that lists the sheets. A larger part is ignored. */
const MAX_CONTENTS_BYTES = 4_194_304

async function textOf(part: AsyncIterable<Buffer> | null): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of part ?? []) {
    size += piece.length
    if (size > MAX_CONTENTS_BYTES) return ''
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/**
 * Returns a sheet's formulas that have no stored result. If the file is faulty, returns an empty map, because the row
 * reader reports such faults.
 */
export async function bareFormulasOf(partOf: PartOf, sheet: string): Promise<BareFormulas> {
  const [workbook, relations] = [
    await textOf(await partOf('xl/workbook.xml')),
    await textOf(await partOf('xl/_rels/workbook.xml.rels')),
  ]
  const path = pathOfSheet(workbook, relations, sheet)
  const part = path === null ? null : await partOf(path)
  return part === null ? new Map() : findBareFormulas(part)
}
