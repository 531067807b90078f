/**
 * What a node committed just now and has not projected: the records that its commands left behind, in the very texts that the log has.
 * Handed to the projection they need not be looked for in the log, which is two fifths of what a projection costs
 * (docs/decisions/0047-the-log-is-the-truth.md). What does not fit is not kept: then the log is read.
 */
import { lengthOf, type Text } from '../domain/text.ts'

/** What a command left behind of one record: its text as its table keeps it; null: it is gone. */
export interface Image {
  readonly kind: string
  readonly key: string
  readonly text: Text | null
}

/** What one command left behind. */
export interface Committed {
  readonly revision: number
  readonly images: readonly Image[]
}

/** The records that commands left behind, each as the last of them left it; in one order, column by column. */
export interface GivenImages {
  /** The revision before the first of the commands, and that of the last one. */
  readonly since: number
  readonly upto: number
  readonly kinds: readonly string[]
  readonly keys: readonly string[]
  readonly revisions: readonly number[]
  readonly texts: readonly (Text | null)[]
}

/** What one step of a projection takes on. */
const MOST_COMMANDS = 500
const MOST_CHARACTERS = 4_000_000
/** What all companies of a node may have waiting together. */
const MOST_CHARACTERS_OF_ALL = 16_000_000

/** How many characters wait, of all companies. */
export interface WaitingCharacters {
  total: number
}

/** The run of commands of one company that is committed and not projected, as far as it is kept. */
export class FreshImages {
  private readonly waiting: WaitingCharacters
  private since = 0
  private upto = -1
  private characters = 0
  /** By kind and key. */
  private readonly images = new Map<string, Image & { readonly revision: number }>()

  constructor(waiting: WaitingCharacters) {
    this.waiting = waiting
  }

  /** The revision before the first command that is kept; null: none is. */
  get first(): number | null {
    return this.upto < 0 ? null : this.since
  }

  /** Adds what was committed after a revision, unless something before it is missing or there is too much. */
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

  /** Takes out all that is kept; null when that does not begin where the tables are. What they have already is let go. */
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

/** Of a rejected file what it was before is asked of the log. */
function isAskedOfLog({ kind, text }: Image): boolean {
  return kind === 'imports' && text === null
}
