/** The unsaved changes of a grid, by row and column. Each step can be undone and redone. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { type CellEdit, type Edits, withEdits } from './cell-edits.ts'

const MAX_STEPS = 100

export interface GridEdits {
  readonly now: Edits
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Applies changes as one undo step, however many cells they affect. */
  apply(changes: readonly CellEdit[]): void
  undo(): void
  redo(): void
  /** Discards the unsaved changes of rows that have been saved, and the undo history. */
  settle(rows: readonly string[]): void
}

interface Steps {
  readonly past: readonly Edits[]
  readonly now: Edits
  readonly future: readonly Edits[]
}

/**
 * Manages a grid's unsaved changes. After each change it passes all unsaved changes to `keep`, which stores them so
 * that they survive a reload.
 */
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
