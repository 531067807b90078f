/**
 * Parses MoySklad's JSON without losing digits and without blocking the thread: a page is first split into rows, and
 * each row is parsed separately.
 */
import type { LosslessNumber } from './mapping/decimals.ts'

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** Parses JSON text. Numbers that JavaScript would print differently become LosslessNumber. Throws SyntaxError. */
export function parseSource(text: string): unknown {
  return parseWithSource(text, (_key, value, { source }) =>
    typeof value !== 'number' || source === undefined || String(value) === source
      ? value
      : ({ isLosslessNumber: true, value: source } satisfies LosslessNumber),
  )
}

/**
 * The position of an array in the JSON text, and the positions of its entries, each from its first character to just
 * after its last one.
 */
export interface ArrayParts {
  /** The position just after the opening bracket. */
  readonly start: number
  /** The position of the closing bracket. */
  readonly end: number
  readonly entries: readonly (readonly [number, number])[]
}

const TOKENS_IN_A_STEP = 2_000

/**
 * Finds the array at a path of keys in JSON; an empty path means that the whole text is the array. Does not check the
 * rest of the text, because the later parsing of its parts finds any fault. A generator for `inSlices`. @returns null
 * when there is no such array, or when it does not end
 */
export function* findArray(text: string, path: readonly string[]): Generator<void, ArrayParts | null, undefined> {
  const names = path.map((name) => JSON.stringify(name))
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]/gs
  const entries: [number, number][] = []
  let found: number | null = null
  let entryStart = 0
  let depth = 0
  /** The number of currently open objects and arrays that lie on the path to the array that is looked for. */
  let followed = 0
  let key: string | null = null
  let lastText: string | null = null
  for (let count = 1, match = token.exec(text); match !== null; match = token.exec(text), count += 1) {
    if (count % TOKENS_IN_A_STEP === 0) yield
    const [sign] = match
    if (sign === '{' || sign === '[') {
      const isOnPath = followed === depth && (depth === 0 || key === names[depth - 1])
      if (isOnPath && depth === names.length && found === null) {
        if (sign !== '[') return null
        found = entryStart = match.index + 1
      } else if (isOnPath && found === null) followed += 1
      depth += 1
      key = null
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (found !== null && depth === names.length) {
        if (entries.length > 0 || text.slice(entryStart, match.index).trim() !== '')
          entries.push([entryStart, match.index])
        return { start: found, end: match.index, entries }
      }
      followed = Math.min(followed, depth)
      key = null
    } else if (sign === ',') {
      if (found !== null && depth === names.length + 1) {
        entries.push([entryStart, match.index])
        entryStart = match.index + 1
      }
      key = null
    } else if (sign === ':') key = lastText
    else lastText = sign
  }
  return null
}

/** Returns the JSON text with more entries appended to one of its arrays. */
export function withEntries(text: string, { end, entries }: ArrayParts, more: readonly string[]): string {
  if (more.length === 0) return text
  return `${text.slice(0, end)}${entries.length > 0 ? ',' : ''}${more.join(',')}${text.slice(end)}`
}
