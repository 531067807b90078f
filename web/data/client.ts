/** The app's client: the SDK, calling the server the app was loaded from. */
import { createSessionClient } from '../../sdk/session.ts'

/**
 * People are less patient than programs: after this time a form says that there is no connection, and keeps its
 * idempotency key.
 */
const DEADLINE_MS = 20_000

export const client = createSessionClient({ baseUrl: window.location.origin, deadlineMs: DEADLINE_MS })
