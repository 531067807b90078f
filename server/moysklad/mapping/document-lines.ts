/**
 * Converts the item lines of a document. Prices are taken after discount and rounded only once. If a line cannot be
 * transferred, the whole document is refused.
 */
import { amountOf, MAX_MINOR, toMilli, toMinor } from '../../../amounts/quantity.ts'
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import {
  type Decimal,
  formatDecimal,
  isNegative,
  isWithin,
  isZero,
  minus,
  readDecimal,
  roublesOf,
  rounded,
  shiftedDown,
  times,
  unitsOfThousandths,
  ZERO,
} from './decimals.ts'
import { type Draft, nameIn, type Reference, report } from './plan.ts'
import type { MappingProblemCode } from './problem-codes.ts'
import type { ReadDocument } from './shapes.ts'
import { isEmptyValue, plainValue, type SourceRow, sourceIdOf, sourceRowOf, typeOf } from './source-values.ts'
import { amountWords, wordsOfValue } from './words-of-values.ts'

export interface PlannedLine {
  readonly productId: Reference
  readonly quantity: number
  readonly unitCost: number
}

const HUNDRED: Decimal = { units: 100n, scale: 0 }

/** Fields of an item line that do not exist in Skladno, with the report code for each. */
const LEFT: Readonly<Record<string, MappingProblemCode>> = {
  pack: 'pack_line',
  overhead: 'overhead',
  gtd: 'gtd_country',
  country: 'gtd_country',
  things: 'serial_numbers',
  trackingCodes: 'serial_numbers',
  trackingCodes_1162: 'serial_numbers',
  slot: 'warehouse_cells',
}
/**
 * Fields that are transferred or purely technical. All other fields of a line are put into the report without a code.
 */
const CARRIED: ReadonlySet<string> = new Set(['meta', 'id', 'accountId', 'assortment', 'quantity', 'price'])

/** Returns a document's item lines. Problems are added to the draft. */
export function documentLinesOf(draft: Draft, document: ReadDocument): PlannedLine[] {
  const { rows, isWhole } = document.positions ?? { rows: [], isWhole: false }
  if (!isWhole) report(draft, 'truncated_collection', { field: 'positions' })
  if (rows.length > MAX_ARRAY_LENGTH) {
    report(draft, 'document_too_large', { field: 'lines', value: String(rows.length) })
    return []
  }
  const lines = rows.flatMap((row, position) => lineOf(draft, row, position))
  keepLines(draft, rows)
  checkTotal(draft, document, lines)
  return lines
}

function lineOf(draft: Draft, row: SourceRow, position: number): PlannedLine[] {
  const names = draft.names
  const price = readDecimal(row.price) === null ? wordsOfValue(row.price, names) : amountWords(row.price)
  const told = `${position + 1}: ${nameIn(draft, row.assortment)}, ${wordsOfValue(row.quantity, names)} × ${price}`
  const externalId = productIn(row)
  const quantity = readDecimal(row.quantity)
  const cost = costOf(draft, row)
  const [units, roubles] = [
    quantity === null ? null : unitsOfThousandths(rounded(quantity, 3)),
    cost === null ? null : roublesOf(rounded(cost, 0)),
  ]
  if (externalId === null) report(draft, 'line_unsupported', { field: 'lines', value: told })
  if (quantity === null || units === null) report(draft, 'line_quantity_unusable', { field: 'lines', value: told })
  if (cost === null || roubles === null) report(draft, 'line_price_unusable', { field: 'lines', value: told })
  if (quantity === null || cost === null || externalId === null || units === null || roubles === null) {
    draft.whole[`lines: ${position + 1}`] = plainValue(row, draft.names)
    return []
  }
  if (units === 0) {
    report(draft, 'line_without_quantity', { field: 'lines', value: told })
    return []
  }
  if (!isWithin(quantity, 3)) {
    draft.whole[`lines: ${position + 1}`] = plainValue(row, draft.names)
    report(draft, 'quantity_rounded', { field: 'lines', value: told })
  }
  if (!isWithin(cost, 0)) {
    draft.whole[`lines: ${position + 1}`] = plainValue(row, draft.names)
    report(draft, 'price_rounded', { field: 'lines', value: formatDecimal(cost) })
  }
  if (typeOf(row.assortment) === 'service') report(draft, 'service_line', { field: 'lines', value: told })
  if (amountOf(toMilli(units), toMinor(roubles)) > MAX_MINOR)
    report(draft, 'line_too_large', { field: 'lines', value: told })
  return [{ productId: productOf(draft, externalId, row), quantity: units, unitCost: roubles }]
}

/**
 * Returns the reference to an item line's product. Includes the product's name if MoySklad gives it, because people
 * cannot read ids.
 */
function productOf(draft: Draft, externalId: string, { assortment }: SourceRow): Reference {
  const names = [nameIn(draft, assortment), draft.names.get(externalId) ?? '']
  const name = names.find((text) => text !== '' && text !== sourceIdOf(assortment))
  return { reference: 'product', externalId, ...(name === undefined ? {} : { name }) }
}

const LINED: ReadonlySet<string> = new Set(['product', 'service', 'variant', 'bundle'])

/**
 * Returns the id of an item line's product, or null when the line is of a kind that Skladno does not have. A
 * consignment counts as its product.
 */
function productIn({ assortment }: SourceRow): string | null {
  const lined = typeOf(assortment) === 'consignment' ? sourceRowOf(assortment).assortment : assortment
  return LINED.has(typeOf(lined)) && sourceIdOf(lined) !== '' ? sourceIdOf(lined) : null
}

/**
 * Returns the price per unit after discount, in kopecks and not rounded, or null if MoySklad gives no sensible price.
 * Every line must have a price, but an absent discount means no discount.
 */
function costOf(draft: Draft, row: SourceRow): Decimal | null {
  const price = readDecimal(row.price)
  const discount = row.discount === undefined || row.discount === null ? ZERO : readDecimal(row.discount)
  if (price === null || discount === null || isNegative(price)) return null
  if (isZero(discount)) return price
  report(draft, 'discount_applied', { field: 'lines', value: `${formatDecimal(discount)} %` })
  const cost = shiftedDown(times(price, minus(HUNDRED, discount)), 2)
  return isNegative(cost) ? null : cost
}

/** Puts item line fields that do not exist in Skladno into the report, with the line's position. */
function keepLines(draft: Draft, rows: readonly SourceRow[]): void {
  const kept = rows.flatMap((row, position) => {
    const told = Object.keys(LEFT).filter((field) => !isEmptyValue(row[field]))
    for (const field of told)
      report(draft, LEFT[field]!, { field: `lines: ${field}`, value: leftWords(draft, field, row) })
    // The report also contains the price of a line before its discount, because this price cannot always be computed
    // from the transferred values.
    const isKept = (field: string) => !CARRIED.has(field) || (field === 'price' && !isEmptyValue(row.discount))
    const fields = Object.keys(row).filter((field) => isKept(field) && !isEmptyValue(row[field]))
    if (fields.length === 0) return []
    const values = fields.map((field) => [field, plainValue(row[field], draft.names)] as const)
    return [{ line: position + 1, ...Object.fromEntries(values) }]
  })
  if (kept.length > 0) draft.left.lines = kept
}

/**
 * Describes the value of a line's field for the report: a package by its unit and size, overhead as an amount converted
 * from kopecks.
 */
function leftWords(draft: Draft, field: string, row: SourceRow): string {
  const value = row[field]
  if (field === 'overhead' && readDecimal(value) !== null) return amountWords(value)
  if (field !== 'pack') return wordsOfValue(value, draft.names)
  const { uom, quantity } = sourceRowOf(value)
  return [nameIn(draft, row.assortment), nameIn(draft, uom), wordsOfValue(quantity, draft.names)]
    .filter((text) => text !== '')
    .join(', ')
}

/** Compares the total of the item lines with MoySklad's total. The latter includes VAT even where prices exclude it. */
function checkTotal(
  draft: Draft,
  { sum, vatEnabled, vatIncluded, positions }: ReadDocument,
  lines: readonly PlannedLine[],
): void {
  const hasVat = positions?.rows.some(({ vat }) => !isEmptyValue(vat)) ?? false
  const isOnTop = vatEnabled !== false && vatIncluded === false && hasVat
  if (isOnTop) report(draft, 'vat_on_top', { field: 'lines' })
  const total = lines.reduce(
    (added, { quantity, unitCost }) => added + BigInt(amountOf(toMilli(quantity), toMinor(unitCost))),
    0n,
  )
  if (total > BigInt(MAX_MINOR))
    report(draft, 'line_too_large', { field: 'lines', value: formatDecimal({ units: total, scale: 2 }) })
  const expected = readDecimal(sum)
  if (isOnTop || expected === null || draft.isRefused || rounded(expected, 0) === total) return
  const [ours, theirs] = [total, rounded(expected, 0)].map((kopecks) => formatDecimal({ units: kopecks, scale: 2 }))
  report(draft, 'total_differs', { field: 'total', value: `${ours} ≠ ${theirs}` })
}
