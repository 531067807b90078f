/** A page whose lines and total leave a remainder is read once more at another scale: which of the two readings is better. */
import type { Reading } from '../words/extraction.ts'
import { judgedLines } from './judge.ts'
import { judgedTotal } from './judged-total.ts'

/** Letters of this height, in pixels, instead of the usual: smaller ones close gaps, and smooth what a printer left ragged. */
export const OTHER_LETTER_HEIGHT = 11

/** A page with so little text on it has nothing that another scale would bring to light. */
const MIN_TEXT = 80

interface Score {
  readonly isBorneOut: boolean
  readonly right: number
  readonly wrong: number
}

function scoreOf(reading: Reading): Score {
  const verdicts = judgedLines(reading)
  const { isBorneOut } = judgedTotal(verdicts, reading.totals)
  const right = verdicts.filter(({ addsUp, isMended }) => addsUp && !isMended).length
  return { isBorneOut, right, wrong: verdicts.length - right }
}

/** No line does, and there is no total that the lines bear out. */
export function addsUpNowhere(reading: Reading): boolean {
  const { isBorneOut, right } = scoreOf(reading)
  return right === 0 && !isBorneOut
}

/** There is text, and the lines do not add up to the total, or not to themselves. */
export function hasRemainder(reading: Reading): boolean {
  const { isBorneOut, wrong } = scoreOf(reading)
  return reading.text.length >= MIN_TEXT && (!isBorneOut || wrong > 0)
}

/** The reading that the arithmetic prefers, the first when neither is better. What is said of the head comes from the first that says it. */
export function betterReading(first: Reading, second: Reading): Reading {
  const [one, other] = [scoreOf(first), scoreOf(second)]
  const isBetter =
    one.isBorneOut === other.isBorneOut
      ? other.right - other.wrong > one.right - one.wrong
      : other.isBorneOut && other.right >= one.right
  const { name, inn } = first.supplier
  const head = {
    reference: first.reference ?? second.reference,
    issuedAt: first.issuedAt ?? second.issuedAt,
    supplier: { name: name ?? second.supplier.name, inn: inn ?? second.supplier.inn },
  }
  return isBetter ? { ...first, ...head, lines: second.lines, totals: second.totals } : { ...first, ...head }
}
