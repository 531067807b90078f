/** Pairs the words of the Russian and the Latin model's readings of one piece by their places in the picture. */

/** A word as one model read it. */
export interface ReadWord {
  readonly word: string
  readonly left: number
  readonly right: number
  /** The model's confidence in the word, in percent, or null if it is unknown. */
  readonly sureness: number | null
}

/** A model's reading of a piece, with its confidence in each word in percent and each word's two ends, if known. */
export interface ModelReading {
  readonly text: string
  readonly sureness: readonly number[]
  readonly spans: readonly (readonly [left: number, right: number])[]
}

/** The words that both models read in the same place. One model may read two words where the other reads one. */
export interface WordGroup {
  readonly russian: readonly ReadWord[]
  readonly latin: readonly ReadWord[]
}

/** The share of the narrower of two words that the other one must cover for both to be in the same place. */
const COVERED = 0.5

/**
 * Returns the words of a reading with their ends. If these are unknown, letters of equal width are assumed, and the
 * text is assumed to be as wide as `ends`.
 */
export function placedWords({ text, sureness, spans }: ModelReading, ends: readonly [number, number]): ReadWord[] {
  const words = text.split(' ')
  const isKnown = sureness.length === words.length && sureness.every(Number.isFinite)
  const scale = (ends[1] - ends[0]) / Math.max(1, text.length)
  let from = 0
  return words.map((word, at) => {
    const [left, right] =
      spans.length === words.length ? spans[at]! : [from, from + word.length].map((x) => ends[0] + x * scale)
    from += word.length + 1
    return { word, left: left!, right: right!, sureness: isKnown ? sureness[at]! : null }
  })
}

/** Groups the words of both readings from left to right. */
export function groupsOf(russian: readonly ReadWord[], latin: readonly ReadWord[]): WordGroup[] {
  const groups: { russian: ReadWord[]; latin: ReadWord[] }[] = []
  const words = [
    ...russian.map((word) => ({ word, of: 'russian' as const })),
    ...latin.map((word) => ({ word, of: 'latin' as const })),
  ]
  words.sort((a, b) => a.word.left + a.word.right - b.word.left - b.word.right)
  for (const { word, of } of words) {
    const other = of === 'russian' ? 'latin' : 'russian'
    const last = groups.at(-1)
    const mine = groups.filter((group) => group[other].some((one) => isCovered(one, word)))
    const into = mine[0]
    if (into === undefined || last === undefined) {
      groups.push({ russian: [], latin: [], [of]: [word] })
      continue
    }
    into[of].push(word)
    // A word that covers several words of the other reading joins their groups.
    for (const group of mine.slice(1)) {
      into.russian.push(...group.russian)
      into.latin.push(...group.latin)
      groups.splice(groups.indexOf(group), 1)
    }
  }
  const from = ({ russian, latin }: WordGroup) => Math.min(...[...russian, ...latin].map(({ left }) => left))
  return groups
    .map(({ russian, latin }) => ({ russian: russian.sort(byLeft), latin: latin.sort(byLeft) }))
    .sort((a, b) => from(a) - from(b))
}

const byLeft = (a: ReadWord, b: ReadWord) => a.left - b.left

function isCovered(one: ReadWord, other: ReadWord): boolean {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  return shared >= COVERED * Math.min(one.right - one.left, other.right - other.left)
}
