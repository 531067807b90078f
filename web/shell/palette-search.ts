/**
 * A search that tolerates hasty typing. Words may be incomplete, in any order, with one typo each, typed in the wrong
 * keyboard layout, or with letters of the other alphabet that look the same.
 */
import uFuzzy from '@leeoniya/ufuzzy'
import { inLatin, inRussian } from '../codes/scanned-code.ts'

/**
 * The options of the search. Typed words match the beginnings of words. One missing, extra, wrong or swapped letter is
 * accepted.
 */
const BEGINNINGS: uFuzzy.Options = {
  interLft: 1,
  // The regular expressions that uFuzzy's documentation recommends for non-Latin alphabets.
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  // Do not sort the matches: keep the entries in the given order.
  sort: ({ idx }) => idx.map((_, position) => position),
}
const plain = new uFuzzy({ ...BEGINNINGS, intraMode: 0, intraIns: 0 })
const forgiving = new uFuzzy({ ...BEGINNINGS, intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
/** If the user types at most this many words, they may be in any order. With more words, the order must match. */
const MOST_WORDS = 4

const CYRILLIC = 'АВЕКМНОРСТУХавекмнорстух'
const LATIN = 'ABEKMHOPCTYXabekmhopctyx'
/** A word shorter than this is not searched for with a typo, because half of it would match too much. */
const SHORTEST_WITH_A_SLIP = 5

const swapped = (text: string, from: string, to: string) =>
  [...text].map((letter) => (from.includes(letter) ? to[from.indexOf(letter)] : letter)).join('')

/**
 * Returns the texts that the user may have meant, the likeliest first: the text as typed, the text in the other
 * keyboard layout, and the text with look-alike letters replaced by those of one alphabet.
 */
export function meaningsOf(typed: string): string[] {
  const looks = /\d/.test(typed) ? [swapped(typed, CYRILLIC, LATIN), swapped(typed, LATIN, CYRILLIC)] : []
  const layouts = [inLatin(typed), inRussian(typed)].filter((one) => one !== null)
  return [...new Set([typed, ...layouts, ...looks])]
}

function positions(finder: uFuzzy, texts: readonly string[], typed: string): readonly number[] {
  const [found, info, order] = finder.search(texts as string[], typed, MOST_WORDS)
  if (found === null || found.length === 0) return []
  return info === null || order === null ? found : order.map((at) => info.idx[at]!)
}

/** An entry of the command palette. It can be found by its name or by other words. */
interface Meant {
  readonly label: string
  readonly also?: string
}

/**
 * Returns the entries that match the typed text: first those whose names match, then those whose other words match.
 * Typos are accepted only if nothing matches without them.
 */
export function matching<T extends Meant>(typed: string, entries: readonly T[]): T[] {
  const labels = entries.map(({ label }) => label)
  const texts = entries.map(({ label, also = '' }) => `${label} ${also}`)
  for (const finder of [plain, forgiving])
    for (const meaning of meaningsOf(typed.trim())) {
      const found = new Set([...positions(finder, labels, meaning), ...positions(finder, texts, meaning)])
      if (found.size > 0) return [...found].map((at) => entries[at]!)
    }
  return []
}

/**
 * Returns search queries that find a name despite one wrong letter in its longest word. One half of that word must then
 * be correct, so each query contains one half.
 */
export function halvesOf(typed: string): string[] {
  const words = typed.trim().split(/\s+/)
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one))
  if (longest.length < SHORTEST_WITH_A_SLIP || /\d/.test(longest)) return []
  const middle = Math.ceil(longest.length / 2)
  return [longest.slice(0, middle), longest.slice(middle)]
}

/** Moves exact matches to the front and keeps the order of the rest. */
export function exactFirst<T extends { readonly label: string; readonly hint?: string | undefined }>(
  typed: string,
  entries: readonly T[],
): T[] {
  const asked = typed.trim().toLowerCase()
  const isExact = ({ label, hint }: T) => label.toLowerCase() === asked || hint?.toLowerCase() === asked
  return [...entries.filter(isExact), ...entries.filter((entry) => !isExact(entry))]
}
