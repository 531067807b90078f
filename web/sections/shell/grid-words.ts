/** The texts of every grid, and the readers of cells that several grids have. */
import { useMemo } from 'react'
import type { GridWords } from '../../components/grid.tsx'
import { type FigureWords, type Reading, readFigure } from '../../components/grid-text.ts'
import { languageNow, type Say, sayOf, useWords } from '../../words/words.ts'

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

const figureWords = (say: Say<'grid'>): FigureWords => ({
  noNumber: say('noNumber'),
  negative: say('negative'),
  tooLarge: say('tooLarge'),
  tooManyDecimals: (count) => say('tooManyDecimals', { count }),
})

/** A figure as it is typed in a cell. */
export const figureCell = (decimals: number) => ({
  align: 'end' as const,
  read: (typed: string) => readFigure(typed, decimals, figureWords(sayOf('grid'))),
  copied: (text: string) => (languageNow() === 'ru' ? text.replace('.', ',') : text),
})

/** A text of a cell, without the spaces around it. */
export function readText(typed: string, { max, isRequired }: { max: number; isRequired?: boolean }): Reading {
  const say = sayOf('grid')
  const text = typed.trim()
  if (isRequired === true && text === '') return { problem: say('required') }
  return text.length > max ? { problem: say('tooLong') } : { text }
}
