/** Checks that the release number is defined in package.json, and that every other place states the same number. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFigures } from '../support/node/metrics.ts'
import { endServer, newDataDir, startServer } from '../support/node/server-process.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const { version } = JSON.parse(read('package.json')) as { readonly version: string }

test('a node’s log, /healthz, OpenAPI document and metrics state the release from package.json', async ({
  onTestFinished,
}) => {
  const dataDir = await newDataDir()
  onTestFinished(() => dataDir.remove())
  const node = await startServer(dataDir.path, { METRICS_PORT: '0' })
  onTestFinished(() => endServer(node, 'SIGTERM').then(() => undefined))
  expect(JSON.parse(node.lines[0]!)).toMatchObject({ version, msg: `Skladno ${version} starts` })
  expect(await (await fetch(`${node.url}/healthz`)).json()).toEqual({ status: 'ok', version })
  const document = (await (await fetch(`${node.url}/openapi.json`)).json()) as { info: Record<string, unknown> }
  // The API has its own version, which changes only when the API does.
  expect(document.info).toMatchObject({ version: '1.0.0', 'x-release': version })
  const { metricsUrl } = JSON.parse(node.lines.find((line) => line.includes('metricsUrl'))!) as { metricsUrl: string }
  expect((await readFigures(metricsUrl)).text).toContain(`skladno_info{version="${version}",`)
})

test('the lock file and the container files state the release from package.json', () => {
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  const tags = ['Dockerfile', 'compose.yaml'].flatMap(
    (file) => read(`deploy/${file}`).match(/\bskladno:\d[\w.-]*/g) ?? [],
  )
  expect(tags.length).toBeGreaterThanOrEqual(3)
  expect(new Set(tags)).toEqual(new Set([`skladno:${version}`]))
})

test('the changelog lists unreleased changes first, then the current release, then older releases', () => {
  const [first, ...releases] = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](.*)$/gm)].map(([, name]) => name!)
  expect(first).toBe('Unreleased')
  expect(releases[0]).toBe(version)
  const inOrder = releases.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  expect(releases).toEqual(inOrder)
  expect(new Set(releases).size).toBe(releases.length)
})
