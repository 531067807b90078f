/**
 * Learns from the corrections that people made to a supplier's earlier documents. No rules are stored: they are derived
 * from the documents each time.
 */
import type { Milli, Minor } from '../../../amounts/quantity.ts'
import { foldedText, trigramLikeness, trigramsOf } from '../words/likeness.ts'
import { VAT_RATES, vatRateBetween } from '../words/vat.ts'

/** The numbers of an item line as the document prints them. */
export interface PaperLine {
  readonly unit: string | null
  readonly quantity: Milli | null
  readonly unitCost: Minor | null
  readonly amount: Minor | null
}

/** The corresponding line of the warehouse document that was created. */
interface MadeLine {
  readonly productId: string
  readonly quantity: Milli
  readonly unitCost: Minor
}

/** An uploaded file, and the warehouse document created from it. */
export interface EarlierDocument {
  readonly documentId: string
  readonly partnerId: string
  /** The supplier's name and tax number as recognized in the file. */
  readonly supplier: { readonly name: string | null; readonly inn: string | null }
  readonly total: Minor | null
  readonly lines: readonly PaperLine[]
  readonly made: readonly MadeLine[]
}

/**
 * The kind of a correction.
 * - `columns`: quantity and price had been exchanged.
 * - `pack`: packs were converted to pieces, or pieces to packs.
 * - `vat`: VAT was added to the price or taken off.
 */
type LessonRule = 'columns' | 'pack' | 'vat'

/** The difference between a line as recognized and the line as a person corrected it. */
interface Relation {
  readonly isSwapped: boolean
  /** Pieces per pack, such as 12; 1/12 when pieces were converted to packs. */
  readonly factor: number
  /** The VAT added to the price, in per cent; negative when it was taken off. */
  readonly vat: number
}

const AS_READ: Relation = { isSwapped: false, factor: 1, vat: 0 }
/** The maximum plausible number of pieces in a pack. */
const MAX_PACK = 10_000
/**
 * The price, in kopecks, below which nothing is learned about VAT, because rounding makes the VAT rates
 * indistinguishable.
 */
const MIN_COST_FOR_VAT = 300
/** The share of a document's lines that must have been corrected in the same way. */
const MOST = 2 / 3

interface Pair {
  readonly line: PaperLine
  readonly made: MadeLine
  readonly relation: Relation
}

/**
 * Pairs the lines as read with the lines of the created document. Lines may have been removed but not reordered. A line
 * that was changed beyond recognition is skipped.
 */
export function pairsOf({
  lines,
  made,
}: Pick<EarlierDocument, 'lines' | 'made'>): (Pair & { readonly index: number })[] {
  const pairs: (Pair & { readonly index: number })[] = []
  const isWhole = lines.length === made.length
  let next = 0
  for (const [index, line] of lines.entries()) {
    const one = made[isWhole ? index : next]
    const relation = one === undefined ? null : relationOf(line, one)
    if (one === undefined || relation === null) continue
    pairs.push({ index, line, made: one, relation })
    next++
  }
  return pairs
}

function relationOf({ quantity, unitCost }: PaperLine, made: MadeLine): Relation | null {
  if (quantity === null || unitCost === null || quantity === 0) return null
  if (quantity === made.quantity && unitCost === made.unitCost) return AS_READ
  if (made.quantity === 10 * unitCost && quantity === 10 * made.unitCost) return { ...AS_READ, isSwapped: true }
  const factor = packOf(quantity, made.quantity)
  if (factor !== null)
    for (const vat of unitCost < MIN_COST_FOR_VAT ? [0] : [0, ...VAT_RATES, ...VAT_RATES.map((rate) => -rate)])
      if (Math.abs(made.unitCost - costOf(unitCost, factor, vat)) <= 1) return { isSwapped: false, factor, vat }
  return null
}

function packOf(read: Milli, made: Milli): number | null {
  const isPack = (factor: number) => Number.isInteger(factor) && factor <= MAX_PACK
  if (isPack(made / read)) return made / read
  return made > 0 && isPack(read / made) ? 1 / (read / made) : null
}

/** Computes the corrected price, rounded half up to the kopeck. */
function costOf(unitCost: Minor, factor: number, vat: number): Minor {
  const share = vat >= 0 ? (100 + vat) / 100 : 100 / (100 - vat)
  return Math.round((unitCost * share) / factor) as Minor
}

const foldedUnit = (unit: string | null) => (unit === null ? '' : foldedText(unit).replace(/ /g, ''))

interface Taught<T> {
  readonly value: T
  readonly documentId: string
}

interface Lessons {
  readonly isSwapped: Taught<boolean> | null
  /**
   * The learned VAT corrections: `vatOnTop` for documents whose total adds VAT to the lines, `vatInside` for documents
   * whose prices include VAT.
   */
  readonly vatOnTop: Taught<number> | null
  readonly vatInside: Taught<number> | null
  /** Pack sizes by product, with the unit that the line states. */
  readonly packs: ReadonlyMap<string, Taught<number> & { readonly unit: string }>
  /** The price per unit on the last document, by product id. */
  readonly costs: ReadonlyMap<string, number>
}

/**
 * Derives lessons from one supplier's documents, newest first. If two documents contradict each other, the newer
 * document counts, so undoing a correction also undoes its lesson.
 */
function lessonsOf(documents: readonly EarlierDocument[]): Lessons {
  const packs = new Map<string, Taught<number> & { unit: string }>()
  const costs = new Map<string, number>()
  let [isSwapped, vatOnTop, vatInside]: [Taught<boolean> | null, Taught<number> | null, Taught<number> | null] = [
    null,
    null,
    null,
  ]
  for (const document of documents) {
    const { documentId } = document
    const pairs = pairsOf(document)
    if (pairs.length === 0) continue
    const most = (matches: (relation: Relation) => boolean) =>
      pairs.filter(({ relation }) => matches(relation)).length >= MOST * pairs.length
    isSwapped ??= { value: most((one) => one.isSwapped), documentId }
    const vat = pairs[0]!.relation.vat
    const whole = { value: most((one) => one.vat === vat) ? vat : 0, documentId }
    if (rateOnTop(document) !== null) vatOnTop ??= whole
    if (isVatInside(document)) vatInside ??= whole
    for (const { line, made, relation } of pairs) {
      if (!packs.has(made.productId))
        packs.set(made.productId, { value: relation.factor, documentId, unit: foldedUnit(line.unit) })
      if (!costs.has(made.productId)) costs.set(made.productId, made.unitCost * relation.factor)
    }
  }
  return { isSwapped, vatOnTop, vatInside, packs, costs }
}

type Sums = Pick<EarlierDocument, 'total' | 'lines'>

function sumOf({ lines }: Sums): Minor | null {
  const amounts = lines.flatMap(({ amount }) => amount ?? [])
  return amounts.length === lines.length ? (amounts.reduce((sum, amount) => sum + amount, 0) as Minor) : null
}

/** Returns the VAT rate that the total adds to the lines, or null if it adds none. */
function rateOnTop(document: Sums): number | null {
  const sum = sumOf(document)
  if (sum === null || document.total === null || document.total <= sum) return null
  const rate = vatRateBetween(sum, document.total)
  if (rate !== null && rate > 0) return rate
  // VAT may be rounded in each line, so the difference can be up to one kopeck per line.
  return VAT_RATES.find((one) => Math.abs((sum * (100 + one)) / 100 - document.total!) <= document.lines.length) ?? null
}

const isVatInside = (document: Sums): boolean => sumOf(document) !== null && sumOf(document) === document.total

/** A correction of a line, copied from an earlier document. `read`: the line as printed. */
export interface LearnedLine {
  readonly rules: readonly LessonRule[]
  /** The corrected document from which this correction was learned. */
  readonly documentId: string
  readonly read: PaperLine
}

/** A line to which lessons may be applied. */
export type Learnable = PaperLine & { readonly productId?: string; readonly confidence: number }

/**
 * The confidence below which a line does not add up. Lessons are not applied to such a line, because it was probably
 * misread.
 */
const MIN_CONFIDENCE = 0.6

/**
 * Changes a document's lines in the way in which people corrected this supplier's earlier documents: converts packs to
 * pieces, adds VAT to prices, exchanges columns. Skips lines that do not add up, and changes that the document's total
 * contradicts. `documents`: this supplier's earlier documents, newest first. `unitOf`: returns a product's unit.
 */
export function withLessons<T extends Learnable>(
  { lines, total }: { readonly lines: readonly T[]; readonly total: Minor | null },
  documents: readonly EarlierDocument[],
  unitOf: (productId: string) => string | null,
): (T & { readonly learned?: LearnedLine })[] {
  const lessons = lessonsOf(documents)
  const swap = isSwapWanted(lines, lessons) ? lessons.isSwapped : null
  const vat = vatFor({ lines, total }, lessons)
  const unitPacks = packsByUnit(lessons.packs)
  return lines.map((line) => {
    const { quantity, unitCost, amount, unit, confidence } = line
    if (quantity === null || unitCost === null || amount === null || confidence < MIN_CONFIDENCE) return line
    const pack = packFor(line, lessons.packs, unitPacks)
    const taught = [
      ['columns', swap],
      ['pack', pack],
      ['vat', vat],
    ] as const
    const applied = taught.filter(([, lesson]) => lesson !== null)
    if (applied.length === 0) return line
    const count = swap === null ? quantity : 10 * unitCost
    const cost = (swap === null ? unitCost : quantity / 10) as Minor
    const made = Math.round(1e6 * count * (pack?.value ?? 1)) / 1e6
    if (!Number.isInteger(made) || !Number.isInteger(cost)) return line
    const rate = vat?.value ?? 0
    return {
      ...line,
      unit: pack === null ? unit : unitOf(line.productId ?? ''),
      quantity: made as Milli,
      unitCost: costOf(cost, pack?.value ?? 1, rate),
      amount: costOf(amount, 1, rate),
      learned: {
        rules: applied.map(([rule]) => rule),
        documentId: applied[0]![1]!.documentId,
        read: { unit, quantity, unitCost, amount },
      },
    }
  })
}

/**
 * Whether to exchange quantity and price. Follows the earlier correction unless earlier prices show that the columns
 * were read correctly.
 */
function isSwapWanted(lines: readonly Learnable[], { isSwapped, costs }: Lessons): boolean {
  if (isSwapped?.value !== true) return false
  let [forSwap, against] = [0, 0]
  for (const { productId, quantity, unitCost } of lines) {
    const before = costs.get(productId ?? '')
    if (before === undefined || before === 0 || quantity === null || unitCost === null) continue
    const distance = (cost: number) => Math.abs(Math.log(Math.max(cost, 1) / before))
    if (distance(quantity / 10) < distance(unitCost)) forSwap++
    else against++
  }
  return forSwap >= against
}

/**
 * Returns the VAT rate to apply to this document if its total confirms that VAT is added to the lines; null to leave
 * the prices unchanged.
 */
function vatFor(document: Sums, { vatOnTop, vatInside }: Lessons): Taught<number> | null {
  const rate = rateOnTop(document)
  if (rate !== null && vatOnTop !== null && vatOnTop.value > 0) return { ...vatOnTop, value: rate }
  return isVatInside(document) && vatInside !== null && vatInside.value < 0 ? vatInside : null
}

/**
 * The number of products for which a supplier's pack size must be known before it applies to other products in the same
 * unit. It applies only if no product in that unit has another pack size.
 */
const MIN_GOODS = 2

function packsByUnit(packs: Lessons['packs']): Map<string, Taught<number>> {
  const byUnit = new Map<string, Taught<number>[]>()
  for (const { unit, ...taught } of packs.values())
    if (unit !== '') byUnit.set(unit, [...(byUnit.get(unit) ?? []), taught])
  const whole = [...byUnit].flatMap(([unit, all]) =>
    all.length >= MIN_GOODS && all.every(({ value }) => value === all[0]!.value) ? [[unit, all[0]!] as const] : [],
  )
  return new Map(whole)
}

function packFor(
  { productId, unit }: Learnable,
  packs: Lessons['packs'],
  byUnit: ReadonlyMap<string, Taught<number>>,
): Taught<number> | null {
  const known = packs.get(productId ?? '')
  // A line in another unit than before counts the goods differently, so the learned pack size does not apply.
  const found = known === undefined ? byUnit.get(foldedUnit(unit)) : known.unit === foldedUnit(unit) ? known : undefined
  return found === undefined || found.value === 1 ? null : found
}

/** The similarity below which two names belong to different suppliers. */
const SAME_NAME = 0.6

/**
 * Returns the partner that a person chose for the newest documents with the same misread or missing name and tax
 * number. Returns null when there are no such documents, or when the last two choices differ. `documents`: the
 * documents of all suppliers, newest first.
 */
export function taughtPartner(
  { name, inn }: EarlierDocument['supplier'],
  documents: readonly EarlierDocument[],
): Taught<string> | null {
  if (name === null && inn === null) return null
  const wanted = trigramsOf(name ?? '')
  const same = documents.filter(({ supplier }) => {
    if (supplier.inn !== inn || (supplier.name === null) !== (name === null)) return false
    return name === null || trigramLikeness(trigramsOf(supplier.name!), wanted) >= SAME_NAME
  })
  const [newest, before] = same
  if (newest === undefined || (before !== undefined && before.partnerId !== newest.partnerId)) return null
  return { value: newest.partnerId, documentId: newest.documentId }
}
