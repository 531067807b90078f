/** At sign-out, deletes what the warehouse-floor screens stored, except operations that wait to be sent. */
const PREFIX = 'skladno.floor.'
const CACHE = 'skladno-floor'

/** For users who never opened the floor page, none of its code is loaded. */
export async function forgetFloor(): Promise<void> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    if (names.length === 0) return
    for (const name of names) localStorage.removeItem(name)
    await (await import('./known-products.ts')).forgetSeen()
    await caches.delete(CACHE)
  } catch {}
}
