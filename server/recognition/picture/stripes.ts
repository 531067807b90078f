/** Finds long strokes of ink in a horizontal or vertical direction, which may be ruled lines of a table. */

export interface Run {
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * Adjacent runs of ink that together form a line of some thickness. A run is a sequence of adjacent ink pixels in the
 * direction of the line.
 */
export interface Stripe {
  readonly runs: Run[]
  from: number
  to: number
  minAcross: number
  maxAcross: number
}

/**
 * Finds long runs of ink in one direction. First thickens the ink by a pixel on both sides, so that slightly slanted
 * lines are found too.
 */
export function stripesOf(
  ink: Uint8Array,
  width: number,
  height: number,
  minLength: number,
  isUpright: boolean,
): Stripe[] {
  const [lanes, length] = isUpright ? [width, height] : [height, width]
  const byLane = isUpright ? columnsOf(ink, width, height) : ink
  const counts = inkByLane(byLane, lanes, length)
  const inkAround = (lane: number) => (counts[lane - 1] ?? 0) + counts[lane]! + (counts[lane + 1] ?? 0)
  const stripes: Stripe[] = []
  let open: Stripe[] = []
  const thick = new Uint8Array(length)
  for (let lane = 0; lane < lanes; lane++) {
    // A run can be long only if every second pixel of one of the three lanes (pixel rows) is ink, so skip lanes with
    // less ink.
    if (2 * inkAround(lane) < minLength) {
      open = []
      continue
    }
    thicken(byLane, lane, thick)
    const joined: Stripe[] = []
    for (const run of longRuns(thick, lane, minLength)) {
      const stripe = open.find((one) => touches(one, run))
      if (stripe === undefined) {
        const created = { runs: [run], from: run.from, to: run.to, minAcross: lane, maxAcross: lane }
        stripes.push(created)
        joined.push(created)
      } else {
        stripe.runs.push(run)
        stripe.from = Math.min(stripe.from, run.from)
        stripe.to = Math.max(stripe.to, run.to)
        stripe.maxAcross = lane
        joined.push(stripe)
      }
    }
    open = [...new Set(joined)]
  }
  return stripes
}

/**
 * Whether the given run is adjacent to a run of the stripe in the same lane or the lane before. The stripe's newest
 * runs are at the end of its list.
 */
function touches({ runs }: Stripe, { at, from, to }: Run): boolean {
  for (let index = runs.length - 1; index >= 0 && runs[index]!.at >= at - 1; index--)
    if (runs[index]!.from < to && from < runs[index]!.to) return true
  return false
}

/** Rearranges the ink column by column. */
function columnsOf(ink: Uint8Array, width: number, height: number): Uint8Array {
  const columns = new Uint8Array(ink.length)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) if (ink[at] === 1) columns[x * height + y] = 1
  return columns
}

/** Returns the amount of ink in each lane. */
function inkByLane(byLane: Uint8Array, lanes: number, length: number): Uint32Array {
  const counts = new Uint32Array(lanes)
  for (let lane = 0, at = 0; lane < lanes; lane++) {
    let count = 0
    for (const end = at + length; at < end; at++) count += byLane[at]!
    counts[lane] = count
  }
  return counts
}

/** Merges the ink of a lane with the ink of the neighbouring lanes. */
function thicken(byLane: Uint8Array, lane: number, thick: Uint8Array): void {
  const { length } = thick
  const at = lane * length
  // The first and last lane have only one neighbour, so use the lane itself in place of the missing neighbour.
  const before = lane === 0 ? at : at - length
  const after = at + length === byLane.length ? at : at + length
  for (let along = 0; along < length; along++)
    thick[along] = byLane[at + along]! | byLane[before + along]! | byLane[after + along]!
}

/** Returns the runs of at least `minLength` pixels. Gaps of one pixel are ignored. */
function longRuns(thick: Uint8Array, lane: number, minLength: number): Run[] {
  const runs: Run[] = []
  const { length } = thick
  for (let along = 0; along < length; along++) {
    if (thick[along] === 0) continue
    const from = along
    let last = along
    for (along++; along < length && along - last <= 2; along++) if (thick[along] === 1) last = along
    if (last + 1 - from >= minLength) runs.push({ at: lane, from, to: last + 1 })
  }
  return runs
}
