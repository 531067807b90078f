/** What the company's own records make of an extraction: which partner, which products. Source: decisions.md §8 `extraction`. */
import { toMilli, toMinor } from '../domain/quantity.ts'
import type { ImportFile, ProcurementDocument } from '../domain/records.ts'
import { recordsOf } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { Extraction } from '../recognition/extraction.ts'
import {
  type EarlierDocument,
  type LearnedLine,
  type PaperLine,
  pairsOf,
  taughtPartner,
  withLessons,
} from '../recognition/lessons.ts'
import {
  type EarlierMatch,
  type Known,
  type MatchedExtraction,
  matchExtraction,
} from '../recognition/match-extraction.ts'
import { readCompany } from '../store/database.ts'
import { type ConfirmedImport, listConfirmedImports } from '../store/imports.ts'
import type { WorkerParts } from './workers.ts'

/** Files that became documents, the newest: what their owner corrected is learned from these. */
const MAX_CONFIRMED = 300

type KeptExtraction = NonNullable<ImportFile['extraction']>

/** The extraction with `partnerId` and `productId` where one of the company's own is meant, and with what corrections taught. */
export async function withProposals(
  { database, companies }: WorkerParts,
  companyId: string,
  extraction: Extraction,
): Promise<KeptExtraction> {
  const company = await companies.get(companyId)
  if (company === null) throw new Error(`The company ${companyId} is gone`)
  const { collections } = await company.current()
  const confirmed = await readCompany(database, companyId, (tx) => listConfirmedImports(tx, companyId, MAX_CONFIRMED))
  const earlier = confirmed.flatMap(earlierOf)
  const known = {
    products: matchableProducts(collections),
    partners: [...recordsOf(collections.partners)].filter(({ archived }) => !archived),
    earlierMatches: earlier.flatMap(matchesOf),
  }
  const matched = withTaughtPartner(extraction, known, earlier)
  const ofSupplier = earlier.filter(({ partnerId }) => partnerId === matched.supplier.partnerId)
  const units = new Map([...recordsOf(collections.products)].map(({ id, uom }) => [id, uom]))
  const lines = withLessons(matched, ofSupplier, (id) => units.get(id) ?? null)
  return kept({ ...matched, lines })
}

function matchableProducts(collections: StateSnapshot['collections']) {
  return [...recordsOf(collections.products)]
    .filter(({ archived, kind }) => !archived && kind !== 'bundle')
    .map(({ id, name, sku, code, barcodes, packages }) => ({
      id,
      name,
      sku,
      code,
      barcodes: [...barcodes, ...packages.flatMap(({ barcode }) => (barcode === null ? [] : [barcode]))],
    }))
}

/** Whom the owner gave the last documents with this head to, whoever its ИНН and name alone would propose. */
function withTaughtPartner(extraction: Extraction, known: Known, earlier: readonly EarlierDocument[]) {
  const matched: MatchedExtraction = matchExtraction(extraction, known)
  const { supplier } = extraction
  const taught = taughtPartner(supplier, earlier)
  const partner = known.partners.find(({ id }) => id === taught?.value)
  if (taught === null || partner === undefined || matched.supplier.partnerId === partner.id) return matched
  const meant = matchExtraction(
    { ...extraction, supplier: { name: partner.name, inn: null } },
    { ...known, partners: [partner] },
  )
  return { ...meant, supplier: { ...supplier, partnerId: partner.id, learnedFrom: taught.documentId } }
}

/** A line of a file, with its words. */
interface EarlierLine extends PaperLine {
  readonly name: string
  readonly sku: string | null
}

type Earlier = Omit<EarlierDocument, 'lines'> & { readonly lines: readonly EarlierLine[] }

/** Records have main units. */
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

/** What the lines of a file were made into: by their places when there are as many lines in the document, else by their figures. */
function matchesOf(document: Earlier): EarlierMatch[] {
  const { partnerId, lines, made } = document
  const match = (line: EarlierLine, productId: string) => ({ partnerId, name: line.name, sku: line.sku, productId })
  if (lines.length === made.length) return lines.map((line, index) => match(line, made[index]!.productId))
  return pairsOf(document).map(({ index, made: { productId } }) => match(lines[index]!, productId))
}

type Learned = Omit<MatchedExtraction, 'lines'> & { readonly lines: readonly LearnedExtractionLine[] }
type LearnedExtractionLine = MatchedExtraction['lines'][number] & { readonly learned?: LearnedLine }

/** As the record keeps it: plain arrays and objects. */
function kept({ lines, warnings, pages, ...extraction }: Learned): KeptExtraction {
  return {
    ...extraction,
    lines: lines.map(({ learned, ...line }) =>
      learned === undefined ? line : { ...line, learned: { ...learned, rules: [...learned.rules] } },
    ),
    warnings: warnings.map((warning) => ({ ...warning })),
    ...(pages === undefined ? {} : { pages: [...pages] }),
  }
}
