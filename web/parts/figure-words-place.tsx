/** Provides the texts of number fields to all fields in the app. */
import { type ReactNode, useMemo } from 'react'
import { FigureWordsPlace } from '../components/number-field.tsx'
import { useWords } from '../words/words.ts'
import { figureWords } from './figure-words.ts'

export function FigureWords({ children }: { readonly children: ReactNode }) {
  const say = useWords('core')
  const words = useMemo(() => figureWords(say), [say])
  return <FigureWordsPlace words={words}>{children}</FigureWordsPlace>
}
