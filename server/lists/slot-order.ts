/** Keeps the slot numbers of records sorted by a given comparison, while numbers are added and removed. */
export class SlotOrder {
  private readonly compare: (a: number, b: number) => number
  private readonly isGone: (slot: number) => boolean
  private slots = new Uint32Array(0)
  private ranks = new Uint32Array(0)
  private added: number[] = []
  private hasGone = false

  /** `compare` must never return 0 for two different numbers. */
  constructor(compare: (a: number, b: number) => number, isGone: (slot: number) => boolean) {
    this.compare = compare
    this.isGone = isGone
  }

  add(slot: number): void {
    this.added.push(slot)
  }

  /**
   * Removes the numbers for which `isGone` is true. Must be called whenever `isGone` has become true for some numbers.
   */
  remove(): void {
    this.hasGone = true
  }

  /**
   * Sorts the numbers added since the last call into the order. After adding numbers, call this before using any other
   * method.
   */
  settle(): void {
    if (this.added.length === 0 && !this.hasGone) return
    const kept = this.hasGone ? this.slots.filter((slot) => !this.isGone(slot)) : this.slots
    const added = this.added.filter((slot) => !this.isGone(slot)).sort(this.compare)
    this.slots = this.merge(kept, added)
    this.added = []
    this.hasGone = false
    const most = this.slots.reduce((max, slot) => (slot > max ? slot : max), 0)
    if (most >= this.ranks.length) this.ranks = new Uint32Array(Math.ceil((most + 1) * 1.25))
    for (let rank = 0; rank < this.slots.length; rank += 1) this.ranks[this.slots[rank]!] = rank
  }

  get length(): number {
    return this.slots.length
  }

  at(rank: number): number {
    return this.slots[rank]!
  }

  /** Returns the numbers from rank `from` up to, but not including, rank `until`. */
  between(from: number, until: number): Uint32Array {
    return this.slots.subarray(from, Math.max(from, until))
  }

  /** Returns the rank of a number, which must be in the order. */
  rankOf(slot: number): number {
    return this.ranks[slot]!
  }

  /** Returns the first rank whose slot makes `isBehind` true. `isBehind` must also be true for all later ranks. */
  firstRank(isBehind: (slot: number) => boolean, slots: Uint32Array = this.slots, from = 0): number {
    let low = from
    let high = slots.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBehind(slots[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }

  private merge(kept: Uint32Array<ArrayBuffer>, added: readonly number[]): Uint32Array<ArrayBuffer> {
    if (added.length === 0) return kept
    const merged = new Uint32Array(kept.length + added.length)
    let copied = 0
    for (const [position, slot] of added.entries()) {
      const until = this.firstRank((other) => this.compare(other, slot) > 0, kept, copied)
      merged.set(kept.subarray(copied, until), copied + position)
      merged[until + position] = slot
      copied = until
    }
    merged.set(kept.subarray(copied), copied + added.length)
    return merged
  }
}
