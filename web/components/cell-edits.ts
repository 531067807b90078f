/** What was typed into a grid and is not saved yet. */
/** What was typed, by the id of the row and the key of the column. What is not here is as the record has it. */
export type Edits = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface CellEdit {
  readonly row: string
  readonly column: string
  /** null: as the record has it. */
  readonly text: string | null
}

/** The edits with some more; a row without any is not in them. */
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
