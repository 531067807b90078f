/** Makes Russian registration numbers and trade codes with valid check digits. */
import type { Random } from './random.ts'

/**
 * Adds the GS1 check digit: counted from the right, the digits have the weights 3, 1, 3, …, and the check digit makes
 * the weighted sum a multiple of ten.
 */
function withGs1Check(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits[index]) * ((digits.length - index) % 2 === 1 ? 3 : 1)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Returns an EAN-13 of the Russian range. The running number keeps the barcodes within a company unique. */
export function ean13(maker: number, runningNumber: number): string {
  return withGs1Check(`460${String(maker).padStart(4, '0')}${String(runningNumber).padStart(5, '0')}`)
}

/** Returns the GTIN-14 of a box that contains products with the given EAN-13. */
export function boxCode(ean: string): string {
  return withGs1Check(`1${ean.slice(0, 12)}`)
}

function innCheck(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return `${digits}${(sum % 11) % 10}`
}

const COMPANY_WEIGHTS = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_WEIGHTS = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Returns a taxpayer number (ИНН) of a company: 10 digits. */
export function companyInn(region: string, random: Random): string {
  return innCheck(`${region}${digits(random, 7)}`, COMPANY_WEIGHTS)
}

/** Returns a taxpayer number (ИНН) of a person, including a sole trader: 12 digits, of which two are check digits. */
export function personInn(region: string, random: Random): string {
  const eleven = innCheck(`${region}${digits(random, 8)}`, PERSON_WEIGHTS)
  return innCheck(eleven, [3, ...PERSON_WEIGHTS])
}

/**
 * Returns a company's registration number (ОГРН): 13 digits. The last digit is derived from the remainder after
 * division by 11.
 */
export function companyOgrn(region: string, random: Random): string {
  const twelve = `1${String(random.whole(2, 25)).padStart(2, '0')}${region}${digits(random, 7)}`
  return `${twelve}${(Number(twelve) % 11) % 10}`
}

/**
 * Returns a sole trader's registration number (ОГРНИП): 15 digits. The last digit is derived from the remainder after
 * division by 13.
 */
export function personOgrn(region: string, random: Random): string {
  const fourteen = `3${String(random.whole(4, 25)).padStart(2, '0')}${region}${digits(random, 9)}`
  return `${fourteen}${(Number(fourteen) % 13) % 10}`
}

export function mobilePhone(random: Random): string {
  return `+7 9${digits(random, 2)} ${digits(random, 3)}-${digits(random, 2)}-${digits(random, 2)}`
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.whole(0, 9)).join('')
}
