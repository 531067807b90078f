/** Lets the floor page open without a connection, by means of a service worker that stores the page and its files. */

/**
 * Resolves once the files of the page are stored. If the browser has no service worker, for example over plain HTTP,
 * resolves at once.
 */
export async function keepForOffline(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return
    await navigator.serviceWorker.register('/floor-worker.js', { scope: '/floor' })
    const { active } = await navigator.serviceWorker.getRegistration('/floor').then(whenActive)
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const own = loaded.filter((path) => path.startsWith('/assets/') || path === '/theme.js' || path === '/icon.svg')
    active?.postMessage({ keep: ['/floor', ...new Set(own)] })
  } catch {}
}

async function whenActive(registration: ServiceWorkerRegistration | undefined) {
  const coming = registration?.installing ?? registration?.waiting
  if (coming !== null && coming !== undefined)
    await new Promise<void>((resolve) => {
      const look = () => coming.state === 'activated' && resolve()
      coming.addEventListener('statechange', look)
      look()
    })
  return { active: registration?.active ?? null }
}
