/** The app's own client: our SDK at the address that the app was loaded from. */
import { createSessionClient } from '../../sdk/session.ts'

/** People wait less patiently than programs: after so long a form says that the connection is gone, and keeps its key. */
const DEADLINE_MS = 20_000

export const client = createSessionClient({ baseUrl: window.location.origin, deadlineMs: DEADLINE_MS })
