/** Arrays as parameters of statements, without the driver's way over texts in quotes. */

/** Numbers, UUIDs or moments, which need no quotes, as a PostgreSQL array. */
export function plainArray(values: readonly (string | number | null)[]): string {
  let array = '{'
  for (let index = 0; index < values.length; index += 1) array += `${index === 0 ? '' : ','}${values[index] ?? 'NULL'}`
  return `${array}}`
}

/** Of a PostgreSQL array in its binary form, in four bytes each: dimensions, whether there are nulls, type, length, first index. */
const ARRAY_HEADER_BYTES = 20
const LENGTH_BYTES = 4
const OID_OF_TEXT = 25
const NULL_LENGTH = -1

/** Texts as a PostgreSQL array in its binary form: no text needs quotes, whatever is in it. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let bytes = ARRAY_HEADER_BYTES
  for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value))
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  array.writeInt32BE(OID_OF_TEXT, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  let at = ARRAY_HEADER_BYTES
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + LENGTH_BYTES)
    array.writeInt32BE(length, at)
    at += LENGTH_BYTES + Math.max(length, 0)
  }
  return array
}
