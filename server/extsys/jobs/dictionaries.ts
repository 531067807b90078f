/** What an import must know of the account before it plans rows: made from what was read. */
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import type { Tx } from '../../store/database.ts'
import { loadRecords } from '../../store/records.ts'
import { type AttributeSource, planCustomFields } from '../mapping/custom-fields.ts'
import { type Dictionaries, dictionariesOf, type FieldEntity } from '../mapping/dictionaries.ts'
import type { Plan } from '../mapping/plan.ts'
import { rowOf, type SourceRow, textOf } from '../mapping/source-values.ts'
import { parseSource } from '../source-json.ts'
import type { Job } from './job.ts'
import { listSourceRows, listSuppliers } from './source-tables.ts'

export interface Account {
  readonly dictionaries: Dictionaries
  /** Of all custom fields. */
  readonly fieldPlans: readonly Plan[]
  /** The text of the source of each custom field's row, by its id. */
  readonly fieldLists: ReadonlyMap<string, string>
}

/** Whose attributes they are, and what tells fields of one name apart. */
const ATTRIBUTES: readonly (readonly [string, FieldEntity, string])[] = [
  ['product', 'product', 'товар'],
  ['counterparty', 'partner', 'контрагент'],
  ['purchaseorder', 'procurement_document', 'заказ поставщику'],
  ['invoicein', 'procurement_document', 'счёт поставщика'],
  ['supply', 'procurement_document', 'приёмка'],
]
/** Longer than any such list; of those that fields choose from, more than a field can have is as good as all. */
const MOST = MAX_ARRAY_LENGTH + 1

/** Reads what a job has read of the account. */
export async function readAccount(tx: Tx, companyId: string, { id: jobId, checkpoint }: Job): Promise<Account> {
  const rowsIn = async (list: string): Promise<SourceRow[]> => {
    const rows = await listSourceRows(tx, companyId, { jobId, list, after: -1, limit: MOST })
    return rows.map(({ source }) => rowOf(parseSource(source)))
  }
  const options = new Map<string, readonly string[]>()
  for (const { list, skipped } of checkpoint.steps)
    if (list.startsWith('customentity:') && skipped === null)
      options.set(
        list.slice('customentity:'.length),
        (await rowsIn(list)).map(({ name }) => textOf(name)),
      )
  const attributes: AttributeSource[] = []
  const fieldLists = new Map<string, string>()
  for (const [entity, entityKind, label] of ATTRIBUTES) {
    const rows = await rowsIn(`attributes:${entity}`)
    attributes.push({ entityKind, label, rows })
    for (const row of rows) fieldLists.set(textOf(row.id), `attributes:${entity}`)
  }
  const { plans, fields } = planCustomFields(attributes, (id) => options.get(id))
  const dictionaries = dictionariesOf({
    priceTypes: await rowsIn('pricetype'),
    currencies: await rowsIn('currency'),
    units: await rowsIn('uom'),
    countries: await rowsIn('country'),
    fields,
    localFieldNames: await readFieldNames(tx, companyId),
    suppliers: await listSuppliers(tx, companyId, jobId),
  })
  return { dictionaries, fieldPlans: plans, fieldLists }
}

async function readFieldNames(tx: Tx, companyId: string): Promise<Partial<Record<FieldEntity, string[]>>> {
  const names: Partial<Record<FieldEntity, string[]>> = {}
  for (const text of await loadRecords(tx, companyId, 'customFields')) {
    const { entityKind, name } = JSON.parse(text) as { entityKind: FieldEntity; name: string }
    names[entityKind] = [...(names[entityKind] ?? []), name]
  }
  return names
}
