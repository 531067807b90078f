/** The texts of all grids, and functions that several grids use to read their cells. */
import { useMemo } from 'react'
import { type FigureReading, readFigure } from '../../spellings/figures.ts'
import type { GridWords } from '../components/grid-props.ts'
import { languageNow, sayOf, useWords } from '../words/words.ts'
import { figureWords } from './figure-words.ts'

export function useGridWords(label: string): GridWords {
  const say = useWords('grid')
  return useMemo(
    () => ({
      label,
      loading: say('loading'),
      changed: say('changed'),
      problem: say('problem'),
      saving: say('saving'),
    }),
    [label, say],
  )
}

/** Reads and formats the cells of a column of numbers with at most this many decimals. */
export const figureCell = (decimals: number) => ({
  align: 'end' as const,
  read: (typed: string) => readFigure(typed, decimals, figureWords(sayOf('core'))),
  copied: (text: string) => (languageNow() === 'ru' ? text.replace('.', ',') : text),
})

/** Reads the text typed into a cell: removes spaces at both ends, and refuses text that is too long or missing. */
export function readText(typed: string, { max, isRequired }: { max: number; isRequired?: boolean }): FigureReading {
  const say = sayOf('grid')
  const text = typed.trim()
  if (isRequired === true && text === '') return { problem: say('required') }
  return text.length > max ? { problem: say('tooLong') } : { text }
}
