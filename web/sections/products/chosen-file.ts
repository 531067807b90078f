/**
 * Saves the selected products as a CSV file. The browser makes this file; a file of the whole list comes from the
 * server.
 */
import { dsvFormat } from 'd3-dsv'
import type { Product } from '../../../sdk/types.ts'
import { languageNow, sayOf } from '../../words/words.ts'

/** The byte order mark that begins the file. Without it, spreadsheets would not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const LET_GO_MS = 60_000

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
const safe = (text: string | null) => (text !== null && /^[=+\-@\t\r]/.test(text) ? `'${text}` : (text ?? ''))

export function downloadRows(rows: readonly Product[]): void {
  const say = sayOf('products')
  const isRussian = languageNow() === 'ru'
  const figure = (value: number | null) =>
    value === null ? '' : isRussian ? String(value).replace('.', ',') : String(value)
  const heads = [say('name'), say('sku'), say('barcodes'), say('price'), say('minStock'), say('uom'), say('category')]
  const lines = rows.map((row) => [
    safe(row.name),
    safe(row.sku),
    safe(row.barcodes.join(', ')),
    figure(row.price),
    figure(row.minStock),
    safe(row.uom),
    safe(row.category),
  ])
  const text = dsvFormat(isRussian ? ';' : ',').formatRows([heads, ...lines])
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${say('title')}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), LET_GO_MS)
}
