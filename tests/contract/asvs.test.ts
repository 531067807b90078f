/**
 * Checks that docs/asvs.md lists every requirement of three chapters of the ASVS with its level, and gives either
 * existing tests or the reason why there are none.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOfEntry, type Surroundings } from '../support/contract/specification.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** The sections of V6, V7 and V8 of ASVS 5.0. Each digit is the level of one requirement, in order. */
const LEVELS: Record<string, string> = {
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
}
const REQUIREMENTS = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].map((level, index) => [`${section}.${index + 1}`, level] as const),
)

interface Row {
  readonly number: string
  readonly level: string
  readonly asked: string
  readonly here: string
  readonly tests: string
}

const rowsOf = (markdown: string): Row[] =>
  markdown
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([number = '', level = '', asked = '', here = '', tests = '']) => ({ number, level, asked, here, tests }))

const around: Surroundings = {
  readTest: (path) => (existsSync(new URL(`tests/${path}`, ROOT)) ? read(`tests/${path}`) : null),
  served: [],
}

/** Returns the faults of a row of docs/asvs.md, or an empty list. */
function faultsOf({ number, asked, here, tests }: Row): string[] {
  if (asked === '' || here === '') return [`${number}: an empty cell`]
  if (tests === 'document' || tests === 'not here') return []
  if (!tests.startsWith('differs: ')) return faultsOfEntry({ rule: number, subject: number, tests }, around)
  const files = [...tests.matchAll(/`(\S+\.test\.ts)`/g)].map(([, path]) => path!)
  return files.filter((path) => around.readTest(path) === null).map((path) => `${number}: no test file ${path}`)
}

const page = read('docs/asvs.md')
const rows = rowsOf(page)

test('docs/asvs.md lists every ASVS requirement once, in order and with its level', () => {
  expect(rows.map(({ number, level }) => [number, level])).toEqual(REQUIREMENTS)
})

test('every test cited in docs/asvs.md exists, and every row without a test gives a reason', () => {
  expect(rows.flatMap(faultsOf)).toEqual([])
})

test('docs/asvs.md covers every topic whose documentation the ASVS requires', () => {
  for (const word of ['Ways in', 'Against guessing', 'Words that make no password', 'Sessions', 'Who may do what'])
    expect(page).toContain(`**${word}**`)
})

test('docs/asvs.md lists all product words that are refused in passwords', async () => {
  const { PRODUCT_WORDS } = await import('../../server/access/passwords.ts')
  const line = page.split('\n').find((one) => one.includes('**Words that make no password**'))!
  expect(PRODUCT_WORDS.filter((word) => !line.toLowerCase().includes(word))).toEqual([])
})

const row: Row = { number: '6.1.1', level: '1', asked: 'x', here: 'x', tests: 'document' }
test.each<[string, Partial<Row>]>([
  ['an empty cell', { here: '' }],
  ['no test and no reason', { tests: '' }],
  ['a title that no test has', { tests: '`contract/asvs.test.ts` the page is pink' }],
  ['a test file that does not exist', { tests: '`contract/none.test.ts` x' }],
  ['a test file that does not exist, in a reason', { tests: 'differs: `contract/none.test.ts`' }],
])('the check of docs/asvs.md finds a row with %s', (_what, wrong) => {
  expect(faultsOf(row)).toEqual([])
  expect(faultsOf({ ...row, ...wrong })).toHaveLength(1)
})
