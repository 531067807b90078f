/** Products that were seen at the floor: a scan of one is known at once, also while the connection is away. */
import { createStore, del, get, keys, set } from 'idb-keyval'
import type { Product } from '../../../sdk/types.ts'
import { meantExactly } from '../coded-products.ts'
import { findExactly } from '../product-codes.ts'
import { inShape, KEPT_VERSION } from '../shapes.ts'
import { isUnansweredCall } from '../unanswered.ts'
import { type Owner, ownerName } from './unsent.ts'

/** What the floor needs to know of a product: no cost. */
export type KnownProduct = Pick<Product, 'id' | 'name' | 'sku' | 'code' | 'uom' | 'kind' | 'barcodes' | 'packages'>

export interface Scanned {
  readonly product: KnownProduct
  /** How many of it are in what was scanned. */
  readonly count: number
}

/** What the browser keeps of them. */
interface Seen {
  readonly epoch: string
  readonly products: readonly KnownProduct[]
  /** The version of the app that keeps them; without it, the first. */
  readonly v?: number
}

const MAX_KEPT = 5_000
const store = createStore('skladno-products', 'seen')

const kept = ({ id, name, sku, code, uom, kind, barcodes, packages }: KnownProduct): KnownProduct => ({
  ...{ id, name, sku, code, uom, kind, barcodes, packages },
})

export class KnownProducts {
  /** The last seen stands last. */
  private readonly byId = new Map<string, KnownProduct>()
  /** Seen since the page was opened: those are as they are now. */
  private readonly fresh = new Set<string>()
  private readonly owner: Owner
  private readonly epoch: string

  /** `epoch`: of the service's data. What was seen in another history may be other products there. */
  constructor(owner: Owner, epoch: string) {
    this.owner = owner
    this.epoch = epoch
  }

  async start(): Promise<void> {
    const seen = await this.readKept()
    for (const product of seen ?? []) if (!this.byId.has(product.id)) this.byId.set(product.id, product)
  }

  /** A browser that keeps nothing at all throws at once. */
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

  /** Known for sure: it was read since the page was opened. */
  find(code: string): Scanned | null {
    const found = this.among(code)
    return found !== null && this.fresh.has(found.product.id) ? found : null
  }

  private among(code: string): Scanned | null {
    const { products, count } = meantExactly(code, [...this.byId.values()])
    return products.length === 1 ? { product: products[0]!, count } : null
  }

  /** Asks the service, and without an answer what was kept. @returns the products with this code; 'away': it cannot be known now. */
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

/** Nobody who signs in next finds what was seen. */
export async function forgetSeen(): Promise<void> {
  for (const key of await keys(store)) await del(key, store)
}
