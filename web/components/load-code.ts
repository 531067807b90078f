/** Code and texts that are loaded when they are needed. */
const MISSING = 'CodeMissing'
const AWAY = 'ServiceAway'
/** Small, and there as long as the service is. */
const PROBE = '/icon.svg'
const RELOADED = 'skladno.reloaded'
const PROBE_MS = 4_000
/** The connection that was there a moment ago is taken to be there. */
const STILL_THERE_MS = 2_000
/** What is still missing so soon after a reload will not come by another one. */
const RELOAD_HELPS_ONCE_IN_MS = 60_000

/** Loads a piece of the app. What does not come fails with what `isCodeMissing` knows. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('A part of the app could not be loaded', { cause }), { name: MISSING })
  }
}

/** Whether a page broke because a piece of the app did not come: there was no connection, or the app was renewed meanwhile. */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.name === MISSING

/** When the service was last heard of. The page itself has just come from it. */
let heardAt = performance.now()

/**
 * The same for a part of a page that is there. Browsers remember of a piece that it did not come, so that it is not asked for without
 * a connection: then it can still be loaded later, by the same page.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // The worker of the floor has what it needs.
  const isKept = navigator.serviceWorker?.controller != null
  const isSure = navigator.onLine && performance.now() - heardAt < STILL_THERE_MS
  if (!isKept && !isSure) await probe()
  const loaded = await loadCode(load)
  heardAt = performance.now()
  return loaded
}

async function probe(): Promise<void> {
  try {
    const { ok } = await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    if (!ok) throw new Error('The service does not work')
  } catch (cause) {
    throw Object.assign(new Error('The service is out of reach', { cause }), { name: AWAY })
  }
}

/** Whether a part was not even asked for, since there was no connection. */
export const isAway = (error: unknown): boolean => error instanceof Error && error.name === AWAY

/**
 * Browsers remember of a piece that it did not come: only a new page asks for it again, also for the pieces of a new version. Without a
 * connection a reload would lose the page that is there, so the service is asked first. @returns Whether the page is loaded anew.
 */
export async function reloadIfItHelps(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_HELPS_ONCE_IN_MS) return false
    if (!(await fetch(PROBE, { cache: 'no-store' })).ok) return false
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    return false
  }
  window.location.reload()
  return true
}
