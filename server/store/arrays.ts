/** Encodes arrays as statement parameters. The driver's own encoding is slower, because it quotes strings. */
import { piecesOf, type Text } from '../domain/text.ts'

/** Encodes numbers, UUIDs or timestamps as a PostgreSQL array. Such values need no quotes. */
export function plainArray(values: readonly (string | number | null)[]): string {
  let array = '{'
  for (let index = 0; index < values.length; index += 1) array += `${index === 0 ? '' : ','}${values[index] ?? 'NULL'}`
  return `${array}}`
}

/**
 * The size in bytes of the header of a binary PostgreSQL array. Each of its fields takes four bytes: dimensions,
 * whether there are nulls, type, length, first index.
 */
const ARRAY_HEADER_BYTES = 20
const LENGTH_BYTES = 4
const OID_OF_TEXT = 25
const NULL_LENGTH = -1

/** Encodes strings as a binary PostgreSQL array, in which no string needs quoting, whatever it contains. */
export function textArray(values: readonly (Text | null)[]): Buffer {
  let bytes = ARRAY_HEADER_BYTES
  for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : byteLengthOf(value))
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  array.writeInt32BE(OID_OF_TEXT, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  let at = ARRAY_HEADER_BYTES
  for (const value of values) {
    const start = at + LENGTH_BYTES
    const end = value === null ? start : write(array, value, start)
    array.writeInt32BE(value === null ? NULL_LENGTH : end - start, at)
    at = end
  }
  return array
}

function byteLengthOf(text: Text): number {
  if (typeof text === 'string') return Buffer.byteLength(text)
  let bytes = 0
  for (const piece of text) bytes += Buffer.byteLength(piece)
  return bytes
}

/** Writes a text into the array. @returns the position after the text. */
function write(array: Buffer, text: Text, start: number): number {
  let at = start
  for (const piece of piecesOf(text)) at += array.write(piece, at)
  return at
}
