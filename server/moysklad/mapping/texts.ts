/** Texts and numbers of the source within the bounds of our records. What does not fit is noted and kept whole for the report. */
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

/** A text within a bound of characters, as our validation counts them. `field`: ours, for the report. '' for what is absent. */
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

/** A required name: `fallbacks` in order, the last of which is never empty. They are for a new record: one that is here keeps its name. */
export function fitName(draft: Draft, value: unknown, fallbacks: readonly string[]): string {
  const name = fitText(draft, 'name', { value })
  if (name !== '') return name
  draft.unread.add('name')
  const chosen = fitText(draft, 'name', { value: fallbacks.find((text) => text !== '') })
  report(draft, 'name_missing', { field: 'name', value: chosen })
  return chosen
}

/** At most as many entries as a body's array may have. */
export function fitList<T>(draft: Draft, field: string, entries: readonly T[]): T[] {
  if (entries.length <= MAX_ARRAY_LENGTH) return [...entries]
  draft.whole[field] = entries
  report(draft, 'list_shortened', { field, value: String(entries.length) })
  return entries.slice(0, MAX_ARRAY_LENGTH)
}

/** Each entry once, the first of equals; empty ones are left out. */
export function distinct(draft: Draft, field: string, texts: readonly string[]): string[] {
  const seen = new Set<string>()
  for (const text of texts) {
    if (text === '') continue
    if (seen.has(text)) report(draft, 'repeat_left_out', { field, value: text })
    seen.add(text)
  }
  return [...seen]
}

/** Notes that a value is no number that our field takes: a record that is there keeps what it has. */
export function outOfRange(draft: Draft, field: string, value: unknown): undefined {
  draft.unread.add(fieldOf(field))
  draft.whole[field] = plainValue(value, draft.names)
  report(draft, 'value_out_of_range', { field, value: wordsOfValue(value, draft.names) })
  return undefined
}

/** A decimal that is given and not negative. */
export function decimalOf(draft: Draft, field: string, value: unknown): Decimal | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const decimal = readDecimal(value)
  return decimal === null || isNegative(decimal) ? outOfRange(draft, field, value) : decimal
}

/** A quantity to the thousandth; undefined when it is absent or out of bounds. */
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

/** A measure such as a weight, at most so large; zero is not set. */
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
