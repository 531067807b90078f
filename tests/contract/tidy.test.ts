/** Checks our rules for source files on every file that git tracks or would add. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { housePaths, readFiles, readText } from '../support/contract/house-files.ts'
import { labelsSaidOnce, noSentenceTakenApart } from '../support/contract/house-labels.ts'
import {
  environmentThroughConfig,
  exportedTwice,
  importsAreTables,
  noSkippedTests,
  nothingSilenced,
  nothingUnfinished,
  oneForm,
  oneTitle,
  plainTurns,
  pureDomain,
  type Rule,
  type SourceFile,
  sqlInItsPlace,
} from '../support/contract/house-rules.ts'
import { circlesOf, roomRule, roomsIn, sharedRule, unknownPlaces } from '../support/contract/rooms.ts'

const ROOT = new URL('../../', import.meta.url)

const SOURCES = readFiles(housePaths(), /\.(ts|tsx|sql|md|css|html)$/)
const PATHS = SOURCES.map(({ path }) => path)

const SERVER = { root: 'server', rooms: roomsIn(readText('ARCHITECTURE.md'), 'server'), isNested: false }
const APP = { root: 'web', rooms: roomsIn(readText('docs/app.md'), 'web'), isNested: true }

const line = (text: string, path = 'server/engine/x.ts'): SourceFile => ({ path, text })

interface Case {
  readonly rule: Rule
  /** Example files, each of which breaks the rule once. */
  readonly bad: SourceFile[]
  /** Example files that follow the rule, although they look similar to bad ones. */
  readonly good: SourceFile[]
}

// The forbidden words are assembled here, so that this file does not break the rules itself.
const RULES: Record<string, Case> = {
  'no test is left out': {
    rule: noSkippedTests,
    bad: ['skip', 'only', 'todo', 'skipIf'].map((word) => line(`test.${word}('x', () => {})`, 'tests/x.test.ts')),
    good: [line('list.skipTo(3)', 'tests/x.test.ts')],
  },
  'the app takes no sentence of the service apart': {
    rule: noSentenceTakenApart,
    bad: [
      line('  const found = /^Asked (.*)/.exec(problem.detail)', 'web/data/x.ts'),
      line("  const isLate = /late/.test(error.message ?? '')", 'web/data/x.ts'),
      line("  return detail.startsWith('Asked')", 'web/words/x.ts'),
      line("  const number = summary?.split(' ')[1]", 'web/sections/x.tsx'),
      line('  return NUMBERED.exec(String(summary))?.[1]', 'server/tables/x.ts'),
      line("  const at = summary.lastIndexOf(' at a cost of ')", 'server/domain/x.ts'),
    ],
    good: [
      line('  return own ?? problem.detail', 'web/data/x.ts'),
      line('  return /^a/.test(name)', 'web/data/x.ts'),
      line('  return /timeout/.test(error.message)', 'server/integrations/x.ts'),
      line('  expect(detail.startsWith(text))', 'tests/x.test.ts'),
    ],
  },
  'nothing is left to do later': {
    rule: nothingUnfinished,
    bad: ['FIX' + 'ME', 'TO' + 'DO', 'X' + 'XX'].flatMap((word) => [
      line(`// ${word}: later`),
      line(word, 'docs/x.md'),
    ]),
    good: [line('const XXXL = 1')],
  },
  'the compiler is not silenced': {
    rule: nothingSilenced,
    bad: ['ignore', 'nocheck'].map((word) => line(`// @ts-${word}`)),
    good: [line('// @ts-expect-error: it must be refused')],
  },
  'the environment is read through the config': {
    rule: environmentThroughConfig,
    bad: [
      line('process.env.PORT'),
      line('const { env } = process.env', 'server/main.ts'),
      line('process.env', 'sdk/x.ts'),
    ],
    good: [line('process.env', 'server/config.ts'), line('process.env', 'tests/x.ts'), line('process.environment')],
  },
  'folders of the service import what their rows in ARCHITECTURE.md name': {
    rule: roomRule(SERVER),
    bad: [
      line("import { x } from '../engine/y.ts'", 'server/domain/x.ts'),
      line("import { x } from '../config.ts'", 'server/domain/x.ts'),
      line("import type { X } from '../engine/y.ts'", 'server/commands/x.ts'),
      line("import { x } from '../http/y.ts'", 'server/engine/x.ts'),
      line("import { x } from '../lists/y.ts'", 'server/engine/x.ts'),
      line("export { x } from '../commands/y.ts'", 'server/store/x.ts'),
      line("const x = await import('../engine/y.ts')", 'server/store/x.ts'),
      line("import { x } from '../integrations/y.ts'", 'server/recognition/x.ts'),
      line("import { x } from '../table/y.ts'", 'server/recognition/words/x.ts'),
      line("import {\n  x,\n} from '../papers/y.ts'", 'server/workers/x.ts'),
      line("import { x } from '../http/y.ts'", 'server/cli/x.ts'),
      line("import { x } from '../service.ts'", 'server/cli/x.ts'),
      line('', 'server/new-room/x.ts'),
      line('', 'server/lists/below/x.ts'),
    ],
    good: [
      line("import { x } from '../domain/y.ts'", 'server/store/x.ts'),
      line("import { x } from '../engine/y.ts'", 'server/http/x.ts'),
      line("import { x } from './table/y.ts'", 'server/recognition/x.ts'),
      line("import { x } from './http/y.ts'", 'server/service.ts'),
      line("import { x } from '../configured-database.ts'", 'server/cli/x.ts'),
      line("import { x } from 'typebox'", 'server/domain/x.ts'),
      line("import { x } from '../../spellings/y.ts'", 'server/queries/x.ts'),
    ],
  },
  'what service and app share imports nothing else': {
    rule: sharedRule,
    bad: [
      line("import { x } from '../server/domain/y.ts'", 'spellings/x.ts'),
      line("import { x } from '../spellings/y.ts'", 'amounts/x.ts'),
    ],
    good: [line("import { x } from './y.ts'", 'amounts/x.ts')],
  },
  'SQL stands in store/, postgres/ and files that end in -sql.ts': {
    rule: sqlInItsPlace,
    bad: [
      line('const TEXT = `select id from products`', 'server/lists/x.ts'),
      line('query(`\n  insert into commands values ($1)`)', 'server/access/x.ts'),
      line("tx.query('select id from products')", 'server/lists/x.ts'),
      line('where: () => sql`t.read_at is null`', 'server/lists/x.ts'),
    ],
    good: [
      line('const TEXT = `select id from products`', 'server/lists/x-sql.ts'),
      line('/** `select` finds them. */', 'server/lists/x.ts'),
      line("type: 'select'", 'server/domain/x.ts'),
      line('a field that is no `select`', 'server/domain/x.ts'),
    ],
  },
  'domain/ has no clock, no timer and no state of modules': {
    rule: pureDomain,
    bad: [
      line('setTimeout(step, 1)', 'server/domain/x.ts'),
      line('const at = Date.now()', 'server/domain/x.ts'),
      line('let count = 0', 'server/domain/x.ts'),
      line('const known = new Map<string, number>()', 'server/domain/x.ts'),
      line('const seen: string[] = []', 'server/domain/x.ts'),
    ],
    good: [
      line('  let count = 0', 'server/domain/x.ts'),
      line('const WORDS = new Set([1])', 'server/domain/x.ts'),
      line('let count = 0', 'server/runtime/x.ts'),
    ],
  },
  'import is said of tables, of MoySklad and of whole companies alone': {
    rule: importsAreTables,
    bad: [line('', 'server/papers/imports.ts'), line('', 'server/commands/import-files.ts')],
    good: [
      line('', 'server/tables/imports.ts'),
      line('', 'server/http/table-imports.ts'),
      line('', 'server/domain/important.ts'),
    ],
  },
  'forms of the app say themselves what is missing': {
    rule: oneForm,
    bad: [line('<form onSubmit={send}>', 'web/sections/a/x.tsx'), line('<form', 'web/sections/a/x.tsx')],
    good: [line('<Form onSubmit={send}>', 'web/sections/a/x.tsx'), line('<form noValidate>', 'web/parts/form.tsx')],
  },
  'folders of the app import what their rows in docs/app.md name': {
    rule: roomRule(APP),
    bad: [
      line("import { x } from '../data/y.ts'", 'web/components/x.tsx'),
      line("import { x } from '../words/y.ts'", 'web/components/x.tsx'),
      line("import { x } from '../../sdk/y.ts'", 'web/components/x.tsx'),
      line("import { x } from '../sections/y.ts'", 'web/data/x.ts'),
      line("import { x } from '../sections/a/y.ts'", 'web/parts/x.ts'),
      line("import { x } from '../../server/y.ts'", 'web/data/x.ts'),
      line("import { x } from '../../../server/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../../shell/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../data/y.ts'", 'web/words/x.ts'),
      line("import { x } from '../../sdk/client.ts'", 'web/words/x.ts'),
      line("import { x } from '../../reports/y.ts'", 'web/sections/a/x.tsx'),
      line('', 'web/new-room/x.ts'),
    ],
    good: [
      line("import { x } from '../../../sdk/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../../parts/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../../records/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../../sdk/labels.ts'", 'web/words/x.ts'),
      line("import { x } from '../../sdk/y.ts'", 'web/data/x.ts'),
      line("import { x } from '../../spellings/y.ts'", 'web/components/x.tsx'),
      line("import { x } from './sections/a/y.ts'", 'web/routes.tsx'),
      line("import { x } from '../sections/a/y.ts'", 'web/records/x.ts'),
    ],
  },
  'no text of the app is the label of a field that the service names': {
    rule: labelsSaidOnce,
    bad: [
      line("  sku: 'Артикул',", 'web/words/stock.ru.ts'),
      line("  least: 'Minimum stock',", 'web/words/stock.en.ts'),
    ],
    good: [
      line("  code: 'Артикул',", 'web/words/stock.ru.ts'),
      line("  name: 'Название',", 'web/words/grid.ru.ts'),
      line("  sku: 'Артикул',", 'web/words/stock.en.ts'),
    ],
  },
  'comments, titles, texts and documents avoid turns that must be read twice': {
    rule: plainTurns,
    bad: [
      line('/** Reads the table an' + 'ew. */'),
      line('// The answer for wh' + 'oever asks first.'),
      line(" * A refusal that nobody was told\n * of'", 'server/http/x.ts'),
      line("test('a report is given a" + "way once', run)", 'tests/api/x.test.ts'),
      line("description: 'At most so " + "many.'", 'server/http/x.ts'),
      line('The form of th' + 'en is kept.', 'docs/x.md'),
      line("meaning: 'Null for w" + "ho may not see it.'", 'server/reports/x.ts'),
      line('The list can be h' + 'ad as CSV.', 'docs/x.md'),
    ],
    good: [
      line('// The history of thenables, told often; so many lots that none is left.'),
      line('Rows, an' + 'ew', 'CHANGELOG.md'),
      line('-- an' + 'ew', 'server/migrations/0001-x.sql'),
      line('const anewTable = 1'),
    ],
  },
  'every document has one title': {
    rule: oneTitle,
    bad: [line('# A\n\n# B\n', 'docs/x.md'), line('## A\n', 'docs/x.md')],
    good: [line('# A\n\n## B\n\n```sh\n# a comment\n```\n', 'docs/x.md'), line('# A\n# B', 'server/x.sql')],
  },
}

test.each(Object.entries(RULES))('the sources follow the rule: %s', (_name, { rule }) => {
  expect(SOURCES.flatMap(rule)).toEqual([])
})

test.each(Object.entries(RULES))(
  'for the rule: %s, the check detects every bad example and accepts every good one',
  (_name, { rule, bad, good }) => {
    for (const file of bad) expect(rule(file), `${file.path}: ${file.text.slice(0, 60)}`).toHaveLength(1)
    for (const file of good) expect(rule(file), `${file.path}: ${file.text.slice(0, 60)}`).toEqual([])
  },
)

test('the tables of allowed imports between folders list only folders and files that exist', () => {
  for (const { root, rooms } of [SERVER, APP]) {
    expect([...rooms.keys()].filter((room) => !existsSync(new URL(`${room}/`, ROOT)))).toEqual([])
    expect(rooms.size, root).toBeGreaterThan(6)
    expect(unknownPlaces(rooms, PATHS)).toEqual([])
  }
})

test('no two folders of the service are allowed to import each other', () => {
  expect(circlesOf(SERVER.rooms)).toEqual([])
  const rooms = new Map([...SERVER.rooms, ['server/runtime', ['server/lists']], ['server/lists', ['server/runtime']]])
  expect(circlesOf(rooms)).toEqual(expect.arrayContaining(['server/lists', 'server/runtime']))
})

test('no two modules of the service export the same name', () => {
  expect(exportedTwice(SOURCES.filter(({ path }) => /^(server|amounts|spellings)\//.test(path)))).toEqual([])
  const twice = ['a', 'b'].map((name) => line('export const one = 1', `server/${name}.ts`))
  expect(exportedTwice(twice)).toEqual(['one: server/a.ts, server/b.ts'])
  expect(exportedTwice([twice[0]!, line("export { one } from './a.ts'", 'server/b.ts')])).toEqual([])
})

test('the rules for source files are applied to the repository’s files', () => {
  for (const path of ['server/main.ts', 'docs/errors.md', 'tests/contract/tidy.test.ts']) expect(PATHS).toContain(path)
})
