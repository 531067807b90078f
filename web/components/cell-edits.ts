/** Texts that were typed into a grid and are not saved yet. */
/** The typed texts, by row id and column key. A cell without an entry shows the record's value. */
export type Edits = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface CellEdit {
  readonly row: string
  readonly column: string
  /** The text to show in the cell; null restores the record's value. */
  readonly text: string | null
}

/** Applies changes to the unsaved texts. Rows whose last unsaved text was removed are dropped. */
export function withEdits(edits: Edits, changes: readonly CellEdit[]): Edits {
  const next: Record<string, Record<string, string>> = { ...edits }
  const touched = new Set<string>()
  for (const { row, column, text } of changes) {
    if (!touched.has(row)) next[row] = { ...next[row] }
    touched.add(row)
    if (text === null) delete next[row]![column]
    else next[row]![column] = text
  }
  for (const row of touched) if (Object.keys(next[row]!).length === 0) delete next[row]
  return next
}
