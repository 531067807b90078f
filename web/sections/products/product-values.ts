/** The values of the product form as typed, and the request body that is built from them. */
import type { CreateProductBody, Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { unitName } from '../../../spellings/units.ts'
import type { CommandForm } from '../../data/command.ts'
import { products } from '../../records/products.ts'
import { plainBody, plainValues, type Values } from '../records/spec.ts'

export interface PackageValues {
  readonly name: string
  readonly quantity: string
  readonly barcode: string
}

/**
 * The values of the product form. The values of the plain fields, which the definition of products lists, are added to
 * them.
 */
export interface ProductValues extends Values {
  readonly kind: Product['kind']
  readonly name: string
  readonly sku: string
  readonly category: string
  readonly uom: string
  readonly price: string
  readonly cost: string
  readonly minPrice: string
  readonly minStock: string
  readonly preferredSupplierId: string | null
  readonly parentProductId: string | null
  readonly barcodes: readonly string[]
  readonly packages: readonly PackageValues[]
  readonly components: readonly { readonly productId: string; readonly quantity: string }[]
  readonly analogIds: readonly string[]
  readonly filterValueIds: readonly string[]
  /** The prices as typed, by the id of the price type. */
  readonly prices: Readonly<Record<string, string>>
}

const text = (value: string | null | undefined) => value ?? ''
const figure = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))

/** Returns the values of the form for a product. If the product is null, returns the values of an empty form. */
export function valuesOf(product: Product | null): ProductValues {
  return {
    ...plainValues(products.fields, product),
    kind: product?.kind ?? 'product',
    name: text(product?.name),
    sku: text(product?.sku),
    category: text(product?.category),
    uom: text(product?.uom),
    price: figure(product?.price),
    cost: figure(product?.cost),
    minPrice: figure(product?.minPrice),
    minStock: figure(product?.minStock),
    preferredSupplierId: product?.preferredSupplierId ?? null,
    parentProductId: product?.parentProductId ?? null,
    barcodes: product?.barcodes ?? [],
    packages: (product?.packages ?? []).map((one) => ({
      name: one.name,
      quantity: figure(one.quantity),
      barcode: text(one.barcode),
    })),
    components: (product?.components ?? []).map((one) => ({
      productId: one.productId,
      quantity: figure(one.quantity),
    })),
    analogIds: product?.analogIds ?? [],
    filterValueIds: product?.filterValueIds ?? [],
    prices: Object.fromEntries((product?.prices ?? []).map((one) => [one.priceTypeId, figure(one.price)])),
  }
}

/** Returns the initial values for a new product, with the company's most common unit filled in. */
export const newValues = (uom: string): ProductValues => ({ ...valuesOf(null), uom })

/** Returns whether any field is filled in besides the name, price and unit that every new product needs. */
export function hasMore(values: ProductValues): boolean {
  const { name: _name, price: _price, uom: _uom, ...empty } = valuesOf(null)
  return (
    'base' in values ||
    Object.entries(empty).some(([key, none]) => JSON.stringify(values[key]) !== JSON.stringify(none))
  )
}

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())
/**
 * Converts a typed number for the request. If the text is not a number, it is sent unchanged, so that the server
 * refuses it and the typed text is not lost.
 */
const number = (typed: string) => (typed.trim() === '' ? null : (figureOf(typed) ?? (typed as never)))

/** Returns the request body. It contains all fields of the form, also those that the user left empty. */
export function bodyOf(values: ProductValues): CreateProductBody {
  const { kind } = values
  return {
    ...plainBody(products.fields, values),
    kind,
    name: values.name.trim(),
    sku: orNull(values.sku),
    category: orNull(values.category),
    uom: orNull(unitName(values.uom)),
    price: number(values.price),
    cost: number(values.cost),
    minPrice: number(values.minPrice),
    minStock: number(values.minStock),
    preferredSupplierId: values.preferredSupplierId,
    ...(kind === 'variant' ? { parentProductId: values.parentProductId } : {}),
    barcodes: [...values.barcodes],
    packages: values.packages.map((one) => ({
      name: one.name.trim(),
      quantity: number(one.quantity) ?? 0,
      barcode: orNull(one.barcode),
    })),
    ...(kind === 'bundle'
      ? {
          components: values.components.map(({ productId, quantity }) => ({
            productId,
            quantity: number(quantity) ?? 0,
          })),
        }
      : {}),
    analogIds: values.analogIds.filter((id) => id !== ''),
    filterValueIds: [...values.filterValueIds],
    prices: Object.entries(values.prices)
      .filter(([, price]) => price.trim() !== '')
      .map(([priceTypeId, price]) => ({ priceTypeId, price: number(price) ?? 0 })),
  }
}

export type ProductCommand = CommandForm<ProductValues, Product>
