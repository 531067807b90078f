import { day } from '../words/format.ts'
import type { Say } from '../words/words.ts'

interface OnPaper {
  readonly documentDate?: string
  readonly documentNumber?: string
}

/** Formats the number and date of a record's paper document; null if it has neither. */
export function paperText(core: Say<'core'>, { documentDate, documentNumber: number }: OnPaper): string | null {
  if (documentDate === undefined) return number === undefined ? null : core('numberedPaper', { number })
  const figures = { day: day(documentDate) }
  return number === undefined ? core('dated', figures) : core('datedNumber', { ...figures, number })
}
