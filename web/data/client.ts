/** The app's API client: the SDK, used with the server from which the app was loaded. */
import { createSessionClient } from '../../sdk/session.ts'
import { clockedFetch } from './clock.ts'

/**
 * The time after which a form shows that there is no connection, while it keeps its idempotency key. It is shorter than
 * the SDK's default, because people are less patient than programs.
 */
const DEADLINE_MS = 20_000

export const client = createSessionClient({
  baseUrl: window.location.origin,
  deadlineMs: DEADLINE_MS,
  fetch: clockedFetch,
})
