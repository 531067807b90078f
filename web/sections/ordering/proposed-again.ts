/** Reloads proposals that are out of date. */
import { useEffect, useRef } from 'react'

/** Reloads the proposals when a command was refused, because they are then out of date. */
export function useAgain(refused: ReadonlyMap<string, unknown>, read: () => unknown): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (refused.size > 0) latest.current()
  }, [refused])
}
