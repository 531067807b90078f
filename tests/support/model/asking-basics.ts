/** Building blocks for random commands: ids, quantities and fields that suit the current state of the model. */
import type { Chance } from '../chance/chance.ts'
import { type Asked, available, type Model, type ModelProduct } from './model.ts'
import type { Json } from './model-kinds.ts'
import { waitedFor } from './model-reserves.ts'

export const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'
export const MALFORMED_ID = 'no-such-id'
/** The limit of a single quantity, in thousandths. */
export const MOST_MILLI = 1e15

export interface Asking {
  readonly chance: Chance
  readonly model: Model
}

export type Ask = (asking: Asking) => Asked

/** Returns the id of one of the records, or rarely an id that no record has. */
export function someId({ chance }: Asking, records: Iterable<{ id: string }>): string {
  const ids = [...records].map(({ id }) => id)
  if (ids.length === 0 || chance.happens(0.035)) return chance.pick([UNKNOWN_ID, MALFORMED_ID])
  return chance.pick(ids)
}

/** Returns an id as `someId` does, but prefers records that are not archived. */
export function usualId(asking: Asking, records: Iterable<{ id: string; archived: boolean }>): string {
  const all = [...records]
  const isArchived = asking.chance.happens(0.1)
  const wanted = all.filter((record) => record.archived === isArchived)
  return someId(asking, wanted.length > 0 ? wanted : all)
}

export const stockable = (model: Model): ModelProduct[] =>
  [...model.products.values()].filter(({ kind }) => kind === 'product' || kind === 'variant')

/** Returns the product and warehouse of a stock row, preferring rows with available stock. */
export function somewhere(asking: Asking): { productId: string; warehouseId: string } {
  const { chance, model } = asking
  const rows = [...model.stock.keys()].filter((key) => {
    const [productId = '', warehouseId = ''] = key.split('/')
    return available(model, productId, warehouseId) > 0n
  })
  if (rows.length === 0 || chance.happens(0.08))
    return {
      productId: usualId(asking, chance.happens(0.65) ? stockable(model) : model.products.values()),
      warehouseId: usualId(asking, model.warehouses.values()),
    }
  const [productId = '', warehouseId = ''] = chance.pick(rows).split('/')
  return { productId, warehouseId }
}

/** Returns a product that orders wait for and the warehouse where they wait, or null if no orders are waiting. */
export function somethingWaitedFor({ chance, model }: Asking): { productId: string; warehouseId: string } | null {
  const keys = [...waitedFor(model).keys()]
  if (keys.length === 0) return null
  const [productId = '', warehouseId = ''] = chance.pick(keys).split('/')
  return { productId, warehouseId }
}

/**
 * Returns a quantity in thousandths near an interesting limit: all, slightly more than all, a part, or a tiny amount.
 * The quantity is at least 0.001 units.
 */
export function near(chance: Chance, all: bigint): number {
  const whole = Number(all)
  const choice = chance.weigh<number>([
    [2, whole],
    [1, whole + chance.between(1, 2_000)],
    [8, Math.ceil(whole * chance.next() * 0.5)],
    [4, chance.between(1, 12) * 1_000],
    [2, chance.between(1, 9_999)],
  ])
  return Math.min(Math.max(1, choice), MOST_MILLI) / 1_000
}

export const price = (chance: Chance): number => chance.between(0, chance.pick([99, 9_999, 999_999])) / 100

/** Returns the value with the given probability, otherwise undefined, which omits the field. */
export function maybe<T>(chance: Chance, probability: number, value: () => T): T | undefined {
  return chance.happens(probability) ? value() : undefined
}

/** Returns a request body without the fields that are undefined. */
export function bodyOf(fields: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Returns the name in a spelling that a client might use, with other letter case or spaces around it. */
export function spelled(chance: Chance, name: string): string {
  return chance.weigh([
    [6, name],
    [1, name.toUpperCase()],
    [1, ` ${name.toLowerCase()} `],
  ])
}

/** Returns, in most cases, a name that belongs to exactly one active partner with the role, if there is such a partner. */
export function partnerName({ chance, model }: Asking, roleWords: readonly string[]): string {
  if (chance.happens(0.04)) return 'Никто'
  const all = [...model.partners.values()]
  const fits = ({ type, roles }: { type: string | null; roles: string[] }) =>
    (type === null && roles.length === 0) || roleWords.includes(type ?? '') || roles.some((r) => roleWords.includes(r))
  const named = all.filter((partner) => fits(partner) && !partner.archived)
  const single = named.filter((one) => named.filter(({ name }) => name === one.name).length === 1)
  const choices = single.length > 0 && chance.happens(0.9) ? single : all
  return choices.length === 0 ? 'Никто' : spelled(chance, chance.pick(choices).name)
}

export const SUPPLIER_WORDS = ['Поставщик', 'supplier']
export const CUSTOMER_WORDS = ['Покупатель', 'customer']
