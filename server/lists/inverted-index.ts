/**
 * An inverted index maps each key to the numbers of the records that contain it, in ascending order. Text indexes are
 * built from inverted indexes.
 */

const FIRST_ROOM = 4
const GROWTH = 1.5

const BYTES_PER_SLOT = 4
/** The measured memory of a list in bytes, with room for its first numbers, plus its entry in a map. */
const POSTINGS_BYTES = 300

/** A list of ascending numbers that takes 4 bytes per number. */
export class InvertedIndex {
  private room = new Uint32Array(FIRST_ROOM)
  private count = 0

  get length(): number {
    return this.count
  }

  get slots(): Uint32Array {
    return this.room.subarray(0, this.count)
  }

  /**
   * Adds a number that is not below the last one; a repeated number is added once. @returns the number of bytes by
   * which the list grew.
   */
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

/** Adds a record's number to the list of a key. @returns the number of bytes by which the index grew. */
export function pushTo<K>(byKey: Map<K, InvertedIndex>, key: K, slot: number): number {
  const known = byKey.get(key)
  if (known !== undefined) return known.push(slot)
  const postings = new InvertedIndex()
  byKey.set(key, postings)
  return POSTINGS_BYTES + postings.push(slot)
}

/** The records that have at least one of several keys. */
export interface Candidates {
  readonly lists: readonly { readonly slots: Uint32Array }[]
  /** An upper bound for the number of records, because a record that is in two lists counts twice. */
  readonly count: number
}

export function candidatesOf(lists: readonly (InvertedIndex | undefined)[]): Candidates {
  const found = lists.filter((list) => list !== undefined)
  return { lists: found, count: found.reduce((sum, { length }) => sum + length, 0) }
}

const LETTER_BITS = 10
const LETTER = (1 << LETTER_BITS) - 1
const PAIR = (1 << (2 * LETTER_BITS)) - 1

/** Hashes a letter to ten bits. Two letters may have the same hash, so matches must be verified in the text. */
const bitsOf = (code: number) => Math.imul(code, 0x9e3779b1) >>> (32 - LETTER_BITS)

/** Prepended to every text, so that there are also trigrams that end at the text's first and second letters. */
const EDGE = '\n\n'

/**
 * Whether a single trigram is enough to find the word. It is not for a word of one or two letters, because many
 * different trigrams end with such a word.
 */
export function isInOneTrigram(word: string): boolean {
  return word.length >= 3
}

/** An index of texts by trigrams: sequences of three letters. */
export class Trigrams {
  private readonly postings = new Map<number, InvertedIndex>()

  /** Adds a record's text. @returns the number of bytes by which the index grew. */
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

  /** Returns the records whose text may contain a word. Every record whose text does contain the word is among them. */
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

  /** Finds a word of one or two letters by returning the lists of all trigrams that end with it. */
  private endingWith(word: string): InvertedIndex[] {
    const mask = word.length === 1 ? LETTER : PAIR
    const end = keyBefore(word) & mask
    const found: InvertedIndex[] = []
    for (const [key, list] of this.postings) if ((key & mask) === end) found.push(list)
    return found
  }
}

/** Computes the key of the trigram that ends at a position from the key of the previous trigram. */
function nextKey(key: number, text: string, at: number): number {
  return ((key & PAIR) << LETTER_BITS) | bitsOf(text.charCodeAt(at))
}

/**
 * Computes the key that precedes the first trigram, from the first two letters of the text, or from its only letter.
 */
function keyBefore(text: string): number {
  const first = bitsOf(text.charCodeAt(0))
  return text.length === 1 ? first : (first << LETTER_BITS) | bitsOf(text.charCodeAt(1))
}
