/** Computes the records that the import must create from MoySklad's purchase orders, supplier invoices and supplies. */
import { customValuesOf } from './expected-import-custom.ts'
import {
  exact,
  halfUp,
  hasFraction,
  idIn,
  kopecksOf,
  type Mapped,
  milliOf,
  momentIn,
  type Names,
  named,
  noteIn,
  quantity,
  roubles,
  textIn,
  typeIn,
} from './expected-import-values.ts'
import type { Row } from './fake-moysklad-shapes.ts'

export const PREFIXES: Readonly<Record<string, { kind: string; prefix: string; due: string | null }>> = {
  purchaseorder: { kind: 'purchase_order', prefix: 'EXT-PO-', due: 'deliveryPlannedMoment' },
  invoicein: { kind: 'supplier_invoice', prefix: 'EXT-INV-', due: 'paymentPlannedMoment' },
  supply: { kind: 'receipt', prefix: 'EXT-RCV-', due: null },
}

export function documentOf(entity: string, row: Row, names: Names): Mapped {
  const { kind, prefix, due } = PREFIXES[entity]!
  const codes: string[] = []
  const reference = (type: string, source: Row | undefined): string | null => {
    if (source === undefined) return null
    if (names.has(type, idIn(source))) return named(type, idIn(source))
    codes.push('missing_reference')
    return null
  }
  const isOurs = typeIn(row.agent) === 'organization'
  if (isOurs) codes.push('supplier_is_organization')
  if (row.applicable === false) codes.push('not_posted_in_source')
  if (!names.roubles.has(idIn(row.rate.currency))) codes.push('document_currency')
  const lines = row.positions.rows.flatMap((line: Row) => lineOf(line, names, codes))
  const { customValues, codes: custom } = customValuesOf(row, names)
  const total = lines.reduce((sum: bigint, { amount }: Row) => sum + amount, 0n)
  const record = {
    ...{
      kind,
      status: 'draft',
      reference: prefix + row.name,
      contractId: null,
      sourceDocumentId: null,
      importId: null,
    },
    supplier: isOurs ? null : (names.recordOf('partner', idIn(row.agent))?.name ?? null),
    supplierId: isOurs ? null : reference('partner', row.agent),
    organizationId: reference('organization', row.organization),
    warehouseId: reference('warehouse', row.store),
    ...{ issuedAt: momentIn(row.moment), dueAt: due === null ? null : momentIn(row[due]), note: noteOf(row) },
    ...{ customValues, postedAt: null, total: roubles(total) },
    lines: lines.map((line: Row) => ({ ...line, amount: roubles(line.amount) })),
  }
  const isRefused = ['document_currency', 'line_unsupported', 'required_reference_missing'].some((code) =>
    codes.includes(code),
  )
  return { record: isRefused ? null : record, codes: [...codes, ...custom] }
}

function lineOf(line: Row, names: Names, codes: string[]): Row[] {
  const { assortment, quantity: count, price, discount } = line
  if (line.pack !== undefined) codes.push('pack_line')
  if (exact(discount) !== 0n) codes.push('discount_applied')
  if (!['product', 'service', 'variant'].includes(typeIn(assortment))) {
    codes.push('line_unsupported')
    return []
  }
  if (typeIn(assortment) === 'service') codes.push('service_line')
  if (hasFraction(price, discount)) codes.push('price_rounded')
  const [milli, kopecks] = [milliOf(count), kopecksOf(price, discount)]
  const product = names.recordOf('product', idIn(assortment))
  if (product === undefined) codes.push('required_reference_missing')
  return [
    {
      ...{ productId: named('product', idIn(assortment)), name: product?.name, sku: product?.sku ?? null },
      ...{ quantity: quantity(milli), unitCost: roubles(kopecks), amount: halfUp(milli * kopecks, 1_000n) },
    },
  ]
}

/** Returns the expected note: the row's comment, followed by the supplier's own number and date. */
function noteOf({ description, incomingNumber, incomingDate }: Row): string | null {
  const number = textIn(incomingNumber)
  const day = textIn(incomingDate)?.slice(0, 10).split('-').reverse().join('.')
  const parts = [
    textIn(description),
    number === null ? null : `Входящий номер: ${number}`,
    day === undefined ? null : `Входящая дата: ${day}`,
  ]
  return noteIn(parts.filter((part) => part !== null).join('\n'))
}
