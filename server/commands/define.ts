/** The definition of a command: its route, its schema and its rule. All commands together form the write API. */
import type { Static, TSchema } from 'typebox'
import type { Milli } from '../../amounts/quantity.ts'
import type { Action, Logged } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import type { View } from '../domain/costs.ts'
import type {
  Change,
  Delivery,
  ExternalLink,
  FilterValue,
  KeptImage,
  Lot,
  Movement,
  Order,
  RecordOf,
  ReferencedKind,
  RememberedKind,
  StocktakeLine,
} from '../domain/records.ts'
import type { Blocker, ProblemCode } from '../domain/refusals.ts'
import type { May, Role } from '../domain/roles.ts'

/**
 * The input of a rule besides the books and the command. With the same context, running the rule again gives the same
 * decision.
 */
export interface Context {
  /** The time of the command, RFC 3339 UTC with milliseconds. */
  readonly now: string
  /** The revision that this command creates. */
  readonly revision: number
  /**
   * The caller's view of the data: with or without costs. A response to a caller who may not see costs must not depend
   * on a cost.
   */
  readonly view: View
  /** The caller, with the name that the audit log shows. */
  readonly actor: { readonly id: string; readonly name: string }
  /** The caller's role; null for commands run by the service itself. */
  readonly role: Role | null
  /** Returns a UUIDv7 greater than all ids returned earlier. */
  newId(): string
}

/**
 * A fact about a company's history that is not in memory. The engine reads the fact from the database while the
 * company's queue of commands waits.
 */
export type Prefetch =
  | { readonly fact: 'record'; readonly kind: RememberedKind; readonly id: string }
  /**
   * Finds the order or purchase with the given external id. For orders, also finds an order to which an external link
   * gives this external id.
   */
  | {
      readonly fact: 'idByExternalId'
      readonly kind: 'orders' | 'purchases'
      readonly source: string
      readonly externalId: string
    }
  /** Finds the newest finished order that is older than the given order. */
  | { readonly fact: 'olderFinishedOrder'; readonly id: string }
  /** Finds the product's most recent lot in the given warehouse, or else in any warehouse. Used-up lots count too. */
  | { readonly fact: 'newestLot'; readonly productId: string; readonly warehouseId: string }
  | { readonly fact: 'references'; readonly kind: ReferencedKind; readonly id: string }
  /**
   * Finds procurement documents that have a custom value under one of the keys. The value must be
   * one of `values`, unless `values` is null.
   */
  | { readonly fact: 'customValues'; readonly keys: readonly string[]; readonly values: readonly string[] | null }
  /** Finds a payment, the orders that it is for, and the customer return that it refunds. */
  | { readonly fact: 'paymentWithOrders'; readonly id: string }
  /** Finds a procurement document and the whole chain of documents that it was made from. */
  | { readonly fact: 'documentSources'; readonly id: string }
  /**
   * Finds the movements that posting the document made, and the current state of the lots that they drew from or
   * created.
   */
  | { readonly fact: 'documentMovements'; readonly id: string }
  /**
   * Finds a customer return and its order. Also finds movements (those of the order for a draft, otherwise those that
   * posting the return made), and the current state of the lots that these drew from or made. For a draft without an
   * order, finds the newest lots of its products, as `newestLot` does.
   */
  | { readonly fact: 'customerReturn'; readonly id: string }
  /** Finds a shipment, its order, its movements, and the current state of the lots that they drew from. */
  | { readonly fact: 'shipment'; readonly id: string }
  /**
   * Finds the counts of some products in the given stocktakes of a warehouse, and how much each product's stock there
   * has grown since a given time. With a null `since`, the growth is left out.
   */
  | {
      readonly fact: 'stocktakeLines'
      readonly stocktakeIds: readonly string[]
      readonly warehouseId: string
      readonly asked: readonly { readonly productId: string; readonly since: string | null }[]
    }
  /**
   * Finds what the next step of posting a stocktake of a warehouse must do, for at most `most` products, but for all
   * products in `together`.
   */
  | {
      readonly fact: 'stocktakePosting'
      readonly id: string
      readonly warehouseId: string
      readonly most: number
      readonly together: readonly string[]
    }
  /** Finds the effects of posting a stocktake that have not been undone yet, for at most `most` products. */
  | { readonly fact: 'stocktakeReversal'; readonly id: string; readonly most: number }
  /** Finds the newest lots of some products, as `newestLot` does. */
  | { readonly fact: 'newestLots'; readonly productIds: readonly string[]; readonly warehouseId: string }
  /** Finds how much of each product was delivered by the posted receipts that were made from a document. */
  | { readonly fact: 'delivered'; readonly documentId: string }
  /** Finds the ordered quantities of the given products that have not arrived yet. */
  | { readonly fact: 'ordered'; readonly productIds: readonly string[] }
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

/** The facts that a command requested with `facts`. */
export interface Prefetched {
  /** The records of all prefetched facts together; read a record with `prefetchedRecord`. */
  readonly records?: readonly { readonly kind: RememberedKind; readonly record: RecordOf[RememberedKind] }[]
  readonly idByExternalId?: string | null
  readonly olderFinishedOrder?: Order | null
  readonly newestLot?: Lot | null
  readonly newestLots?: ReadonlyMap<string, Lot>
  /** The result of a `references` or `customValues` prefetch. */
  readonly references?: readonly ReferenceGroup[]
  readonly movements?: readonly Movement[]
  readonly lots?: readonly Lot[]
  readonly externalLink?: ExternalLink | null
  readonly ordered?: readonly Ordered[]
  /** The result of a `delivered` prefetch, by product. */
  readonly delivered?: ReadonlyMap<string, Milli>
  readonly stocktakeLines?: readonly StocktakeLine[]
  /**
   * For a `stocktakeLines` prefetch, the growth of each product's stock since `since`, in the order of `asked`; 0 where
   * `since` was null.
   */
  readonly grownSince?: readonly Milli[]
  readonly stocktakePosting?: StocktakePosting
  readonly stocktakeReversal?: StocktakeReversal
}

/**
 * The ordered quantity of a product that has not arrived yet. `warehouseId` is null if the order names no warehouse.
 */
export interface Ordered {
  readonly productId: string
  readonly warehouseId: string | null
  readonly quantity: Milli
}

/** The next step of posting a stocktake. */
export interface StocktakePosting {
  /** The lines with a difference that are not posted yet: those in `together`, then the others, oldest first. */
  readonly lines: readonly StocktakeLine[]
  /** The products to write off because nobody counted them. */
  readonly absentIds: readonly string[]
  /** How many lines and products remain after this step. */
  readonly left: number
  /**
   * The products for which a manager must still order a recount or accept the count: how many there are, and the first
   * few.
   */
  readonly unsettled: {
    readonly count: number
    readonly first: readonly { readonly id: string; readonly name: string }[]
  }
  /** The newest lot of each product, found as by the fact `newestLot`. */
  readonly newestLots: ReadonlyMap<string, Lot>
}

/** The effects of posting a stocktake that one step of cancelling it must undo. */
export interface StocktakeReversal {
  readonly lines: readonly StocktakeLine[]
  readonly movements: readonly Movement[]
  readonly lots: readonly Lot[]
  /** How many lines remain to be undone after the lines of this step. */
  readonly left: number
  /** A lot that was created for a surplus and from which goods have already been taken, if there is one. */
  readonly consumed: Lot | null
}

/** Returns a prefetched record, or null when it was not found. */
export function prefetchedRecord<K extends RememberedKind>(facts: Prefetched, kind: K, id: string): RecordOf[K] | null {
  const found = facts.records?.find((entry) => entry.kind === kind && entry.record.id === id)
  return (found?.record as RecordOf[K] | undefined) ?? null
}

interface Input<Body> {
  readonly params: Readonly<Record<string, string>>
  readonly body: Body
  readonly facts: Prefetched
}

/**
 * The types that the `result` of a response may have: a record of some kind, or a part of a record that has its own id
 * or is returned alone.
 */
export interface ResultOf extends RecordOf {
  filterValues: FilterValue
  images: KeptImage
  deliveries: Delivery
}

/**
 * The `result` of the response: a whole record, with extra keys where S-ANSWER-2 requires them, or the id of a deleted
 * record.
 */
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
  /**
   * The command's entry in the audit log, as made by `log('order.created', { … })`. The action of the entry may differ
   * from the usual action of the command, such as `warehouse.archived` for an update.
   */
  readonly logged: Logged
}

/**
 * A body of raw bytes that a command accepts instead of JSON. The bytes are saved in the file store before the
 * command's rule runs.
 */
export interface Upload {
  /**
   * The kind of the uploaded bytes, which decides how they are examined. The rule receives the findings as its body,
   * together with the bytes' `sha256` and `size`.
   */
  readonly kind: 'image' | 'paper'
  readonly maxBytes: number
  /** The media types that the upload accepts, for the OpenAPI document. */
  readonly mediaTypes: readonly string[]
}

export interface Command<Body = unknown> {
  /** The command's unique name, a verb and a noun; also the operationId in the OpenAPI document. */
  readonly name: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path of the command's route, with `:param` segments. */
  readonly path: string
  /** The group of callers who may run the command. */
  readonly may: May
  /**
   * The codes, besides VALIDATION_FAILED, with which the rule may refuse, in the order of its checks. They are shown in
   * the OpenAPI document.
   */
  readonly refusals: readonly ProblemCode[]
  /**
   * Who may run the command with this body, when that depends on the body. Never allows more callers than `may`. Called
   * only with a valid body.
   */
  mayWith?(body: Body): May
  readonly summary: string
  readonly description: string
  /** The tag under which the OpenAPI document lists the command. */
  readonly tag: string
  /** The kind of record that the command changes, named as in the audit log. */
  readonly entity: string
  /** The action that the audit log records: a noun and a past verb. */
  readonly action: Action
  /** The schema of the body. For an upload, the schema of the findings from examining the bytes. */
  readonly body: TSchema
  /** True when a request without a body counts as one with an empty body `{}` (S-VALUE-17). */
  readonly mayLackBody?: boolean
  /**
   * Names of fields that were renamed or dropped. A caller who repeats an old body with its idempotency key still gets
   * the first response.
   */
  readonly former?: {
    readonly names: readonly string[]
    /** Translates a body that uses former field names to the current names. */
    read(sent: Record<string, unknown>): Record<string, unknown>
  }
  readonly upload?: Upload
  readonly result: TSchema
  /**
   * An example body that is valid once real ids are filled in. Shown in the OpenAPI document and used by the generated
   * tests.
   */
  readonly example: Record<string, unknown>
  facts?(books: Books, input: Omit<Input<Body>, 'facts'>): readonly Prefetch[]
  /** The command's rule. It is pure: it reads the books and returns a decision, or throws a Refusal. */
  decide(books: Books, input: Input<Body>, context: Context): Decision
}

/** Defines a command; its body type is inferred from the schema. */
export function defineCommand<S extends TSchema>(
  command: Omit<Command<Static<S>>, 'body'> & { readonly body: S },
): Command {
  return command as unknown as Command
}
