/** Collects the information about the MoySklad account that planning needs, from the rows that were read. */
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import type { Tx } from '../../store/database.ts'
import { loadRecords } from '../../store/records.ts'
import { findConnection } from '../connection-sql.ts'
import { type AttributeSource, planCustomFields } from '../mapping/custom-fields.ts'
import { type Dictionaries, dictionariesOf, type FieldDefinition, type FieldEntity } from '../mapping/dictionaries.ts'
import type { Plan } from '../mapping/plan.ts'
import { type SourceRow, sourceRowOf, sourceText } from '../mapping/source-values.ts'
import { identityOf, type SourceRights } from '../rights.ts'
import { parseSource } from '../source-json.ts'
import type { Job } from './job.ts'
import { listLinksOf } from './link-sql.ts'
import { listSourceRows, listSuppliers } from './source-sql.ts'

export interface Account {
  readonly dictionaries: Dictionaries
  /** The plans for all custom fields of the account. */
  readonly fieldPlans: readonly Plan[]
  /** The list that contains each custom field, by the field's id. */
  readonly fieldLists: ReadonlyMap<string, string>
  /** The data that the token's user may see in this import; null when unknown. */
  readonly rights: SourceRights | null
}

/**
 * The entities whose attributes become custom fields. If fields of several entities have the same name, the last string
 * of an entry is added to distinguish them.
 */
const ATTRIBUTES: readonly (readonly [string, FieldEntity, string])[] = [
  ['product', 'product', 'товар'],
  ['counterparty', 'partner', 'контрагент'],
  ['purchaseorder', 'procurement_document', 'заказ поставщику'],
  ['invoicein', 'procurement_document', 'счёт поставщика'],
  ['supply', 'procurement_document', 'приёмка'],
]
/**
 * One more than the maximum number of options in a select field. Reading more options would be pointless, because the
 * attribute cannot become a select field anyway.
 */
const MOST = MAX_ARRAY_LENGTH + 1

/** Collects the account's data from the rows that a job has read. */
export async function readAccount(tx: Tx, companyId: string, { id: jobId, checkpoint }: Job): Promise<Account> {
  const rowsIn = async (list: string): Promise<SourceRow[]> => {
    const rows = await listSourceRows(tx, companyId, { jobId, list, after: -1, limit: MOST })
    return rows.map(({ source }) => sourceRowOf(parseSource(source)))
  }
  const options = new Map<string, readonly string[]>()
  // A list with too many options for a field was read only up to its first page, so skip it here.
  for (const { list, skipped, size } of checkpoint.steps)
    if (list.startsWith('customentity:') && skipped === null && (size ?? 0) <= MAX_ARRAY_LENGTH)
      options.set(
        list.slice('customentity:'.length),
        (await rowsIn(list)).map(({ name }) => sourceText(name)),
      )
  const attributes: AttributeSource[] = []
  const fieldLists = new Map<string, string>()
  for (const [entity, entityKind, label] of ATTRIBUTES) {
    const rows = await rowsIn(`attributes:${entity}`)
    attributes.push({ entityKind, label, rows })
    for (const row of rows) fieldLists.set(sourceText(row.id), `attributes:${entity}`)
  }
  const local = await readFields(tx, companyId)
  const { plans, fields } = planCustomFields(attributes, (id) => options.get(id), local.byAttribute)
  const named: SourceRow[] = []
  for (const { list } of checkpoint.steps) if (list.startsWith('names:')) named.push(...(await rowsIn(list)))
  const rights = await readRights(tx, companyId, jobId)
  const dictionaries = dictionariesOf({
    priceTypes: await rowsIn('pricetype'),
    currencies: await rowsIn('currency'),
    units: await rowsIn('uom'),
    countries: await rowsIn('country'),
    fields,
    localFieldNames: local.names,
    named,
    seesCosts: rights?.seesCosts ?? true,
    suppliers: await listSuppliers(tx, companyId, jobId),
  })
  return { dictionaries, fieldPlans: plans, fieldLists, rights }
}

/**
 * Returns the rights as this import read them, because they may have changed since the company connected. If they could
 * not be read, returns the rights stored when the company connected.
 */
async function readRights(tx: Tx, companyId: string, jobId: string): Promise<SourceRights | null> {
  const [answer] = await listSourceRows(tx, companyId, { jobId, list: 'rights', after: -1, limit: 1 })
  const connected = (await findConnection(tx, companyId))?.rights ?? null
  if (answer === undefined) return connected
  try {
    return identityOf(parseSource(answer.source)).rights
  } catch {
    return connected
  }
}

interface LocalFields {
  readonly names: Partial<Record<FieldEntity, string[]>>
  /** Custom fields that came from MoySklad, by the id of their attribute. */
  readonly byAttribute: ReadonlyMap<string, FieldDefinition>
}

async function readFields(tx: Tx, companyId: string): Promise<LocalFields> {
  const names: Partial<Record<FieldEntity, string[]>> = {}
  const byId = new Map<string, FieldDefinition>()
  for (const text of await loadRecords(tx, companyId, 'customFields')) {
    const { id, entityKind, name, valueType, options = [] } = JSON.parse(text) as FieldDefinition & { id: string }
    names[entityKind] = [...(names[entityKind] ?? []), name]
    byId.set(id, { entityKind, name, valueType, options })
  }
  const links = await listLinksOf(tx, companyId, { kind: 'custom_field', after: '', limit: MOST })
  const linked = links.flatMap(({ externalId, internalId }) => {
    const field = byId.get(internalId)
    return field === undefined ? [] : [[externalId, field] as const]
  })
  return { names, byAttribute: new Map(linked) }
}
