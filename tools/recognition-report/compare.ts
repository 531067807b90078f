/** Compares the data extracted from a document with its truth (the expected results) and lists the errors by cause. */
import { differingLetters } from '../../server/recognition/table/letter-doubts.ts'
import type { ExtractedLine, Extraction, LinePlace } from '../../server/recognition/words/extraction.ts'
import { foldedCode, foldedNumber, foldedUnit, nameLikeness, partyLikeness } from './folding.ts'

interface TruthLine {
  readonly name: string
  readonly sku?: string
  readonly unit?: string
  readonly quantity: number
  readonly unitCost: number
}

export interface Truth {
  readonly kind: string
  readonly number: string
  readonly date: string
  readonly supplier: { readonly name: string; readonly inn: string }
  readonly lines: readonly TruthLine[]
  readonly total: number
  readonly meta?: {
    readonly layout?: string
    readonly template?: string
    readonly damage?: string
    readonly way?: string
    readonly name?: string
    readonly hopeless?: boolean
  }
}

/** The checks made for each document, in the order in which they are printed. */
export const CHECKS = [
  'kind',
  'number',
  'number by byte',
  'number, or marked as doubtful',
  'date',
  'date, or marked as doubtful',
  'ИНН',
  'supplier name',
  'total',
  'line',
  'name',
  'name, except for marked letters',
  'letters of right names without a mark',
  'name without a mark',
  'unit',
  'sku, ignoring look-alike letters',
  'sku, or marked as doubtful',
  'sku by byte',
  'no sku where there is none',
  'whole document',
] as const
export type Check = (typeof CHECKS)[number]

export const CAUSES = [
  'row lost',
  'row made up',
  'quantity',
  'price',
  'name',
  'wrong letter without a mark',
  'unit',
  'sku',
  'kind',
  'number',
  'date',
  'ИНН',
  'supplier name',
  'total',
  'wrong and unflagged',
] as const
export type Cause = (typeof CAUSES)[number]

export interface Fault {
  readonly cause: Cause
  readonly truth: string
  readonly read: string
  readonly confidence?: number
  readonly place?: LinePlace
}

export interface Comparison {
  /** For each check: the number of correct values and the number of all values. */
  readonly checks: Partial<Record<Check, [right: number, all: number]>>
  readonly faults: readonly Fault[]
  /**
   * For recognized lines of high confidence: the number of correct lines, and the number of all lines. `unsure` is the
   * same for low confidence.
   */
  readonly sure: [right: number, all: number]
  readonly unsure: [right: number, all: number]
  readonly nameLikenesses: readonly number[]
  readonly isFlagged: boolean
}

const GOOD_NAME = 0.9
const SURE = 0.9
/** The similarity below which two lines are different lines. */
const SAME_LINE = 0.45

const milli = (line: TruthLine) => Math.round(line.quantity * 1000)
const minor = (line: TruthLine) => Math.round(line.unitCost * 100)
const isExact = (line: ExtractedLine, truth: TruthLine) =>
  line.quantity === milli(truth) && line.unitCost === minor(truth)

interface Tally {
  readonly checks: Partial<Record<Check, [number, number]>>
  readonly faults: Fault[]
}

function check({ checks, faults }: Tally, name: Check, isRight: boolean, fault?: Fault): boolean {
  const entry = checks[name] ?? [0, 0]
  checks[name] = [entry[0] + (isRight ? 1 : 0), entry[1] + 1]
  if (!isRight && fault !== undefined) faults.push(fault)
  return isRight
}

export function compare(extraction: Extraction, truth: Truth): Comparison {
  const tally: Tally = { checks: {}, faults: [] }
  const { checks, faults } = tally
  const total = Math.round(truth.total * 100)
  const field = (name: Check & Cause, isRight: boolean, [read, right]: readonly [unknown, unknown]) =>
    check(tally, name, isRight, { cause: name, truth: String(right), read: String(read) })
  field('kind', extraction.kind === truth.kind, [extraction.kind, truth.kind])
  const read = extraction.reference ?? ''
  field('number', foldedNumber(read) === foldedNumber(truth.number), [extraction.reference, truth.number])
  check(tally, 'number by byte', read === truth.number)
  const isTold = (doubt: string) => extraction.warnings.some(({ code }) => code === doubt)
  check(
    tally,
    'number, or marked as doubtful',
    foldedNumber(read) === foldedNumber(truth.number) || isTold('NUMBER_DOUBTFUL'),
  )
  check(tally, 'date, or marked as doubtful', extraction.issuedAt === truth.date || isTold('DATE_DOUBTFUL'))
  field('date', extraction.issuedAt === truth.date, [extraction.issuedAt, truth.date])
  field('ИНН', extraction.supplier.inn === truth.supplier.inn, [extraction.supplier.inn, truth.supplier.inn])
  const { name } = extraction.supplier
  field('supplier name', partyLikeness(name ?? '', truth.supplier.name) >= GOOD_NAME, [name, truth.supplier.name])
  field('total', extraction.total === total, [extraction.total === null ? null : extraction.total / 100, truth.total])
  const lines = compareLines(tally, extraction.lines, truth.lines)
  const isWhole = check(tally, 'whole document', lines.areRight && extraction.total === total)
  const isFlagged = extraction.warnings.length > 0
  if (!isWhole && !isFlagged)
    faults.push({
      cause: 'wrong and unflagged',
      truth: `${truth.lines.length} lines, ${truth.total}`,
      read: `${extraction.lines.length} lines, ${(extraction.total ?? 0) / 100}`,
    })
  return { checks, faults, ...lines.certainty, nameLikenesses: lines.nameLikenesses, isFlagged }
}

interface LinesCompared {
  readonly areRight: boolean
  readonly certainty: Pick<Comparison, 'sure' | 'unsure'>
  readonly nameLikenesses: number[]
}

function compareLines(tally: Tally, lines: readonly ExtractedLine[], truths: readonly TruthLine[]): LinesCompared {
  const partners = partnersOf(lines, truths)
  const certainty = { sure: [0, 0] as [number, number], unsure: [0, 0] as [number, number] }
  const nameLikenesses: number[] = []
  for (const [index, truth] of truths.entries()) {
    const line = partners.get(index)
    if (line === undefined) {
      check(tally, 'line', false, { cause: 'row lost', truth: textOf(truth), read: '' })
      continue
    }
    check(tally, 'line', isExact(line, truth))
    compareFigures(tally, line, truth)
    nameLikenesses.push(compareTexts(tally, line, truth))
  }
  const matched = new Set(partners.values())
  const exact = new Set([...partners].filter(([index, line]) => isExact(line, truths[index]!)).map(([, line]) => line))
  for (const line of lines) {
    const bucket = line.confidence >= SURE ? certainty.sure : certainty.unsure
    bucket[1]++
    if (exact.has(line)) bucket[0]++
    if (!matched.has(line))
      tally.faults.push({ cause: 'row made up', truth: '', read: lineText(line), ...markOf(line) })
  }
  return { areRight: exact.size === truths.length && lines.length === truths.length, certainty, nameLikenesses }
}

const textOf = (truth: TruthLine) => `${truth.name} ${truth.unit ?? ''} ${truth.quantity} × ${truth.unitCost}`
const lineText = ({ name, quantity, unitCost }: ExtractedLine) =>
  `${name} ${quantity === null ? '?' : quantity / 1000} × ${unitCost === null ? '?' : unitCost / 100}`
const markOf = ({ confidence, place }: ExtractedLine) => ({ confidence, ...(place === undefined ? {} : { place }) })

function compareFigures({ faults }: Tally, line: ExtractedLine, truth: TruthLine): void {
  if (line.quantity !== milli(truth))
    faults.push({
      cause: 'quantity',
      truth: String(truth.quantity),
      read: line.quantity === null ? '' : String(line.quantity / 1000),
      ...markOf(line),
    })
  if (line.unitCost !== minor(truth))
    faults.push({
      cause: 'price',
      truth: String(truth.unitCost),
      read: line.unitCost === null ? '' : String(line.unitCost / 100),
      ...markOf(line),
    })
}

/** Compares the texts of a line with the truth. Returns how similar the names are. */
function compareTexts(tally: Tally, line: ExtractedLine, truth: TruthLine): number {
  const alike = nameLikeness(line.name, truth.name)
  const fault = (cause: Cause, right: string, read: string | null): Fault => ({
    cause,
    truth: right,
    read: read ?? '',
    ...markOf(line),
  })
  check(tally, 'name', alike >= GOOD_NAME, fault('name', truth.name, line.name))
  compareLetters(tally, line, fault('wrong letter without a mark', truth.name, line.name))
  if (truth.unit !== undefined)
    check(tally, 'unit', foldedUnit(line.unit ?? '') === foldedUnit(truth.unit), fault('unit', truth.unit, line.unit))
  if (truth.sku === undefined) check(tally, 'no sku where there is none', line.sku === null, fault('sku', '', line.sku))
  else {
    check(tally, 'sku by byte', line.sku === truth.sku)
    const isSame = foldedCode(line.sku ?? '') === foldedCode(truth.sku)
    check(tally, 'sku, ignoring look-alike letters', isSame, fault('sku', truth.sku, line.sku))
    check(tally, 'sku, or marked as doubtful', isSame || (line.doubts?.sku.length ?? 0) > 0)
  }
  return alike
}

/**
 * Checks that every wrong letter in a name is marked as doubtful, counts the names with marks, for which the app asks,
 * and the letters that are marked although the name is correct.
 */
function compareLetters(tally: Tally, { name, doubts }: ExtractedLine, fault: Fault): void {
  const marked = new Set(doubts?.name ?? [])
  check(tally, 'name without a mark', marked.size === 0)
  const wrong = differingLetters(name, fault.truth)
  check(
    tally,
    'name, except for marked letters',
    wrong.every((at) => marked.has(at)),
    fault,
  )
  if (wrong.length > 0) return
  const entry = tally.checks['letters of right names without a mark'] ?? [0, 0]
  const letters = [...name.matchAll(/[\p{L}\d]/gu)]
  const unmarked = letters.filter(({ index }) => !marked.has(index)).length
  tally.checks['letters of right names without a mark'] = [entry[0] + unmarked, entry[1] + letters.length]
}

/**
 * Matches each recognized line to a line of the truth: first by exactly matching numbers, then, for the remaining
 * lines, by similarity.
 */
function partnersOf(lines: readonly ExtractedLine[], truths: readonly TruthLine[]): Map<number, ExtractedLine> {
  const partners = new Map<number, ExtractedLine>()
  const rest = new Set(lines)
  const pair = (index: number, line: ExtractedLine) => {
    partners.set(index, line)
    rest.delete(line)
  }
  for (const [index, truth] of truths.entries()) {
    const exact = [...rest].filter((line) => isExact(line, truth))
    const best =
      exact.length < 2
        ? exact[0]
        : exact.sort((a, b) => nameLikeness(b.name, truth.name) - nameLikeness(a.name, truth.name))[0]
    if (best !== undefined) pair(index, best)
  }
  const candidates = truths.flatMap((truth, index) =>
    partners.has(index) ? [] : [...rest].map((line) => ({ index, line, score: scoreOf(line, truth) })),
  )
  for (const { index, line, score } of candidates.sort((a, b) => b.score - a.score))
    if (score >= SAME_LINE && !partners.has(index) && rest.has(line)) pair(index, line)
  return partners
}

function scoreOf(line: ExtractedLine, truth: TruthLine): number {
  const figures = (line.quantity === milli(truth) ? 0.25 : 0) + (line.unitCost === minor(truth) ? 0.35 : 0)
  return nameLikeness(line.name, truth.name) + figures
}
