/** Long strokes of ink in one direction: what may be a table's ruled lines. */

export interface Run {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Runs side by side: one line of some thickness. */
export interface Stripe {
  readonly runs: Run[]
  from: number
  to: number
  minAcross: number
  maxAcross: number
}

/** Long runs of ink in one direction. The ink is thickened across by a pixel on either side, so that a line may lean a little. */
export function stripesOf(
  ink: Uint8Array,
  width: number,
  height: number,
  minLength: number,
  isUpright: boolean,
): Stripe[] {
  const [lanes, length] = isUpright ? [width, height] : [height, width]
  const [laneStep, stepAlong] = isUpright ? [1, width] : [width, 1]
  const stripes: Stripe[] = []
  let open: Stripe[] = []
  const counts = inkByLane(ink, width, isUpright)
  const inkAround = (lane: number) => (counts[lane - 1] ?? 0) + counts[lane]! + (counts[lane + 1] ?? 0)
  for (let lane = 0; lane < lanes; lane++) {
    // Of a run every second pixel is ink, at least, in one of the three lanes.
    if (2 * inkAround(lane) < minLength) {
      open = []
      continue
    }
    const runs = longRuns(lane, length, minLength, (along) => {
      const at = lane * laneStep + along * stepAlong
      return ink[at] === 1 || (lane > 0 && ink[at - laneStep] === 1) || (lane < lanes - 1 && ink[at + laneStep] === 1)
    })
    const joined: Stripe[] = []
    for (const run of runs) {
      const stripe = open.find((one) =>
        one.runs.some((other) => other.at >= lane - 1 && other.from < run.to && run.from < other.to),
      )
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

/** How much ink each lane has. */
function inkByLane(ink: Uint8Array, width: number, isUpright: boolean): Uint32Array {
  const counts = new Uint32Array(isUpright ? width : ink.length / width)
  for (let start = 0, y = 0; start < ink.length; start += width, y++)
    for (let x = 0; x < width; x++) counts[isUpright ? x : y]! += ink[start + x]!
  return counts
}

/** Runs at least so long; a gap of one pixel does not break them. */
function longRuns(lane: number, length: number, minLength: number, isInk: (along: number) => boolean): Run[] {
  const runs: Run[] = []
  for (let along = 0; along < length; along++) {
    if (!isInk(along)) continue
    const from = along
    let last = along
    for (along++; along < length && along - last <= 2; along++) if (isInk(along)) last = along
    if (last + 1 - from >= minLength) runs.push({ at: lane, from, to: last + 1 })
  }
  return runs
}
