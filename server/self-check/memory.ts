/**
 * Compares this node's state in memory, from which it answers requests, with the tables, without loading a second copy
 * of the company.
 */
import type { Milli } from '../../amounts/quantity.ts'
import { bundleStockAt } from '../domain/bundles.ts'
import { type Product, type RecordOf, STATE_KINDS, type StateKind, type Stock, stockKey } from '../domain/records.ts'
import { recordsOf } from '../engine/collection.ts'
import { readingOf } from '../engine/database-store.ts'
import { packTotals, unpackTotals } from '../engine/packed-totals.ts'
import { keyOf, readStored } from '../engine/records.ts'
import { serializeRecord } from '../engine/serialize.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { parseStoredRecord, printStoredRecord } from '../engine/stored-records.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import type { CompanyRow } from '../store/companies.ts'
import type { Tx } from '../store/database.ts'
import { loadRecords } from '../store/records.ts'
import { type Check, MAX_DIFFERENCES } from './self-check-sql.ts'

export const MEMORY_CHECK = 'the data in memory agree with the tables'

/**
 * Compares every record read by the transaction with the record in memory at the same revision. `memory` is null when
 * the change log does not reach back to that revision.
 */
export async function checkMemory(
  tx: Tx,
  asker: Asker,
  { memory, row }: { readonly memory: StateSnapshot | null; readonly row: CompanyRow },
): Promise<Check> {
  const differences =
    memory === null
      ? [`the change log does not reach back to revision ${row.revision}`]
      : [...(await compareCompany(tx, memory, row)), ...(await compareRecords(tx, asker, memory))]
  return { name: MEMORY_CHECK, ok: differences.length === 0, differences: differences.slice(0, MAX_DIFFERENCES) }
}

async function compareCompany(tx: Tx, memory: StateSnapshot, row: CompanyRow): Promise<string[]> {
  const [settings] = await loadRecords(tx, memory.companyId, 'settings')
  const stored = serializeRecord('settings', parseStoredRecord('settings', settings!))
  return [
    ...(packTotals(memory.totals) === packTotals(unpackTotals(row.totals)) ? [] : ['totals']),
    ...(serializeRecord('settings', memory.settings) === stored ? [] : ['settings']),
  ]
}

async function compareRecords(tx: Tx, asker: Asker, memory: StateSnapshot): Promise<string[]> {
  const comparisons = new Map(STATE_KINDS.map((kind) => [kind, comparisonOf(kind, memory)]))
  for await (const { kind, kept } of readStored(readingOf(tx, asker.companyId)))
    await inSlices(asker, comparisons.get(kind)!.take(kept))
  const found: string[] = []
  for (const { differences, end } of comparisons.values()) {
    await inSlices(asker, end())
    found.push(...differences)
  }
  return [...found, ...(await inSlices(asker, compareBundleRows(memory)))]
}

/** Compares the stored records of one kind with those in memory. Both are read in key order. */
function comparisonOf<K extends StateKind>(kind: K, memory: StateSnapshot) {
  const differences: string[] = []
  const held = storedIn(kind, memory)
  let next = held.next()
  function* skipTo(key: string | null): Generator<void, void> {
    for (; !next.done && (key === null || keyOf(kind, next.value) < key); next = held.next()) {
      differences.push(`${kind} ${keyOf(kind, next.value)} is in memory only`)
      yield
    }
  }
  function* compare(json: string): Generator<void, void> {
    const record = parseStoredRecord(kind, json)
    const key = keyOf(kind, record)
    yield* skipTo(key)
    if (next.done || keyOf(kind, next.value) !== key) {
      differences.push(`${kind} ${key} is not in memory`)
      return
    }
    if (print(kind, next.value) !== print(kind, record)) differences.push(`${kind} ${key} differs in memory`)
    next = held.next()
  }
  return {
    differences,
    *take(kept: readonly string[]): Generator<void, void> {
      for (const json of kept) {
        // Most stored texts match the record, so they need not be parsed.
        if (!next.done && printStoredRecord(kind, next.value) === json) next = held.next()
        else yield* compare(json)
        yield
      }
    },
    end: () => skipTo(null),
  }
}

const print = <K extends StateKind>(kind: K, record: RecordOf[K]) => serializeRecord(kind, record as never)

/** Yields the records of a kind in memory, except the stock rows of bundles, which are in no table. */
function* storedIn<K extends StateKind>(kind: K, memory: StateSnapshot): Generator<RecordOf[K], undefined> {
  for (const record of recordsOf<StateKind>(memory.collections[kind]))
    if (kind !== 'stock' || (record as Stock).onHand !== null) yield record as RecordOf[K]
  return undefined
}

/**
 * Checks that the stock rows of bundles match the number of bundles that can be made from the stock of their
 * components. Source: S-BUNDLE-4.
 */
function* compareBundleRows({ collections }: StateSnapshot): Generator<void, string[]> {
  const bundles: Product[] = []
  for (const product of recordsOf(collections.products)) {
    if (product.components.length > 0) bundles.push(product)
    yield
  }
  const components = new Set(bundles.flatMap((bundle) => bundle.components.map(({ productId }) => productId)))
  const availableAt = new Map<string, Map<string, Milli>>()
  const held = new Map<string, Milli>()
  for (const { productId, warehouseId, onHand, available } of recordsOf(collections.stock)) {
    if (onHand === null) held.set(stockKey(productId, warehouseId), available)
    else if (components.has(productId)) {
      const here = availableAt.get(warehouseId) ?? new Map<string, Milli>()
      availableAt.set(warehouseId, here.set(productId, available))
    }
    yield
  }
  const differences: string[] = []
  for (const bundle of bundles)
    for (const [warehouseId, here] of availableAt) {
      const key = stockKey(bundle.id, warehouseId)
      const available = bundleStockAt(bundle, (productId) => here.get(productId) ?? null)
      if (available !== (held.get(key) ?? null)) differences.push(`stock ${key} differs in memory`)
      held.delete(key)
      yield
    }
  for (const key of held.keys()) differences.push(`stock ${key} is in memory only`)
  return differences
}
