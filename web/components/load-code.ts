/** Code and texts that are loaded when they are needed. */
import { type ComponentType, lazy } from 'react'

const MISSING = 'CodeMissing'
/** Small, and there as long as the service is. */
const PROBE = '/icon.svg'
const RELOADED = 'skladno.reloaded'
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

/** A component whose code comes when it is first drawn. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => ({ default: (await loadCode(load)) as ComponentType<object> })) as unknown as ComponentType<Props>

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
