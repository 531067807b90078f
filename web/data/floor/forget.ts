/** What the floor keeps, but for what waits to be sent, is gone when somebody signs out. */
const PREFIX = 'skladno.floor.'
const CACHE = 'skladno-floor'

/** Whoever has never been at the floor loads nothing for it. */
export async function forgetFloor(): Promise<void> {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    if (names.length === 0) return
    for (const name of names) localStorage.removeItem(name)
    await (await import('./known-products.ts')).forgetSeen()
    await caches.delete(CACHE)
  } catch {}
}
