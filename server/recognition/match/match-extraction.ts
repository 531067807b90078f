/** Proposes the company's partner and products for a document. The owner decides. */
import { runToEnd } from '../../runtime/slices.ts'
import { asEarlier } from '../words/document-numbers.ts'
import type { ExtractedLine, Extraction } from '../words/extraction.ts'
import { foldedText, trigramLikeness, trigramsOf } from '../words/likeness.ts'
import { isTaxNumber } from '../words/tax-numbers.ts'

/** What matching needs of a product; archived products are excluded. */
export interface MatchableProduct {
  readonly id: string
  readonly name: string
  readonly sku?: string | null | undefined
  readonly code?: string | null | undefined
  /** The product's barcodes, including those of its packages. */
  readonly barcodes?: readonly string[]
}

export interface MatchablePartner {
  readonly id: string
  readonly name: string
  readonly inn?: string | null | undefined
}

/** The product that a line of an earlier document was matched to, with the line's text; newest first. */
export interface EarlierMatch {
  readonly partnerId: string
  readonly name: string
  readonly sku: string | null
  readonly productId: string
}

export interface Known {
  readonly products: Iterable<MatchableProduct>
  readonly partners: readonly MatchablePartner[]
  readonly earlierMatches: readonly EarlierMatch[]
  /** Document numbers of this supplier, by partner. */
  readonly earlierNumbers?: ReadonlyMap<string, readonly string[]>
}

interface MatchedLine extends ExtractedLine {
  readonly productId?: string
}

export interface MatchedExtraction extends Omit<Extraction, 'supplier' | 'lines'> {
  readonly supplier: Extraction['supplier'] & { readonly partnerId?: string }
  readonly lines: readonly MatchedLine[]
}

/** Names less similar than this are not proposed: a wrong proposal costs more than none. */
const MIN_LIKENESS = 0.55

/** The lead that the best match needs over the next: М8х40 and М8х60 are similar, but different. */
const MIN_LEAD = 0.06

/**
 * Adds `supplier.partnerId` and `lines[].productId` where exactly one of the company's records matches. Partner: by
 * ИНН, then by name. Product: by barcode, SKU or code in the line's code or name, exactly or with lookalike letters; by
 * what this supplier's earlier lines with the same words were matched to; by similarity of names. Codes get the
 * company's spelling, the document's number that of this supplier's earlier numbers. Each step takes less than a
 * millisecond. Source: S-FILE-6.
 */
export function* matchingSteps(extraction: Extraction, known: Known): Generator<undefined, MatchedExtraction> {
  const partnerId = partnerOf(extraction.supplier, known.partners)
  const earlier = partnerId === null ? [] : known.earlierMatches.filter((one) => one.partnerId === partnerId)
  const found = yield* productsOf(extraction.lines, known.products, earlier)
  const numbers = partnerId === null ? [] : (known.earlierNumbers?.get(partnerId) ?? [])
  return {
    ...extraction,
    reference: extraction.reference === null ? null : asEarlier(extraction.reference, numbers),
    supplier: { ...extraction.supplier, ...(partnerId === null ? {} : { partnerId }) },
    lines: extraction.lines.map((line, index) => {
      const own = found[index]!
      if (own === null) return line
      return own.code === undefined
        ? { ...line, productId: own.id }
        : { ...withCode(line, own.code), productId: own.id }
    }),
  }
}

/** A line with the company's own code, which confirms what was read: the code is no longer doubtful. */
function withCode({ doubts, ...line }: ExtractedLine, sku: string): ExtractedLine {
  const ofName = doubts === undefined || doubts.name.length === 0 ? {} : { doubts: { name: doubts.name, sku: [] } }
  return { ...line, sku, ...ofName }
}

/** Runs all matching steps at once. */
export const matchExtraction = (extraction: Extraction, known: Known): MatchedExtraction =>
  runToEnd(matchingSteps(extraction, known))

function partnerOf({ inn, name }: Extraction['supplier'], partners: readonly MatchablePartner[]): string | null {
  if (inn !== null) {
    const same = partners.filter((partner) => partner.inn === inn)
    if (same.length > 0) return only(same)
    // A misread digit breaks the check digits; a single own partner whose number differs only in that digit is meant.
    const near = isTaxNumber(inn) ? [] : partners.filter((partner) => differInOne(partner.inn ?? '', inn))
    if (near.length === 1) return near[0]!.id
  }
  if (name === null) return null
  const folded = foldedCompany(name)
  const free = partners.filter((partner) => inn === null || !isTaxNumber(inn) || !isTaxNumber(partner.inn ?? ''))
  const same = free.filter((partner) => foldedCompany(partner.name) === folded)
  if (same.length > 0) return only(same)
  const wanted = trigramsOf(folded)
  return bestOf(free, (partner) => trigramLikeness(trigramsOf(foldedCompany(partner.name)), wanted), 0.6)
}

const only = (found: readonly { readonly id: string }[]): string | null => (found.length === 1 ? found[0]!.id : null)

const differInOne = (a: string, b: string) =>
  a.length === b.length && [...a].filter((figure, index) => figure !== b[index]).length === 1

/** Folds a company's name for comparison: without the legal form, which people often omit. */
export function foldedCompany(name: string): string {
  return foldedText(name)
    .replace(
      /(^| )(ооо|оао|зао|пао|нао|ао|ип|общество с ограниченной ответственностью|(?:публичное |закрытое |открытое |непубличное )?акционерное общество|индивидуальный предприниматель)(?= |$)/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Latin and Russian letters and digits that look the same in print count as equal. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ['AА', 'BВ', 'CС', 'EЕ', 'HН', 'KК', 'MМ', 'OО0', 'PР', 'TТ', 'XХ', 'YУ', '3З', '6Б'].flatMap((alike) =>
    [...alike].map((letter) => [letter, alike[0]!]),
  ),
)

/** A code without what people often omit: case, dashes, gaps. */
const plainCode = (code: string) =>
  code
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const foldedCode = (code: string) => [...plainCode(code)].map((letter) => LOOKALIKES[letter] ?? letter).join('')

type CodeKind = 'barcode' | 'sku' | 'code'

/** A product with a code that looks like a line's code. */
interface CodeHit {
  readonly product: MatchableProduct
  readonly kind: CodeKind
  readonly value: string
}

/** The product of a line; `code`: the company's spelling, if it was found by code. */
interface Found {
  readonly id: string
  readonly code?: string
}

/** Products processed between two steps. */
const PRODUCTS_A_STEP = 64

/**
 * Finds the product of each line. Goes through all products once for codes, and again for the names of lines without a
 * matching code. The lines are indexed, because they are few.
 */
function* productsOf(
  lines: readonly ExtractedLine[],
  products: Iterable<MatchableProduct>,
  earlier: readonly EarlierMatch[],
): Generator<undefined, (Found | null)[]> {
  const codes = lines.map(codesOf)
  const hits = new Map<string, CodeHit[]>(codes.flat().map((code) => [foldedCode(code), []]))
  const learned = lines.map((line) => learnedFrom(line, earlier))
  const alive = new Set<string>()
  let walked = 0
  for (const product of products) {
    if (hits.size > 0)
      for (const [kind, value] of codesOfProduct(product)) hits.get(foldedCode(value))?.push({ product, kind, value })
    if (learned.includes(product.id)) alive.add(product.id)
    if (++walked % PRODUCTS_A_STEP === 0) yield
  }
  const found = lines.map((line, index): Found | null => {
    const byCode = productByCode(line, codes[index]!, hits)
    if (byCode !== null) return byCode
    const id = learned[index]!
    return id !== null && alive.has(id) ? { id } : null
  })
  const nameless = lines.filter((_, index) => found[index] === null)
  const named = yield* likestNames(
    nameless.map(({ name }) => name),
    products,
  )
  return found.map((one, index) => one ?? named[nameless.indexOf(lines[index]!)]!)
}

const codesOf = (line: ExtractedLine): string[] =>
  [line.sku ?? '', ...(line.name.match(/(?<!\d)\d{8,14}(?!\d)/g) ?? [])].filter((code) => plainCode(code) !== '')

function* codesOfProduct({ barcodes = [], sku, code }: MatchableProduct): Generator<[CodeKind, string]> {
  for (const barcode of barcodes) yield ['barcode', barcode]
  if (sku) yield ['sku', sku]
  if (code) yield ['code', code]
}

/**
 * The product by code: exact matches before lookalikes; among several lookalikes the one whose name clearly matches
 * best, if there is one.
 */
function productByCode(
  line: ExtractedLine,
  codes: readonly string[],
  hits: ReadonlyMap<string, readonly CodeHit[]>,
): Found | null {
  for (const isExact of [true, false])
    for (const kind of ['barcode', 'sku', 'code'])
      for (const code of codes) {
        const plain = plainCode(code)
        const same = hits
          .get(foldedCode(code))!
          .filter((hit) => hit.kind === kind && (!isExact || plainCode(hit.value) === plain))
        const hit = onlyOrLikest(same, line.name)
        if (hit !== null) return { id: hit.product.id, ...(hit.kind === 'barcode' ? {} : { code: hit.value }) }
      }
  return null
}

function onlyOrLikest(hits: readonly CodeHit[], name: string): CodeHit | null {
  if (hits.length <= 1) return hits[0] ?? null
  const wanted = trigramsOf(name)
  const id = bestOf(
    hits.map(({ product }) => product),
    (product) => trigramLikeness(trigramsOf(product.name), wanted),
    MIN_LIKENESS,
  )
  return hits.find(({ product }) => product.id === id) ?? null
}

/** A line's name, with the best products so far. */
interface Wanted {
  readonly folded: string
  readonly figures: string
  readonly size: number
  readonly same: string[]
  best: { id: string; likeness: number } | null
  second: number
}

/** For each name, the product with the same name, or the most similar one with a clear lead. */
function* likestNames(
  names: readonly string[],
  products: Iterable<MatchableProduct>,
): Generator<undefined, (Found | null)[]> {
  const byTrigram = new Map<string, number[]>()
  const wanted = names.map((name, index): Wanted => {
    const folded = foldedText(name)
    const trigrams = trigramsOf(name)
    for (const trigram of trigrams) byTrigram.set(trigram, [...(byTrigram.get(trigram) ?? []), index])
    return { folded, figures: figuresIn(folded), size: trigrams.size, same: [], best: null, second: 0 }
  })
  let walked = 0
  if (byTrigram.size > 0)
    for (const product of products) {
      compare(product, wanted, byTrigram)
      if (++walked % PRODUCTS_A_STEP === 0) yield
    }
  return wanted.map(({ same, best, second }) => {
    if (same.length > 0) return same.length === 1 ? { id: same[0]! } : null
    const stands = best !== null && best.likeness >= MIN_LIKENESS && best.likeness - second >= MIN_LEAD
    return stands ? { id: best.id } : null
  })
}

function compare(
  { id, name }: MatchableProduct,
  wanted: readonly Wanted[],
  byTrigram: ReadonlyMap<string, readonly number[]>,
): void {
  const trigrams = trigramsOf(name)
  const shared = new Map<number, number>()
  for (const trigram of trigrams)
    for (const index of byTrigram.get(trigram) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
  for (const [index, count] of shared) {
    const one = wanted[index]!
    const likeness = count / (trigrams.size + one.size - count)
    // Skips products too dissimilar to be proposed or to threaten another's lead.
    if (likeness < MIN_LIKENESS - MIN_LEAD) continue
    const folded = foldedText(name)
    if (folded === one.folded) one.same.push(id)
    // Sizes distinguish goods of one kind, so different digits count against a match.
    rank(one, id, likeness - (figuresIn(folded) === one.figures ? 0 : 0.15))
  }
}

function rank(one: Wanted, id: string, likeness: number): void {
  if (one.best === null || likeness > one.best.likeness) {
    one.second = one.best?.likeness ?? 0
    one.best = { id, likeness }
  } else one.second = Math.max(one.second, likeness)
}

const figuresIn = (folded: string) => (folded.match(/\d+/g) ?? []).sort().join(' ')

/** The product of this supplier's newest line with the same code or the same words. */
function learnedFrom(line: ExtractedLine, earlier: readonly EarlierMatch[]): string | null {
  const code = line.sku === null ? '' : foldedCode(line.sku)
  const byCode = earlier.find((one) => code !== '' && one.sku !== null && foldedCode(one.sku) === code)
  if (byCode !== undefined) return byCode.productId
  const folded = foldedText(line.name)
  const same = earlier.find((one) => foldedText(one.name) === folded && folded !== '')
  if (same !== undefined) return same.productId
  const wanted = trigramsOf(line.name)
  // Two readings of the same print differ in at most a letter or two.
  const near = earlier.find(
    (one) =>
      trigramLikeness(trigramsOf(one.name), wanted) >= 0.85 && figuresIn(foldedText(one.name)) === figuresIn(folded),
  )
  return near?.productId ?? null
}

/** The most similar candidate, if it is similar enough and has a clear lead. */
function bestOf<T extends { readonly id: string }>(
  all: readonly T[],
  likeness: (one: T) => number,
  minimum: number,
): string | null {
  let [best, first, second]: [T | null, number, number] = [null, 0, 0]
  for (const one of all) {
    const value = likeness(one)
    if (value > first) [best, first, second] = [one, value, first]
    else if (value > second) second = value
  }
  return best !== null && first >= minimum && first - second >= MIN_LEAD ? best.id : null
}
