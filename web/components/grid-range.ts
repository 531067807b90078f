/** Positions in a grid: the current cell, the selection, and where each key moves to. */
export interface Place {
  readonly row: number
  readonly column: number
}

/**
 * A selection of cells. The anchor is the cell where the selection began and which is edited; the head is the cell it
 * was extended to.
 */
export interface Range {
  readonly anchor: Place
  readonly head: Place
}

export interface Size {
  readonly rows: number
  readonly columns: number
}

export const at = (place: Place): Range => ({ anchor: place, head: place })

/** Returns the first and last cell of a range. */
export function cornersOf({ anchor, head }: Range): { readonly first: Place; readonly last: Place } {
  return {
    first: { row: Math.min(anchor.row, head.row), column: Math.min(anchor.column, head.column) },
    last: { row: Math.max(anchor.row, head.row), column: Math.max(anchor.column, head.column) },
  }
}

export const sizeOf = (range: Range): Size => {
  const { first, last } = cornersOf(range)
  return { rows: last.row - first.row + 1, columns: last.column - first.column + 1 }
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** Returns the place if it is inside the grid, otherwise the nearest place that is. */
export const inside = ({ row, column }: Place, size: Size): Place => ({
  row: within(row, size.rows),
  column: within(column, size.columns),
})

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Returns where an arrow, Home, End or Page key moves the current cell; null for any other key. */
export function placeAfter({ key, ctrlKey, metaKey }: KeyPress, from: Place, size: Size & { readonly page: number }) {
  const isFar = ctrlKey || metaKey
  const { row, column } = from
  const steps: Readonly<Record<string, Place>> = {
    ArrowDown: { row: isFar ? size.rows : row + 1, column },
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowRight: { row, column: isFar ? size.columns : column + 1 },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: row - size.page, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? size.rows : row, column: size.columns },
  }
  const next = steps[key]
  return next === undefined ? null : inside(next, size)
}

/**
 * Assigns pasted cells to grid cells, beginning at the selection's first cell. In each direction the pasted cells are
 * repeated if a whole number of copies fills the selection; otherwise they are pasted once.
 */
export function pastedAt(cells: readonly (readonly string[])[], range: Range): (Place & { readonly typed: string })[] {
  const { first } = cornersOf(range)
  const selected = sizeOf(range)
  const height = cells.length
  const width = Math.max(...cells.map((line) => line.length))
  const rows = selected.rows % height === 0 ? selected.rows : height
  const columns = selected.columns % width === 0 ? selected.columns : width
  const pasted: (Place & { typed: string })[] = []
  for (let down = 0; down < rows; down += 1)
    for (let right = 0; right < columns; right += 1) {
      const typed = cells[down % height]![right % width]
      if (typed !== undefined) pasted.push({ row: first.row + down, column: first.column + right, typed })
    }
  return pasted
}
