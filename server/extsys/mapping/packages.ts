/** Barcodes and packages of a product. */
import { unitName } from '../../../spellings/units.ts'
import { MAX_NAME_LENGTH } from '../../domain/schema.ts'
import type { Dictionaries } from './dictionaries.ts'
import { type Draft, filledOf, noteUnread, report } from './plan.ts'
import { arrayOf, idOf, isBlank, plain, rowOf, type SourceRow, textOf } from './source-values.ts'
import { distinct, fitList, fitText, quantityOf } from './texts.ts'

const UNNAMED_PACKAGE = 'Упаковка'

/** The values of barcodes, each once: of an array of objects with one key, which is the type. */
export function barcodesOf(draft: Draft, barcodes: unknown): string[] {
  const isReadable =
    isBlank(barcodes) || (Array.isArray(barcodes) && barcodes.every((one) => Object.values(rowOf(one)).length > 0))
  if (!isReadable) noteUnread(draft, 'barcodes', barcodes)
  const values = arrayOf(barcodes).flatMap((barcode) => Object.values(rowOf(barcode)).map(textOf))
  const tooLong = values.filter((value) => [...value].length > MAX_NAME_LENGTH)
  if (tooLong.length > 0) {
    draft.whole.barcodes = tooLong
    report(draft, 'barcode_unusable', { field: 'barcodes', value: tooLong[0]! })
  }
  const usable = values.filter((value) => !tooLong.includes(value))
  return fitList(draft, 'barcodes', distinct(draft, 'barcodes', usable))
}

/**
 * The packages of `product` (the row itself, or the product of a variant, which overrides barcodes alone). A pack has no name in the
 * source but its unit.
 */
export function packagesOf(draft: Draft, { units }: Dictionaries, product: SourceRow | undefined) {
  const own = arrayOf(draft.row.packs).map(rowOf)
  if (!isBlank(product?.packs) && !Array.isArray(product?.packs)) noteUnread(draft, 'packages', product?.packs)
  const packages = arrayOf(product?.packs)
    .map(rowOf)
    .flatMap((pack) => {
      const unit = units.get(idOf(pack.uom)) || unitName(textOf(rowOf(pack.uom).name))
      if (unit === '') {
        draft.unread.add('packages')
        report(draft, 'name_unread', { field: 'packages', value: idOf(pack.uom) })
      }
      const quantity = quantityOf(draft, 'packages', pack.quantity)
      const overriding = own.find(({ parentpack }) => idOf(parentpack) !== '' && idOf(parentpack) === idOf(pack))
      const [barcode = '', ...more] = barcodesOf(draft, overriding?.barcodes ?? pack.barcodes)
      if (more.length > 0) {
        draft.whole.packages = more
        report(draft, 'kept_in_report', { field: 'packages', value: more.join(', ') })
      }
      if (quantity === undefined) {
        draft.unread.add('packages')
        draft.whole[`packages: ${unit}`] = plain(pack, draft.names)
        return []
      }
      const name = fitText(draft, 'packages', { value: unit }) || UNNAMED_PACKAGE
      return [filledOf({ name, quantity, barcode })]
    })
  return fitList(draft, 'packages', packages)
}
