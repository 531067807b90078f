/**
 * Data about the records to which MoySklad rows refer by id. Mappers need this data, so it is read before the rows are
 * mapped.
 */
import { unitName } from '../../../spellings/units.ts'
import { collectionOf, type SourceRow, sourceIdOf, sourceRowOf, sourceText, typeOf } from './source-values.ts'

type ValueType = 'string' | 'number' | 'date' | 'boolean' | 'select'
export type FieldEntity = 'product' | 'partner' | 'procurement_document'

/** The custom field for a MoySklad attribute. */
export interface FieldDefinition {
  readonly entityKind: FieldEntity
  readonly name: string
  /** The field's type. Null means that the values of the attribute go only into the report. */
  readonly valueType: ValueType | null
  readonly options: readonly string[]
}

export interface Currency {
  /** The currency's code, such as EUR. */
  readonly code: string
  readonly isRouble: boolean
}

export interface Dictionaries {
  /** The main price type, which is the first price type of the account. */
  readonly mainPriceTypeId: string | null
  readonly currencies: ReadonlyMap<string, Currency>
  /** The account's currency; null when unknown. */
  readonly defaultCurrency: Currency | null
  /** Units by id, in the spelling of the ОКЕИ classifier: «шт» for «ШТ.» and «штука». */
  readonly units: ReadonlyMap<string, string>
  readonly countries: ReadonlyMap<string, string>
  /** Custom fields by the id of their attribute. */
  readonly fields: ReadonlyMap<string, FieldDefinition>
  /**
   * The names of all custom fields of an entity kind: existing fields and fields from MoySklad. The keys of values
   * without a custom field must differ from all of these names.
   */
  readonly takenNames: Readonly<Record<FieldEntity, ReadonlySet<string>>>
  /** The names of other records by id: states, projects, contracts. They are used only in the report. */
  readonly names: ReadonlyMap<string, string>
  /** The partners that purchases or products refer to as suppliers. */
  readonly suppliers: ReadonlySet<string>
  /** False when MoySklad hides purchase prices from the token's user. */
  readonly seesCosts: boolean
  /** Returns the product of a variant, as MoySklad returned it. */
  parentOf(productId: string): SourceRow | undefined
}

/** The MoySklad rows that dictionaries are built from. Absent lists count as empty. */
export interface DictionarySources {
  readonly priceTypes?: readonly unknown[]
  readonly currencies?: readonly unknown[]
  readonly units?: readonly unknown[]
  readonly countries?: readonly unknown[]
  readonly fields?: ReadonlyMap<string, FieldDefinition>
  /** The names of our existing custom fields, by entity kind. */
  readonly localFieldNames?: Partial<Record<FieldEntity, readonly string[]>>
  /** Rows with an id and a name. The names are shown in the report. */
  readonly named?: readonly unknown[]
  readonly suppliers?: Iterable<string>
  /** Whether the token's user may see costs; true when omitted. */
  readonly seesCosts?: boolean
  readonly parentOf?: (productId: string) => SourceRow | undefined
}

/** The rouble's numeric code in ISO 4217. */
const ROUBLE_DIGITS = '643'

/** Builds the dictionaries of an account. */
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
 * Returns the partners that the rows show to be suppliers: preferred suppliers of products, and counterparties of
 * purchases. Ignores rows of other kinds.
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

/**
 * Returns a currency with its id. Returns nothing for a row without a currency code, because such a currency might be
 * the rouble.
 */
function knownCurrency(row: SourceRow): [string, Currency][] {
  const iso = sourceText(row.isoCode).toUpperCase()
  const digits = sourceText(row.code)
  if (iso === '' && digits === '') return []
  const isRouble = iso === 'RUB' || (iso === '' && digits === ROUBLE_DIGITS)
  return [[sourceIdOf(row), { code: iso || sourceText(row.name) || sourceIdOf(row), isRouble }]]
}

/** Returns the names of the elements in a MoySklad list, such as the values of a custom entity. */
export function elementNames(collection: unknown): string[] {
  return collectionOf(collection).rows.map(({ name }) => sourceText(name))
}
