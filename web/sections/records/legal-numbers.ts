/**
 * Finds mistakes in numbers that authorities and banks issue. Mistakes cause warnings and not refusals, because numbers
 * from other countries follow other rules.
 */
import type { Word } from '../../words/words.ts'

/**
 * A function that checks a typed number. Returns the key of the message about a mistake; null if there is no mistake or
 * the field is empty. `values` contains the other fields of the form.
 */
export type Check = (typed: string, values: Readonly<Record<string, unknown>>) => Word<'core'> | null

const bare = (typed: unknown) => (typeof typed === 'string' ? typed.replace(/\s/g, '') : '')
const digits = (text: string) => [...text].map(Number)
const weighted = (text: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * digits(text)[at]!, 0)

const WEIGHTS_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const WEIGHTS_11 = [7, ...WEIGHTS_10]
const WEIGHTS_12 = [3, ...WEIGHTS_11]

function isInn(inn: string): boolean {
  const ends = (weights: readonly number[]) => String((weighted(inn, weights) % 11) % 10) === inn[weights.length]
  return inn.length === 10 ? ends(WEIGHTS_10) : ends(WEIGHTS_11) && ends(WEIGHTS_12)
}

const isOgrn = (ogrn: string) =>
  String((Number(ogrn.slice(0, -1)) % (ogrn.length === 13 ? 11 : 13)) % 10) === ogrn.at(-1)

/**
 * Returns whether an account number has the right check digit. The digit also depends on digits of the bank's number.
 */
const isAccount = (account: string, ofBank: string) =>
  digits(ofBank + account).reduce((sum, digit, at) => sum + digit * [7, 1, 3][at % 3]!, 0) % 10 === 0

const inn: Check = (typed) => {
  const text = bare(typed)
  if (text === '') return null
  if (!/^(\d{10}|\d{12})$/.test(text)) return 'innLength'
  return isInn(text) ? null : 'checkFigures'
}

const kpp: Check = (typed) => (/^(\d{4}[\dA-Z]{2}\d{3})?$/.test(bare(typed)) ? null : 'kppLength')

const ogrn: Check = (typed) => {
  const text = bare(typed)
  if (text === '') return null
  if (!/^(\d{13}|\d{15})$/.test(text)) return 'ogrnLength'
  return isOgrn(text) ? null : 'checkFigures'
}

const bic: Check = (typed) => (/^(\d{9})?$/.test(bare(typed)) ? null : 'bicLength')

const account =
  (ofBank: (bic: string) => string): Check =>
  (typed, values) => {
    const [text, bank] = [bare(typed), bare(values.bic)]
    if (text === '') return null
    if (!/^\d{20}$/.test(text)) return 'accountLength'
    return !/^\d{9}$/.test(bank) || isAccount(text, ofBank(bank)) ? null : 'accountBank'
  }

/** The function that checks each kind of legal number, by field name. */
export const LEGAL_CHECKS = {
  inn,
  kpp,
  ogrn,
  bic,
  accountNumber: account((bank) => bank.slice(-3)),
  correspondentAccount: account((bank) => `0${bank.slice(4, 6)}`),
} as const satisfies Record<string, Check>
