/**
 * Checks that the proxy configurations in deploy/ match the service's ports, timeouts and size limits. The
 * configurations themselves are tried by `npm run test:rolling` (docs/operations.md).
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const PROXIES = ['deploy/nginx.conf', 'deploy/Caddyfile'] as const
const operations = read('docs/operations.md')

/** An operation of the OpenAPI document, with the content types of its body. */
interface Operation {
  readonly requestBody?: { readonly content: Record<string, unknown> }
}

/** Returns the value of a numeric constant, read from the service's source code. */
function figureOf(path: string, name: string): number {
  const [, text] = new RegExp(`${name}(?: =|:) ([\\d_]+)`).exec(read(path)) ?? []
  expect(text, `${name} in ${path}`).toBeDefined()
  return Number(text!.replaceAll('_', ''))
}

const secondsAfter = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`\\b${name} (\\d+)s\\b`, 'g'))].map(([, seconds]) => Number(seconds))

test.each(PROXIES)('the proxy %s serves the API and the browser app over https, with HSTS for a year', (path) => {
  const text = read(path)
  const { apiPort, appPort } = readConfig({})
  expect(text).toContain(`127.0.0.1:${apiPort}`)
  expect(text).toContain(`127.0.0.1:${appPort}`)
  expect(text).toContain('Strict-Transport-Security "max-age=31536000"')
  expect(operations).toContain(`(../${path})`)
})

test.each(PROXIES)('the service accepts the settings that the proxy %s requires', (path) => {
  const [, url, proxy] = /APP_URL=(\S+) and TRUST_PROXY=(\S+?)\.$/m.exec(read(path))!
  expect(operations).toContain(`APP_URL=${url} TRUST_PROXY=${proxy} npm start`)
  const config = readConfig({ APP_URL: url, TRUST_PROXY: proxy })
  expect(config).toMatchObject({ appUrl: 'https://sklad.example.org', trustProxy: ['127.0.0.1'] })
})

test('the proxy closes idle connections before the service does', () => {
  const keepAlive = figureOf('server/http/wire/listener.ts', 'keepAliveMs') / 1_000
  const idle = [
    ...secondsAfter(read('deploy/nginx.conf'), 'keepalive_timeout'),
    ...secondsAfter(read('deploy/Caddyfile'), 'keepalive'),
  ]
  expect(idle).toEqual([60, 60, 60, 60])
  expect(Math.max(...idle)).toBeLessThan(keepAlive)
  expect(operations).toContain(`which is after ${keepAlive} seconds`)
})

test('nginx passes files through as they come, and keeps all other bodies in memory, so that it can send them again', () => {
  const nginx = read('deploy/nginx.conf')
  const [, pattern] = /location ~ (\S+) \{\s+proxy_pass http:\/\/\$skladno;\s+proxy_request_buffering off;/.exec(nginx)!
  const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, Record<string, Operation>> }
  const takesFile = ({ requestBody }: Operation) =>
    Object.keys(requestBody?.content ?? {}).some((type) => type !== 'application/json')
  const routes = Object.entries(paths).map(([path, operations]) => ({
    path: path.replace(/\{\w+\}/g, '0190'),
    isForFiles: Object.values(operations).some(takesFile),
  }))
  expect(routes.filter(({ isForFiles }) => isForFiles)).not.toEqual([])
  for (const { path, isForFiles } of routes) expect([path, new RegExp(pattern!).test(path)]).toEqual([path, isForFiles])
  expect(nginx).toMatch(
    /location \/api\/v1\/ \{[^}]*client_body_buffer_size 1m;\s+proxy_next_upstream error timeout non_idempotent;/,
  )
  expect(figureOf('server/http/server.ts', 'MAX_JSON_BYTES')).toBe(1_048_576)
})

test('nginx is configured for long streams and large uploads, and buffers no answer', () => {
  const nginx = read('deploy/nginx.conf')
  const heartbeat = figureOf('server/queries/changes-feed.ts', 'heartbeatMs') / 1_000
  expect(secondsAfter(nginx, 'proxy_read_timeout')[0]).toBeGreaterThan(2 * heartbeat)
  expect(operations).toContain(`sends something every ${heartbeat} seconds`)
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(nginx)!
  expect(Number(mebibytes)).toBeGreaterThan(25)
  for (const line of ['proxy_buffering off;', 'proxy_request_buffering off;', 'X-Forwarded-For $remote_addr;'])
    expect(nginx).toContain(line)
  const problem = JSON.parse(/return 413 '(.*)';/.exec(nginx)![1]!)
  expect(problem).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE', title: 'The body is too large' })
})

test('Caddy’s configuration needs no setting for flushing streams', () => {
  expect(read('deploy/Caddyfile')).not.toContain('flush_interval')
})
