/**
 * Caches recently requested earlier states of a company. A client that resends a long script from its beginning needs
 * the states in order. Each state is then reached in a short step from the cached state next to it, instead of going
 * all the way back from the current state.
 */
import type { StateSnapshot } from './state.ts'

/**
 * The maximum number of cached states. It is enough for several connections stepping through the same history at the
 * same time.
 */
const MAX_KEPT = 8
/**
 * How many milliseconds a state is cached after its last use. The time is short, because an old state shares little
 * memory with the current state.
 */
const KEPT_MS = 10_000

export class EarlierStates {
  /** The cached states; the most recently used state is last. */
  private kept: StateSnapshot[] = []
  private forgetting: NodeJS.Timeout | null = null

  /** Returns the nearest cached state at or before a revision; null when there is none. */
  atOrBefore(revision: number): StateSnapshot | null {
    return this.nearest((state) => (state.revision <= revision ? revision - state.revision : null))
  }

  /**
   * Returns the nearest state after a revision. The current state `now`, which must be after the revision, is a
   * candidate too.
   */
  after(revision: number, now: StateSnapshot): StateSnapshot {
    return this.nearest((state) => (state.revision > revision ? state.revision - revision : null)) ?? now
  }

  /** Adds a state that was just requested to the cache. */
  keep(state: StateSnapshot): void {
    this.kept = [...this.kept.filter(({ revision }) => revision !== state.revision), state].slice(-MAX_KEPT)
    this.forgetting ??= setTimeout(() => this.forget(), KEPT_MS).unref()
    this.forgetting.refresh()
  }

  private forget(): void {
    this.kept = []
    this.forgetting = null
  }

  /** Returns the state with the smallest `distance`. The distance is null for states that cannot be used. */
  private nearest(distance: (state: StateSnapshot) => number | null): StateSnapshot | null {
    let [found, least] = [null as StateSnapshot | null, Number.POSITIVE_INFINITY]
    for (const state of this.kept) {
      const far = distance(state) ?? Number.POSITIVE_INFINITY
      if (far < least) [found, least] = [state, far]
    }
    return found
  }
}
