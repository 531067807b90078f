/** What a command is: its route, its schema and its rule, side by side. The table of commands is the write API. */
import type { Static, TSchema } from 'typebox'
import type { Books } from '../domain/books.ts'
import type { View } from '../domain/costs.ts'
import type {
  Change,
  ExternalLink,
  FilterValue,
  KeptImage,
  Lot,
  Movement,
  Order,
  RecordOf,
  ReferencedKind,
  RememberedKind,
} from '../domain/records.ts'
import type { Blocker, ProblemCode } from '../domain/refusals.ts'
import type { May, Role } from '../domain/roles.ts'

/** What a rule may know beside the books and the command: nothing that differs between two runs. */
export interface Context {
  /** RFC 3339 UTC with milliseconds. */
  readonly now: string
  /** The revision that this command makes. */
  readonly revision: number
  /** What the caller is shown: no answer to who sees no costs may depend on one. */
  readonly view: View
  /** Who asks, as the audit log names them. */
  readonly actor: { readonly id: string; readonly name: string }
  /** The caller's role; null: the service itself. */
  readonly role: Role | null
  /** A UUIDv7 greater than all before. */
  newId(): string
}

/** A question about history that memory cannot answer; the engine reads the answer while the company's queue waits. */
export type Prefetch =
  | { readonly fact: 'record'; readonly kind: RememberedKind; readonly id: string }
  /** The order or purchase that has this pair; for orders also the one that an external link names. */
  | {
      readonly fact: 'idByExternalId'
      readonly kind: 'orders' | 'purchases'
      readonly source: string
      readonly externalId: string
    }
  /** The newest finished order that is older than this id. */
  | { readonly fact: 'olderFinishedOrder'; readonly id: string }
  /** The lot of a product that came last: to this warehouse, else to any; one with nothing left too. */
  | { readonly fact: 'newestLot'; readonly productId: string; readonly warehouseId: string }
  | { readonly fact: 'references'; readonly kind: ReferencedKind; readonly id: string }
  /** Procurement documents whose custom values have one of the keys, with one of the values if any are given. */
  | { readonly fact: 'customValues'; readonly keys: readonly string[]; readonly values: readonly string[] | null }
  /** A procurement document and those that it was made from, as far back as they go. */
  | { readonly fact: 'documentSources'; readonly id: string }
  /** The movements that posting a document made, and the lots that they name as they are now. */
  | { readonly fact: 'documentMovements'; readonly id: string }
  | {
      readonly fact: 'externalLink'
      readonly source: string
      readonly entityType: ExternalLink['entityType']
      readonly externalId: string
    }

export interface ReferenceGroup {
  readonly entity: string
  readonly count: number
  readonly examples: Omit<Blocker, 'entity'>[]
}

/** The answers to what `facts` asked. */
export interface Prefetched {
  /** What the facts `record` and `documentSources` found; see `recalled`. */
  readonly records?: readonly { readonly kind: RememberedKind; readonly record: RecordOf[RememberedKind] }[]
  readonly idByExternalId?: string | null
  readonly olderFinishedOrder?: Order | null
  readonly newestLot?: Lot | null
  /** What `references` and `customValues` found. */
  readonly references?: readonly ReferenceGroup[]
  readonly movements?: readonly Movement[]
  readonly lots?: readonly Lot[]
  readonly externalLink?: ExternalLink | null
}

/** The record that a fact `record` found, or null. */
export function prefetchedRecord<K extends RememberedKind>(facts: Prefetched, kind: K, id: string): RecordOf[K] | null {
  const found = facts.records?.find((entry) => entry.kind === kind && entry.record.id === id)
  return (found?.record as RecordOf[K] | undefined) ?? null
}

interface Input<Body> {
  readonly params: Readonly<Record<string, string>>
  readonly body: Body
  readonly facts: Prefetched
}

/** What a `result` can be: a record of a kind, or a part of one that has an id of its own. */
export interface ResultOf extends RecordOf {
  filterValues: FilterValue
  images: KeptImage
}

/** The `result` of the answer: a record whole, with extra keys where S-ANSWER-2 names them, or a deleted id. */
export type Result =
  | {
      [K in keyof ResultOf]: {
        readonly kind: K
        readonly record: ResultOf[K]
        readonly extra?: Record<string, unknown>
      }
    }[keyof ResultOf]
  | { readonly deleted: string }

export interface Decision {
  readonly result: Result
  readonly changes: readonly Change[]
  /** One line for the audit log, with the names and figures that people look for. */
  readonly summary: string
  /** The audit fact when it is not the command's usual one, such as `warehouse.archived` for an update. */
  readonly action?: string
}

/** What a command takes as raw bytes instead of JSON. They are kept in the file store before the command is decided. */
export interface Upload {
  /** How the bytes are examined; the body of the rule is what came out, with their `sha256` and `size`. */
  readonly kind: 'image' | 'paper'
  readonly maxBytes: number
  /** For the document. */
  readonly mediaTypes: readonly string[]
}

export interface Command<Body = unknown> {
  /** Unique; the operationId of the OpenAPI document. Verb + noun. */
  readonly name: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** With `:param` segments. */
  readonly path: string
  /** Whom it is for. */
  readonly may: May
  /** What its rule may refuse with, beside VALIDATION_FAILED: for the document, in the order of the checks. */
  readonly refusals: readonly ProblemCode[]
  /** As `may`, of some bodies: at most as many as `may` says. Asked once the body is known to be valid. */
  mayWith?(body: Body): May
  readonly summary: string
  readonly description: string
  /** The tag of the OpenAPI document. */
  readonly tag: string
  /** The kind of record that the command is about, as the audit log names it. */
  readonly entity: string
  /** The audit fact: noun + past verb. */
  readonly action: string
  /** Of an upload: what the service makes of the bytes. */
  readonly body: TSchema
  /** A request without a body means `{}` (S-VALUE-17). */
  readonly mayLackBody?: boolean
  /** Names of fields that are called otherwise now, or are gone: who sends a body of then again with its key is answered as then. */
  readonly former?: {
    readonly names: readonly string[]
    /** By the names of now. */
    read(sent: Record<string, unknown>): Record<string, unknown>
  }
  readonly upload?: Upload
  readonly result: TSchema
  /** A body that works once the ids are real; shown in the OpenAPI document and used by the generated tests. */
  readonly example: Record<string, unknown>
  facts?(books: Books, input: Omit<Input<Body>, 'facts'>): readonly Prefetch[]
  /** The rule. Pure: reads the books, returns what to do, or throws a Refusal. */
  decide(books: Books, input: Input<Body>, context: Context): Decision
}

/** Defines a command; the type of its body comes from the schema. */
export function defineCommand<S extends TSchema>(
  command: Omit<Command<Static<S>>, 'body'> & { readonly body: S },
): Command {
  return command as unknown as Command
}
