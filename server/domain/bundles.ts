/** A bundle has no lots of its own; it stands for its components. Source: S-BUNDLE-3, S-BUNDLE-4. */
import { type Milli, minMilli, wholeBundles, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { Product } from './records.ts'

/**
 * How many whole bundles the components at one warehouse make. `availableOf`: what there is of a component, null when it was never
 * stocked there.
 * @returns null when no component has ever been stocked there (the bundle has no row), or when the product is no bundle.
 */
export function bundleStockAt(bundle: Product, availableOf: (productId: string) => Milli | null): Milli | null {
  let available: Milli | null = null
  let isStocked = false
  for (const component of bundle.components) {
    const left = availableOf(component.productId)
    if (left !== null) isStocked = true
    const bundles = wholeBundles(left ?? ZERO_MILLI, component.quantity)
    available = available === null ? bundles : minMilli(available, bundles)
  }
  return isStocked ? available : null
}
