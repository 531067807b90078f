/** A quantity of goods in thousandths of its unit, always an integer: 1.005 kg is 1005. Source: S-VALUE-8. */
export type Milli = number & { readonly unit: 'milli' }

/** An amount of money in kopecks, always an integer: 12.50 is 1250. Source: S-VALUE-7. */
export type Minor = number & { readonly unit: 'minor' }

/** A percentage in basis points, which are hundredths of a per cent; always an integer: 12.5 % is 1250. Source: S-ORDER-21. */
export type BasisPoints = number & { readonly unit: 'percent' }

export const MILLI_PER_UNIT = 1000
export const MINOR_PER_UNIT = 100
/** The number of basis points (hundredths of a per cent) in 100 %. */
const WHOLE = 10_000

/** The upper bound of any single price, amount or quantity: 10^12 main units (S-VALUE-10). */
export const MAX_UNITS = 1_000_000_000_000
export const MAX_MINOR = MAX_UNITS * MINOR_PER_UNIT
const MAX_MILLI = MAX_UNITS * MILLI_PER_UNIT

/**
 * The largest quantity in stock. Stock that accumulates may exceed MAX_UNITS, but must stay an
 * exact integer: at most 9.007 * 10^12 units.
 */
export const MAX_STOCK_MILLI = Number.MAX_SAFE_INTEGER

/**
 * The highest total cost of goods drawn from many lots at once. Above 2^46 roubles, a JSON number, which is a double,
 * can no longer distinguish all neighbouring kopecks.
 */
export const MAX_COST_MINOR = 2 ** 46 * MINOR_PER_UNIT

export const ZERO_MILLI = 0 as Milli

/**
 * Converts a number from an API body to thousandths. The number has already been validated to have at most three
 * decimals.
 */
export function toMilli(units: number): Milli {
  return (Math.round(units * MILLI_PER_UNIT) || 0) as Milli
}

/**
 * Converts a number from an API body to kopecks. The number has already been validated to have at most two decimals.
 */
export function toMinor(units: number): Minor {
  return (Math.round(units * MINOR_PER_UNIT) || 0) as Minor
}

export function addMilli(a: Milli, b: Milli): Milli {
  return (a + b) as Milli
}

export function subtractMilli(a: Milli, b: Milli): Milli {
  return (a - b) as Milli
}

export function minMilli(a: Milli, b: Milli): Milli {
  return a < b ? a : b
}

/** Formats thousandths as a decimal number without trailing zeros: 1005 gives "1.005", 2000 gives "2". */
export function formatMilli(quantity: Milli): string {
  return String(quantity / MILLI_PER_UNIT)
}

/** Formats kopecks as a decimal number without exponent or grouping, exact at any size: 1250n gives "12.5". */
export function formatMinor(amount: bigint | Minor): string {
  const minor = BigInt(amount)
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  const fraction = digits.slice(-2).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Returns quantity × price, rounded half up to the kopeck. The result is exact for every pair of valid values. It may
 * exceed MAX_MINOR: before storing it in a record, check it with `isWithinBound`.
 */
export function amountOf(quantity: Milli, price: Minor): Minor {
  const product = quantity * price
  // Below 10^15 the quotient has at least 12 binary digits after the point. Its rounding error is therefore too small
  // to change the result of floor.
  if (product < 1e15) return Math.floor((product + 500) / MILLI_PER_UNIT) as Minor
  return Number((BigInt(quantity) * BigInt(price) + 500n) / 1000n) as Minor
}

/**
 * Returns the given percentage of an amount, rounded half up to the kopeck. The result is exact for all valid values.
 */
export function percentOf(amount: Minor, percent: BasisPoints): Minor {
  const product = amount * percent
  if (product < 1e15) return Math.floor((product + WHOLE / 2) / WHOLE) as Minor
  return Number((BigInt(amount) * BigInt(percent) + BigInt(WHOLE / 2)) / BigInt(WHOLE)) as Minor
}

/**
 * Splits an amount in proportion to the weights, using cumulative rounding. The shares add up to the amount exactly. If
 * the amount is at most the sum of the weights, no share exceeds its weight. A weight of 0 gets nothing.
 */
export function sharesOf(amount: Minor, weights: readonly Minor[]): Minor[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  let upTo = 0n
  let given = 0n
  return weights.map((weight) => {
    upTo += BigInt(weight)
    const due = whole === 0n ? 0n : (2n * BigInt(amount) * upTo + whole) / (2n * whole)
    const share = due - given
    given = due
    return Number(share) as Minor
  })
}

/** Whether an amount is within the bound of money amounts (S-VALUE-10). */
export function isWithinBound(amount: Minor): boolean {
  return amount <= MAX_MINOR
}

/**
 * Returns the highest unit cost at which the cost of this quantity stays within the bound. For a quantity of at most
 * one unit, the bound itself is that unit cost.
 */
export function dearestOf(quantity: Milli, bound: number = MAX_MINOR): Minor {
  if (quantity <= MILLI_PER_UNIT) return bound as Minor
  return Number((BigInt(bound) * BigInt(MILLI_PER_UNIT)) / BigInt(quantity)) as Minor
}

/**
 * Returns how much of a component a quantity of bundles needs, both in thousandths.
 * @returns null when the exact product is no multiple of 0.001 (a refusal, S-BUNDLE-9, S-VALUE-10)
 * or too large.
 */
export function multiplyMilli(a: Milli, b: Milli): Milli | null {
  const product = a * b
  if (product > Number.MAX_SAFE_INTEGER) {
    const exact = BigInt(a) * BigInt(b)
    if (exact % 1000n !== 0n || exact / 1000n > BigInt(MAX_MILLI)) return null
    return Number(exact / 1000n) as Milli
  }
  return product % MILLI_PER_UNIT === 0 && product / MILLI_PER_UNIT <= MAX_MILLI
    ? ((product / MILLI_PER_UNIT) as Milli)
    : null
}

/**
 * Returns how many whole bundles can be made from the available quantity of one component: floor(available /
 * perBundle), in thousandths.
 */
export function wholeBundles(available: Milli, perBundle: Milli): Milli {
  return (((available - (available % perBundle)) / perBundle) * MILLI_PER_UNIT) as Milli
}
