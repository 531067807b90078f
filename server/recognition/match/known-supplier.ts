/** Finds the supplier's name by tax number, from the company's own partners or from a registry. */
import type { Extraction } from '../words/extraction.ts'
import { isTaxNumber } from '../words/tax-numbers.ts'
import { foldedCompany, type MatchablePartner } from './match-extraction.ts'

/** The name of the company's only partner with the supplier's tax number; null when there is none. */
export function ownNameOf({ inn }: Extraction['supplier'], partners: readonly MatchablePartner[]): string | null {
  const own = inn === null ? [] : partners.filter((partner) => partner.inn === inn)
  return own.length === 1 ? own[0]!.name : null
}

/** The tax number to look up, only with valid check digits, so that no other company is named. */
export const numberToLookUp = ({ inn }: Extraction['supplier']): string | null =>
  inn !== null && isTaxNumber(inn) ? inn : null

/** The extraction with the known name of its supplier; keeps the document's spelling where it means the same. */
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
