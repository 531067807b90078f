/**
 * The stock of bundles. A bundle has no lots of its own; its components have lots. Source:
 * S-BUNDLE-3, S-BUNDLE-4.
 */
import { type Milli, minMilli, wholeBundles, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { Product } from './records.ts'

/**
 * Returns how many whole bundles can be made of the components in one warehouse. `availableOf` returns a component's
 * available quantity, or null when the component was never stocked there. @returns null when no component was ever
 * stocked there (the bundle then has no row), or when the product is not a bundle.
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
