/** docs/specification.md names tests that there are, and every route of the specification. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/commands/table.ts'
import { needing } from '../support/needing.ts'
import { allOperationsOf } from '../support/openapi.ts'
import {
  type Entry,
  entriesOf,
  faultsOfEntry,
  faultsOfRoutes,
  isRoute,
  LATER,
  routesOfSpecification,
  type Surroundings,
  titlesOf,
} from '../support/specification.ts'

const ROOT = new URL('../../', import.meta.url)
/** Beside the project, where it is developed. */
const SPECIFICATION = new URL('../shared/spec/http-api.md', ROOT)

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const entries = entriesOf(read('docs/specification.md'))
const around: Surroundings = {
  readTest: (path) => (existsSync(new URL(`tests/${path}`, ROOT)) ? read(`tests/${path}`) : null),
  served: allOperationsOf(JSON.parse(read('docs/openapi.json'))).map(({ route }) => route),
}

test('every test that the page names is there, and every route that has one is served', () => {
  expect(entries.flatMap((entry) => faultsOfEntry(entry, around))).toEqual([])
})

test('the page names no route twice', () => {
  const routes = [...new Set(entries.filter(isRoute).map(({ subject }) => subject))]
  expect(faultsOfRoutes(entries, routes)).toEqual([])
})

needing(SPECIFICATION)('the page names every route of the specification once, and no other', () => {
  const routes = routesOfSpecification(readFileSync(SPECIFICATION, 'utf8'))
  expect(faultsOfRoutes(entries, routes)).toEqual([])
  expect(routes.length).toBeGreaterThan(60)
})

/** At the session address; their negative tests are a table of their own. */
const isOfSession = (route: string) => route.includes('/integrations/extsys')

test('every write of the page that is served is a command, so that the generated tests run it', () => {
  const commands = COMMANDS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const writes = entries.filter(({ subject, tests }) => /^(POST|PATCH|DELETE) /.test(subject) && tests !== LATER)
  expect(
    writes.map(({ subject }) => subject).filter((route) => !commands.includes(route) && !isOfSession(route)),
  ).toEqual([])
})

test('the page has its rows, and no cell of them is empty', () => {
  const subjects = entries.map(({ subject }) => subject)
  expect(subjects.length).toBeGreaterThan(150)
  for (const { subject, tests } of entries) expect([subject, tests], subject).not.toContain('')
})

const AUDIT = 'GET /api/v1/audit'
const HERE = '`contract/specification.test.ts`'

test.each<[string, Entry]>([
  ['a title that is none', { subject: 'x', tests: `${HERE} the page is pink` }],
  ['a part of a title', { subject: 'x', tests: `${HERE} the page has its rows` }],
  [
    'a file that is none',
    { subject: 'x', tests: '`api/nothing.test.ts` the page has its rows, and no cell of them is empty' },
  ],
  ['no test', { subject: 'x', tests: '' }],
  [
    'a second title that is none',
    { subject: 'x', tests: `${HERE} the page has its rows, and no cell of them is empty<br>${HERE} nothing` },
  ],
  [
    'a route that is none',
    { subject: 'GET /api/v1/none', tests: `${HERE} the page has its rows, and no cell of them is empty` },
  ],
  ['a route that is there and has no test', { subject: AUDIT, tests: LATER }],
])('the check bites: %s', (_what, entry) => {
  expect(faultsOfEntry(entry, around)).toHaveLength(1)
})

test('the check bites: a route that is missing, one too many, one named twice', () => {
  const row = (subject: string): Entry => ({ subject, tests: LATER })
  const other = 'GET /api/v1/other'
  expect(faultsOfRoutes([row(AUDIT)], [AUDIT])).toEqual([])
  for (const [rows, expected] of [
    [[row(AUDIT)], [AUDIT, other]],
    [[row(AUDIT), row(other)], [AUDIT]],
    [[row(AUDIT), row(AUDIT)], [AUDIT]],
  ] as const)
    expect(faultsOfRoutes(rows, expected)).toHaveLength(1)
})

test('titles are found in every form of a test, and nowhere else', () => {
  const word = 'test'
  const source = [
    `${word}('plain', async () => {`,
    `${word}.each(ROWS)('of a %s', (row) => {`,
    `${word}.each([\n  ['a', 1],\n])('of rows', async (...row) => {`,
    `${word}.each(ROWS)(\n  'on a line of its own',\n  async (row) => {`,
    `  ${word}(\`of a \${name}\`, async () => {`,
    `describe.each(ROWS)('a group', (row) => {`,
    `  rows.forEach('no test', (row) => {`,
  ]
  expect(titlesOf(source.join('\n'))).toEqual([
    'plain',
    'of a %s',
    'of rows',
    'on a line of its own',
    'of a $' + '{name}',
  ])
})
