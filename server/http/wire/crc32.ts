/**
 * Computes the CRC-32 of joined parts from the CRCs of the parts, without reading their bytes again. This is zlib's
 * crc32_combine, which Node does not provide. Polynomials over GF(2), modulo the CRC-32 polynomial, are represented as
 * numbers whose highest bit is the coefficient of x⁰.
 */

const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
const X = 0x40000000
const BITS_PER_BYTE = 8

/** Returns the product of two polynomials, modulo the CRC-32 polynomial. */
function multiply(a: number, b: number): number {
  let product = 0
  let power = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= power
    power = (power & 1) !== 0 ? (power >>> 1) ^ POLYNOMIAL : power >>> 1
  }
  return product >>> 0
}

/** Returns x^(8 × length), the factor for a CRC that is followed by `length` bytes. */
export function shiftOf(length: number): number {
  let shift = ONE
  let square = X
  for (let left = length * BITS_PER_BYTE; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(square, shift)
    square = multiply(square, square)
  }
  return shift
}

/** Returns the CRC of two parts joined together. `shift`: the result of shiftOf for the length of the second part. */
export function combineCrc(first: number, second: number, shift: number): number {
  return (multiply(shift, first) ^ second) >>> 0
}
