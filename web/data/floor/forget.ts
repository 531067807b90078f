/** At sign-out, deletes what the warehouse-floor screens stored, except operations waiting to be sent. */
const PREFIX = 'skladno.floor.'
const CACHE = 'skladno-floor'

/** Deletes the stored data. Loads no floor code for users who never opened the floor page. */
export async function forgetFloor(): Promise<void> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    if (names.length === 0) return
    for (const name of names) localStorage.removeItem(name)
    await (await import('./known-products.ts')).forgetSeen()
    await caches.delete(CACHE)
  } catch {}
}
