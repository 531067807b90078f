/** Compares a table's column names with the names that the import recognizes. */

/** Normalizes a column name: lower case, ё as е, no surrounding punctuation. */
export function foldHeader(header: string): string {
  return header
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/^[\s*:№]+|[\s*:]+$/g, '')
}

/** A currency or unit at the end of a column name, with or without brackets. */
const UNIT_BEHIND = /[\s,(]+(?:в )?(?:руб(?:лей|лях|ли|ля)?|р|rub|₽|шт|кг|г|м3|м³)[.)]*$/u

/**
 * Returns the normalized column name without its unit and without the dots of abbreviations: `Цена розн., руб` becomes
 * `цена розн`.
 */
export function looseHeader(header: string): string {
  const folded = foldHeader(header)
  const bare = folded.replace(UNIT_BEHIND, '')
  return (bare === '' ? folded : bare).replaceAll(/[.,]+/g, ' ').replaceAll(/\s+/g, ' ').trim()
}
