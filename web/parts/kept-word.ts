/**
 * When the user leaves a grid with unsaved rows, a message says that they are stored in the browser and offers to
 * return to them.
 */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from '../components/toast.tsx'
import { useWords } from '../words/words.ts'

/**
 * Shows a message about unsaved rows when the user leaves their grid. `count` is the number of unsaved rows, `path` the
 * address of the grid.
 */
export function useKeptWord(count: number, path: string): void {
  const say = useWords('grid')
  const navigate = useNavigate()
  const tell = useRef(() => {})
  tell.current = () => {
    if (count > 0) toast(say('rowsKept', { count }), { label: say('toRows'), run: () => void navigate({ to: path }) })
  }
  useEffect(() => () => tell.current(), [])
}
