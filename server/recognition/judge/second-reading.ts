/** Compares two readings of a page: if the first reading does not add up, the page is read again at another scale. */
import type { Reading } from '../words/extraction.ts'
import { judgedLines } from './judge.ts'
import { judgedTotal } from './judged-total.ts'

/**
 * The height to which letters are scaled for the second reading, in pixels. It is smaller than usual, which closes
 * gaps and smooths ragged print.
 */
export const OTHER_LETTER_HEIGHT = 11

/** The number of characters of text below which a page is not read again, because another scale would not help. */
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

/** Whether no line adds up and no total is confirmed. */
export function addsUpNowhere(reading: Reading): boolean {
  const { isBorneOut, right } = scoreOf(reading)
  return right === 0 && !isBorneOut
}

/** Whether a page with text has item lines that do not add up, either by themselves or to the total. */
export function hasRemainder(reading: Reading): boolean {
  const { isBorneOut, wrong } = scoreOf(reading)
  return reading.text.length >= MIN_TEXT && (!isBorneOut || wrong > 0)
}

/**
 * Returns the reading that adds up better, or the first reading if both add up equally well. Number, date and supplier
 * come from the first reading that has them.
 */
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
