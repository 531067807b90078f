/**
 * Finds the sentence that introduces the parties in contracts and акты. It spans several rows, and each party's role
 * («Поставщик») comes after its name.
 */
import { type Row, textOf } from '../picture/pieces.ts'
import { partyNamesIn } from './party-names.ts'
import { type Side, sideOf } from './party-words.ts'

/** The part of the sentence about one party: «ООО «Вектор», ИНН 7701234567, в лице …, именуемое «Поставщик»». */
interface Clause {
  /** The party's side; null when the word for its role is not readable. */
  readonly side: Side | null
  readonly text: string
  readonly row: Row
}

export interface Preamble {
  readonly clauses: readonly Clause[]
  /** The rows that are not part of the contract's opening sentence. */
  readonly others: readonly Row[]
}

/**
 * Words before the name of a role: «именуемое в дальнейшем «Поставщик»», «далее — «Поставщик»», «(далее по тексту —
 * Продавец)».
 */
const CALLED = /именуе\p{L}*|далее\s*(?:по\s+тексту\s*)?[-—–:]?\s*[«"“„]?\s*(?=постав|прода|покуп|заказ|исполн)/iu
const CALLED_AS =
  /(?:именуе\p{L}*\s+(?:в\s+дальнейшем\s+)?(?:как\s+)?|далее\s*(?:по\s+тексту\s*)?)[^\p{L}]{0,4}(\p{L}{4,})/giu

/** The maximum number of rows with the name, address and signatory before the role of the first party. */
const MAX_ROWS_BEFORE = 3
const MAX_ROWS = 10

/**
 * Finds the sentence that introduces the parties, and the parties in it. If there is no such sentence, all rows are in
 * `others`.
 */
export function preambleOf(rows: readonly Row[]): Preamble {
  const texts = rows.map(textOf)
  const called = texts.findIndex((text) => CALLED.test(text))
  const nothing = { clauses: [], others: rows }
  if (called === -1) return nothing
  const hasName = (from: number) =>
    partyNamesIn(
      texts
        .slice(from, called + 1)
        .join(' ')
        .split(CALLED)[0]!,
    ).length > 0
  const starts = Array.from({ length: MAX_ROWS_BEFORE + 1 }, (_, up) => called - up)
  const start = starts.find((from) => from >= 0 && hasName(from))
  if (start === undefined) return nothing
  const last = texts.slice(0, start + MAX_ROWS).findLastIndex((text) => CALLED.test(text))
  // The word for the role may be in the next row.
  const end = /именуе\p{L}*(?:\s+в)?(?:\s+дальнейшем)?\P{L}*$/iu.test(texts[last]!) ? last + 2 : last + 1
  const clauses = clausesOf(texts.slice(start, end).join(' '), rows[start]!)
  if (!clauses.some(({ side }) => side !== null)) return nothing
  return { clauses, others: [...rows.slice(0, start), ...rows.slice(end)] }
}

function clausesOf(sentence: string, row: Row): Clause[] {
  let from = 0
  return [...sentence.matchAll(CALLED_AS)].map((match) => {
    const text = sentence.slice(from, match.index)
    from = match.index + match[0].length
    return { side: sideOf(match[1]!), text, row }
  })
}
