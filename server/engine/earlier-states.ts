/**
 * The states of a company at earlier revisions that were asked for lately. Who sends a long script again from its beginning asks for one
 * state after the other: each is a step from its neighbour, and not the whole way back from now.
 */
import type { StateSnapshot } from './state.ts'

/** As many as the connections that go through a history together are apart. */
const MAX_KEPT = 8
/** A state of long ago shares little with the one of now, so that it is held no longer than somebody goes on from it. */
const KEPT_MS = 10_000

export class EarlierStates {
  /** The newest in use last. */
  private kept: StateSnapshot[] = []
  private forgetting: NodeJS.Timeout | null = null

  /** The nearest one not after a revision; null: none. */
  atOrBefore(revision: number): StateSnapshot | null {
    return this.nearest((state) => (state.revision <= revision ? revision - state.revision : null))
  }

  /** The nearest one after a revision, `now` included, which must be after it. */
  after(revision: number, now: StateSnapshot): StateSnapshot {
    return this.nearest((state) => (state.revision > revision ? state.revision - revision : null)) ?? now
  }

  /** Takes in a state that somebody asked for. */
  keep(state: StateSnapshot): void {
    this.kept = [...this.kept.filter(({ revision }) => revision !== state.revision), state].slice(-MAX_KEPT)
    this.forgetting ??= setTimeout(() => this.forget(), KEPT_MS).unref()
    this.forgetting.refresh()
  }

  private forget(): void {
    this.kept = []
    this.forgetting = null
  }

  /** `distance`: null for a state that does not fit. */
  private nearest(distance: (state: StateSnapshot) => number | null): StateSnapshot | null {
    let [found, least] = [null as StateSnapshot | null, Number.POSITIVE_INFINITY]
    for (const state of this.kept) {
      const far = distance(state) ?? Number.POSITIVE_INFINITY
      if (far < least) [found, least] = [state, far]
    }
    return found
  }
}
