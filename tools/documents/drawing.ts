/** Draws text and tables as SVG. Lengths are in points (72 to an inch). */

export interface Sheet {
  readonly width: number
  readonly height: number
  readonly font: string
  readonly size: number
  readonly parts: string[]
}

export function sheetOf(width: number, height: number, font: string, size: number): Sheet {
  return { width, height, font, size, parts: [] }
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export interface TextStyle {
  readonly size?: number
  readonly isBold?: boolean
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly colour?: string
}

export function drawText(sheet: Sheet, x: number, y: number, text: string, style: TextStyle = {}): void {
  const { size = sheet.size, isBold = false, anchor = 'start', colour = '#111' } = style
  sheet.parts.push(
    `<text x="${x}" y="${y}" font-family="${sheet.font}" font-size="${size}" ${isBold ? 'font-weight="bold"' : ''} text-anchor="${anchor}" fill="${colour}" xml:space="preserve">${escaped(text)}</text>`,
  )
}

export function drawLine(
  sheet: Sheet,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  thickness = 0.6,
): void {
  sheet.parts.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#222" stroke-width="${thickness}"/>`)
}

export interface TableColumn {
  readonly title: string
  readonly width: number
  readonly align: 'start' | 'middle' | 'end'
}

export interface TableStyle {
  readonly rules: 'grid' | 'rows' | 'none'
  readonly vertical: 'top' | 'middle'
  readonly shadedHead: boolean
  readonly padding: number
  /** Whether the table has a row of column numbers below the heading. */
  readonly numbering: boolean
}

/**
 * The assumed width of a letter, as a fraction of the font size. It is large because some fonts are wide, and breaking
 * a line too early is better than breaking it too late.
 */
const LETTER_WIDTH = 0.56

export function wrapped(text: string, width: number, size: number): string[] {
  const most = Math.max(3, Math.floor(width / (size * LETTER_WIDTH)))
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Whether a cell is a number. Numbers must stay on one line, because accounting programs never break them. */
const isFigure = (cell: string) => /^[\d\s.,'\u2009₽]+$/.test(cell)

/** Draws a table. Returns the vertical position below it. */
export function drawTable(
  sheet: Sheet,
  at: { x: number; y: number; columns: readonly TableColumn[] },
  rows: readonly (readonly string[])[],
  style: TableStyle,
): number {
  const { x, columns } = at
  const right = x + columns.reduce((sum, column) => sum + column.width, 0)
  let y = at.y
  const drawRow = (cells: readonly string[], options: { isHead: boolean; size: number }) => {
    const size = options.size
    const wraps = cells.map((cell, index) =>
      isFigure(cell) && !options.isHead ? [cell] : wrapped(cell, columns[index]!.width - 2 * style.padding, size),
    )
    const height = Math.max(...wraps.map((lines) => lines.length)) * size * 1.2 + 2 * style.padding
    if (options.isHead && style.shadedHead)
      sheet.parts.push(`<rect x="${x}" y="${y}" width="${right - x}" height="${height}" fill="#ddd"/>`)
    let left = x
    for (const [index, lines] of wraps.entries()) {
      const column = columns[index]!
      const anchor = options.isHead ? 'middle' : column.align
      const textX =
        anchor === 'start'
          ? left + style.padding
          : anchor === 'end'
            ? left + column.width - style.padding
            : left + column.width / 2
      const free = height - lines.length * size * 1.2
      const top = y + (style.vertical === 'top' && !options.isHead ? style.padding : free / 2)
      for (const [line, text] of lines.entries())
        drawText(sheet, textX, top + size * 0.95 + line * size * 1.2, text, {
          size,
          anchor,
          isBold: options.isHead && style.shadedHead,
        })
      if (style.rules === 'grid') drawLine(sheet, [left, y, left, y + height])
      left += column.width
    }
    if (style.rules === 'grid') drawLine(sheet, [right, y, right, y + height])
    if (style.rules !== 'none' || options.isHead) {
      drawLine(sheet, [x, y, right, y])
      drawLine(sheet, [x, y + height, right, y + height])
    }
    y += height
  }
  drawRow(
    columns.map((column) => column.title),
    { isHead: true, size: sheet.size * 0.92 },
  )
  if (style.numbering)
    drawRow(
      columns.map((_, index) => String(index + 1)),
      { isHead: false, size: sheet.size * 0.85 },
    )
  for (const row of rows) drawRow(row, { isHead: false, size: sheet.size })
  return y
}

export function svgOf(sheet: Sheet, extra = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" viewBox="0 0 ${sheet.width} ${sheet.height}"><rect width="100%" height="100%" fill="#fff"/>${sheet.parts.join('')}${extra}</svg>`
}

/** Draws a round stamp; lengths are in points. */
export function stampOf(
  x: number,
  y: number,
  radius: number,
  { text, colour }: { text: string; colour: string },
): string {
  const id = `ring${Math.round(x)}`
  return `<g opacity="0.75" stroke="${colour}" fill="none"><circle cx="${x}" cy="${y}" r="${radius}" stroke-width="1.6"/><circle cx="${x}" cy="${y}" r="${radius * 0.68}" stroke-width="0.8"/><path id="${id}" d="M ${x - radius * 0.78} ${y} a ${radius * 0.78} ${radius * 0.78} 0 1 1 ${radius * 1.56} 0" stroke="none"/><text font-family="DejaVu Sans" font-size="${radius * 0.16}" fill="${colour}" stroke="none"><textPath href="#${id}">${escaped(text)}</textPath></text><text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${radius * 0.17}" text-anchor="middle" fill="${colour}" stroke="none">ДЛЯ ДОКУМЕНТОВ</text></g>`
}

export function signatureOf(x: number, y: number, wobble: readonly number[]): string {
  const steps = wobble.map((value, index) => `q ${4 + index} ${value} ${8 + index} ${-value / 3}`).join(' ')
  return `<path d="M ${x} ${y} ${steps}" stroke="#22308a" stroke-width="1.3" fill="none" opacity="0.85"/>`
}
