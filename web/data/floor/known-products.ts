/**
 * Products that the warehouse-floor screens have already looked up. A scan of such a product is recognized at once,
 * even offline.
 */
import { createStore, del, get, keys, set } from 'idb-keyval'
import type { Product } from '../../../sdk/types.ts'
import { meantExactly } from '../coded-products.ts'
import { findExactly } from '../product-codes.ts'
import { inShape, KEPT_VERSION } from '../shapes.ts'
import { isUnansweredCall } from '../unanswered.ts'
import { type Owner, ownerName } from './unsent.ts'

/** A product with the fields that the floor screens need. Costs are not among them. */
export type KnownProduct = Pick<Product, 'id' | 'name' | 'sku' | 'code' | 'uom' | 'kind' | 'barcodes' | 'packages'>

export interface Scanned {
  readonly product: KnownProduct
  /** The quantity of the product that one scan of the code stands for. */
  readonly count: number
}

/** The format in which the looked-up products are stored. */
interface Seen {
  readonly epoch: string
  readonly products: readonly KnownProduct[]
  /** The version of the app that stored the data; undefined means the first version. */
  readonly v?: number
}

const MAX_KEPT = 5_000
const store = createStore('skladno-products', 'seen')

const kept = ({ id, name, sku, code, uom, kind, barcodes, packages }: KnownProduct): KnownProduct => ({
  ...{ id, name, sku, code, uom, kind, barcodes, packages },
})

export class KnownProducts {
  /** The products by id. The product that was looked up last is at the end. */
  private readonly byId = new Map<string, KnownProduct>()
  /** Ids of the products that were loaded since the page was opened and are therefore up to date. */
  private readonly fresh = new Set<string>()
  private readonly owner: Owner
  private readonly epoch: string

  /**
   * `epoch` identifies the history of the server's data. In another history, the same id may belong to another product.
   */
  constructor(owner: Owner, epoch: string) {
    this.owner = owner
    this.epoch = epoch
  }

  async start(): Promise<void> {
    const seen = await this.readKept()
    for (const product of seen ?? []) if (!this.byId.has(product.id)) this.byId.set(product.id, product)
  }

  /** Reads the stored products. Catches all errors, because `get` throws immediately in a browser without storage. */
  private async readKept(): Promise<readonly KnownProduct[] | undefined> {
    try {
      const seen = await get<Seen>(ownerName(this.owner), store)
      if (seen?.epoch !== this.epoch) return undefined
      return inShape<readonly KnownProduct[]>('products', { v: seen.v ?? 1, kept: seen.products }) ?? undefined
    } catch {
      return undefined
    }
  }

  private async keep(): Promise<void> {
    try {
      const seen: Seen = { epoch: this.epoch, products: [...this.byId.values()], v: KEPT_VERSION }
      await set(ownerName(this.owner), seen, store)
    } catch {}
  }

  get(id: string): KnownProduct | undefined {
    return this.byId.get(id)
  }

  learn(products: readonly KnownProduct[]): void {
    for (const product of products) {
      this.byId.delete(product.id)
      this.byId.set(product.id, kept(product))
      this.fresh.add(product.id)
    }
    for (const id of this.byId.keys()) {
      if (this.byId.size <= MAX_KEPT) break
      this.byId.delete(id)
    }
    void this.keep()
  }

  /** Returns the product with this code, but only if it was loaded since the page was opened. */
  find(code: string): Scanned | null {
    const found = this.among(code)
    return found !== null && this.fresh.has(found.product.id) ? found : null
  }

  /**
   * Returns the product that had this code when it was last looked up. By now the code may belong to another product.
   */
  remember(code: string): Scanned | null {
    return this.among(code)
  }

  private among(code: string): Scanned | null {
    const { products, count } = meantExactly(code, [...this.byId.values()])
    return products.length === 1 ? { product: products[0]!, count } : null
  }

  /**
   * Requests the products with this code from the server, and falls back to the stored products if there is no
   * response. Returns 'away' if the products cannot be determined now.
   */
  async lookUp(code: string): Promise<readonly Scanned[] | 'away'> {
    const before = this.among(code)
    if (!navigator.onLine) return before === null ? 'away' : [before]
    try {
      const { products, count } = await findExactly(code)
      this.learn(products)
      return products.map((product) => ({ product, count }))
    } catch (error) {
      if (!isUnansweredCall(error)) throw error
      return before === null ? 'away' : [before]
    }
  }
}

/** Deletes the stored products at sign-out, so that the next user does not find them. */
export async function forgetSeen(): Promise<void> {
  for (const key of await keys(store)) await del(key, store)
}
