/** Reads tables in text form: guesses the encoding and the delimiter. */
import { dsvFormat } from 'd3-dsv'

const DELIMITERS = [';', '\t', ',', '|'] as const
/** How many characters at the beginning of a table are used to guess its encoding and delimiter. */
const GUESSED_LENGTH = 64_000
const GUESSED_LINES = 40

/** Control characters, which occur in pictures and programs but not in text. */
const CONTROLS = /[^\P{Cc}\s\u0080-\u009f]/u

/**
 * Decodes the bytes of a text file: as UTF-8 or UTF-16 if there is a byte order mark, as UTF-16 if there are zero
 * bytes, as UTF-8 if that is valid, and otherwise as Windows-1251. Returns null when the bytes are not text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decodeGuessed(bytes)
  return text === null || CONTROLS.test(text.slice(0, GUESSED_LENGTH)) ? null : text
}

function decodeGuessed(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs('utf-8', bytes)
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes)
  const start = bytes.subarray(0, GUESSED_LENGTH)
  const zeros = start.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (zeros > start.length / 5) return decodeAs(start.indexOf(0) % 2 === 1 ? 'utf-16le' : 'utf-16be', bytes)
  if (zeros > 0) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeAs('windows-1251', bytes)
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: encoding.startsWith('utf-16') }).decode(bytes)
  } catch {
    return null
  }
}

/** Counts how often a delimiter occurs outside quotes in each of the first lines. */
function countsOf(sample: string, delimiter: string): number[] {
  const counts = [0]
  let isQuoted = false
  for (const letter of sample) {
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === delimiter) counts[counts.length - 1]! += 1
    else if (letter === '\n' || letter === '\r') counts.push(0)
    if (counts.length > GUESSED_LINES) break
  }
  return counts.filter((count) => count > 0)
}

/**
 * Returns the delimiter that splits most of the first lines into the same number of cells, and into as many cells as
 * possible.
 */
export function delimiterOf(text: string): string {
  const sample = text.slice(0, GUESSED_LENGTH)
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: ';', score: 0 }
  for (const delimiter of DELIMITERS) {
    const counts = countsOf(sample, delimiter).toSorted((a, b) => a - b)
    const usual = counts[Math.floor(counts.length / 2)] ?? 0
    const score = usual * counts.filter((count) => count === usual).length
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** A row of a table that is not empty. `number` counts from 1 and includes empty rows. */
export interface TextRow {
  readonly number: number
  readonly cells: string[]
}

/**
 * Returns the first nonempty rows of a table in text form. A first line such as `sep=;`, which Excel writes, states the
 * delimiter.
 */
export function textRows(text: string, maxRows: number): TextRow[] {
  const said = /^sep=(.)\r?\n/.exec(text)
  const body = said === null ? text : text.slice(said[0].length)
  const rows: TextRow[] = []
  try {
    dsvFormat(said?.[1] ?? delimiterOf(body)).parseRows(body, (cells, index) => {
      if (cells.some((cell) => cell !== '')) rows.push({ number: index + 1, cells })
      if (rows.length >= maxRows) throw new Enough()
      return null
    })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return rows
}

/** Thrown to stop the parser when the rest of the text is not needed. */
class Enough extends Error {}
