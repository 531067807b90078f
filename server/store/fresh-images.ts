/**
 * The after-images that this node has committed but not yet projected (written to the tables of records), exactly as in
 * the log. Passing them to the projection saves reading the log, which is two fifths of a projection's cost
 * (docs/decisions/0047-the-log-is-the-truth.md). When there are too many of them to keep in memory, the projection
 * reads the log instead.
 */
import { lengthOf, type Text } from '../domain/text.ts'

/** The after-image of one record: its text as stored in its table, or null when it was deleted. */
export interface Image {
  readonly kind: string
  readonly key: string
  readonly text: Text | null
}

/** The after-images of one command. */
export interface Committed {
  readonly revision: number
  readonly images: readonly Image[]
}

/** The last after-image of each record changed by the given commands, stored as parallel arrays, one per column. */
export interface GivenImages {
  /** The revision before the first command, and the revision of the last command. */
  readonly since: number
  readonly upto: number
  readonly kinds: readonly string[]
  readonly keys: readonly string[]
  readonly revisions: readonly number[]
  readonly texts: readonly (Text | null)[]
}

/**
 * The maximum number of commands whose after-images are kept in memory. It is also the maximum for one projection step.
 */
const MOST_COMMANDS = 500
const MOST_CHARACTERS = 4_000_000
/** The maximum total number of characters waiting to be projected, over all of a node's companies. */
const MOST_CHARACTERS_OF_ALL = 16_000_000

/** The number of characters waiting to be projected, over all companies. */
export interface WaitingCharacters {
  total: number
}

/** The after-images of consecutive commands of one company that have been committed but not projected yet. */
export class FreshImages {
  private readonly waiting: WaitingCharacters
  private since = 0
  private upto = -1
  private characters = 0
  /** The after-images of records, by kind and key. */
  private readonly images = new Map<string, Image & { readonly revision: number }>()

  constructor(waiting: WaitingCharacters) {
    this.waiting = waiting
  }

  /** The revision before the first command whose after-images are in memory, or null when none are. */
  get first(): number | null {
    return this.upto < 0 ? null : this.since
  }

  /**
   * Adds the after-images of the commands after revision `since`, unless after-images of earlier commands are missing
   * or there would be too many to keep in memory.
   */
  add(since: number, committed: readonly Committed[]): void {
    if (this.upto >= 0 && this.upto !== since) return
    if (this.characters > MOST_CHARACTERS || this.waiting.total > MOST_CHARACTERS_OF_ALL) return
    if (this.upto >= 0 && this.upto - this.since >= MOST_COMMANDS) return
    if (committed.some(({ images }) => images.some(isAskedOfLog))) return
    if (this.upto < 0) this.since = since
    for (const { revision, images } of committed) {
      this.upto = revision
      for (const image of images) this.put(image, revision)
    }
  }

  /**
   * Removes and returns the after-images if they start exactly at the tables' revision. Otherwise, returns null:
   * after-images that start earlier are discarded, and after-images that start later are kept.
   */
  take(projected: number): GivenImages | null {
    const { since, upto } = this
    if (upto < 0 || since > projected) return null
    const images = [...this.images.values()]
    this.clear()
    if (since < projected) return null
    return {
      since,
      upto,
      kinds: images.map(({ kind }) => kind),
      keys: images.map(({ key }) => key),
      revisions: images.map(({ revision }) => revision),
      texts: images.map(({ text }) => text),
    }
  }

  clear(): void {
    this.waiting.total -= this.characters
    this.characters = 0
    this.upto = -1
    this.images.clear()
  }

  private put(image: Image, revision: number): void {
    const id = `${image.kind} ${image.key}`
    const known = this.images.get(id)
    const more = lengthOf(image.text ?? '') - lengthOf(known?.text ?? '')
    this.images.set(id, { kind: image.kind, key: image.key, text: image.text, revision })
    this.characters += more
    this.waiting.total += more
  }
}

/**
 * Whether this is the after-image of a rejected file. Projecting such an after-image requires an earlier version of the
 * file, which only the log has.
 */
function isAskedOfLog({ kind, text }: Image): boolean {
  return kind === 'imports' && text === null
}
