/** The server's clock, as its answers tell it, because the clock of a telephone may be wrong. */

/** By how much this device's clock is ahead of the server's; negative when it is behind. */
let aheadMs = 0

/** `fetch` that reads from each answer of the server what time it is there. */
export const clockedFetch: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  const told = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(told)) aheadMs = Date.now() - told
  return response
}

/**
 * Converts a moment of this device to the server's clock. The result is never in the server's future: the header `Date`
 * leaves out the fraction of a second, and its answer took time to arrive.
 */
export const serverMoment = (moment: string): string => new Date(Date.parse(moment) - aheadMs).toISOString()
