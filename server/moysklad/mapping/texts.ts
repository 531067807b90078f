/**
 * Adjusts text and numbers from MoySklad to the limits of our records. A value beyond the limits is reported, and the
 * report contains the full value.
 */
import { MAX_ARRAY_LENGTH, MAX_NAME_LENGTH } from '../../domain/schema.ts'
import {
  type Decimal,
  isNegative,
  isWithin,
  isZero,
  minus,
  numberText,
  readDecimal,
  rounded,
  unitsOfThousandths,
} from './decimals.ts'
import { type Draft, fieldOf, report } from './plan.ts'
import { hasControlCharacters, plainValue, sourceText } from './source-values.ts'
import { wordsOfValue } from './words-of-values.ts'

/**
 * Cuts text to a number of characters, counted as our validation counts them. `field`: our field, for the report.
 * Returns '' for an absent value.
 */
export function fitText(
  draft: Draft,
  field: string,
  { value, most = MAX_NAME_LENGTH }: { value: unknown; most?: number },
): string {
  const text = sourceText(value)
  if (hasControlCharacters(value)) {
    draft.whole[field] = value
    report(draft, 'control_characters', { field })
  }
  if (text.length <= most) return text
  const characters = [...text]
  if (characters.length <= most) return text
  draft.whole[field] = hasControlCharacters(value) ? value : text
  report(draft, 'text_shortened', { field })
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/**
 * Returns a required name. If it is missing, a new record gets the first nonempty fallback (the last one must not be
 * empty), and an existing record keeps its name.
 */
export function fitName(draft: Draft, value: unknown, fallbacks: readonly string[]): string {
  const name = fitText(draft, 'name', { value })
  if (name !== '') return name
  draft.unread.add('name')
  const chosen = fitText(draft, 'name', { value: fallbacks.find((text) => text !== '') })
  report(draft, 'name_missing', { field: 'name', value: chosen })
  return chosen
}

/** Shortens a list to the number of entries that an array in a request body may have. */
export function fitList<T>(draft: Draft, field: string, entries: readonly T[]): T[] {
  if (entries.length <= MAX_ARRAY_LENGTH) return [...entries]
  draft.whole[field] = entries
  report(draft, 'list_shortened', { field, value: String(entries.length) })
  return entries.slice(0, MAX_ARRAY_LENGTH)
}

/** Removes empty strings and duplicates. Of several equal strings, the first is kept. */
export function distinct(draft: Draft, field: string, texts: readonly string[]): string[] {
  const seen = new Set<string>()
  for (const text of texts) {
    if (text === '') continue
    if (seen.has(text)) report(draft, 'repeat_left_out', { field, value: text })
    seen.add(text)
  }
  return [...seen]
}

/** Reports a number that our field cannot take. An existing record keeps its value. */
export function outOfRange(draft: Draft, field: string, value: unknown): undefined {
  draft.unread.add(fieldOf(field))
  draft.whole[field] = plainValue(value, draft.names)
  report(draft, 'value_out_of_range', { field, value: wordsOfValue(value, draft.names) })
  return undefined
}

/** Returns a decimal, or undefined if it is absent, unreadable or negative. */
export function decimalOf(draft: Draft, field: string, value: unknown): Decimal | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const decimal = readDecimal(value)
  return decimal === null || isNegative(decimal) ? outOfRange(draft, field, value) : decimal
}

/** Returns a quantity in thousandths, or undefined when it is absent or out of range. */
export function quantityOf(draft: Draft, field: string, value: unknown): number | undefined {
  const decimal = decimalOf(draft, field, value)
  if (decimal === undefined) return undefined
  const quantity = unitsOfThousandths(rounded(decimal, 3))
  if (quantity === null) return outOfRange(draft, field, value)
  if (!isWithin(decimal, 3)) {
    draft.whole[field] = numberText(value)
    report(draft, 'quantity_rounded', { field, value: numberText(value)! })
  }
  return quantity
}

const MAX_MEASURE = 1_000_000_000_000

/** Returns a measure with an upper limit, such as a weight. Zero counts as not set. */
export function measureOf(
  draft: Draft,
  field: string,
  { value, most = MAX_MEASURE }: { value: unknown; most?: number },
): number | undefined {
  const decimal = decimalOf(draft, field, value)
  if (decimal === undefined || isZero(decimal)) return undefined
  const isTooLarge = isNegative(minus({ units: BigInt(most), scale: 0 }, decimal))
  return isTooLarge ? outOfRange(draft, field, value) : Number(numberText(value))
}
