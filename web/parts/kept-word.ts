/** Who leaves a sheet with rows that are not saved is told that they are kept, and how to come back to them. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from '../components/toast.tsx'
import { useWords } from '../words/words.ts'

/** `count`: so many rows are not saved; `path`: where they are. */
export function useKeptWord(count: number, path: string): void {
  const say = useWords('grid')
  const navigate = useNavigate()
  const tell = useRef(() => {})
  tell.current = () => {
    if (count > 0) toast(say('rowsKept', { count }), { label: say('toRows'), run: () => void navigate({ to: path }) })
  }
  useEffect(() => () => tell.current(), [])
}
