/**
 * Parses JSON bodies. For 1 MiB of short names or brackets, JSON.parse takes up to 0.1 s, and validation takes just
 * as long. Therefore the names, values and nesting levels of a body are counted first, which takes only a
 * millisecond.
 */
import { invalid, Refusal } from '../../domain/refusals.ts'

/** The largest number of field names in a body. The largest command, a product with every array full, has 8,000. */
export const MAX_BODY_NAMES = 10_000
/** The largest number of values of any kind in a body. An empty array or object counts twice. */
export const MAX_BODY_VALUES = 50_000
/** The deepest nesting of arrays and objects. Custom values have their own, lower limit. */
export const MAX_BODY_DEPTH = 64

const NAMES = { code: 'TOO_MANY', figures: { most: MAX_BODY_NAMES } } as const
const VALUES = { code: 'TOO_MANY', figures: { most: MAX_BODY_VALUES } } as const

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Refuses with UNSUPPORTED_MEDIA_TYPE a Content-Type whose charset is not UTF-8 (RFC 8259). */
export function refuseOtherCharsets(contentType = ''): void {
  const [, ...parameters] = contentType.toLowerCase().split(';')
  const said = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  const charset = said?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send JSON in UTF-8: Content-Type: application/json.', {
      figures: { reason: 'type' },
    })
}

/**
 * Parses JSON in UTF-8. Refuses with MALFORMED_JSON, or with VALIDATION_FAILED if the body has too many names or
 * values. Keys such as `__proto__` become plain properties: schemas of bodies have no such field, and objects with
 * arbitrary keys refuse them (commands/validation.ts).
 */
export function parseJsonBody(bytes: Buffer): unknown {
  countParts(bytes)
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (error) {
    const text = bytes.length === 0 ? 'it is empty; send {} when there is nothing to say' : (error as Error).message
    throw new Refusal('MALFORMED_JSON', `The body is not JSON: ${text}.`)
  }
}

/**
 * Counts names, values and depth. For valid JSON the counts are exact. Anything else is refused here if the counts are
 * too high, and otherwise by the parser.
 */
function countParts(bytes: Buffer): void {
  let names = 0
  let values = 1
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at + 1)
        break
      case COLON:
        names += 1
        if (names > MAX_BODY_NAMES) throw invalid('', `must not have more than ${MAX_BODY_NAMES} names`, NAMES)
        break
      case COMMA:
        values += 1
        if (values > MAX_BODY_VALUES) throw invalid('', `must not have more than ${MAX_BODY_VALUES} values`, VALUES)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        values += 1
        depth += 1
        if (values > MAX_BODY_VALUES) throw invalid('', `must not have more than ${MAX_BODY_VALUES} values`, VALUES)
        if (depth > MAX_BODY_DEPTH) throw new Refusal('MALFORMED_JSON', 'The body is nested too deeply.')
        break
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1
        break
    }
  }
}

/** Returns the position where the text of a string ends: at its closing quote, or at the end of the bytes. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
