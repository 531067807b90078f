/** Loads parts of the app's code and texts when they are needed. */
const MISSING = 'CodeMissing'
const AWAY = 'ServiceAway'
/** A small file that the server delivers whenever it is running. Requesting it shows whether there is a connection. */
const PROBE = '/icon.svg'
const RELOADED = 'skladno.reloaded'
const PROBE_MS = 4_000
/** If the server responded within this time, in milliseconds, the connection is assumed to work. */
const STILL_THERE_MS = 2_000
/** The time after a reload during which missing code does not cause another reload, because reloading did not help. */
const RELOAD_HELPS_ONCE_IN_MS = 60_000

/** Loads a piece of the app's code. If that fails, the error thrown is one that `isCodeMissing` recognizes. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('A part of the app could not be loaded', { cause }), { name: MISSING })
  }
}

/**
 * Whether an error means that a piece of the app's code could not be loaded, either because there is no connection or
 * because a new version has been deployed.
 */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.name === MISSING

/**
 * The time of the server's last response. Initially this is the current time, because the page has just been loaded.
 */
let heardAt = performance.now()

/**
 * Loads a part of a page that is already shown. Browsers remember a failed import until the page is reloaded.
 * Therefore the connection is checked first, and without one nothing is imported, so that the same page can load the
 * part later.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  // If a service worker is active, it has stored the files of the warehouse-floor page, so no connection is needed.
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

/** Whether an error means that the app did not try to load a part of the page, because there was no connection. */
export const isAway = (error: unknown): boolean => error instanceof Error && error.name === AWAY

/**
 * Reloads the page if that may make the missing code available. Browsers remember a failed import until the page is
 * reloaded, and after a deployment only a new page refers to the new files. Without a connection a reload would lose
 * the current page, so the connection is checked first. Returns whether the page is being reloaded.
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
