/** Tests the cache that stores values for each company, within a limit in bytes. */
import { expect, test } from 'vitest'
import { CompanyCache } from '../../server/runtime/company-cache.ts'

const sized = (bytes: number) => ({ bytes })
const cacheOf = (maxBytes: number) =>
  new CompanyCache<string, { bytes: number }>({ maxBytes, sizeOf: ({ bytes }) => bytes })

test('the company cache stays within its limit, however much is put into it', () => {
  const cache = cacheOf(1_000)
  for (let number = 0; number < 500; number += 1) {
    cache.set(`company ${number % 7}`, `key ${number}`, sized(1 + ((number * 37) % 400)))
    expect(cache.bytes).toBeLessThanOrEqual(1_000)
  }
  expect(cache.bytes).toBeGreaterThan(500)
})

test('a company that fills the cache evicts only its own entries', () => {
  const cache = cacheOf(1_000)
  cache.set('small', 'one', sized(100))
  for (let number = 0; number < 100; number += 1) cache.set('large', `key ${number}`, sized(200))
  expect(cache.get('small', 'one')).toEqual(sized(100))
  expect(cache.get('large', 'key 99')).toEqual(sized(200))
  expect(cache.get('large', 'key 0')).toBeUndefined()
})

test('the cache evicts the least recently used entry first', () => {
  const cache = cacheOf(300)
  for (const key of ['a', 'b', 'c']) cache.set('company', key, sized(100))
  cache.get('company', 'a')
  cache.set('company', 'd', sized(100))
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get('company', key) !== undefined)).toEqual(['a', 'c', 'd'])
})

test('a cached value can be replaced, and a value that is too large is not cached', () => {
  const cache = cacheOf(300)
  cache.set('company', 'a', sized(200))
  cache.set('company', 'a', sized(50))
  expect(cache.bytes).toBe(50)
  cache.set('company', 'a', sized(301))
  expect(cache.get('company', 'a')).toBeUndefined()
  expect(cache.bytes).toBe(0)
})
