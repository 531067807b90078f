/**
 * Checks that the rules in docs/specification.md are numbered and have existing tests, and that the document lists
 * every route of version 1.0.0.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/commands/table.ts'
import { needing } from '../support/chance/needing.ts'
import { allOperationsOf } from '../support/contract/openapi.ts'
import {
  type Entry,
  entriesOf,
  faultsOfEntry,
  faultsOfNumbers,
  faultsOfRoutes,
  isRoute,
  routesOfTables,
  type Surroundings,
  titlesOf,
} from '../support/contract/specification.ts'

const ROOT = new URL('../../', import.meta.url)
/**
 * The number of routes in version 1.0.0. They were promised to clients, so none may be removed. Later routes are in
 * openapi.json.
 */
const ROUTES = 68

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const entries = entriesOf(read('docs/specification.md'))
const around: Surroundings = {
  readTest: (path) => (existsSync(new URL(`tests/${path}`, ROOT)) ? read(`tests/${path}`) : null),
  served: allOperationsOf(JSON.parse(read('docs/openapi.json'))).map(({ route }) => route),
}

test('every test and every route in docs/specification.md exists', () => {
  expect(entries.flatMap((entry) => faultsOfEntry(entry, around))).toEqual([])
})

test('the rules in docs/specification.md are numbered without duplicates, in the order of their subjects', () => {
  expect(faultsOfNumbers(entries)).toEqual([])
})

test('docs/specification.md lists every route of version 1.0.0 exactly once', () => {
  const routes = [...new Set(entries.filter(isRoute).map(({ subject }) => subject))]
  expect(faultsOfRoutes(entries, routes)).toEqual([])
  expect(routes).toHaveLength(ROUTES)
})

needing('spec/http-api.md')('docs/specification.md has the routes of the original API document', (material) => {
  expect(faultsOfRoutes(entries, routesOfTables(readFileSync(material, 'utf8')))).toEqual([])
})

/** Whether a route exists only at the browser app's address. Refusals on these routes are tested elsewhere. */
const isOfSession = (route: string) => route.includes('/integrations/extsys')

test('every warehouse write route in docs/specification.md is a command, so the generated tests cover it', () => {
  const commands = COMMANDS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const writes = entries.filter((entry) => isRoute(entry) && !entry.subject.startsWith('GET '))
  expect(
    writes.map(({ subject }) => subject).filter((route) => !commands.includes(route) && !isOfSession(route)),
  ).toEqual([])
})

test('docs/specification.md has its rows, and no cell of them is empty', () => {
  expect(entries.length).toBeGreaterThan(350)
  for (const { rule, subject, tests } of entries) expect([rule, subject, tests], subject).not.toContain('')
})

const AUDIT = 'GET /api/v1/audit'
const HERE = '`contract/specification.test.ts`'

const TITLE = 'docs/specification.md has its rows, and no cell of them is empty'
/**
 * Returns a table row for a rule. The rule's number is assembled here, so that this file contains no reference to a
 * nonexistent rule.
 */
const rule = (number: string, tests = `${HERE} ${TITLE}`): Entry => ({ rule: `S-${number}`, subject: 'x', tests })
const route = (subject: string): Entry => ({ rule: null, subject, tests: `${HERE} ${TITLE}` })

test.each<[string, Entry]>([
  ['a title that no test has', rule('X-1', `${HERE} the page is pink`)],
  ['only the beginning of a title', rule('X-1', `${HERE} docs/specification.md has its rows`)],
  ['a test file that does not exist', rule('X-1', `\`api/nothing.test.ts\` ${TITLE}`)],
  ['no test', rule('X-1', '')],
  ['a second title that no test has', rule('X-1', `${HERE} ${TITLE}<br>${HERE} nothing`)],
  ['a route that does not exist', route('GET /api/v1/none')],
])('the check of docs/specification.md finds a row with %s', (_what, entry) => {
  expect(faultsOfEntry(entry, around)).toHaveLength(1)
})

test('the check of docs/specification.md detects a missing, an extra and a repeated route', () => {
  const other = 'GET /api/v1/other'
  expect(faultsOfRoutes([route(AUDIT)], [AUDIT])).toEqual([])
  for (const [rows, expected] of [
    [[route(AUDIT)], [AUDIT, other]],
    [[route(AUDIT), route(other)], [AUDIT]],
    [[route(AUDIT), route(AUDIT)], [AUDIT]],
  ] as const)
    expect(faultsOfRoutes(rows, expected)).toHaveLength(1)
})

test('the check of docs/specification.md detects a rule number that is malformed, repeated, out of order or separated from its subject', () => {
  const numbers = (...all: string[]) => faultsOfNumbers(all.map((number) => rule(number)))
  expect(numbers('X-1', 'X-2', 'X-4', 'Y-1')).toEqual([])
  for (const wrong of [['Orders'], ['X-1', 'X-1'], ['X-2', 'X-1'], ['X-1', 'Y-1', 'X-2'], ['x-1'], ['X-01']])
    expect(numbers(...wrong), wrong.join()).toHaveLength(1)
})

test('titlesOf finds test titles in every form in which tests are written, and nothing else', () => {
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
