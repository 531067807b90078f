/**
 * Changes an imported account both in Skladno and in MoySklad, and computes the expected outcome of the next import.
 */
import type { Chance } from '../chance/chance.ts'
import type { Expected } from './expected-import.ts'
import type { FakeAccount } from './fake-moysklad-account.ts'
import { decimal, kopecks, type Row } from './fake-moysklad-shapes.ts'

/** A change that a user made in Skladno to the record imported from a MoySklad row. */
export interface LocalChange {
  readonly row: Row
  /** The record's field values after the change. */
  readonly record?: Row
  /** Codes that the next import report must show for the row, in addition to the codes that the row always has. */
  readonly codes?: readonly string[]
}

/**
 * Returns the records that another import must produce: MoySklad's data, except for the changes that users made in
 * Skladno. `before` is the result of the previous import.
 */
export function expectedAfter(
  before: readonly Expected[],
  after: readonly Expected[],
  changes: readonly LocalChange[],
): Expected[] {
  const old = new Map(before.map((one) => [one.externalId, one]))
  const local = new Map(changes.map((change) => [change.row.id as string, change]))
  return after.map((one) => {
    const change = local.get(one.externalId)
    const record = withOldNames(one.record, old.get(one.externalId)?.record)
    if (change === undefined || record === null) return { ...one, record }
    return { ...one, record: { ...record, ...change.record }, codes: new Set([...one.codes, ...(change.codes ?? [])]) }
  })
}

/**
 * Returns a document with its previous names, because a document keeps the name of its supplier and of each product in
 * its lines.
 */
function withOldNames(record: Row | null, old: Row | null | undefined): Row | null {
  if (record?.lines === undefined || !old) return record
  const known = new Map<string, Row>(old.lines.toReversed().map((line: Row) => [line.productId, line]))
  const lines = record.lines.map((line: Row) => {
    const { name, sku } = known.get(line.productId) ?? line
    return { ...line, name, sku }
  })
  return { ...record, lines, supplier: record.supplierId === old.supplierId ? old.supplier : record.supplier }
}

/** Changes a share of the MoySklad rows of each kind. Returns the changed documents, which the next import must import again. */
export function changeSource({ rows }: FakeAccount, chance: Chance, share: number): Row[] {
  const some = (entity: string) => rows.get(entity)!.filter(() => chance.happens(share))
  for (const row of [...some('product'), ...some('service')]) {
    const kind = chance.below(4)
    if (kind === 0) row.name = `${row.name} *`
    if (kind === 1) row.salePrices[0].value = kopecks(chance.between(100, 900_000))
    if (kind === 2) row.description = `Изменено: ${chance.below(1_000)}`
    if (kind === 3) row.barcodes = [{ code128: `НОВ-${chance.below(1_000_000)}` }]
  }
  for (const row of some('counterparty')) {
    if (chance.happens(0.5)) row.phone = `+7 900 ${chance.below(10_000_000)}`
    else row.tags = [...row.tags, `группа ${chance.below(100)}`]
  }
  const documents = ['purchaseorder', 'invoicein', 'supply'].flatMap(some)
  for (const { positions } of documents) positions.rows[0].quantity = decimal(`${chance.between(201, 400)}.5`)
  return documents
}
