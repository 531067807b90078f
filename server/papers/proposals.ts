/** Matches a recognized document with the company's own partners and products. Source: S-FILE-6. */
import { toMilli, toMinor } from '../../amounts/quantity.ts'
import type { ImportFile, ProcurementDocument } from '../domain/records.ts'
import { recordsOf } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { numberToLookUp, ownNameOf, withKnownSupplier } from '../recognition/match/known-supplier.ts'
import {
  type EarlierDocument,
  type LearnedLine,
  type PaperLine,
  pairsOf,
  taughtPartner,
  withLessons,
} from '../recognition/match/lessons.ts'
import {
  type EarlierMatch,
  type Known,
  type MatchableProduct,
  type MatchedExtraction,
  matchingSteps,
} from '../recognition/match/match-extraction.ts'
import type { Extraction } from '../recognition/words/extraction.ts'
import { inSlices } from '../runtime/slices.ts'
import { readCompany } from '../store/database.ts'
import { openCompanyRegistry } from './company-registry.ts'
import { type ConfirmedImport, listConfirmedImports } from './papers-sql.ts'
import type { RecognitionParts } from './recognition-parts.ts'

/** How many of the newest confirmed files are used to learn corrections. */
const MAX_CONFIRMED = 300

/**
 * How many of a supplier's most recent document numbers are used. They are enough to see how the supplier numbers
 * documents.
 */
const MAX_NUMBERS = 20

type KeptExtraction = NonNullable<ImportFile['extraction']>

/**
 * Adds `partnerId` and `productId` where the company's own records match, and applies corrections learned from earlier
 * documents.
 */
export async function withProposals(
  parts: RecognitionParts,
  companyId: string,
  extraction: Extraction,
): Promise<KeptExtraction> {
  const { database, companies } = parts
  const company = await companies.get(companyId)
  if (company === null) throw new Error(`The company ${companyId} no longer exists`)
  const { collections } = await company.current()
  const confirmed = await readCompany(database, companyId, (tx) => listConfirmedImports(tx, companyId, MAX_CONFIRMED))
  const earlier = confirmed.flatMap(earlierOf)
  const partners = [...recordsOf(collections.partners)].filter(({ archived }) => !archived)
  const name = ownNameOf(extraction.supplier, partners) ?? (await registeredName(parts, extraction))
  const named = name === null ? extraction : withKnownSupplier(extraction, name)
  const known = {
    products: matchableProducts(collections),
    partners,
    earlierMatches: earlier.flatMap(matchesOf),
    earlierNumbers: numbersOf(collections),
  }
  const matched = await inSlices({ companyId }, matchedWithTaught(named, known, earlier))
  const ofSupplier = earlier.filter(({ partnerId }) => partnerId === matched.supplier.partnerId)
  const units = new Map([...recordsOf(collections.products)].map(({ id, uom }) => [id, uom]))
  const lines = withLessons(matched, ofSupplier, (id) => units.get(id) ?? null)
  return kept({ ...matched, lines })
}

/**
 * Looks up the supplier's name in the operator's registry. A failure is only logged, because a document can be proposed
 * without that name.
 */
async function registeredName(
  { recognition, log }: RecognitionParts,
  { supplier }: Extraction,
): Promise<string | null> {
  const inn = numberToLookUp(supplier)
  if (inn === null || recognition.registryFile === undefined) return null
  try {
    return await (await openCompanyRegistry(recognition.registryFile)).nameOf(inn)
  } catch (error) {
    log.warn({ error }, 'The registry of companies could not be read; suppliers keep the names that were read')
    return null
  }
}

/** Returns the numbers of documents by supplier, newest first. */
function numbersOf({ documents }: StateSnapshot['collections']): Map<string, string[]> {
  const numbers = new Map<string, string[]>()
  for (const { supplierId, reference } of [...recordsOf(documents)].reverse()) {
    if (supplierId === null || reference === null) continue
    const known = numbers.get(supplierId) ?? []
    if (known.length < MAX_NUMBERS) numbers.set(supplierId, [...known, reference])
  }
  return numbers
}

/**
 * Yields the company's products one by one instead of in an array, because a company may have a hundred thousand
 * products.
 */
function matchableProducts(collections: StateSnapshot['collections']): Iterable<MatchableProduct> {
  const products = [...recordsOf(collections.products)]
  return {
    *[Symbol.iterator]() {
      for (const { id, name, sku, code, barcodes, packages, archived, kind } of products) {
        if (archived || kind === 'bundle') continue
        const ofPackages = packages.flatMap(({ barcode }) => (barcode === null ? [] : [barcode]))
        yield { id, name, sku, code, barcodes: [...barcodes, ...ofPackages] }
      }
    },
  }
}

interface TaughtExtraction extends Omit<MatchedExtraction, 'supplier'> {
  readonly supplier: MatchedExtraction['supplier'] & { readonly learnedFrom?: string }
}

/**
 * Matches a recognized document with partners and products. A partner that the owner chose for earlier documents with
 * the same supplier data takes precedence over the partner found by tax number and name.
 */
function* matchedWithTaught(
  extraction: Extraction,
  known: Known,
  earlier: readonly EarlierDocument[],
): Generator<undefined, TaughtExtraction> {
  const matched = yield* matchingSteps(extraction, known)
  const { supplier } = extraction
  const taught = taughtPartner(supplier, earlier)
  const partner = known.partners.find(({ id }) => id === taught?.value)
  if (taught === null || partner === undefined || matched.supplier.partnerId === partner.id) return matched
  const ofPartner = { ...extraction, supplier: { name: partner.name, inn: null } }
  const meant = yield* matchingSteps(ofPartner, { ...known, partners: [partner] })
  return { ...meant, supplier: { ...supplier, partnerId: partner.id, learnedFrom: taught.documentId } }
}

/** An item line of an earlier file, with its text in the file. */
interface EarlierLine extends PaperLine {
  readonly name: string
  readonly sku: string | null
}

type Earlier = Omit<EarlierDocument, 'lines'> & { readonly lines: readonly EarlierLine[] }

/** Parses a confirmed file. The stored records have amounts in main units, such as roubles. */
function earlierOf(confirmed: ConfirmedImport): Earlier[] {
  const { document_id: documentId, partner_id: partnerId, read_total: total } = confirmed
  if (partnerId === null) return []
  const read = JSON.parse(confirmed.read_lines) as KeptExtraction['lines']
  const made = JSON.parse(confirmed.document_lines) as ProcurementDocument['lines']
  const { name, inn } = JSON.parse(confirmed.read_supplier) as KeptExtraction['supplier']
  return [
    {
      documentId,
      partnerId,
      supplier: { name, inn },
      total: total === null ? null : toMinor(Number(total)),
      lines: read.map((line) => ({ name: line.name, sku: line.sku, ...paperLineOf(line.learned?.read ?? line) })),
      made: made.map((line) => ({
        productId: line.productId,
        quantity: toMilli(line.quantity),
        unitCost: toMinor(line.unitCost),
      })),
    },
  ]
}

function paperLineOf({ unit, quantity, unitCost, amount }: PaperLine): PaperLine {
  return {
    unit,
    quantity: quantity === null ? null : toMilli(quantity),
    unitCost: unitCost === null ? null : toMinor(unitCost),
    amount: amount === null ? null : toMinor(amount),
  }
}

/**
 * Returns the products that the lines of a file were matched to. Lines are paired by position if the document has as
 * many lines as the file, otherwise by their amounts.
 */
function matchesOf(document: Earlier): EarlierMatch[] {
  const { partnerId, lines, made } = document
  const match = (line: EarlierLine, productId: string) => ({ partnerId, name: line.name, sku: line.sku, productId })
  if (lines.length === made.length) return lines.map((line, index) => match(line, made[index]!.productId))
  return pairsOf(document).map(({ index, made: { productId } }) => match(lines[index]!, productId))
}

type Learned = Omit<TaughtExtraction, 'lines'> & { readonly lines: readonly LearnedExtractionLine[] }
type LearnedExtractionLine = MatchedExtraction['lines'][number] & { readonly learned?: LearnedLine }

/** Converts an extraction to the form in which it is stored, with plain arrays and objects. */
function kept({ lines, warnings, pages, ...extraction }: Learned): KeptExtraction {
  return {
    ...extraction,
    lines: lines.map(({ learned, doubts, ...line }) => ({
      ...line,
      ...(doubts === undefined ? {} : { doubts: { name: [...doubts.name], sku: [...doubts.sku] } }),
      ...(learned === undefined ? {} : { learned: { ...learned, rules: [...learned.rules] } }),
    })),
    warnings: warnings.map((warning) => ({ ...warning })),
    ...(pages === undefined ? {} : { pages: [...pages] }),
  }
}
