/**
 * Checks that the files for operators in deploy/ refer only to metrics, runbook sections, settings and folders that
 * exist.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import type { Service } from '../../server/service.ts'
import { readFigures } from '../support/node/metrics.ts'
import { cloneDatabase, startNode } from '../support/node/service.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const operations = read('docs/operations.md')
const rules = read('deploy/prometheus/alerts.yaml')
const board = JSON.parse(read('deploy/grafana/skladno.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const alerts = [...rules.matchAll(/- alert: (\w+)\n +expr: (.*)\n/g)].map(([, name, expr]) => ({
  name: name!,
  expr: expr!,
}))

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let node: Service
let names: ReadonlySet<string>

beforeAll(async () => {
  cloned = await cloneDatabase()
  node = await startNode(cloned.url, { metrics: { host: '127.0.0.1', port: 0, companies: 1 } })
  names = (await readFigures(node.metricsUrl!)).names
})
afterAll(async () => {
  await node.stop()
  await cloned.drop()
})

const figuresIn = (expr: string): string[] => expr.match(/\b(?:skladno|nodejs|process)_\w+/g) ?? []
const unknownIn = (exprs: readonly string[]) => exprs.flatMap(figuresIn).filter((name) => !names.has(name))

test('every metric in the alert rules and on the dashboard is provided by a node', () => {
  const shown = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(alerts.length).toBeGreaterThan(15)
  expect(shown.length).toBeGreaterThan(30)
  expect(unknownIn([...alerts.map(({ expr }) => expr), ...shown])).toEqual([])
  expect(unknownIn(['rate(skladno_nonsense_total[5m])'])).toEqual(['skladno_nonsense_total'])
})

test('every metric of ours is in the table of operations.md, and on the dashboard or in an alert rule', () => {
  const ours = [...names].filter((name) => name.startsWith('skladno_') && !/_(bucket|sum|count)$/.test(name))
  const used = `${rules}${JSON.stringify(board)}`
  const exempt = ['skladno_company_commands_waiting', 'skladno_company_projection_lag', 'skladno_disk_size_bytes']
  expect(ours.filter((name) => !used.includes(name) && !exempt.includes(name))).toEqual([])
  expect(ours.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})

test('every alert refers to its own section of the runbook, which explains how to react', () => {
  for (const { name } of alerts) {
    expect(rules).toContain(`runbook: docs/operations.md#${name.toLowerCase()} `)
    const section = operations.split(`\n#### ${name}\n`)[1]?.split('\n#')[0] ?? ''
    expect(section.length, name).toBeGreaterThan(80)
  }
  const told = [...operations.matchAll(/^#### (Skladno\w+)$/gm)].map(([, name]) => name)
  expect(told).toEqual(alerts.map(({ name }) => name))
})

test('the image contains every folder that the service needs, and no development folders', () => {
  const dockerfile = read('deploy/Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) \1$/gm)].map(([, path]) => path)
  expect(copied.sort()).toEqual(
    [
      'node_modules',
      'dist/app',
      'package.json',
      'sbom.cdx.json',
      'docs/openapi.json',
      'amounts',
      'spellings',
      'server',
    ].sort(),
  )
  const { version, scripts } = JSON.parse(read('package.json')) as { version: string; scripts: { start: string } }
  const flags = /node ((?:--\S+ )+)server\/main\.ts/.exec(scripts.start)![1]!.trim()
  expect(dockerfile).toContain(`CMD ["node", "${flags.replaceAll(' ', '", "')}", "server/main.ts"]`)
  expect(read('deploy/skladno.service')).toContain(`node ${flags} server/main.ts`)
  for (const text of [dockerfile, read('deploy/compose.yaml')]) expect(text).toContain(`skladno:${version}`)
})

test('the compose file uses only settings that exist, and sets them to accepted values', () => {
  const [, block] = /environment: &settings\n((?: {4}\S.*\n)+)/.exec(read('deploy/compose.yaml'))!
  const lines = block!.trim().split('\n')
  const settings = Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*(\w+): "?(.*?)"?$/.exec(line)!
      return [name!, value!.replaceAll(/\$\{\w+:\?\}/g, 'x'.repeat(32))]
    }),
  )
  for (const name of Object.keys(settings)) expect(operations, name).toContain(`\`${name}\``)
  expect(readConfig(settings)).toMatchObject({
    drainMs: 10_000,
    holdMigrations: 'all',
    metrics: { host: '0.0.0.0', port: 9_464 },
    trustProxy: ['10.77.0.10'],
  })
})

test('the proxy for two nodes polls /readyz often enough to notice a draining node in time', () => {
  const haproxy = read('deploy/haproxy.cfg')
  const [, everySeconds, falls] = /default-server check inter (\d+)s fall (\d+)/.exec(haproxy)!
  const [, drainSeconds] = /DRAIN_SECONDS=(\d+)/.exec(haproxy)!
  expect(haproxy).toContain('http-check send meth GET uri /readyz')
  expect(Number(everySeconds) * (Number(falls) + 1)).toBeLessThan(Number(drainSeconds))
  const { apiPort, appPort } = readConfig({})
  for (const port of [apiPort, appPort])
    for (const node of ['10.77.0.11', '10.77.0.12']) expect(haproxy).toContain(`${node}:${port}`)
})
