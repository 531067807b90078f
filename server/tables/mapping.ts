/**
 * Checks the mapping of columns that a client chose for a table, and returns the targets to remember. Source:
 * docs/table-imports.md.
 */
import { foldHeader } from '../../spellings/headers.ts'
import { archived } from '../commands/find.ts'
import { foldName } from '../domain/folding.ts'
import type { Language } from '../domain/languages.ts'
import type { CustomField, Partner } from '../domain/records.ts'
import { invalid, notFound, Refusal } from '../domain/refusals.ts'
import { Collection } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { ImportColumn, ImportOptions, TableImport } from './import-records.ts'
import { splitTarget } from './read-row.ts'
import { IMPORTED, type ImportKind, MATCH_FIELDS, type MatchField, PREFIXES_OF, proposeMatch } from './targets.ts'
import type { Prefix } from './words.ts'

/** The request body that maps the columns of an uploaded table to fields. */
export interface MappingBody {
  readonly sheet?: string
  readonly headerRow?: number
  /** The targets that the client chose. When absent, the proposed targets are used. */
  readonly columns?: readonly { readonly index: number; readonly target: string | null }[]
  readonly matchBy?: MatchField
  readonly create?: boolean
  readonly update?: boolean
  readonly createMissing?: boolean
  readonly warehouseId?: string
  readonly supplier?: string
  readonly language?: Language
}

/** The company's records to which the columns or options of a mapping may refer. */
export interface KnownRecords {
  readonly state: StateSnapshot
  /** Suppliers by normalized name. */
  readonly suppliers: ReadonlyMap<string, readonly Partner[]>
  /** The custom fields for the kind of record being imported, by normalized name. */
  readonly customFields: ReadonlyMap<string, CustomField>
}

/** Returns the columns with their chosen targets. Columns that the client did not mention are ignored. */
function chosenColumns(columns: readonly ImportColumn[], chosen: MappingBody['columns']): ImportColumn[] {
  if (chosen === undefined) return columns.map((column) => ({ ...column, target: column.proposed }))
  const targets = new Map<number, string | null>()
  for (const [at, { index, target }] of chosen.entries()) {
    if (index >= columns.length)
      throw invalid(`/columns/${at}/index`, `is beyond the ${columns.length} columns of the table`, 'NOT_VALID')
    if (targets.has(index)) throw invalid(`/columns/${at}/index`, 'is named twice', 'TWICE')
    targets.set(index, target)
  }
  return columns.map((column, index) => ({ ...column, target: targets.get(index) ?? null }))
}

/**
 * Refuses with VALIDATION_FAILED if a mapping has no targets, uses a target twice, or uses a target that the company
 * does not have.
 */
function checkTargets(kind: ImportKind, columns: readonly ImportColumn[], { customFields }: KnownRecords): void {
  const seen = new Set<string>()
  const prefixes: readonly Prefix[] = PREFIXES_OF[kind]
  for (const [index, { target }] of columns.entries()) {
    if (target === null) continue
    const at = `/columns/${index}/target`
    if (seen.has(target)) throw invalid(at, `"${target}" is chosen for two columns`, 'TWICE')
    seen.add(target)
    const [prefix, name] = splitTarget(target)
    const isKnown =
      prefix === null ? Object.hasOwn(IMPORTED[kind], target) : prefixes.includes(prefix as Prefix) && name !== ''
    if (!isKnown) throw invalid(at, `"${target}" is not a field of ${kind}`, 'NOT_VALID')
    if (prefix === 'custom' && !customFields.has(foldName(name)))
      throw invalid(at, `there is no custom field "${name}"; create it first`, 'NOT_VALID')
  }
}

/**
 * Returns the import's new options. Refuses with VALIDATION_FAILED, and with NOT_FOUND for an unknown warehouse or
 * supplier.
 */
function optionsOf(
  one: TableImport,
  body: MappingBody,
  columns: readonly ImportColumn[],
  known: KnownRecords,
): ImportOptions {
  const { kind } = one
  const targets = columns.map(({ target }) => target)
  const fields: readonly MatchField[] = MATCH_FIELDS[kind]
  const matchBy = body.matchBy ?? proposeMatch(kind, targets)
  if (matchBy === null)
    throw invalid('/columns', `no column can match rows to records; choose a column for one of ${fields.join(', ')}`, {
      code: 'NOT_ALLOWED',
      figures: { allowed: fields },
    })
  if (!fields.includes(matchBy))
    throw invalid('/matchBy', `must be one of ${fields.join(', ')} for ${kind}`, {
      code: 'NOT_ALLOWED',
      figures: { allowed: fields },
    })
  if (!targets.includes(matchBy)) throw invalid('/matchBy', `no column is "${matchBy}"`, 'NOT_VALID')
  const { create = true, update = true, createMissing = true, warehouseId = null, supplier = null } = body
  checkPlaces(kind, { targets, warehouseId, supplier }, known)
  return { matchBy, create, update, createMissing, warehouseId, supplier }
}

/** The warehouse and the supplier for all rows of a table, and its columns, which may name others. */
interface Places {
  readonly targets: readonly (string | null)[]
  readonly warehouseId: string | null
  readonly supplier: string | null
}

/** Refuses a warehouse or a supplier that the kind does not use, that is unknown, or that is missing. */
function checkPlaces(kind: ImportKind, places: Places, known: KnownRecords): void {
  const { targets, warehouseId, supplier } = places
  const usesWarehouse = kind === 'opening_stock' || kind === 'stock_rules'
  const usesSupplier = kind === 'opening_stock' || kind === 'supplier_items'
  if (warehouseId !== null && !usesWarehouse) throw invalid('/warehouseId', `is not for ${kind}`, 'NOT_HERE')
  if (supplier !== null && !usesSupplier) throw invalid('/supplier', `is not for ${kind}`, 'NOT_HERE')
  if (kind === 'opening_stock' && !targets.includes('quantity'))
    throw invalid('/columns', 'one of them must be the quantity', 'REQUIRED')
  if (kind === 'opening_stock' && warehouseId === null && !targets.includes('warehouseId'))
    throw invalid('/warehouseId', 'is required when no column names the warehouse', 'REQUIRED')
  if (warehouseId !== null) checkWarehouse(warehouseId, known)
  if (kind === 'opening_stock' && supplier === null)
    throw invalid('/supplier', 'is required: the partner that supplied the stock', 'REQUIRED')
  if (kind === 'supplier_items' && supplier === null && !targets.includes('supplierId'))
    throw invalid('/supplier', 'is required when no column names the supplier', 'REQUIRED')
  if (supplier !== null) checkSupplier(supplier, known)
}

function checkWarehouse(warehouseId: string, { state }: KnownRecords): void {
  const warehouse = new Collection('warehouses', state.collections.warehouses).get(warehouseId)
  if (warehouse === undefined) throw notFound('warehouse', warehouseId)
  if (warehouse.archived) throw archived(warehouse, 'warehouse')
}

function checkSupplier(supplier: string, { suppliers }: KnownRecords): void {
  const named = suppliers.get(foldName(supplier)) ?? []
  if (named.length === 0)
    throw new Refusal('NOT_FOUND', `There is no supplier called "${supplier}". Create the partner first.`, {
      figures: { reason: 'name', role: 'supplier', name: supplier },
    })
  if (named.length > 1)
    throw new Refusal('AMBIGUOUS_PARTNER', `${named.length} suppliers are called "${supplier}". Rename one of them.`, {
      figures: { role: 'supplier', name: supplier, count: named.length },
    })
}

/**
 * Returns the import with a changed mapping. Refuses with VALIDATION_FAILED, NOT_FOUND, ARCHIVED or AMBIGUOUS_PARTNER.
 */
export function withMapping(one: TableImport, body: MappingBody, known: KnownRecords): TableImport {
  const columns = chosenColumns(one.columns, body.columns)
  checkTargets(one.kind, columns, known)
  const options = optionsOf(one, body, columns, known)
  return { ...one, columns, options, language: body.language ?? one.language }
}

/** Returns the targets to remember for the column names. An empty string means that the column is ignored. */
export function meaningsOf({ columns }: TableImport): Map<string, string> {
  return new Map(
    columns.flatMap(({ header, target }) => (header === '' ? [] : [[foldHeader(header), target ?? ''] as const])),
  )
}
