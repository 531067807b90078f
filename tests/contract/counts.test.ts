/** Checks that each count printed by `npm run check` detects a fault of its kind. */
import { expect, test } from 'vitest'
import { clonesIn } from '../../tools/check/clones.ts'
import {
  type Count,
  circlesIn,
  countsOf,
  isLeftAlone,
  LEFT_ALONE,
  roomsOfLists,
  roomsOfReports,
  tableOf,
  unusedIn,
} from '../../tools/check/counts.ts'
import { housePaths, readFiles } from '../support/contract/house-files.ts'
import type { SourceFile } from '../support/contract/house-rules.ts'

const file = (path: string, text: string): SourceFile => ({ path, text })
const PATHS = housePaths()
// These files are only a part of the repository, because counting all of it would take too long for a test.
const FILES = readFiles(PATHS, /^server\/(lists|reports|http)\/[\w-]+\.ts$|^docs\/specification\.md$/)
const SERVER = FILES.filter(({ path }) => path.startsWith('server/'))
const FINE = { biome: '', knip: '{"issues":[]}' }

const nowOf = (counts: readonly Count[]) => Object.fromEntries(counts.map(({ name, now }) => [name, now]))

const STATEMENTS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((name) => `  ${name}(1)`)
/** Returns the source code of a function with six statements. */
const six = (name: string, statements: readonly string[] = STATEMENTS) =>
  `export function ${name}() {\n${statements.join('\n')}\n}\n`

test('each count rises by one when one fault of its kind is added', () => {
  const before = countsOf(FILES, PATHS, FINE)
  const planted = [
    file('server/lists/planted.ts', `export const LIMIT_OF_NOTHING = 1\n${six('oneCopy')}`),
    file('server/lists/second.ts', `export const LIMIT_OF_NOTHING = 2\n${six('otherCopy')}`),
    file('server/audit/third.ts', "import { LIST_TABLES } from '../lists/list-tables.ts'"),
    ...['audit', 'books', 'chain'].map((room) => file(`server/${room}/report.ts`, "show('below-minimum')")),
    file('web/data/planted.ts', "const isLate = problem.detail.startsWith('late')\nexport const isOfNothing = true"),
    file('web/data/second.tsx', 'export const isOfNothing = false'),
    file('docs/planted.md', `See S-${'ORDER'}-999.`),
  ]
  const knip = JSON.stringify({ issues: [{ file: 'server/a.ts', exports: [{ name: 'unused' }], types: [] }] })
  const after = countsOf([...FILES, ...planted], PATHS, {
    biome: 'server/a.ts:1:1 lint/suspicious/noImportCycles ━━━\n',
    knip,
  })
  const [was, is] = [nowOf(before), nowOf(after)]
  const risen = Object.fromEntries(Object.keys(was).map((name) => [name, is[name]! - was[name]!]))
  const { 'folders of server/ that one report is in': reports, ...others } = risen
  expect(Object.values(others)).toEqual(Array(Object.keys(others).length).fill(1))
  expect(reports).toBeGreaterThan(0)
})

test('a count above its bound is marked in the table, and its faults are listed below the table', () => {
  const counts = [
    { name: 'short', now: 1, bound: 1, found: ['a.ts'] },
    { name: 'too long', now: 2, bound: 1, found: ['b.ts', 'c.ts'] },
  ]
  const rows = ['count      now  bound', 'short        1      1', 'too long     2      1  too many']
  expect(tableOf(counts, false)).toBe([...rows, '\ntoo long:\n  b.ts\n  c.ts'].join('\n'))
  expect(tableOf(counts, true)).toContain('\nshort:\n  a.ts')
})

test('import cycles are counted from Biome’s output', () => {
  const heads = ['a', 'b'].map((name) => `server/${name}.ts:1:1 lint/suspicious/noImportCycles ━━━`)
  expect(circlesIn(`${heads.join('\n\n  × This import is part of a cycle.\n')}\n`)).toHaveLength(2)
  expect(circlesIn('server/a.ts:1:1 lint/style/useConst ━━━\n')).toEqual([])
})

test('unused exports and packages are counted from knip’s output', () => {
  const issues = [
    { file: 'server/a.ts', exports: [{ name: 'one', line: 1 }], types: [{ name: 'Two', line: 2 }], duplicates: [] },
    { file: 'package.json', dependencies: [{ name: 'three' }] },
  ]
  expect(unusedIn(JSON.stringify({ issues }))).toEqual([
    'server/a.ts: exports: one',
    'server/a.ts: types: Two',
    'package.json: dependencies: three',
  ])
})

test('every report is found in the reports folder, and the lists in the lists folder', () => {
  for (const [name, rooms] of roomsOfReports(SERVER)) expect(rooms, name).toContain('server/reports')
  expect(roomsOfLists(SERVER)).toContain('server/lists')
})

test('six equal lines in two files count as one duplicate, even with other comments and indentation', () => {
  const other = `// Begins.\n\n${six(
    'second',
    STATEMENTS.map((one) => `  ${one} // again`),
  )}`
  expect(clonesIn([file('a.ts', six('first')), file('b.ts', other)])).toEqual(['b.ts:4-10 repeats a.ts:2'])
})

test('fifty equal tokens on fewer than six lines count as a duplicate', () => {
  const call = (name: string) =>
    `export const ${name} = [${Array.from({ length: 30 }, (_, at) => `x${at}`).join(', ')}]`
  expect(clonesIn([file('a.ts', `${call('one')}\n${call('two')}`)])).toEqual(['a.ts:2-2 repeats a.ts:1'])
})

test('each copied piece of code that is left alone is still there', () => {
  const pictures = readFiles(PATHS, /^server\/recognition\/picture\/[\w-]+\.ts$/)
  expect(clonesIn(pictures).filter(isLeftAlone)).toHaveLength(LEFT_ALONE.length)
})

test.each([
  ['five equal lines', STATEMENTS.slice(2)],
  ['six lines with another name in one of them', STATEMENTS.with(3, '  other(1)')],
])('%s do not count as a duplicate', (_what, statements) => {
  expect(clonesIn([file('a.ts', six('first')), file('b.ts', six('second', statements))])).toEqual([])
})

test('equal imports do not count as a duplicate, but equal code within template literals does', () => {
  const imports = `import {\n${STATEMENTS.map((_, at) => `  name${at},`).join('\n')}\n} from './x.ts'\n`
  expect(clonesIn([file('a.ts', imports), file('b.ts', imports)])).toEqual([])
  const query = (name: string) => `const ${name} = \`select \${[{ a: 1 }]}\n${STATEMENTS.join('\n')}\``
  expect(clonesIn([file('a.ts', query('one')), file('b.ts', query('two'))])).toHaveLength(1)
})
