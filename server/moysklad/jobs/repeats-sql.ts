/**
 * Finds SKUs and barcodes shared by several products. MoySklad and Skladno both allow this, but it is rarely intended,
 * so such rows get a warning instead of being refused.
 */
import type { Tx } from '../../store/database.ts'
import { type MappingProblem, mappingProblem } from '../mapping/plan.ts'
import type { MappingProblemCode } from '../mapping/problem-codes.ts'

/** The maximum number of codes of each kind that are reported. A longer report would not help. */
const MOST_CODES = 1_000
const MOST_ROWS = 100
const SHOWN = 3

/**
 * Queries for the codes of the products in this import (`own`) and of existing products that the import does not change
 * (`here`).
 */
const CODES: Readonly<Record<'sku_repeated' | 'barcode_repeated', { readonly own: string; readonly here: string }>> = {
  sku_repeated: {
    own: `select number, internal_id, name, body::json->>'sku' as code from rows where json_typeof(body::json->'sku') = 'string'`,
    here: `select id, name, sku as code from products where company_id = $1 and not archived and sku is not null`,
  },
  barcode_repeated: {
    own: `select number, internal_id, name, json_array_elements_text(body::json->'barcodes') as code
            from rows where json_typeof(body::json->'barcodes') = 'array'`,
    here: `select id, name, json_array_elements_text(record::json->'barcodes') as code
             from products where company_id = $1 and not archived`,
  },
}

const statementOf = ({ own, here }: { own: string; here: string }): string =>
  `with rows as (select number, internal_id, name, body from extsys_rows
                  where company_id = $1 and job_id = $2 and body is not null and not archived
                    and entity_type in ('product', 'service', 'variant', 'bundle')),
        own as (${own}),
        here as (${here}),
        found as (select number, name, code from own
                  union all
                  select null, name, code from here
                   where not exists (select from rows where rows.internal_id = here.id))
   select code, (array_agg(number order by number) filter (where number is not null))[1:${MOST_ROWS}] as numbers,
          (array_agg(name order by number))[1:${SHOWN}] as names, count(*) as count
     from found
    group by code
   having count(*) > 1 and count(number) > 0
    order by min(number) limit ${MOST_CODES}`

interface Found {
  code: string
  numbers: number[]
  names: string[]
  count: number
}

/** Returns the warnings about repeated codes, by row number. */
export async function findRepeats(tx: Tx, companyId: string, jobId: string): Promise<Map<number, MappingProblem[]>> {
  const problems = new Map<number, MappingProblem[]>()
  for (const [code, statement] of Object.entries(CODES)) {
    const { rows } = await tx.query<Found>(statementOf(statement), [companyId, jobId])
    for (const { code: repeated, numbers, names, count } of rows) {
      const more = count > names.length ? `… (${count})` : ''
      const value = `${names.map((name) => `«${name}»`).join(', ')}${more}`
      const problem = mappingProblem(code as MappingProblemCode, { field: `codes: ${repeated}`, value })
      for (const number of numbers) problems.set(number, [...(problems.get(number) ?? []), problem])
    }
  }
  return problems
}
