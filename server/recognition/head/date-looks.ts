/** Reads the document's date again at the places where it is printed, until two readings agree. */
import type { Look, LookAgain } from '../picture/looks.ts'
import type { Piece } from '../picture/pieces.ts'
import { datesIn } from '../words/dates.ts'

const LOOKS: readonly Look[] = ['text', 'text-larger', 'text-smaller']

/** The maximum number of places to search for a date if none was readable. */
const MAX_PLACES = 4

interface Dated {
  readonly issuedAt: string | null
  /** The title's place on the page, and how that place has already been reread. */
  readonly place: Piece | null
  readonly looks: readonly Look[]
  readonly datePlaces: readonly Piece[]
}

/**
 * Reads the date again. `read`: the dates found when the title was reread. @returns all dates found, in the order of
 * the readings.
 */
export async function dateReadAgain(
  { issuedAt, datePlaces, place: title, looks }: Dated,
  read: readonly (string | null)[],
  again: LookAgain,
): Promise<string[]> {
  const dates = read.filter((one) => one !== null)
  const areAgreed = () => dates.some((date, at) => dates.indexOf(date) !== at)
  for (const place of datePlaces.slice(0, MAX_PLACES)) {
    for (const look of LOOKS) {
      if (areAgreed()) return dates
      if (title !== null && isSame(place, title) && looks.includes(look)) continue
      const seen = datesIn(await again(place.page, place, look))
      const date = issuedAt !== null && seen.includes(issuedAt) ? issuedAt : seen[0]
      if (date !== undefined) dates.push(date)
      // If two attempts found no date at a place, the place is not read a third time.
      else if (issuedAt === null && look !== LOOKS[0]) break
    }
  }
  return dates
}

const isSame = (one: Piece, other: Piece) => one.page === other.page && one.top === other.top && one.left === other.left

/**
 * Returns the date that was read most often. Among equally frequent dates, prefers one whose year also occurs in the
 * document's other dates.
 */
export function likeliestDate(
  dates: readonly string[],
  others: readonly string[],
): { readonly value: string | null; readonly isDoubtful: boolean } {
  const countOf = (date: string) => dates.filter((one) => one === date).length
  const hasYear = (date: string) => others.some((one) => one !== date && one.slice(0, 4) === date.slice(0, 4))
  const weightOf = (date: string) => countOf(date) + (hasYear(date) ? 0.5 : 0)
  const best = dates.reduce<string | null>(
    (one, other) => (one === null || weightOf(other) > weightOf(one) ? other : one),
    null,
  )
  return { value: best, isDoubtful: best !== null && countOf(best) < 2 }
}
