/** Recognizes units of measure as abbreviated in documents, even if misread. */
import { codeOfUnit, foldedUnit, KNOWN_UNITS, spellingsOfCode, unitOfCode } from '../../../spellings/units.ts'
import { distanceOf } from './likeness.ts'

/** The units of most item lines. A misread unit is corrected only to a unit in this list. */
const COMMON =
  'шт кг г м мм см м2 м3 л мл т уп упак упк пач рул компл комп набор наб пар кор ящ бут боб бухта меш лист флак фл банка пог.м усл усл.ед ед тыс.шт'.split(
    ' ',
  )

/** Units that documents use but that the ОКЕИ classifier lacks: cylinders, cans, standard hours. */
const UNCLASSIFIED: ReadonlySet<string> = new Set(
  'бал, баллонов, баллона, н/ч, н.ч, н-ч, нч, норм.ч, норм/ч, норм-ч, норм.час, нормо-час, нормочас, нормо-часов, нормочасов, м/ч, м.ч, маш.ч, маш.час, маш-час, чел/ч'
    .split(', ')
    .map(foldedUnit),
)
const isKnown = (folded: string) => KNOWN_UNITS.has(folded) || UNCLASSIFIED.has(folded)

/**
 * Groups of letters that are confused with each other, including Latin ones. Each letter is replaced by the first of
 * its group, so that confused spellings become equal.
 */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  ['шщw', 'тгtr17іil', 'кkх', 'мmи', 'пnл', 'уy', 'рp', 'еecс', 'аa', 'оo0', 'з35', 'вb'].flatMap((group) =>
    [...group].map((letter) => [letter, group[0]!] as const),
  ),
)

const blurred = (text: string) => [...text].map((letter) => ALIKE[letter] ?? letter).join('')

/**
 * Common units by their spelling after this replacement. The value is null if two units then have the same spelling.
 */
const BLURRED = new Map<string, string | null>()
for (const unit of COMMON) BLURRED.set(blurred(unit), BLURRED.has(blurred(unit)) ? null : unit)

/** Matches misreadings of «шт» in which the letters broke apart. */
const PIECES = /^(?:u|ll|ii|li|il|и|ц|н|п|в|ш|щ|w|iii|ill|lll|1)[тtгr1lлп]$|^[шщ]$/u

/** Matches misreadings of «м²», whose raised 2 is hard to read. */
const SQUARE = /^м\s?[?*°'"`”’]$|^мг$/u

const markless = (unit: string) => unit.replace(/[\s./-]/g, '')

/** Units by their spelling without punctuation, as in «тысшт», «усл .ед», «кубм», «кт». */
const WITHOUT_MARKS = new Map<string, string>()
for (const unit of KNOWN_UNITS)
  if (markless(unit) !== unit && !WITHOUT_MARKS.has(markless(unit))) WITHOUT_MARKS.set(markless(unit), unit)

/** Returns the unit as printed, in lower case and without a quantity before it, or null if the spelling is unknown. */
export function exactUnit(text: string): string | null {
  const tidy = text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/^[^\p{L}\d]+|[^\p{L}\p{N}²³]+$/gu, '')
  return [tidy, tidy.replace(/^[^\p{L}]+/u, '')].map(knownUnit).find((one) => one !== null) ?? null
}

function knownUnit(unit: string): string | null {
  const folded = foldedUnit(unit)
  const marked = WITHOUT_MARKS.get(markless(folded))
  if (marked !== undefined && folded === markless(folded)) return marked
  return isKnown(folded) ? unit : (marked ?? null)
}

/**
 * Returns the unit as printed. Corrects a misread letter if only one unit results from this. Returns null for other
 * texts.
 */
export function unitOf(text: string): string | null {
  if (SQUARE.test(text.trim().toLowerCase())) return 'м2'
  const exact = exactUnit(text)
  if (exact !== null) return exact
  const unit = foldedUnit(text).replace(/^[\d\s.,]+(?=\p{L})/u, '')
  if (PIECES.test(unit)) return 'шт'
  if (unit.length < 2 || unit.length > 8) return null
  const alike = BLURRED.get(blurred(unit))
  if (alike !== undefined && alike !== null) return alike
  if (unit.length < 4 || unit.length > 6) return null
  const near = [...KNOWN_UNITS].filter(
    (known) => known.length > 1 && known.length === unit.length && distanceOf(known, unit) === 1,
  )
  return near.length === 1 ? near[0]! : null
}

/** A cell of a unit column: its text, and the ОКЕИ code beside it if the form has one. */
export interface UnitCell {
  readonly text: string
  readonly code: string | null
}

/**
 * Reads the units of a column together. An unreadable cell gets the unit of other cells with the same ОКЕИ code;
 * failing that, the classifier's unit for this code; failing that, the only unit of the column that it resembles.
 */
export function unitsOf(found: readonly UnitCell[]): (string | null)[] {
  const cells = areCodesRight(found) ? found : found.map(({ text }) => ({ text, code: null }))
  const own = cells.map(({ text }) => unitOf(text))
  const isOfCode = (unit: string | null, code: string) => unit !== null && codeOfUnit(foldedUnit(unit)) === code
  return cells.map(({ text, code }, index) => {
    const unit = own[index]!
    const isExact = exactUnit(text) !== null || PIECES.test(foldedUnit(text))
    if (isExact && (code === null || isOfCode(unit, code) || !mayBeOfCode(text, code))) return unit
    if (code !== null) {
      if (isOfCode(unit, code)) return unit
      const others = own.filter((one, other) => cells[other]!.code === code && isOfCode(one, code)) as string[]
      return commonest(others) ?? unitOfCode(code)
    }
    return unit ?? (text.trim() === '' ? null : nearestOf(foldedUnit(text), own))
  })
}

/**
 * The share of codes that must match the readable units beside them for the codes to be trusted. Some documents print
 * the same code for every unit.
 */
const RIGHT_CODES = 0.75

function areCodesRight(cells: readonly UnitCell[]): boolean {
  const known = cells.flatMap(({ text, code }) => {
    const unit = exactUnit(text)
    const own = unit === null || unit.length === 1 ? null : codeOfUnit(foldedUnit(unit))
    return own === null || code === null ? [] : [own === code]
  })
  return known.filter((isRight) => isRight).length >= RIGHT_CODES * known.length
}

/** Whether a text differs by at most one letter from a unit with this code, such as «мг» from м². */
const mayBeOfCode = (text: string, code: string) =>
  foldedUnit(text).length === 1 || spellingsOfCode(code).some((spelling) => distanceOf(spelling, foldedUnit(text)) <= 1)

/** Returns the only unit of the column that differs from the text by one letter. */
function nearestOf(text: string, units: readonly (string | null)[]): string | null {
  const near = new Set(units.filter((unit) => unit !== null && unit.length > 1 && distanceOf(unit, text) === 1))
  return near.size === 1 ? [...near][0]! : null
}

function commonest(units: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** Returns the ОКЕИ code if a text is only a code for a unit of goods. Restores a lost leading zero. */
export function unitCodeOf(text: string): string | null {
  const figures = /^\D{0,2}(\d{2,4})\D{0,2}$/.exec(text.trim())?.[1]?.padStart(3, '0')
  return figures !== undefined && unitOfCode(figures) !== null ? figures : null
}
