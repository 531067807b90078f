/** What was changed in a grid and is not saved yet: by row and column, with each step that can be taken back. */
import { useCallback, useMemo, useRef, useState } from 'react'

/** What was typed, by the id of the row and the key of the column. What is not here is as the record has it. */
export type Edits = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface CellEdit {
  readonly row: string
  readonly column: string
  /** null: as the record has it. */
  readonly text: string | null
}

const MAX_STEPS = 100

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

export interface GridEdits {
  readonly now: Edits
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** One step, however many cells. */
  apply(changes: readonly CellEdit[]): void
  undo(): void
  redo(): void
  /** These rows are saved: there is nothing to be taken back any more. */
  settle(rows: readonly string[]): void
}

interface Steps {
  readonly past: readonly Edits[]
  readonly now: Edits
  readonly future: readonly Edits[]
}

/** The edits of a grid; `keep` is told of each change, to have them after a reload. */
export function useGridEdits(initial: () => Edits, keep: (edits: Edits) => void): GridEdits {
  const [steps, setSteps] = useState<Steps>(() => ({ past: [], now: initial(), future: [] }))
  const latest = useRef(steps)
  const told = useRef(keep)
  told.current = keep
  const take = useCallback((next: Steps) => {
    latest.current = next
    told.current(next.now)
    setSteps(next)
  }, [])
  const acts = useMemo(
    () => ({
      apply: (changes: readonly CellEdit[]) => {
        const { past, now } = latest.current
        if (changes.length === 0) return
        take({ past: [...past.slice(1 - MAX_STEPS), now], now: withEdits(now, changes), future: [] })
      },
      undo: () => {
        const { past, now, future } = latest.current
        if (past.length > 0) take({ past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] })
      },
      redo: () => {
        const { past, now, future } = latest.current
        if (future.length > 0) take({ past: [...past, now], now: future[0]!, future: future.slice(1) })
      },
      settle: (rows: readonly string[]) => {
        const now = { ...latest.current.now }
        for (const row of rows) delete now[row]
        take({ past: [], now, future: [] })
      },
    }),
    [take],
  )
  return { now: steps.now, canUndo: steps.past.length > 0, canRedo: steps.future.length > 0, ...acts }
}
