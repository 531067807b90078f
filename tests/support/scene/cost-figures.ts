/** Searches the bytes of responses for costs, in every notation in which a number may be written. */
import { inflateRawSync } from 'node:zlib'
import type { Json } from '../node/client.ts'

/** Keys whose numbers are always costs, according to rule S-ROLE-6. */
const COST_KEYS =
  /^(cost|unitCost|minPrice|stockValue|value|profit|rounding|unpricedCost|due|received|paid|balance|\w+Cost)$/
/** The addresses of records whose amounts and totals also count as costs. */
const COST_LISTS = /^\/api\/v1\/(purchases|procurement\/(documents|payments|imports))/

/**
 * Returns the costs in an owner's response that cannot occur elsewhere by coincidence: those of at least 1,000 that are
 * not whole numbers.
 */
export function costsIn(path: string, answer: Json): number[] {
  const isList = COST_LISTS.test(path)
  const found: number[] = []
  const walk = (value: Json, key: string, isAmount: boolean) => {
    if (typeof value === 'number' && Math.abs(value) >= 1_000 && !Number.isInteger(value))
      if (COST_KEYS.test(key) || (isAmount && /^(amount|total)$/.test(key))) found.push(Math.abs(value))
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value))
      walk(inner, Array.isArray(value) ? key : name, isAmount || /^(documents|payments)$/.test(name))
  }
  walk(answer, '', isList)
  return found
}

const SEPARATORS = ['', ' ', '\u00a0', '\u202f', ',', '.', "'"]

/**
 * Returns the ways to write a number: with a point or a comma, with or without thousands separators, and in kopecks.
 */
function formsOf(figure: number): string[] {
  const [whole = '', fraction = ''] = figure.toFixed(2).split('.')
  const shown = SEPARATORS.flatMap((separator) => {
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator)
    return ['.', ','].flatMap((point) =>
      [fraction, fraction.replace(/0$/, '')].map((end) => `${grouped}${point}${end}`),
    )
  })
  const escaped = [...new Set(shown)].map((form) => form.replace(/[.]/g, '\\.'))
  // A number in kopecks could also occur inside an id, so it must not be next to other letters or digits.
  return [...escaped.map((form) => `(?<!\\d)${form}(?!\\d)`), `(?<![\\w-])${whole}${fraction}(?![\\w-])`]
}

export class FigureSearch {
  private readonly patterns: ReadonlyMap<number, RegExp>
  private readonly any: RegExp

  constructor(figures: readonly number[]) {
    const distinct = [...new Set(figures)]
    this.patterns = new Map(distinct.map((figure) => [figure, new RegExp(formsOf(figure).join('|'))]))
    this.any = new RegExp([...this.patterns.values()].map(({ source }) => source).join('|'))
  }

  get figures(): number[] {
    return [...this.patterns.keys()]
  }

  /** Returns the known costs that occur in a text. */
  in(text: string): number[] {
    if (!this.any.test(text)) return []
    return [...this.patterns].flatMap(([figure, pattern]) => (pattern.test(text) ? [figure] : []))
  }
}

/**
 * Returns the whole content of a response, including its headers. For a ZIP archive this is the text of the files in
 * it.
 */
export async function everythingOf(response: Response): Promise<string> {
  const headers = [...response.headers].map((line) => line.join(': ')).join('\n')
  const bytes = Buffer.from(await response.arrayBuffer())
  const isArchive = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
  return `${headers}\n${isArchive ? textsOf(bytes) : bytes.toString('utf8')}`
}

function textsOf(archive: Buffer): string {
  let text = ''
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    text += (archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8')
    at += 46 + nameLength! + extraLength! + noteLength!
  }
  return text
}
