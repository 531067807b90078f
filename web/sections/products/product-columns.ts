/** The columns of the product grid, and the request body for a row that the user changed. */
import type { Filter, PriceType, Product, UpdateProductBody } from '../../../sdk/types.ts'
import type { FigureReading } from '../../../spellings/figures.ts'
import type { GridColumn, RowProblem } from '../../components/grid-cells.ts'
import type { Refused } from '../../data/many.ts'
import { figureCell, readText } from '../../parts/grid-words.ts'
import { money, quantity } from '../../words/format.ts'
import { type Say, sayOf } from '../../words/words.ts'

const NAME_CHARACTERS = 255
const PRICE = 'price:'
const FILTER = 'filter:'
const MONEY_DECIMALS = 2
const QUANTITY_DECIMALS = 3
const SEPARATOR = '; '

export interface ColumnSources {
  readonly say: Say<'products'>
  readonly core: Say<'core'>
  readonly priceTypes: readonly PriceType[]
  readonly filters: readonly Filter[]
  readonly seesCosts: boolean
}

const figure = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
const moneyCell = {
  ...figureCell(MONEY_DECIMALS),
  widthPx: 120,
  show: (text: string) => (text === '' ? '' : money(Number(text))),
}

/** Returns all columns that can be shown. The first column is the name. */
export function productColumns({ say, core, priceTypes, filters, seesCosts }: ColumnSources): GridColumn<Product>[] {
  return [
    {
      key: 'name',
      label: say('name'),
      widthPx: 220,
      textOf: ({ name }) => name,
      read: (typed) => readText(typed, { max: NAME_CHARACTERS, isRequired: true }),
    },
    {
      key: 'sku',
      label: say('sku'),
      widthPx: 120,
      textOf: ({ sku }) => sku ?? '',
      takesCodes: true,
      read: (typed) => readText(typed, { max: NAME_CHARACTERS }),
    },
    { key: 'price', label: say('price'), textOf: ({ price }) => figure(price), ...moneyCell },
    ...priceTypes
      .filter(({ archived }) => !archived)
      .map(({ id, name }) => ({
        key: `${PRICE}${id}`,
        label: name,
        textOf: ({ prices }: Product) => figure(prices.find(({ priceTypeId }) => priceTypeId === id)?.price),
        ...moneyCell,
      })),
    ...(seesCosts
      ? [{ key: 'cost', label: say('cost'), textOf: ({ cost }: Product) => figure(cost), ...moneyCell }]
      : []),
    {
      key: 'minStock',
      label: say('minStock'),
      widthPx: 170,
      textOf: ({ minStock }) => figure(minStock),
      ...figureCell(QUANTITY_DECIMALS),
      show: (text, { uom }) => (text === '' ? '' : quantity(Number(text), uom)),
    },
    ...filters.filter(({ archived, values }) => !archived && values.length > 0).map(filterColumn),
    archiveColumn(say('archive'), core),
  ]
}

/** Returns a column for a filter. Its cells list the product's values, for example `Красный; Синий`. */
function filterColumn({ id, name, values }: Filter): GridColumn<Product> {
  const names = new Map(values.map((value) => [value.name.toLowerCase(), value.name]))
  const printed = (chosen: readonly string[]) =>
    values.flatMap((value) => (chosen.includes(value.name) ? [value.name] : [])).join(SEPARATOR)
  return {
    key: `${FILTER}${id}`,
    label: name,
    widthPx: 150,
    options: values.map((value) => value.name),
    textOf: ({ filterValueIds }) =>
      printed(values.filter((value) => filterValueIds.includes(value.id)).map((value) => value.name)),
    read: (typed) => {
      const asked = typed.split(';').flatMap((part) => part.trim() || [])
      const unknown = asked.find((one) => !names.has(one.toLowerCase()))
      if (unknown !== undefined) return { problem: sayOf('grid')('noSuchValue', { name: unknown }) }
      return { text: printed(asked.map((one) => names.get(one.toLowerCase())!)) }
    },
  }
}

const YES = /^(да|д|yes|y|true|1|\+|истина)$/i
const NO = /^(|нет|н|no|n|false|0|-|ложь)$/i

function archiveColumn(label: string, core: Say<'core'>): GridColumn<Product> {
  return {
    key: 'archived',
    label,
    widthPx: 96,
    options: [core('yes'), core('no')],
    textOf: ({ archived }) => (archived ? 'yes' : 'no'),
    read: (typed): FigureReading => {
      const text = typed.trim()
      return YES.test(text) ? { text: 'yes' } : NO.test(text) ? { text: 'no' } : { problem: sayOf('grid')('yesOrNo') }
    },
    show: (text) => core(text === 'yes' ? 'yes' : 'no'),
    copied: (text) => core(text === 'yes' ? 'yes' : 'no'),
    toggled: (text) => (text === 'yes' ? 'no' : 'yes'),
  }
}

type Texts = Readonly<Record<string, string>>

const numberOrNull = (text: string) => (text === '' ? null : Number(text))

/** Returns the request body for a changed row: the changed fields, and the name, which the API always requires. */
export function productBody(row: Product, texts: Texts, filters: readonly Filter[]): UpdateProductBody {
  const { name, sku, price, cost, minStock, archived } = texts
  return {
    name: name ?? row.name,
    ...(sku === undefined ? {} : { sku: sku === '' ? null : sku }),
    ...(price === undefined ? {} : { price: numberOrNull(price) }),
    ...(cost === undefined ? {} : { cost: numberOrNull(cost) }),
    ...(minStock === undefined ? {} : { minStock: numberOrNull(minStock) }),
    ...(archived === undefined ? {} : { archived: archived === 'yes' }),
    ...pricesOf(row, texts),
    ...valuesOf(row, texts, filters),
  }
}

/** Returns all prices of a row. Unchanged prices are included, because the API replaces the whole array. */
function pricesOf(row: Product, texts: Texts): Pick<UpdateProductBody, 'prices'> {
  const changed = Object.entries(texts).filter(([key]) => key.startsWith(PRICE))
  if (changed.length === 0) return {}
  const prices = new Map(row.prices.map(({ priceTypeId, price }) => [priceTypeId, price]))
  for (const [key, text] of changed) {
    const id = key.slice(PRICE.length)
    if (text === '') prices.delete(id)
    else prices.set(id, Number(text))
  }
  return { prices: [...prices].map(([priceTypeId, price]) => ({ priceTypeId, price })) }
}

function valuesOf(row: Product, texts: Texts, filters: readonly Filter[]): Pick<UpdateProductBody, 'filterValueIds'> {
  const changed = filters.filter(({ id }) => texts[`${FILTER}${id}`] !== undefined)
  if (changed.length === 0) return {}
  const replaced = new Set(changed.flatMap(({ values }) => values.map(({ id }) => id)))
  const chosen = changed.flatMap(({ id, values }) => {
    const names = texts[`${FILTER}${id}`]!.split(SEPARATOR)
    return values.filter((value) => names.includes(value.name)).map((value) => value.id)
  })
  return { filterValueIds: [...row.filterValueIds.filter((id) => !replaced.has(id)), ...chosen] }
}

/** Assigns the server's error messages to those cells of a row that caused them. */
export function productProblem({ text, fields }: Refused, keys: readonly string[]): RowProblem {
  const cells = Object.entries(fields).flatMap(([path, reason]) => {
    const field = path.split('/')[1] ?? ''
    const prefix = field === 'prices' ? PRICE : field === 'filterValueIds' ? FILTER : null
    const key = keys.find((one) => (prefix === null ? one === field : one.startsWith(prefix)))
    return key === undefined ? [] : [[key, reason] as const]
  })
  return { text, cells: Object.fromEntries(cells) }
}
