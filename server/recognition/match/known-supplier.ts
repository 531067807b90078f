/** Finds the supplier's name by its tax number, among the company's own partners or in a registry. */
import type { Extraction } from '../words/extraction.ts'
import { isTaxNumber } from '../words/tax-numbers.ts'
import { foldedCompany, type MatchablePartner } from './match-extraction.ts'

/**
 * Returns the name of the company's partner with the supplier's tax number; null when there is none or more than one.
 */
export function ownNameOf({ inn }: Extraction['supplier'], partners: readonly MatchablePartner[]): string | null {
  const own = inn === null ? [] : partners.filter((partner) => partner.inn === inn)
  return own.length === 1 ? own[0]!.name : null
}

/**
 * Returns the tax number to look up, but only if its check digits are valid: a misread number could belong to another
 * company.
 */
export const numberToLookUp = ({ inn }: Extraction['supplier']): string | null =>
  inn !== null && isTaxNumber(inn) ? inn : null

/** Sets the supplier's name to the known one, but keeps the document's spelling if both are the same name. */
export function withKnownSupplier(extraction: Extraction, known: string): Extraction {
  const { supplier } = extraction
  const [read, meant] = [foldedCompany(supplier.name ?? ''), foldedCompany(known)]
  const isSame = read === meant
  return {
    ...extraction,
    supplier: { ...supplier, name: isSame ? supplier.name : known },
    warnings: extraction.warnings.filter(({ code }) => code !== 'SUPPLIER_DOUBTFUL'),
  }
}
