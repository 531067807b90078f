/** Which records hold something: numbers of theirs, ascending. What an index of texts is made of. */

const FIRST_ROOM = 4
const GROWTH = 1.5

const BYTES_PER_SLOT = 4
/** Measured: postings with room for the first numbers, and their entry in a map. */
const POSTINGS_BYTES = 300

/** Ascending numbers, 4 bytes each. */
export class InvertedIndex {
  private room = new Uint32Array(FIRST_ROOM)
  private count = 0

  get length(): number {
    return this.count
  }

  get slots(): Uint32Array {
    return this.room.subarray(0, this.count)
  }

  /** Adds a number that is not below the last one; twice the same is once. @returns by how many bytes it grew. */
  push(slot: number): number {
    if (this.count > 0 && this.room[this.count - 1] === slot) return 0
    let grown = 0
    if (this.count === this.room.length) {
      const larger = new Uint32Array(Math.ceil(this.count * GROWTH))
      larger.set(this.room)
      grown = (larger.length - this.room.length) * BYTES_PER_SLOT
      this.room = larger
    }
    this.room[this.count] = slot
    this.count += 1
    return grown
  }
}

/** Adds a number to the postings of a key. @returns by how many bytes they grew. */
export function pushTo<K>(byKey: Map<K, InvertedIndex>, key: K, slot: number): number {
  const known = byKey.get(key)
  if (known !== undefined) return known.push(slot)
  const postings = new InvertedIndex()
  byKey.set(key, postings)
  return POSTINGS_BYTES + postings.push(slot)
}

/** What holds one of several things. */
export interface Candidates {
  readonly lists: readonly { readonly slots: Uint32Array }[]
  /** At least as many as there are. */
  readonly count: number
}

export function candidatesOf(lists: readonly (InvertedIndex | undefined)[]): Candidates {
  const found = lists.filter((list) => list !== undefined)
  return { lists: found, count: found.reduce((sum, { length }) => sum + length, 0) }
}

const LETTER_BITS = 10
const LETTER = (1 << LETTER_BITS) - 1
const PAIR = (1 << (2 * LETTER_BITS)) - 1

/** Ten bits of a letter. Two letters may have the same: who finds something by them looks at the text as well. */
const bitsOf = (code: number) => Math.imul(code, 0x9e3779b1) >>> (32 - LETTER_BITS)

/** Stands before a text, so that each of its letters is the last one of a trigram. */
const EDGE = '\n\n'

/** False for words of one and two letters, with which many trigrams end. */
export function isInOneTrigram(word: string): boolean {
  return word.length >= 3
}

/** Three letters in a row of many texts, and which texts have them. */
export class Trigrams {
  private readonly postings = new Map<number, InvertedIndex>()

  /** @returns by how many bytes it grew. */
  add(text: string, slot: number): number {
    const edged = EDGE + text
    let key = keyBefore(edged)
    let grown = 0
    for (let at = 2; at < edged.length; at += 1) {
      key = nextKey(key, edged, at)
      grown += pushTo(this.postings, key, slot)
    }
    return grown
  }

  /** The texts that may have a word as a part; of all that have it none is missing. */
  candidates(word: string): Candidates {
    if (!isInOneTrigram(word)) return candidatesOf(this.endingWith(word))
    let key = keyBefore(word)
    let rarest: Candidates | null = null
    for (let at = 2; at < word.length; at += 1) {
      key = nextKey(key, word, at)
      const found = candidatesOf([this.postings.get(key)])
      if (rarest === null || found.count < rarest.count) rarest = found
    }
    return rarest!
  }

  /** One or two letters: all trigrams that end with them. */
  private endingWith(word: string): InvertedIndex[] {
    const mask = word.length === 1 ? LETTER : PAIR
    const end = keyBefore(word) & mask
    const found: InvertedIndex[] = []
    for (const [key, list] of this.postings) if ((key & mask) === end) found.push(list)
    return found
  }
}

/** The key of the trigram that ends at a place, from that of the one before. */
function nextKey(key: number, text: string, at: number): number {
  return ((key & PAIR) << LETTER_BITS) | bitsOf(text.charCodeAt(at))
}

/** What the first trigram is made from: the first two letters, or the only one. */
function keyBefore(text: string): number {
  const first = bitsOf(text.charCodeAt(0))
  return text.length === 1 ? first : (first << LETTER_BITS) | bitsOf(text.charCodeAt(1))
}
