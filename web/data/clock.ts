/** Estimates the server's time from its responses, because the clock of a telephone may be wrong. */

/** How many milliseconds this device's clock is ahead of the server's; negative when it is behind. */
let aheadMs = 0

/** A `fetch` that also reads the server's time from the headers of each response. */
export const clockedFetch: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  const told = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(told)) aheadMs = Date.now() - told
  return response
}

/**
 * Converts a point in time on this device's clock to the server's clock. The result is never ahead of the server,
 * because the header `Date` leaves out the fraction of a second, and the response took time to arrive.
 */
export const serverMoment = (moment: string): string => new Date(Date.parse(moment) - aheadMs).toISOString()
