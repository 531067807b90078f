/**
 * Converts records from the change log of version 1, which stored them in the form used in memory: money in kopecks and
 * quantities in thousandths. The fields listed here belong to that version and never change.
 */
import type { Kind } from '../domain/records.ts'
import type { Stored } from '../domain/upcasters.ts'

const [MINOR, MILLI] = [100, 1_000]

/** The fields stored as integers in any record, each with the divisor that converts it to main units. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ price: MINOR, minPrice: MINOR, cost: MINOR, unitCost: MINOR, amount: MINOR, total: MINOR },
  ...{
    minStock: MILLI,
    quantity: MILLI,
    received: MILLI,
    remaining: MILLI,
    good: MILLI,
    damaged: MILLI,
    missing: MILLI,
  },
}

/** The keys of this object are user-defined, so its values are not converted. */
const FREE = 'customValues'

/** Converts a record from the change log of version 1 to the form that its table stores. */
export function fromFirstVersion(kind: Kind, before: unknown): Stored {
  const record = inMainUnits(before) as Stored
  if (kind !== 'products') return record
  const images = record.images as { sha256: string }[]
  if (images.length === 0) return record
  return {
    ...{ ...record, images: images.map(({ sha256: _sha256, ...image }) => image) },
    imageHashes: images.map(({ sha256 }) => sha256),
  }
}

function inMainUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMainUnits)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldOf(name, field)]))
}

function fieldOf(name: string, value: unknown): unknown {
  if (name === FREE) return value
  const unit = UNITS[name]
  return unit === undefined || typeof value !== 'number' ? inMainUnits(value) : value / unit
}
