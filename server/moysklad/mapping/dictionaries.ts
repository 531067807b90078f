/** What rows of the source name by id and a mapper must know: read before the rows that name it. */
import { unitName } from '../../../spellings/units.ts'
import { collectionOf, type SourceRow, sourceIdOf, sourceRowOf, sourceText, typeOf } from './source-values.ts'

type ValueType = 'string' | 'number' | 'date' | 'boolean' | 'select'
export type FieldEntity = 'product' | 'partner' | 'procurement_document'

/** The custom field that an attribute of the source becomes. */
export interface FieldDefinition {
  readonly entityKind: FieldEntity
  readonly name: string
  /** null: values of such attributes are kept in the report alone. */
  readonly valueType: ValueType | null
  readonly options: readonly string[]
}

export interface Currency {
  /** Such as EUR. */
  readonly code: string
  readonly isRouble: boolean
}

export interface Dictionaries {
  /** The price type whose price is the main one: the first of the account. */
  readonly mainPriceTypeId: string | null
  readonly currencies: ReadonlyMap<string, Currency>
  /** That of the account; null when it is not known. */
  readonly defaultCurrency: Currency | null
  /** As ОКЕИ writes them: «шт» for «ШТ.» and «штука». */
  readonly units: ReadonlyMap<string, string>
  readonly countries: ReadonlyMap<string, string>
  /** By the id of the attribute. */
  readonly fields: ReadonlyMap<string, FieldDefinition>
  /** The names of the custom fields of an entity kind, here and in the source: no free key may be one of them. */
  readonly takenNames: Readonly<Record<FieldEntity, ReadonlySet<string>>>
  /** What else ids are called: states, projects, contracts. For the report alone. */
  readonly names: ReadonlyMap<string, string>
  /** The partners that purchases or products name as suppliers. */
  readonly suppliers: ReadonlySet<string>
  /** False: buying prices are hidden from the user of the token. */
  readonly seesCosts: boolean
  /** The product of a variant, as the source gave it. */
  parentOf(productId: string): SourceRow | undefined
}

/** Rows of the source from which dictionaries are made. What is left out is empty. */
export interface DictionarySources {
  readonly priceTypes?: readonly unknown[]
  readonly currencies?: readonly unknown[]
  readonly units?: readonly unknown[]
  readonly countries?: readonly unknown[]
  readonly fields?: ReadonlyMap<string, FieldDefinition>
  /** Names of custom fields that are here already, by entity kind. */
  readonly localFieldNames?: Partial<Record<FieldEntity, readonly string[]>>
  /** Rows with an id and a name. */
  readonly named?: readonly unknown[]
  readonly suppliers?: Iterable<string>
  /** True without it. */
  readonly seesCosts?: boolean
  readonly parentOf?: (productId: string) => SourceRow | undefined
}

/** Of the rouble in ISO 4217. */
const ROUBLE_DIGITS = '643'

/** Dictionaries of an account. */
export function dictionariesOf(sources: DictionarySources): Dictionaries {
  const fields = sources.fields ?? new Map()
  const currencyRows = (sources.currencies ?? []).map(sourceRowOf)
  const main = currencyRows.find((row) => row.default === true)
  const currencies = new Map(currencyRows.flatMap((row) => knownCurrency(row)))
  const spelled = namesOf(sources.units ?? [])
  const units = new Map([...spelled].map(([id, name]) => [id, unitName(name)] as const))
  const countries = namesOf(sources.countries ?? [])
  const takenIn = (kind: FieldEntity): ReadonlySet<string> => {
    const defined = [...fields.values()]
      .filter(({ entityKind, valueType }) => entityKind === kind && valueType !== null)
      .map(({ name }) => name)
    return new Set([...defined, ...(sources.localFieldNames?.[kind] ?? [])])
  }
  return {
    mainPriceTypeId: sourceIdOf(sources.priceTypes?.[0]) || null,
    currencies,
    defaultCurrency: currencies.get(sourceIdOf(main)) ?? null,
    units,
    countries,
    fields,
    takenNames: {
      product: takenIn('product'),
      partner: takenIn('partner'),
      procurement_document: takenIn('procurement_document'),
    },
    names: new Map([
      ...[...currencies].map(([id, { code }]) => [id, code] as const),
      ...[...spelled, ...countries, ...namesOf(sources.named ?? []), ...namesOf(sources.priceTypes ?? [])],
    ]),
    suppliers: new Set(sources.suppliers),
    seesCosts: sources.seesCosts ?? true,
    parentOf: sources.parentOf ?? (() => undefined),
  }
}

/**
 * The partners that rows show to be suppliers: those that products prefer, and the other side of purchases. Rows of other kinds
 * show none.
 */
export function suppliersIn(rows: Iterable<unknown>): Set<string> {
  const found = new Set<string>()
  for (const row of rows) {
    const { supplier, agent } = sourceRowOf(row)
    for (const named of [supplier, agent]) if (typeOf(named) === 'counterparty') found.add(sourceIdOf(named))
  }
  return found
}

function namesOf(rows: readonly unknown[]): Map<string, string> {
  const named = rows.map(sourceRowOf).map((row) => [sourceIdOf(row), sourceText(row.name)] as const)
  return new Map(named.filter(([id, name]) => id !== '' && name !== ''))
}

/** A currency with its id; none where it does not say which it is: that it is another than the rouble is not known then. */
function knownCurrency(row: SourceRow): [string, Currency][] {
  const iso = sourceText(row.isoCode).toUpperCase()
  const digits = sourceText(row.code)
  if (iso === '' && digits === '') return []
  const isRouble = iso === 'RUB' || (iso === '' && digits === ROUBLE_DIGITS)
  return [[sourceIdOf(row), { code: iso || sourceText(row.name) || sourceIdOf(row), isRouble }]]
}

/** The names of the elements of a list of the source, such as the values of a custom entity. */
export function elementNames(collection: unknown): string[] {
  return collectionOf(collection).rows.map(({ name }) => sourceText(name))
}
