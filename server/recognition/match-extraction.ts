/** Proposes which of the company's own partners and products a document speaks of. The owner has the last word. */
import type { ExtractedLine, Extraction } from './extraction.ts'
import { foldedText, trigramLikeness, trigramsOf } from './likeness.ts'
import { isTaxNumber } from './tax-numbers.ts'

/** What the matching must know of a product; archived ones are not given. */
export interface MatchableProduct {
  readonly id: string
  readonly name: string
  readonly sku?: string | null | undefined
  readonly code?: string | null | undefined
  /** Those of its packages, too. */
  readonly barcodes?: readonly string[]
}

export interface MatchablePartner {
  readonly id: string
  readonly name: string
  readonly inn?: string | null | undefined
}

/** What a line of an earlier document of some supplier was matched to, by its words there; the newest first. */
export interface EarlierMatch {
  readonly partnerId: string
  readonly name: string
  readonly sku: string | null
  readonly productId: string
}

export interface Known {
  readonly products: readonly MatchableProduct[]
  readonly partners: readonly MatchablePartner[]
  readonly earlierMatches: readonly EarlierMatch[]
}

export interface MatchedLine extends ExtractedLine {
  readonly productId?: string
}

export interface MatchedExtraction extends Omit<Extraction, 'supplier' | 'lines'> {
  readonly supplier: Extraction['supplier'] & { readonly partnerId?: string }
  readonly lines: readonly MatchedLine[]
}

/** Names less alike than this are not proposed: a wrong proposal costs more than none. */
const MIN_LIKENESS = 0.55

/** The best must be better than the next by this much: М8х40 and М8х60 are alike, and not the same. */
const MIN_LEAD = 0.06

/**
 * The extraction with `supplier.partnerId` and `lines[].productId` where one of the company's own is found, and only one.
 * Partner: by ИНН, then by name. Product: by barcode, sku, code in the line's code or name; by what this supplier's earlier
 * lines of the same words were matched to; by likeness of names. Pure; source: decisions.md §8.
 */
export function matchExtraction(extraction: Extraction, known: Known): MatchedExtraction {
  const partnerId = partnerOf(extraction.supplier, known.partners)
  const earlier = partnerId === null ? [] : known.earlierMatches.filter((one) => one.partnerId === partnerId)
  const products = productIndexOf(known.products)
  return {
    ...extraction,
    supplier: { ...extraction.supplier, ...(partnerId === null ? {} : { partnerId }) },
    lines: extraction.lines.map((line) => {
      const productId = productOf(line, products, earlier)
      return productId === null ? line : { ...line, productId }
    }),
  }
}

function partnerOf({ inn, name }: Extraction['supplier'], partners: readonly MatchablePartner[]): string | null {
  if (inn !== null) {
    const same = partners.filter((partner) => partner.inn === inn)
    if (same.length > 0) return only(same)
    // A misread figure breaks the check figures; one own partner whose number differs in that figure alone is meant.
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

/** Without the legal form, which people write or leave out. */
function foldedCompany(name: string): string {
  return foldedText(name)
    .replace(
      /(^| )(ооо|оао|зао|пао|нао|ао|ип|общество с ограниченной ответственностью|индивидуальный предприниматель)(?= |$)/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

interface ProductIndex {
  readonly byCode: ReadonlyMap<string, readonly string[]>
  readonly named: readonly { readonly id: string; readonly folded: string; readonly trigrams: ReadonlySet<string> }[]
}

const foldedCode = (code: string) => foldedText(code).replace(/ /g, '')

function productIndexOf(products: readonly MatchableProduct[]): ProductIndex {
  const byCode = new Map<string, string[]>()
  for (const { id, barcodes, sku, code } of products)
    for (const [kind, value] of [
      ...(barcodes ?? []).map((barcode) => ['barcode', barcode] as const),
      ['sku', sku] as const,
      ['code', code] as const,
    ]) {
      if (value === undefined || value === null || value === '') continue
      const key = `${kind} ${foldedCode(value)}`
      byCode.set(key, [...(byCode.get(key) ?? []), id])
    }
  const named = products.map(({ id, name }) => ({ id, folded: foldedText(name), trigrams: trigramsOf(name) }))
  return { byCode, named }
}

function productOf(
  line: ExtractedLine,
  { byCode, named }: ProductIndex,
  earlier: readonly EarlierMatch[],
): string | null {
  const codes = [line.sku ?? '', ...(line.name.match(/(?<!\d)\d{8,14}(?!\d)/g) ?? [])]
    .map(foldedCode)
    .filter((code) => code !== '')
  for (const kind of ['barcode', 'sku', 'code'])
    for (const code of codes) {
      const found = byCode.get(`${kind} ${code}`)
      if (found?.length === 1) return found[0]!
    }
  const learned = learnedFrom(line, earlier)
  if (learned !== null && named.some((product) => product.id === learned)) return learned
  const folded = foldedText(line.name)
  const same = named.filter((product) => product.folded === folded && folded !== '')
  if (same.length > 0) return only(same)
  const wanted = trigramsOf(line.name)
  const figures = figuresIn(folded)
  return bestOf(
    named,
    // Sizes are what tells goods of one kind apart.
    (product) => trigramLikeness(product.trigrams, wanted) - (figuresIn(product.folded) === figures ? 0 : 0.15),
    MIN_LIKENESS,
  )
}

const figuresIn = (folded: string) => (folded.match(/\d+/g) ?? []).sort().join(' ')

/** The newest line of this supplier with the same code or the same words. */
function learnedFrom(line: ExtractedLine, earlier: readonly EarlierMatch[]): string | null {
  const code = line.sku === null ? '' : foldedCode(line.sku)
  const byCode = earlier.find((one) => code !== '' && one.sku !== null && foldedCode(one.sku) === code)
  if (byCode !== undefined) return byCode.productId
  const folded = foldedText(line.name)
  const same = earlier.find((one) => foldedText(one.name) === folded && folded !== '')
  if (same !== undefined) return same.productId
  const wanted = trigramsOf(line.name)
  // Two readings of one print differ in a letter or two, not more.
  const near = earlier.find(
    (one) =>
      trigramLikeness(trigramsOf(one.name), wanted) >= 0.85 && figuresIn(foldedText(one.name)) === figuresIn(folded),
  )
  return near?.productId ?? null
}

/** The likest, when it is alike enough and stands out from the next. */
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
