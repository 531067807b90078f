/**
 * Caches values computed for companies, up to a limit in bytes. When the limit is exceeded, entries of the company with
 * the most bytes are removed first.
 */
import { LRUCache } from 'lru-cache'

export interface CompanyCacheOptions<T> {
  readonly maxBytes: number
  readonly sizeOf: (value: T) => number
}

export class CompanyCache<K extends string | number, T extends object> {
  private readonly options: CompanyCacheOptions<T>
  private readonly companies = new Map<string, LRUCache<K, T>>()
  private totalBytes = 0

  constructor(options: CompanyCacheOptions<T>) {
    this.options = options
  }

  /** The size of all cached values together, in bytes. */
  get bytes(): number {
    return this.totalBytes
  }

  get(companyId: string, key: K): T | undefined {
    return this.companies.get(companyId)?.get(key)
  }

  /** Caches a value. A value larger than the whole limit is dropped at once. */
  set(companyId: string, key: K, value: T): void {
    const cache = this.companies.get(companyId) ?? this.open(companyId)
    this.totalBytes -= cache.calculatedSize
    cache.set(key, value)
    this.totalBytes += cache.calculatedSize
    if (cache.size === 0) this.companies.delete(companyId)
    while (this.totalBytes > this.options.maxBytes) this.dropFromLargest()
  }

  private open(companyId: string): LRUCache<K, T> {
    const { maxBytes, sizeOf } = this.options
    const cache = new LRUCache<K, T>({ maxSize: maxBytes, sizeCalculation: (value) => Math.max(1, sizeOf(value)) })
    this.companies.set(companyId, cache)
    return cache
  }

  private dropFromLargest(): void {
    let largest: [string, LRUCache<K, T>] | undefined
    for (const entry of this.companies)
      if (largest === undefined || entry[1].calculatedSize > largest[1].calculatedSize) largest = entry
    const [companyId, cache] = largest!
    this.totalBytes -= cache.calculatedSize
    cache.pop()
    this.totalBytes += cache.calculatedSize
    if (cache.size === 0) this.companies.delete(companyId)
  }
}
