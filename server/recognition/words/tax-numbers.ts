/** Validates ИНН, the tax number of a Russian company (10 digits) or person (12 digits), by its check digits. */

const WEIGHTS_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const WEIGHTS_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const WEIGHTS_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Whether a text is 10 or 12 digits with valid check digits. */
export function isTaxNumber(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text) || /^0+$/.test(text)) return false
  const check = (weights: readonly number[]) =>
    String((weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11) % 10)
  return text.length === 10
    ? check(WEIGHTS_10) === text[9]
    : check(WEIGHTS_11) === text[10] && check(WEIGHTS_12) === text[11]
}

/** Pairs of digits that are easily confused. */
const CONFUSED = ['08', '06', '09', '17', '14', '23', '27', '35', '38', '39', '49', '56', '58', '68', '69', '89']

/**
 * Corrects a tax number: finds the only valid number that differs in one easily confused digit. If there are several,
 * `isLikely` chooses. Returns a valid number unchanged. @returns null when the text cannot be corrected without
 * guessing
 */
export function repairedTaxNumber(text: string, isLikely: (candidate: string) => boolean = () => false): string | null {
  if (isTaxNumber(text)) return text
  if (!/^(\d{10}|\d{12})$/.test(text)) return null
  const candidates = [...text].flatMap((figure, index) =>
    CONFUSED.filter((pair) => pair.includes(figure))
      .map((pair) => text.slice(0, index) + pair.replace(figure, '') + text.slice(index + 1))
      .filter(isTaxNumber),
  )
  const likely = candidates.filter(isLikely)
  if (likely.length === 1) return likely[0]!
  return candidates.length === 1 && likely.length === 0 ? candidates[0]! : null
}
