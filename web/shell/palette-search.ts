/**
 * Finding what somebody means who types in a hurry: words in any order and not to their end, one slip of a finger a word, the keyboard in the
 * other layout, a letter of the other alphabet that looks the same.
 */
import uFuzzy from '@leeoniya/ufuzzy'
import { inLatin, inRussian } from '../codes/scanned-code.ts'

/** Words begin where a label's do; one letter too few, too many, wrong or changed over with its neighbour is let pass. */
const BEGINNINGS: uFuzzy.Options = {
  interLft: 1,
  // As its documentation gives them for alphabets other than the Latin one.
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  // In the order in which they are given.
  sort: ({ idx }) => idx.map((_, position) => position),
}
const plain = new uFuzzy({ ...BEGINNINGS, intraMode: 0, intraIns: 0 })
const forgiving = new uFuzzy({ ...BEGINNINGS, intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
/** Words of a query that may come in any order. */
const MOST_WORDS = 4

const CYRILLIC = 'АВЕКМНОРСТУХавекмнорстух'
const LATIN = 'ABEKMHOPCTYXabekmhopctyx'
/** Two halves of a shorter word say too little. */
const SHORTEST_WITH_A_SLIP = 5

const swapped = (text: string, from: string, to: string) =>
  [...text].map((letter) => (from.includes(letter) ? to[from.indexOf(letter)] : letter)).join('')

/** What may have been meant, the likeliest first: as it stands, in the other layout, with look-alike letters of one alphabet. */
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

/** What is looked for by its name, and by other words for it. */
interface Meant {
  readonly label: string
  readonly also?: string
}

/** Those that are called so, then those with other words for it; those with a slip only when none has it as it stands. */
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

/** Queries that find a name although one letter of its longest word is wrong: one half of that word is right then. Source: pigeonholes. */
export function halvesOf(typed: string): string[] {
  const words = typed.trim().split(/\s+/)
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one))
  if (longest.length < SHORTEST_WITH_A_SLIP || /\d/.test(longest)) return []
  const middle = Math.ceil(longest.length / 2)
  return [longest.slice(0, middle), longest.slice(middle)]
}

/** What is called exactly as was typed comes first; the others stay as they were. */
export function exactFirst<T extends { readonly label: string; readonly hint?: string | undefined }>(
  typed: string,
  entries: readonly T[],
): T[] {
  const asked = typed.trim().toLowerCase()
  const isExact = ({ label, hint }: T) => label.toLowerCase() === asked || hint?.toLowerCase() === asked
  return [...entries.filter(isExact), ...entries.filter((entry) => !isExact(entry))]
}
