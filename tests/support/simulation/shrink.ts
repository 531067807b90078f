/** Shortens a list of steps that leads to a fault. */

/** How often at most the steps are tried again. */
const MOST_TRIES = 150

/**
 * Removes parts of a list, large ones first, as long as the rest still fails.
 * @param fails runs a list of steps, and tells whether it leads to a fault. @returns the shortest list that was found.
 */
export async function shrink(
  steps: readonly number[],
  fails: (steps: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let shortest = steps
  let tries = 0
  for (let size = Math.ceil(steps.length / 2); size >= 1; ) {
    let isShorter = false
    for (let at = shortest.length - size; at > -size && tries < MOST_TRIES; at -= size) {
      const rest = [...shortest.slice(0, Math.max(0, at)), ...shortest.slice(Math.max(0, at + size))]
      tries += 1
      if (!(await fails(rest))) continue
      shortest = rest
      isShorter = true
    }
    if (tries >= MOST_TRIES) break
    if (size === 1 && !isShorter) break
    size = Math.max(1, Math.min(Math.floor(size / 2), Math.ceil(shortest.length / 2)))
  }
  return shortest
}
