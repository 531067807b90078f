/**
 * Defines the possible targets of a table's columns for each kind of import, and guesses the target of a column.
 * Source: docs/table-imports.md.
 */
import { foldHeader, looseHeader } from '../../spellings/headers.ts'
import type { Fields } from '../domain/fields/kind.ts'
import { STOCK_RULE, SUPPLIER_ITEM } from '../domain/fields/ordering.ts'
import { PARTNER } from '../domain/fields/partners.ts'
import { PRODUCT } from '../domain/fields/products.ts'
import type { Words } from '../domain/languages.ts'
import type { May } from '../domain/roles.ts'
import { isTaxNumber } from '../recognition/words/tax-numbers.ts'
import { type Cell, cellText, isBarcode } from './cells.ts'
import { FIELD_TITLES, PREFIXES, type Prefix } from './words.ts'

export const IMPORT_KINDS = ['products', 'partners', 'opening_stock', 'stock_rules', 'supplier_items'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The kinds whose rows name a product that must exist: by itself, the product does not identify what a row writes. */
export type ImportOfProducts = Exclude<ImportKind, 'products' | 'partners'>
export const isOfProducts = (kind: ImportKind): kind is ImportOfProducts => kind !== 'products' && kind !== 'partners'

/** An exported table has the ids of the rules or items themselves, so its products are not found by id. */
const CODES_OF_PRODUCT = ['sku', 'code', 'barcodes', 'externalCode', 'name'] as const

/** The fields by which rows can be matched to existing records, in the order in which they are proposed. */
export const MATCH_FIELDS = {
  products: ['sku', 'code', 'barcodes', 'externalCode', 'name', 'id'],
  partners: ['inn', 'name', 'phone', 'email', 'id'],
  opening_stock: ['sku', 'code', 'barcodes', 'externalCode', 'name', 'id'],
  stock_rules: CODES_OF_PRODUCT,
  supplier_items: CODES_OF_PRODUCT,
} as const satisfies Record<ImportKind, readonly string[]>
export const ALL_MATCH_FIELDS = [...new Set(Object.values(MATCH_FIELDS).flat())]
export type MatchField = (typeof MATCH_FIELDS)[ImportKind][number]

/** Who may run each kind of import: everybody who may run the commands of which the import consists. */
export const MAY_IMPORT = {
  products: 'managers',
  partners: 'managers',
  opening_stock: 'storekeepers',
  stock_rules: 'managers',
  supplier_items: 'managers',
} as const satisfies Record<ImportKind, May>

/** A possible target of a column. */
export interface Imported {
  readonly label: Words
  /** Common names for a column of this target, besides the field's label. */
  readonly headings: readonly string[]
}

/** Returns the labels and column names of a kind's fields, in order. The id comes last. */
function importedOf(fields: Fields): Record<string, Imported> {
  const { id, ...others } = fields
  return Object.fromEntries(
    Object.entries({ ...others, id: id! }).flatMap(([name, { about }]) =>
      about.imported === undefined ? [] : [[name, { label: about.label, headings: about.imported.headings ?? [] }]],
    ),
  )
}

const PRODUCTS = importedOf(PRODUCT.fields)
const KEYS_OF_PRODUCT = Object.fromEntries(CODES_OF_PRODUCT.map((name) => [name, PRODUCTS[name]!]))
const { id: _ruleId, ...RULE_FIELDS } = importedOf(STOCK_RULE.fields)
/** What the supplier calls the product. The product's own code is the target `code`. */
const { id: _itemId, code: SUPPLIER_CODE, ...ITEM_FIELDS } = importedOf(SUPPLIER_ITEM.fields)

/** The fields of each kind of record, in the order in which they are offered. */
export const IMPORTED: Readonly<Record<ImportKind, Readonly<Record<string, Imported>>>> = {
  products: PRODUCTS,
  partners: importedOf(PARTNER.fields),
  opening_stock: {
    ...Object.fromEntries(MATCH_FIELDS.opening_stock.map((name) => [name, PRODUCTS[name]!])),
    quantity: {
      label: FIELD_TITLES.quantity,
      headings: [
        'кол-во',
        'кол во',
        'кол.',
        'остаток',
        'остатки',
        'в наличии',
        'qty',
        'stock',
        'доступно',
        'количество на складе',
      ],
    },
    unitCost: {
      label: FIELD_TITLES.unitCost,
      headings: [
        'закуп',
        'закупка',
        'цена закуп',
        'закуп цена',
        'закупочная',
        'цена закупочная',
        'входная цена',
        'себест',
        'себестоимость',
        'закупочная цена',
        'цена',
        'cost',
        'цена прихода',
        'purchase price',
        'стоимость единицы',
      ],
    },
    warehouseId: { label: FIELD_TITLES.warehouseId, headings: [] },
  },
  stock_rules: { ...KEYS_OF_PRODUCT, ...RULE_FIELDS },
  supplier_items: { ...KEYS_OF_PRODUCT, supplierCode: SUPPLIER_CODE!, ...ITEM_FIELDS },
}

/** The kinds of imports that may have a column for each of the company's price types, filters or custom fields. */
export const PREFIXES_OF = {
  products: ['price', 'filter', 'custom'],
  partners: ['custom'],
  opening_stock: [],
  stock_rules: [],
  supplier_items: [],
} as const satisfies Record<ImportKind, readonly Prefix[]>

/** The company's own names that can occur as column headers. */
export interface OwnNames {
  readonly price: NamesByHeader
  readonly filter: NamesByHeader
  readonly custom: NamesByHeader
}

export interface NamesByHeader {
  readonly names: readonly string[]
  /**
   * The company's names by normalized header. This is a map because there may be many headers, each of which must be
   * looked up among all names.
   */
  readonly byHeader: ReadonlyMap<string, string>
}

const PRICE = 'цена '

/** Returns the target for a header, such as a field or `price:Опт`, or null if the header is unknown. */
function targetOfHeader(kind: ImportKind, header: string, own: OwnNames): string | null {
  const folded = foldHeader(header)
  if (folded === '') return null
  const prefixes: readonly Prefix[] = PREFIXES_OF[kind]
  for (const prefix of prefixes)
    for (const word of PREFIXES[prefix]) {
      const start = `${foldHeader(word)}:`
      if (folded.startsWith(start)) return `${prefix}:${header.slice(header.indexOf(':') + 1).trim()}`
    }
  for (const prefix of prefixes) {
    const { byHeader } = own[prefix]
    const isPrice = prefix === 'price' && folded.startsWith(PRICE)
    const name = byHeader.get(folded) ?? (isPrice ? byHeader.get(folded.slice(PRICE.length)) : undefined)
    if (name !== undefined) return `${prefix}:${name}`
  }
  const fields = Object.entries(IMPORTED[kind])
  const loose = looseHeader(header)
  const isCalled = (word: string) => foldHeader(word) === folded
  const found =
    fields.find(([field, { label }]) => [...label, field].some(isCalled)) ??
    fields.find(([, { headings }]) => headings.some(isCalled)) ??
    fields.find(([, { label, headings }]) => [...label, ...headings].some((word) => looseHeader(word) === loose))
  return found?.[0] ?? null
}

/**
 * The patterns by which the target of a column is guessed when its header is meaningless: most of its cells must match
 * the pattern.
 */
const CONTENTS: readonly {
  readonly field: string
  readonly kinds: readonly ImportKind[]
  readonly fits: (text: string) => boolean
}[] = [
  { field: 'barcodes', kinds: ['products', 'opening_stock', 'stock_rules', 'supplier_items'], fits: isBarcode },
  { field: 'inn', kinds: ['partners'], fits: isTaxNumber },
  { field: 'email', kinds: ['partners'], fits: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
  { field: 'phone', kinds: ['partners'], fits: (text) => /^(\+7|8)[\d\s()-]{10,16}$/.test(text) },
]

function targetOfContent(kind: ImportKind, cells: readonly Cell[]): string | null {
  const texts = cells.map(cellText).filter((text) => text !== '')
  if (texts.length < 2) return null
  const found = CONTENTS.find(
    ({ kinds, fits }) => kinds.includes(kind) && texts.filter(fits).length >= Math.ceil(texts.length * 0.8),
  )
  return found?.field ?? null
}

export interface FoundColumn {
  readonly header: string
  readonly cells: readonly Cell[]
}

/**
 * Proposes a target for each column: the target from the last import, or else a target that fits the header, or else a
 * target that fits the content. No target is proposed twice.
 */
export function proposeTargets(
  kind: ImportKind,
  columns: readonly FoundColumn[],
  { own, remembered }: { readonly own: OwnNames; readonly remembered: ReadonlyMap<string, string> },
): (string | null)[] {
  const taken = new Set<string>()
  const take = (target: string | null | undefined): string | null => {
    if (target == null || target === '' || taken.has(target)) return null
    taken.add(target)
    return target
  }
  const first = columns.map(({ header }) => {
    const before = remembered.get(foldHeader(header))
    return before === undefined ? take(targetOfHeader(kind, header, own)) : (take(before) ?? '')
  })
  // A column that the user ignored in the last import is ignored again.
  return columns.map(({ cells }, at) => (first[at] === '' ? null : (first[at] ?? take(targetOfContent(kind, cells)))))
}

/**
 * Finds the header row: the row with the most known words, or else the first row with two texts. @returns the row's
 * index
 */
export function findHead(
  kind: ImportKind,
  rows: readonly { readonly cells: readonly Cell[] }[],
  own: OwnNames,
): number {
  let best = { at: -1, known: 0 }
  for (const [at, { cells }] of rows.entries()) {
    const known = cells.filter((cell) => typeof cell === 'string' && targetOfHeader(kind, cell, own) !== null).length
    if (known > best.known) best = { at, known }
  }
  if (best.at !== -1) return best.at
  const texts = rows.findIndex(({ cells }) => cells.filter((cell) => typeof cell === 'string').length >= 2)
  return Math.max(0, texts)
}

/** Returns the best of the mapped fields for matching rows to records, or null when there is none. */
export function proposeMatch(kind: ImportKind, targets: readonly (string | null)[]): MatchField | null {
  return MATCH_FIELDS[kind].find((field) => targets.includes(field)) ?? null
}
