/** Converts the barcodes and packages of a product. */
import { unitName } from '../../../spellings/units.ts'
import { MAX_NAME_LENGTH } from '../../domain/schema.ts'
import { type Draft, filledOf, report } from './plan.ts'
import type { ReadBarcodes, ReadOwnPack, ReadPack } from './shapes.ts'
import { plainValue, sourceIdOf, sourceRowOf, sourceText } from './source-values.ts'
import { distinct, fitList, fitText, quantityOf } from './texts.ts'

const UNNAMED_PACKAGE = 'Упаковка'

/** Returns the distinct barcodes from an array of objects. Each object has a single key, the barcode's type. */
export function barcodesOf(draft: Draft, barcodes: ReadBarcodes | undefined): string[] {
  const values = (barcodes ?? []).flat().map(sourceText)
  const tooLong = values.filter((value) => [...value].length > MAX_NAME_LENGTH)
  if (tooLong.length > 0) {
    draft.whole.barcodes = tooLong
    report(draft, 'barcode_unusable', { field: 'barcodes', value: tooLong[0]! })
  }
  const usable = values.filter((value) => !tooLong.includes(value))
  return fitList(draft, 'barcodes', distinct(draft, 'barcodes', usable))
}

interface Packs {
  /** The packs of the row itself; for a variant, the packs of its product. */
  readonly packs: readonly ReadPack[] | undefined
  /** A variant's own packs. They replace the barcodes of its product's packs and nothing else. */
  readonly own: readonly ReadOwnPack[] | undefined
  readonly units: ReadonlyMap<string, string>
}

/** Returns the packages of a product or variant. In MoySklad, a pack has no name except its unit. */
export function packagesOf(draft: Draft, { packs, own, units }: Packs) {
  const packages = (packs ?? []).flatMap((pack) => {
    const unit = units.get(sourceIdOf(pack.uom)) || unitName(sourceText(sourceRowOf(pack.uom).name))
    if (unit === '') {
      draft.unread.add('packages')
      report(draft, 'name_unread', { field: 'packages', value: sourceIdOf(pack.uom) })
    }
    const quantity = quantityOf(draft, 'packages', pack.quantity)
    const overriding = own?.find(({ parentpack }) => sourceIdOf(parentpack) === sourceText(pack.id))
    const [barcode = '', ...more] = barcodesOf(draft, overriding?.barcodes ?? pack.barcodes)
    if (more.length > 0) {
      draft.whole.packages = more
      report(draft, 'kept_in_report', { field: 'packages', value: more.join(', ') })
    }
    if (quantity === undefined) {
      draft.unread.add('packages')
      draft.whole[`packages: ${unit}`] = plainValue(pack, draft.names)
      return []
    }
    const name = fitText(draft, 'packages', { value: unit }) || UNNAMED_PACKAGE
    return [filledOf({ name, quantity, barcode })]
  })
  return fitList(draft, 'packages', packages)
}
