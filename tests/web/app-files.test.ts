/**
 * Tests how the app is served: how long files may be cached, which files are compressed, and which addresses open
 * pages.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { beforeAll, expect, test } from 'vitest'
import { BUILT_APP_FOLDER } from '../../server/integrations/app-build.ts'
import { buildApp } from '../support/app/app.ts'
import { RECORDS, REPORTS } from '../support/app/definitions.ts'
import { cloneDatabase, startNode, useService } from '../support/node/service.ts'

beforeAll(buildApp)
const service = useService({ app: { folder: BUILT_APP_FOLDER, isOurs: false } })

const PAGE = { accept: 'text/html,application/xhtml+xml', 'accept-encoding': 'identity' }
const get = (path: string, headers: Record<string, string> = PAGE, method = 'GET') =>
  fetch(service.sessionUrl + path, { method, headers })

/** Returns the address of the app's main script, which is the last script of the page. */
async function scriptPath(): Promise<string> {
  const page = await (await get('/')).text()
  return [...page.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].at(-1)![1]!
}

test.each(['/', '/products', '/products/0190-x?q=a&sort=-name', '/no/such/page'])(
  'the address %s opens the app',
  async (path) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('<div id="root">')
  },
)

test('opening the app under another host name of the same machine redirects to the address for which cookies are set', async () => {
  const origin = new URL(service.sessionUrl)
  const opened = async (host: string, path: string) => {
    const { statusCode, headers, body } = await request(service.sessionUrl + path, { headers: { ...PAGE, host } })
    await body.dump()
    return [statusCode, headers.location]
  }
  const path = '/products?q=a'
  expect(origin.hostname).toBe('127.0.0.1')
  expect(await opened(`localhost:${origin.port}`, path)).toEqual([302, service.sessionUrl + path])
  expect(await opened(`[::1]:${origin.port}`, path)).toEqual([302, service.sessionUrl + path])
  // A proxy may change ports and host names. Users must then be redirected neither in circles nor to a host taken from
  // the request.
  for (const host of [origin.host, `localhost:1${origin.port}`, 'evil.example', 'localhost'])
    expect(await opened(host, path)).toEqual([200, undefined])
})

test.each(['/api/v1/nothing', '/api', '/docs/nothing', '/assets/nothing.js', '/nothing.js'])(
  'the address %s does not open the app',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBeGreaterThanOrEqual(401)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  },
)

test('a request for a missing file of the app gets a “not found” response', async () => {
  expect((await get('/products', { accept: 'application/json' })).status).toBe(404)
  expect((await get('/products', PAGE, 'POST')).status).toBe(404)
  expect((await get('/.built-from')).headers.get('content-type')).toContain('text/html')
  expect((await get('/assets/..%2f.built-from')).status).toBe(404)
})

test('the app’s page is sent again only after it has changed', async () => {
  const first = await get('/')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  // Use `request`, because `fetch` would not send the request as a conditional one.
  const headers = { ...PAGE, 'if-none-match': first.headers.get('etag')! }
  const again = await request(`${service.sessionUrl}/orders`, { headers })
  expect([again.statusCode, await again.body.text()]).toEqual([304, ''])
})

/** Returns a script with all its static imports. */
function withImports(path: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(path)) return seen
  const source = readFileSync(join(BUILT_APP_FOLDER, path), 'utf8')
  seen.set(path, source)
  for (const [, name] of source.matchAll(/(?:from|import) ?["']\.\/([\w.-]+\.js)["']/g))
    withImports(`assets/${name}`, seen)
  return seen
}

test('the first screen of the app loads no definitions of records or reports', async () => {
  const scripts = new Map(withImports((await scriptPath()).slice(1)))
  const [overview] = [...scripts.values()].join().match(/overview-[\w-]+\.js/) ?? []
  for (const [path, source] of withImports(`assets/${overview}`)) scripts.set(path, source)
  expect([...scripts.keys()].map((path) => path.split('-', 1)[0])).toEqual(
    expect.arrayContaining(['assets/first', 'assets/shared', 'assets/overview']),
  )
  const texts = [...RECORDS.map(({ words }) => words.emptyText!.ru), ...REPORTS.map(({ words }) => words.lead!.ru)]
  for (const [path, source] of scripts)
    expect(
      texts.filter((text) => source.includes(text)),
      path,
    ).toEqual([])
})

test('an app file with a hash in its name is cached for a year', async () => {
  const answer = await get(await scriptPath())
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
})

test('an app file with a hash in its name is served as brotli, otherwise as gzip, otherwise uncompressed', async () => {
  const path = await scriptPath()
  const plain = Buffer.from(await (await get(path)).arrayBuffer())
  for (const encoding of ['br', 'gzip']) {
    const packed = await get(path, { 'accept-encoding': encoding })
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([encoding, 'accept-encoding'])
    // `fetch` has already decompressed the body, so its bytes must equal the plain file.
    expect(Buffer.from(await packed.arrayBuffer()).equals(plain)).toBe(true)
  }
})

test('a HEAD request for a file of the app returns the same headers as GET', async () => {
  for (const path of ['/', await scriptPath()]) {
    const [head, body] = [await get(path, PAGE, 'HEAD'), await get(path)]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(body.headers.get(name))
  }
})

test('the app loads nothing from other sites, cannot be framed and runs no inline scripts or styles', async () => {
  const answer = await get('/')
  const policy = answer.headers.get('content-security-policy')!
  for (const part of [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split('; ')).toContain(part)
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('permissions-policy')).toContain('camera=(self)')
  expect(await answer.text()).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\bstyle=|https?:\/\//)
})

test('the API’s address does not serve the app', async () => {
  const answer = await fetch(`${service.url}/`, { headers: PAGE })
  expect(answer.status).toBe(404)
})

test('the API works even if the app was not built', async () => {
  const cloned = await cloneDatabase()
  const empty = await mkdtemp(join(tmpdir(), 'skladno-no-app-'))
  const node = await startNode(cloned.url, { app: { folder: empty, isOurs: false } })
  expect((await fetch(`${node.appUrl}/`, { headers: PAGE })).status).toBe(404)
  expect((await fetch(`${node.apiUrl}/healthz`)).status).toBe(200)
  // Check that the app is served without a restart of the service once it is built.
  await writeFile(join(empty, 'index.html'), '<!doctype html>')
  expect((await fetch(`${node.appUrl}/`, { headers: PAGE })).status).toBe(200)
  await node.stop()
  await cloned.drop()
  await rm(empty, { recursive: true })
})
