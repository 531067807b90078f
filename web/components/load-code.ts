/** Code and words that are loaded on demand. */
const MISSING = 'CodeMissing'
const AWAY = 'ServiceAway'
/** A small file that is available whenever the service is. */
const PROBE = '/icon.svg'
const RELOADED = 'skladno.reloaded'
const PROBE_MS = 4_000
/** After a response this recent, assume the connection still works. */
const STILL_THERE_MS = 2_000
/** If code is still missing this soon after a reload, another reload will not help. */
const RELOAD_HELPS_ONCE_IN_MS = 60_000

/** Loads a piece of the app. A failure can be recognized with `isCodeMissing`. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('A part of the app could not be loaded', { cause }), { name: MISSING })
  }
}

/**
 * Whether an error means that a piece of the app could not be loaded: no connection, or a new version was deployed
 * meanwhile.
 */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.name === MISSING

/** When the service last responded; the page itself has just been loaded from it. */
let heardAt = performance.now()

/**
 * Loads a part of a page that is already shown. Browsers remember a failed import for the life of the page, so this
 * checks the connection first: without one it does not import, and the same page can load the part later.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // The service worker of the floor page has the files it needs.
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

/** Whether loading a part was not even attempted, because there was no connection. */
export const isAway = (error: unknown): boolean => error instanceof Error && error.name === AWAY

/**
 * Browsers remember a failed import, so only a new page can load that code, also after a new version was deployed. A
 * reload without a connection would lose the current page, so the connection is checked first. Returns whether the page
 * is being reloaded.
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
