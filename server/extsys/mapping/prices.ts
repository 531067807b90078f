/** Prices of the source are kopecks of a currency of their own; ours are roubles. What is not roubles is never taken for them. */
import { formatDecimal, isWithin, isZero, readDecimal, roublesOf, rounded } from './decimals.ts'
import type { Currency, Dictionaries } from './dictionaries.ts'
import { type Draft, type Reference, referenceTo, report } from './plan.ts'
import { arrayOf, idOf, plain, rowOf, textOf } from './source-values.ts'
import { decimalOf, fitList, outOfRange } from './texts.ts'

/** A price in roubles; undefined when there is none, when it is zero (which is none there), or when it is not in roubles. */
export function priceOf(
  draft: Draft,
  field: string,
  { price, dictionaries }: { price: unknown; dictionaries: Dictionaries },
): number | undefined {
  const { value, currency } = rowOf(price)
  const kopecks = decimalOf(draft, field, value)
  if (kopecks === undefined || isZero(kopecks)) return undefined
  const known = currencyOf(currency, dictionaries)
  if (known?.isRouble !== true) {
    draft.whole[field] = plain(price, draft.names)
    report(draft, 'currency_not_default', {
      field,
      value: `${formatDecimal({ ...kopecks, scale: kopecks.scale + 2 })} ${known?.code ?? '?'}`,
    })
    return undefined
  }
  const roubles = roublesOf(rounded(kopecks, 0))
  if (roubles === null) return outOfRange(draft, field, value)
  if (!isWithin(kopecks, 0)) {
    draft.whole[field] = formatDecimal(kopecks)
    report(draft, 'price_rounded', { field, value: formatDecimal(kopecks) })
  }
  if (idOf(currency) === '') report(draft, 'currency_assumed', { field: 'currency', value: known.code })
  return roubles
}

/** The currency that a reference means; without one that of the account. undefined: not known, so not roubles. */
export function currencyOf(reference: unknown, { currencies, defaultCurrency }: Dictionaries): Currency | undefined {
  const id = idOf(reference)
  return id === '' ? (defaultCurrency ?? undefined) : currencies.get(id)
}

export interface PlannedPrices {
  /** Of the main price type. */
  readonly price: number | undefined
  readonly prices: readonly { readonly priceTypeId: Reference; readonly price: number }[]
}

/** The sale prices of a row, each once for a price type. */
export function salePricesOf(draft: Draft, dictionaries: Dictionaries): PlannedPrices {
  const prices = new Map<string, { priceTypeId: Reference; price: number }>()
  const seen = new Set<string>()
  const zeros: string[] = []
  for (const salePrice of arrayOf(draft.row.salePrices)) {
    const { priceType, value } = rowOf(salePrice)
    const [id, name] = [idOf(priceType), textOf(rowOf(priceType).name)]
    const priceTypeId = referenceTo('price_type', priceType)
    if (priceTypeId === undefined) continue
    if (seen.has(id)) {
      report(draft, 'repeat_left_out', { field: 'prices', value: name })
      continue
    }
    seen.add(id)
    const price = priceOf(draft, `prices: ${name}`, { price: salePrice, dictionaries })
    if (price !== undefined) prices.set(id, { priceTypeId, price })
    else if (readDecimal(value)?.units === 0n) zeros.push(name)
  }
  if (zeros.length > 0) report(draft, 'price_zero_skipped', { field: 'prices', value: zeros.join(', ') })
  return {
    price: prices.get(dictionaries.mainPriceTypeId ?? '')?.price,
    prices: fitList(draft, 'prices', [...prices.values()]),
  }
}
