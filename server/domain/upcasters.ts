/**
 * Converts data stored by an older version to the current version, step by step from the version that wrote it. One
 * table contains the steps for records (in tables, in the after-images of commands and in the change log) and for the
 * data of unfinished jobs. No step is ever removed. Recipes: ARCHITECTURE.md, "To change what is stored".
 */
import { derivedLines } from './fulfilment.ts'
import type { Kind } from './records.ts'
import { DEFAULT_TIME_ZONE } from './time-zones.ts'

/**
 * Stored data after parsing: either a record as its table stores it, in main units and with hidden fields, or the data
 * of a job.
 */
export type Stored = Record<string, unknown>

/**
 * The kinds of data that unfinished jobs store. An import from another program stores its progress and, for each row,
 * the command that will write the row and the data last transferred. An uploaded table stores its options, and a file
 * stores the results for each of its pages.
 */
export type JobKind =
  | 'extsysCheckpoint'
  | `extsysBody:${string}`
  | `extsysLast:${string}`
  | 'tableOptions'
  | 'foundPage'

/**
 * Converts data to the shape of one version from the shape of the version before. It may change the given object. An
 * order in the change log may lack its items; all other fields are present.
 */
type Upcaster = (stored: Stored) => Stored

/** For each kind, the versions in which its shape changed, each with the step that converts data to that version. */
export type Upcasters = Readonly<Partial<Record<Kind | JobKind, Readonly<Record<number, Upcaster>>>>>

/** Numbers the lines of an order from 1. */
function withLineIds(order: Stored): Stored {
  const { items } = order as { items?: readonly Stored[] }
  return items === undefined ? order : { ...order, items: items.map((item, at) => ({ id: at + 1, ...item })) }
}

/** Adds `paid` and `payment` to an order. Before version 4, no payment was for an order, so nothing counts as paid. */
function withNothingPaid(order: Stored): Stored {
  return { ...order, paid: 0, payment: order.total === 0 ? 'paid' : 'unpaid' }
}

/** Adds the shipped quantities. Before version 5, an order was shipped as a whole or not at all. */
function withFulfilment(order: Stored): Stored {
  const isShipped = order.status === 'shipped'
  const told = { shippedAmount: isShipped ? order.total : 0, fulfilment: isShipped ? 'all' : 'none' } as const
  const { items, status } = order as { items?: readonly { quantity: number }[]; status: string }
  const lines = items === undefined ? {} : { items: derivedLines({ status, ...told }, items) }
  return { ...order, ...told, ...lines }
}

const UPCASTERS: Upcasters = {
  orders: { 3: withLineIds, 4: withNothingPaid, 5: withFulfilment },
  payments: {
    4: (payment) => ({ ...payment, orders: [], unassigned: payment.amount }),
    6: (payment) => ({ ...payment, returnId: null }),
  },
  settings: {
    2: (settings) => ({ ...settings, timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE }),
  },
}

/** The conversion steps of a kind, in order; most kinds have none. */
export interface Steps {
  /** The version in which the kind last changed. New records are stored with it. */
  readonly version: number
  readonly steps: readonly (readonly [number, Upcaster])[]
}

const UNCHANGED: Steps = { version: 1, steps: [] }

/** Sorts the steps of each kind by version. */
export function inOrder(upcasters: Upcasters): ReadonlyMap<string, Steps> {
  return new Map(
    Object.entries(upcasters).map(([kind, byVersion]) => {
      const steps = Object.entries(byVersion ?? {}).map(([version, step]) => [Number(version), step] as const)
      steps.sort(([a], [b]) => a - b)
      return [kind, { version: steps.at(-1)![0], steps }]
    }),
  )
}

const STEPS = inOrder(UPCASTERS)

/** Returns the version in which a kind last changed its shape; 1 when it never changed. */
export function versionOf(kind: Kind | JobKind, all: ReadonlyMap<string, Steps> = STEPS): number {
  return (all.get(kind) ?? UNCHANGED).version
}

/** Converts data stored in an older version to the current shape. Changes the given object. */
export function upcast(
  kind: Kind | JobKind,
  { stored, from }: { readonly stored: Stored; readonly from: number },
  all: ReadonlyMap<string, Steps> = STEPS,
): Stored {
  let current = stored
  for (const [version, step] of (all.get(kind) ?? UNCHANGED).steps) if (version > from) current = step(current)
  return current
}

/**
 * Converts a record from the version stored in it, and removes the version number, which memory does not need. Changes
 * the given object.
 */
export function upcastRecord(kind: Kind, record: Stored, all: ReadonlyMap<string, Steps> = STEPS): Stored {
  // Most kinds never changed, so their records have no version.
  if (!all.has(kind)) return record
  const { v = 1, ...stored } = record
  return upcast(kind, { stored, from: v as number }, all)
}

/**
 * Returns the kinds whose shape changed after the given version. In a company last converted to that version, the
 * tables of these kinds may have older records.
 */
export function kindsChangedSince(version: number): Kind[] {
  return [...STEPS].flatMap(([kind, steps]) => (steps.version > version && isRecordKind(kind) ? [kind] : []))
}

function isRecordKind(kind: string): kind is Kind {
  return !/^(extsysCheckpoint|extsysBody:.*|extsysLast:.*|tableOptions|foundPage)$/.test(kind)
}

/**
 * Serializes a job's data as JSON. As with records, the JSON contains a version only if the shape of its kind has ever
 * changed.
 */
export function printStored(kind: JobKind, stored: object): string {
  const version = versionOf(kind)
  return JSON.stringify(version === 1 ? stored : { ...stored, v: version })
}

/** Parses a job's data, whatever its version. */
export function parseStored<T>(kind: JobKind, json: string): T {
  const stored = JSON.parse(json) as Stored
  if (!STEPS.has(kind)) return stored as T
  const { v = 1, ...kept } = stored
  return upcast(kind, { stored: kept, from: v as number }) as T
}
