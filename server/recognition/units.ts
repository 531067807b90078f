/** Units of measure as documents abbreviate them. */
import { distanceOf } from './likeness.ts'

/** The usual abbreviations of the ОКЕИ classifier, and those of trade. */
const UNITS = new Set(
  'шт штук кг г гр т м мм см км м2 м3 м² м³ кв.м куб.м пог.м п.м л мл упак уп упк пач пачка рул рулон компл комп к-т набор наб пар пара кор короб коробка ящ бут банка бан бух меш мешок лист л. флак фл тыс.шт тыс ед усл.ед дм2 блок бл час услуга усл кан ведро туб шт. уп. тн дм пак пакет амп доз боб бобина рол п/м погм квм к-кт комплект штука упаковка литр метр тонна поддон палета'.split(
    ' ',
  ),
)

const tidied = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[^\p{L}]+|[^\p{L}\p{N}²³]+$/gu, '')

/** The unit as it stands there, with a misread letter mended where that leads to one unit alone; null for another text. */
export function unitOf(text: string): string | null {
  const unit = tidied(text)
  if (unit === '') return null
  // «пог. м» with a gap is one unit.
  if (UNITS.has(unit) || UNITS.has(unit.replace(/\s/g, ''))) return unit
  const mended = unit
    .replace(/з$/, '3')
    .replace(/m/g, 'м')
    .replace(/t/g, 'т')
    .replace(/k/g, 'к')
    .replace(/p/g, 'р')
    .replace(/^(ut|wт|uт|шi|шr|ш1|пт|шг|illт|ш|шt)$/, 'шт')
  if (UNITS.has(mended)) return mended
  if (unit.length < 4 || unit.length > 6) return null
  const near = [...UNITS].filter(
    (known) => known.length > 1 && known.length === unit.length && distanceOf(known, unit) === 1,
  )
  return near.length === 1 ? near[0]! : null
}
