/**
 * How what was stored by an older version is read: from the version in which it was written, step by step, to the one of now. There is one
 * table of steps for records (in tables, in what commands left behind, and in what was before them), for what half-done jobs keep, and
 * none is ever taken out. Recipes: ARCHITECTURE.md, "To change what is stored".
 */
import type { Kind } from './records.ts'
import { DEFAULT_TIME_ZONE } from './time-zones.ts'

/** What is stored, parsed: a record as its table keeps it, in main units, with what it does not show; or what a job keeps. */
export type Stored = Record<string, unknown>

/**
 * What half-done jobs keep: where an import from another program is; of each of its rows, by the type of it, the body of the command that is
 * to write it, and what was transferred the last time; what a table is asked to be; what was found on a page of a file.
 */
export type JobKind =
  | 'extsysCheckpoint'
  | `extsysBody:${string}`
  | `extsysLast:${string}`
  | 'tableOptions'
  | 'foundPage'

/**
 * Makes of what the version before had what this one has. It may change what it is given. An order in the change log may lack its items, and
 * nothing else may be missing.
 */
type Upcaster = (stored: Stored) => Stored

/** Kind → version in which its shape changed → the step to that version. */
export type Upcasters = Readonly<Partial<Record<Kind | JobKind, Readonly<Record<number, Upcaster>>>>>

/** The lines of an order are numbered in their order. */
function withLineIds(order: Stored): Stored {
  const { items } = order as { items?: readonly Stored[] }
  return items === undefined ? order : { ...order, items: items.map((item, at) => ({ id: at + 1, ...item })) }
}

const UPCASTERS: Upcasters = {
  orders: { 3: withLineIds },
  settings: {
    2: (settings) => ({ ...settings, timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE }),
  },
}

/** The steps of a kind in their order; none for most kinds. */
export interface Steps {
  /** The version in which the kind last changed: what it is written with. */
  readonly version: number
  readonly steps: readonly (readonly [number, Upcaster])[]
}

const UNCHANGED: Steps = { version: 1, steps: [] }

/** Puts the steps of each kind into their order. */
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

/** The version in which a kind last changed its shape; 1: never. */
export function versionOf(kind: Kind | JobKind, all: ReadonlyMap<string, Steps> = STEPS): number {
  return (all.get(kind) ?? UNCHANGED).version
}

/** What was stored as of a version, in the shape of now. Changes what it is given. */
export function upcast(
  kind: Kind | JobKind,
  { stored, from }: { readonly stored: Stored; readonly from: number },
  all: ReadonlyMap<string, Steps> = STEPS,
): Stored {
  let current = stored
  for (const [version, step] of (all.get(kind) ?? UNCHANGED).steps) if (version > from) current = step(current)
  return current
}

/** A record by the version that it carries, which it loses: memory has none. Changes what it is given. */
export function upcastRecord(kind: Kind, record: Stored, all: ReadonlyMap<string, Steps> = STEPS): Stored {
  // Most kinds never changed: their records carry no version.
  if (!all.has(kind)) return record
  const { v = 1, ...stored } = record
  return upcast(kind, { stored, from: v as number }, all)
}

/** The kinds of records whose tables may have records of before, of a company that was last brought up to a version. */
export function kindsChangedSince(version: number): Kind[] {
  return [...STEPS].flatMap(([kind, steps]) => (steps.version > version && isRecordKind(kind) ? [kind] : []))
}

function isRecordKind(kind: string): kind is Kind {
  return !/^(extsysCheckpoint|extsysBody:.*|extsysLast:.*|tableOptions|foundPage)$/.test(kind)
}

/** JSON of what a job keeps. It says its version as records do: not at all when its kind never changed. */
export function printStored(kind: JobKind, stored: object): string {
  const version = versionOf(kind)
  return JSON.stringify(version === 1 ? stored : { ...stored, v: version })
}

/** What a job kept, of whatever version. */
export function parseStored<T>(kind: JobKind, json: string): T {
  const stored = JSON.parse(json) as Stored
  if (!STEPS.has(kind)) return stored as T
  const { v = 1, ...kept } = stored
  return upcast(kind, { stored: kept, from: v as number }) as T
}
