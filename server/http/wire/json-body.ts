/**
 * Parses JSON bodies. For 1 MiB of short names or brackets, JSON.parse takes up to 0.1 s, and validation takes just as
 * long. Therefore the names, values and nesting levels of a body are counted first, which takes only a millisecond. In
 * a large body they are counted while it arrives, so that after a refusal the rest of the body is neither kept nor
 * counted.
 */
import { finished, type Readable, Transform } from 'node:stream'
import { invalid, Refusal } from '../../domain/refusals.ts'
import type { Asker } from '../../runtime/fair-limiter.ts'
import { charging, sliceOf } from '../../runtime/slices.ts'

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

/** Refuses a Content-Type whose charset is not UTF-8 (RFC 8259) with UNSUPPORTED_MEDIA_TYPE. */
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
  new PartCounter().count(bytes)
  return parseCounted(bytes)
}

/** Parses a body whose parts were counted while it arrived. Refuses with MALFORMED_JSON. */
export function parseCounted(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (error) {
    const text = bytes.length === 0 ? 'it is empty; send {} when there is nothing to say' : (error as Error).message
    throw new Refusal('MALFORMED_JSON', `The body is not JSON: ${text}.`)
  }
}

/**
 * Returns a stream of the same bytes that counts the parts of a JSON body as they pass. As soon as a limit is exceeded,
 * the stream fails with the refusal, and the rest of the body is left unread in `body`. Each piece waits for a time
 * slice of the company and is charged to the company. Nothing more is read during the wait, so the sender waits too.
 */
export function countWhileArriving(body: Readable, asker: Asker): Readable {
  const parts = new PartCounter()
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const count = () => charging(asker.companyId, () => parts.count(bytes))
      sliceOf(asker)
        .then(count)
        .then(() => done(null, bytes), done)
    },
  })
  // After a refusal nothing reads the stream any more, and the sender may still disconnect.
  counted.on('error', () => {})
  // Use `pipe`, because `pipeline` would close the connection before the refusal is sent.
  finished(body, (error) => {
    if (error) counted.destroy(error)
  })
  return body.pipe(counted)
}

/**
 * Counts the names, values and depth of a body that may come in pieces. For valid JSON the counts are exact. Invalid
 * JSON is refused here if the counts are too high, and otherwise by the parser.
 */
class PartCounter {
  #names = 0
  #values = 1
  #depth = 0
  #isInText = false
  /** True when the previous piece ended with a backslash inside a string. */
  #isEscaped = false

  /**
   * Counts the parts in the next bytes. Refuses with VALIDATION_FAILED or MALFORMED_JSON as soon as a limit is
   * exceeded.
   */
  count(bytes: Buffer): void {
    let at = this.#isInText ? this.#endOfText(bytes, 0) + 1 : 0
    for (; at < bytes.length; at += 1) {
      switch (bytes[at]) {
        case QUOTE:
          at = this.#endOfText(bytes, at + 1)
          break
        case COLON:
          this.#names += 1
          if (this.#names > MAX_BODY_NAMES) throw invalid('', `must not have more than ${MAX_BODY_NAMES} names`, NAMES)
          break
        case COMMA:
          this.#addValue()
          break
        case OPENING_BRACKET:
        case OPENING_BRACE:
          this.#addValue()
          this.#depth += 1
          if (this.#depth > MAX_BODY_DEPTH) throw new Refusal('MALFORMED_JSON', 'The body is nested too deeply.')
          break
        case CLOSING_BRACKET:
        case CLOSING_BRACE:
          this.#depth -= 1
          break
      }
    }
  }

  #addValue(): void {
    this.#values += 1
    if (this.#values > MAX_BODY_VALUES) throw invalid('', `must not have more than ${MAX_BODY_VALUES} values`, VALUES)
  }

  /** Returns the position where a string ends: at its closing quote, or at the end of the bytes. */
  #endOfText(bytes: Buffer, from: number): number {
    let at = this.#isEscaped ? from + 1 : from
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
    this.#isInText = at >= bytes.length
    this.#isEscaped = at > bytes.length
    return at
  }
}
