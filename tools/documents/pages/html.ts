/** Parts from which documents are built as HTML. */
import type { Chance } from '../chance.ts'
import type { Deal, Line, Party, VatMode } from './trade.ts'

export type Paper = 'a4' | 'a4-landscape' | 'a5' | 'a5-landscape' | 'till-58' | 'till-80' | 'fanfold'

/** The size of each kind of paper, in millimetres. A till receipt is as long as its text. */
export const PAPERS: Readonly<Record<Paper, readonly [width: number, height: number | null]>> = {
  a4: [210, 297],
  'a4-landscape': [297, 210],
  a5: [148, 210],
  'a5-landscape': [210, 148],
  'till-58': [58, null],
  'till-80': [80, null],
  fanfold: [240, 305],
}

export interface Layout {
  readonly name: string
  readonly kind: 'invoice' | 'torg12' | 'upd' | 'receipt'
  readonly paper: Paper
  /** The range of font sizes for the table, in points. */
  readonly size: readonly [number, number]
  readonly vat: readonly VatMode[]
  readonly sku: boolean
  readonly hasUnits?: boolean
  readonly withDiscount?: boolean
  /** The largest number of item lines that certainly fit on one page. */
  readonly most: number
  /** Whether the document may take several pages. */
  readonly isLong?: boolean
  readonly fonts?: 'mono' | 'narrow'
  /** The trade whose goods this layout contains; if omitted, any trade. */
  readonly trade?: string
  /** Changes the contents of the document before it is printed, for example by a discount on the total. */
  adjusted?(deal: Deal, chance: Chance): Deal
  html(deal: Deal, chance: Chance): { body: string; css: string }
}

export const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export interface Column {
  readonly head: string
  /** The column's share of the table's width. */
  readonly width: number
  readonly align?: 'left' | 'right' | 'center'
  /** Returns the HTML of the column's cell for an item line. */
  cell(line: Line, index: number): string
}

export interface TableOptions {
  readonly columns: readonly Column[]
  readonly lines: readonly Line[]
  readonly className?: string
  /** The cells of a row of column numbers below the headings. */
  readonly marks?: readonly string[]
  /** The HTML of the table rows below the item lines. */
  readonly after?: string
  /** The HTML of the table rows above the headings. */
  readonly above?: string
  /** The number of item lines printed in earlier tables; 0 when omitted. */
  readonly from?: number
}

export function table({
  columns,
  lines,
  className = 'goods',
  marks,
  after = '',
  above = '',
  from = 0,
}: TableOptions): string {
  const wide = columns.reduce((sum, { width }) => sum + width, 0)
  const cols = columns.map(({ width }) => `<col style="width:${((100 * width) / wide).toFixed(2)}%">`).join('')
  const head = columns.map((column) => `<th>${column.head}</th>`).join('')
  const marked = marks === undefined ? '' : `<tr class="marks">${marks.map((mark) => `<td>${mark}</td>`).join('')}</tr>`
  const rows = lines.map(
    (line, index) =>
      `<tr>${columns.map(({ align = 'left', cell }) => `<td class="${align}">${cell(line, from + index)}</td>`).join('')}</tr>`,
  )
  return `<table class="${className}"><colgroup>${cols}</colgroup><thead>${above}<tr>${head}</tr>${marked}</thead><tbody>${rows.join('')}${after}</tbody></table>`
}

export const partyText = ({ name, inn, kpp, address }: Party) =>
  `${escaped(name)}, ИНН ${inn}${kpp === null ? '' : `, КПП ${kpp}`}, ${address}`

export const innKpp = ({ inn, kpp }: Party) => (kpp === null ? inn : `${inn}/${kpp}`)

/** Returns a round stamp. `left` and `top` are its offset from where it occurs in the text, in millimetres. */
export function stamp(chance: Chance, party: Party, [left, top]: readonly [number, number]): string {
  const colour = chance.of(['#2b3f9e', '#4450b8', '#1f5aa8', '#5a4aa8'])
  const ring = escaped(`${party.short} * ИНН ${party.inn} * `)
  const id = `ring${chance.whole(1, 1e6)}`
  const around = 2 * Math.PI * 34
  return `<svg class="stamp" style="left:${left + chance.between(-4, 4)}mm;top:${top + chance.between(-3, 3)}mm;transform:rotate(${chance.between(-25, 25)}deg)" viewBox="0 0 100 100" width="${chance.whole(34, 40)}mm" fill="none" stroke="${colour}"><circle cx="50" cy="50" r="46" stroke-width="1.8"/><circle cx="50" cy="50" r="29" stroke-width="0.9"/><path id="${id}" d="M 50 84 a 34 34 0 1 1 0.1 0" stroke="none"/><text stroke="none" fill="${colour}" font-size="7.5"><textPath href="#${id}" textLength="${around - 6}">${ring}</textPath></text><text x="50" y="49" text-anchor="middle" stroke="none" fill="${colour}" font-size="8">${chance.of(['Для', 'М.П.', 'ДЛЯ'])}</text><text x="50" y="59" text-anchor="middle" stroke="none" fill="${colour}" font-size="8">${chance.of(['документов', 'ДОКУМЕНТОВ', 'накладных'])}</text></svg>`
}

/**
 * Returns a signature as a pen stroke. `left` and `top` are its offset from where it occurs in the text, in
 * millimetres.
 */
export function signature(chance: Chance, [left, top]: readonly [number, number]): string {
  const strokes = Array.from(
    { length: 7 },
    (_, at) => `q ${3 + at} ${chance.between(-26, 26)} ${7 + at} ${chance.between(-5, 5)}`,
  )
  return `<svg class="stamp" style="left:${left}mm;top:${top}mm" viewBox="0 0 100 60" width="30mm" fill="none"><path d="M 4 30 ${strokes.join(' ')}" stroke="${chance.of(['#22308a', '#111', '#1a2a9a'])}" stroke-width="1.5"/></svg>`
}

/** Returns a page with the style that all pages share: the paper size, the font, and the minimum that a table needs. */
export function pageOf(
  layout: Layout,
  { body, css, font, size }: { body: string; css: string; font: string; size: number },
): string {
  const [width, height] = PAPERS[layout.paper]
  const margin = layout.paper.startsWith('till') ? '2mm 2.5mm' : layout.paper.startsWith('a5') ? '8mm' : '10mm 11mm'
  const page = height === null ? '' : `@page{size:${width}mm ${height}mm;margin:${margin}}`
  const till = height === null ? `body{width:${width}mm;padding:${margin};box-sizing:border-box}` : ''
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><style>${page}*{-webkit-print-color-adjust:exact}html,body{margin:0;background:#fff;color:#111}body{font-family:"${font}";font-size:${size}pt;line-height:1.2}${till}table{border-collapse:collapse;width:100%;table-layout:fixed}th,td{font-size:inherit;font-weight:inherit;text-align:left;vertical-align:top;padding:.15em .3em;overflow-wrap:normal}th{overflow-wrap:break-word}tr{break-inside:avoid}td.right{text-align:right;white-space:nowrap}td.center{text-align:center}.place{position:relative;height:0}.stamp{position:absolute;opacity:.75}.break{break-after:page}h1,p{margin:0}${css}</style><body>${body}</body></html>`
}
