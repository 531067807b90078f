/** Proposes the company's partner and products that match a recognized document. A person confirms them. */
import { runToEnd } from '../../runtime/slices.ts'
import { asEarlier } from '../words/document-numbers.ts'
import type { ExtractedLine, Extraction } from '../words/extraction.ts'
import { foldedText, trigramLikeness, trigramsOf } from '../words/likeness.ts'
import { isTaxNumber } from '../words/tax-numbers.ts'

/** The fields of a product needed for matching. Archived products are excluded. */
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

/** A line's text in an earlier document and the product it was matched to. Lists of matches are sorted newest first. */
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
  /** The numbers of this supplier's earlier documents, by partner. */
  readonly earlierNumbers?: ReadonlyMap<string, readonly string[]>
}

interface MatchedLine extends ExtractedLine {
  readonly productId?: string
}

export interface MatchedExtraction extends Omit<Extraction, 'supplier' | 'lines'> {
  readonly supplier: Extraction['supplier'] & { readonly partnerId?: string }
  readonly lines: readonly MatchedLine[]
}

/** The similarity of names below which no product is proposed, because a wrong proposal is worse than none. */
const MIN_LIKENESS = 0.55

/**
 * By how much the best match must be more similar than the second best. Names such as М8х40 and М8х60 are similar but
 * mean different goods.
 */
const MIN_LEAD = 0.06

/**
 * Adds `supplier.partnerId` and `lines[].productId` where exactly one of the company's records matches. The partner is
 * found by tax number (ИНН), then by name. The product is found in this order: by a barcode, SKU or other code in the
 * line's code or name, exactly or with lookalike letters; by the product of this supplier's earlier lines with the same
 * words; by similarity of names. Codes are replaced by the company's spelling, and the document's number is corrected
 * by comparison with this supplier's earlier numbers. Each step takes less than a millisecond. Source: S-FILE-6.
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

/** Returns the line with the company's own code. The match confirms the code, so the code is no longer doubtful. */
function withCode({ doubts, ...line }: ExtractedLine, sku: string): ExtractedLine {
  const ofName = doubts === undefined || doubts.name.length === 0 ? {} : { doubts: { name: doubts.name, sku: [] } }
  return { ...line, sku, ...ofName }
}

/** Runs all matching steps without pausing. */
export const matchExtraction = (extraction: Extraction, known: Known): MatchedExtraction =>
  runToEnd(matchingSteps(extraction, known))

function partnerOf({ inn, name }: Extraction['supplier'], partners: readonly MatchablePartner[]): string | null {
  if (inn !== null) {
    const same = partners.filter((partner) => partner.inn === inn)
    if (same.length > 0) return only(same)
    // A misread digit makes the check digits wrong. If exactly one of the company's partners has a number that
    // differs only in that digit, that partner is the supplier.
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

/** Normalizes a company's name for comparison. Removes the legal form, because people often omit it. */
export function foldedCompany(name: string): string {
  return foldedText(name)
    .replace(
      /(^| )(ооо|оао|зао|пао|нао|ао|ип|общество с ограниченной ответственностью|(?:публичное |закрытое |открытое |непубличное )?акционерное общество|индивидуальный предприниматель)(?= |$)/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * For each character, the character that replaces all its lookalikes: Latin letters, Russian letters and digits that
 * look the same in print.
 */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ['AА', 'BВ', 'CС', 'EЕ', 'HН', 'KК', 'MМ', 'OО0', 'PР', 'TТ', 'XХ', 'YУ', '3З', '6Б'].flatMap((alike) =>
    [...alike].map((letter) => [letter, alike[0]!]),
  ),
)

/** Removes the parts of a code that people often omit or vary when they write it: case, dashes and gaps. */
const plainCode = (code: string) =>
  code
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const foldedCode = (code: string) => [...plainCode(code)].map((letter) => LOOKALIKES[letter] ?? letter).join('')

type CodeKind = 'barcode' | 'sku' | 'code'

/** A product whose code looks like the code of a line. */
interface CodeHit {
  readonly product: MatchableProduct
  readonly kind: CodeKind
  readonly value: string
}

/** The product found for a line. `code`: the company's spelling of the code, if the product was found by its code. */
interface Found {
  readonly id: string
  readonly code?: string
}

/** The number of products that are examined before pausing. */
const PRODUCTS_A_STEP = 64

/**
 * Finds the product of each line. Goes through all products once to compare codes, and a second time to compare names
 * for lines whose code did not match. The index is built from the lines, because there are far fewer lines than
 * products.
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
 * Finds the product by its code. Exact matches come before lookalikes. Among several lookalikes, takes the product
 * whose name is clearly the most similar, if there is one.
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

/** The name of a line whose code matched no product, with the best products found so far. */
interface Wanted {
  readonly folded: string
  readonly figures: string
  readonly size: number
  readonly same: string[]
  best: { id: string; likeness: number } | null
  second: number
}

/**
 * For each name, returns the product with the same name, or else the most similar product if it is clearly more similar
 * than the next.
 */
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
    // Skip products that are too dissimilar to be proposed or to come close to a better match.
    if (likeness < MIN_LIKENESS - MIN_LEAD) continue
    const folded = foldedText(name)
    if (folded === one.folded) one.same.push(id)
    // Numbers such as sizes distinguish goods of the same kind, so different digits reduce the similarity.
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

/**
 * Returns the product that was matched the last time this supplier sent a line with the same code or the same words.
 */
function learnedFrom(line: ExtractedLine, earlier: readonly EarlierMatch[]): string | null {
  const code = line.sku === null ? '' : foldedCode(line.sku)
  const byCode = earlier.find((one) => code !== '' && one.sku !== null && foldedCode(one.sku) === code)
  if (byCode !== undefined) return byCode.productId
  const folded = foldedText(line.name)
  const same = earlier.find((one) => foldedText(one.name) === folded && folded !== '')
  if (same !== undefined) return same.productId
  const wanted = trigramsOf(line.name)
  // Two readings of the same print differ by a letter or two at most.
  const near = earlier.find(
    (one) =>
      trigramLikeness(trigramsOf(one.name), wanted) >= 0.85 && figuresIn(foldedText(one.name)) === figuresIn(folded),
  )
  return near?.productId ?? null
}

/** Returns the most similar candidate, if it is similar enough and clearly more similar than the next. */
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
