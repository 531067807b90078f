/** What the company's own records make of an extraction: which partner, which products. Source: decisions.md §8 `extraction`. */
import type { ImportFile, ProcurementDocument } from '../domain/records.ts'
import { recordsOf } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { Extraction } from '../recognition/extraction.ts'
import { type EarlierMatch, type MatchedExtraction, matchExtraction } from '../recognition/match-extraction.ts'
import { readCompany } from '../store/database.ts'
import { type ConfirmedImport, listConfirmedImports } from '../store/imports.ts'
import type { WorkerParts } from './workers.ts'

/** Files that became documents, the newest: what their owner corrected is learned from these. */
const MAX_CONFIRMED = 300

type KeptExtraction = NonNullable<ImportFile['extraction']>

/** The extraction with `partnerId` and `productId` where one of the company's own is meant. */
export async function withProposals(
  { database, companies }: WorkerParts,
  companyId: string,
  extraction: Extraction,
): Promise<KeptExtraction> {
  const company = await companies.get(companyId)
  if (company === null) throw new Error(`The company ${companyId} is gone`)
  const { collections } = await company.current()
  const confirmed = await readCompany(database, companyId, (tx) => listConfirmedImports(tx, companyId, MAX_CONFIRMED))
  const matched = matchExtraction(extraction, {
    products: matchableProducts(collections),
    partners: [...recordsOf(collections.partners)].filter(({ archived }) => !archived),
    earlierMatches: confirmed.flatMap(matchesOf),
  })
  return kept(matched)
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

/**
 * What the lines of a file were made into. A line is known again by its place when there are as many lines in the document, else by
 * its quantity and cost where only one line of the document has these.
 */
function matchesOf(confirmed: ConfirmedImport): EarlierMatch[] {
  const { partner_id: partnerId } = confirmed
  if (partnerId === null) return []
  const read = JSON.parse(confirmed.read_lines) as KeptExtraction['lines']
  const lines = JSON.parse(confirmed.document_lines) as ProcurementDocument['lines']
  return read.flatMap((line, position) => {
    const same = lines.filter(({ quantity, unitCost }) => quantity === line.quantity && unitCost === line.unitCost)
    const made = read.length === lines.length ? lines[position] : same.length === 1 ? same[0] : undefined
    return made === undefined ? [] : [{ partnerId, name: line.name, sku: line.sku, productId: made.productId }]
  })
}

/** As the record keeps it: plain arrays and objects. */
function kept({ lines, warnings, pages, ...extraction }: MatchedExtraction): KeptExtraction {
  return {
    ...extraction,
    lines: [...lines],
    warnings: warnings.map((warning) => ({ ...warning })),
    ...(pages === undefined ? {} : { pages: [...pages] }),
  }
}
