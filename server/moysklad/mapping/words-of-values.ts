/**
 * Describes MoySklad's values briefly for the sentences of a report, with names instead of ids and amounts instead of
 * JSON.
 */
import { formatDecimal, isLosslessNumber, readDecimal } from './decimals.ts'
import { isEmptyValue, sizeOf, sourceIdOf, sourceRowOf, sourceText } from './source-values.ts'

const ROUBLE = '₽'

/** Describes a MoySklad value in a few words. `names`: the names of MoySklad's records by id. */
export function wordsOfValue(value: unknown, names: ReadonlyMap<string, string>): string {
  if (typeof value === 'number' || isLosslessNumber(value)) return numberWords(value)
  if (Array.isArray(value)) return listWords(value, names)
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return sourceText(value)
  const row = sourceRowOf(value)
  const amount = row.value ?? row.sum
  if (readDecimal(amount) !== null) return amountWords(amount, names.get(sourceIdOf(row.currency)))
  const named = sourceText(row.name) || sourceText(row.number)
  if (named !== '') return named
  const size = sizeOf(value)
  if (size > 0) return String(size)
  const id = sourceIdOf(value)
  if (id !== '') return names.get(id) ?? id
  return listWords(Object.values(row), names)
}

/** Formats MoySklad's kopecks as `15.5 ₽`, or with the code of another currency. */
export function amountWords(kopecks: unknown, currency = ROUBLE): string {
  const { units, scale } = readDecimal(kopecks) ?? { units: 0n, scale: 0 }
  return `${formatDecimal({ units, scale: scale + 2 })} ${currency === 'RUB' ? ROUBLE : currency}`
}

/** Formats a number without an exponent. */
function numberWords(value: unknown): string {
  const decimal = readDecimal(value)
  return decimal === null ? sourceText(value) : formatDecimal(decimal)
}

/** Describes the entries of a list. If no entry has a description, returns only the number of entries. */
function listWords(values: readonly unknown[], names: ReadonlyMap<string, string>): string {
  const filled = values.filter((entry) => !isEmptyValue(entry))
  const words = filled.map((entry) => wordsOfValue(entry, names)).filter((text) => text !== '')
  return words.length === 0 ? String(filled.length) : words.join(', ')
}
