/** When the user leaves a sheet with unsaved rows, says that they are stored and how to return to them. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from '../components/toast.tsx'
import { useWords } from '../words/words.ts'

/** `count`: how many rows are unsaved; `path`: their page. */
export function useKeptWord(count: number, path: string): void {
  const say = useWords('grid')
  const navigate = useNavigate()
  const tell = useRef(() => {})
  tell.current = () => {
    if (count > 0) toast(say('rowsKept', { count }), { label: say('toRows'), run: () => void navigate({ to: path }) })
  }
  useEffect(() => () => tell.current(), [])
}
