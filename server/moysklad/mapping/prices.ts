/**
 * Converts prices. MoySklad's prices are in kopecks (or hundredths of another currency), ours in roubles. An amount in
 * another currency is never mistaken for roubles.
 */
import { formatDecimal, isWithin, isZero, readDecimal, roublesOf, rounded } from './decimals.ts'
import type { Currency, Dictionaries } from './dictionaries.ts'
import { type Draft, fieldOf, nameIn, type Reference, referenceTo, report } from './plan.ts'
import type { ReadPrice, ReadSalePrice } from './shapes.ts'
import { plainValue, sourceIdOf } from './source-values.ts'
import { decimalOf, fitList, outOfRange } from './texts.ts'
import { amountWords } from './words-of-values.ts'

/**
 * Returns a price in roubles. Returns undefined for a price that is absent, zero (in MoySklad: no price), unreadable or
 * in another currency. Adds a problem to the draft where needed.
 */
export function priceOf(
  draft: Draft,
  field: string,
  { price, dictionaries }: { price: ReadPrice | undefined; dictionaries: Dictionaries },
): number | undefined {
  const { value, currency } = price ?? {}
  const kopecks = decimalOf(draft, field, value)
  if (kopecks === undefined || isZero(kopecks)) return undefined
  const known = currencyOf(currency, dictionaries)
  if (known?.isRouble !== true) {
    draft.whole[field] = plainValue(price, draft.names)
    if (known === undefined) draft.unread.add(fieldOf(field))
    const code = known === undefined ? 'currency_unknown' : 'currency_not_default'
    report(draft, code, { field, value: amountWords(value, known?.code ?? '') })
    return undefined
  }
  const roubles = roublesOf(rounded(kopecks, 0))
  if (roubles === null) return outOfRange(draft, field, value)
  if (!isWithin(kopecks, 0)) {
    draft.whole[field] = formatDecimal(kopecks)
    report(draft, 'price_rounded', { field, value: formatDecimal(kopecks) })
  }
  // A price below half a kopeck counts as no price.
  if (roubles === 0) return undefined
  if (sourceIdOf(currency) === '') report(draft, 'currency_assumed', { field: 'currency', value: known.code })
  return roubles
}

/**
 * Returns the currency that a reference points to; without a reference, the account's currency. Returns undefined when
 * the currency is unknown; the amount must then not be treated as roubles.
 */
export function currencyOf(reference: unknown, { currencies, defaultCurrency }: Dictionaries): Currency | undefined {
  const id = sourceIdOf(reference)
  return id === '' ? (defaultCurrency ?? undefined) : currencies.get(id)
}

export interface PlannedPrices {
  /** The price for the main price type. */
  readonly price: number | undefined
  readonly prices: readonly { readonly priceTypeId: Reference; readonly price: number }[]
}

/**
 * Returns a row's sale prices, one for each price type. If the main price type is unknown, its price may be missing.
 */
export function salePricesOf(
  draft: Draft,
  salePrices: readonly ReadSalePrice[] | undefined,
  dictionaries: Dictionaries,
): PlannedPrices {
  const prices = new Map<string, { priceTypeId: Reference; price: number }>()
  const seen = new Set<string>()
  const zeros: string[] = []
  const { mainPriceTypeId } = dictionaries
  for (const salePrice of salePrices ?? []) {
    const { priceType, value } = salePrice
    const id = sourceIdOf(priceType)
    const name = nameIn(draft, priceType)
    if (seen.has(id)) {
      draft.whole[`prices: ${name}, 2`] = plainValue(salePrice, draft.names)
      report(draft, 'repeat_left_out', { field: 'prices', value: `${name}: ${amountWords(value)}` })
      continue
    }
    seen.add(id)
    const price = priceOf(draft, `prices: ${name}`, { price: salePrice, dictionaries })
    if (price !== undefined) prices.set(id, { priceTypeId: referenceTo(draft, 'price_type', priceType)!, price })
    else if (isZeroPrice(value)) zeros.push(name)
  }
  if (zeros.length > 0) report(draft, 'price_zero_skipped', { field: 'prices', value: zeros.join(', ') })
  if (mainPriceTypeId === null && (salePrices ?? []).length > 0) draft.unread.add('prices')
  if (draft.unread.has('prices') && !prices.has(mainPriceTypeId ?? '')) draft.unread.add('price')
  return {
    price: prices.get(mainPriceTypeId ?? '')?.price,
    prices: fitList(draft, 'prices', [...prices.values()]),
  }
}

/** Whether a price is zero after rounding to kopecks. */
function isZeroPrice(value: unknown): boolean {
  const kopecks = readDecimal(value)
  return kopecks !== null && rounded(kopecks, 0) === 0n
}
