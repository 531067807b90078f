/** Measures the similarity of two texts. */

/** Returns how many letters must be changed, inserted or deleted to turn one text into the other (Levenshtein). */
export function distanceOf(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(change, above[column]! + 1, current[column - 1]! + 1))
    }
    above = current
  }
  return above[b.length]!
}

/** Maps each Latin letter to the Russian letter that looks like it, because recognition cannot tell them apart. */
const TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcehkmoptxyё'].map((latin, index) => [latin, 'авсенкмортхуе'[index]!]),
)

/**
 * Normalizes a text for comparison: converts it to lower case, unifies lookalikes, and keeps only letters and digits,
 * separated by single spaces.
 */
export function foldedText(text: string): string {
  return [...text.normalize('NFC').toLowerCase()]
    .map((letter) => TWINS[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the trigrams of a normalized text. They are formed word by word and include the edges of words. */
export function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of foldedText(text).split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length && word !== ''; at++) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams
}

/**
 * Returns the number of shared trigrams divided by the number of all trigrams: 0 for nothing in common, 1 for the same
 * words in any order.
 */
export function trigramLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const trigram of a) if (b.has(trigram)) shared++
  return shared / (a.size + b.size - shared)
}
