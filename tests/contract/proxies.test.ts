/**
 * Checks that the proxy configurations in deploy/ match the service's ports, timeouts and size limits. The
 * configurations themselves were tried by hand (docs/operations.md).
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const PROXIES = ['deploy/nginx.conf', 'deploy/Caddyfile'] as const
const operations = read('docs/operations.md')

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

test('nginx is configured for long streams and large uploads, and buffers nothing', () => {
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
