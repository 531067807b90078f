// Stores the warehouse-floor page and its files, so that the page opens without a connection. Other pages and API calls
// are left to the browser.
const CACHE = 'skladno-floor'
const PAGE = '/floor'
const MAX_KEPT = 300
// The stored files are the same for every user, so a search for a stored file ignores the Vary header.
const ANY = { ignoreVary: true }

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const isKept = (path) => path.startsWith('/assets/') || path === '/theme.js' || path === '/icon.svg'

self.addEventListener('message', (event) => {
  const paths = event.data?.keep
  if (Array.isArray(paths)) event.waitUntil(keepAll(paths))
})

async function keepAll(paths) {
  const cache = await caches.open(CACHE)
  for (const path of paths) {
    // A file below /assets never changes while its name stays the same, so a stored copy is still valid.
    if (path.startsWith('/assets/') && (await cache.match(path, ANY)) !== undefined) continue
    const answer = await fetch(path, { headers: { accept: 'text/html,*/*' } }).catch(() => null)
    if (answer?.ok) await cache.put(path, answer)
  }
  // The cache lists its oldest entries first, so delete from the beginning.
  const all = await cache.keys()
  const old = all.filter(({ url }) => url.includes('/assets/')).slice(0, Math.max(0, all.length - MAX_KEPT))
  for (const one of old) await cache.delete(one)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(async () => (await caches.match(PAGE, ANY)) ?? Response.error()))
  else if (isKept(pathname)) event.respondWith(kept(request, pathname))
})

async function kept(request, pathname) {
  const known = await caches.match(pathname, ANY)
  if (known !== undefined && pathname.startsWith('/assets/')) return known
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(CACHE)).put(pathname, answer.clone())
    return answer
  } catch (error) {
    if (known !== undefined) return known
    throw error
  }
}
