/** The rules of the house, over every file that git knows or would take. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { labelsSaidOnce, noSentenceTakenApart } from '../support/contract/house-labels.ts'
import {
  appArrows,
  environmentThroughConfig,
  importArrows,
  noDefaultExport,
  noSkippedTests,
  nothingSilenced,
  nothingUnfinished,
  oneForm,
  oneTitle,
  type Rule,
  type SourceFile,
  typeScriptEndings,
} from '../support/contract/house-rules.ts'

const ROOT = new URL('../../', import.meta.url)

const SOURCES: SourceFile[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|sql|md|css|html)$/.test(path) && existsSync(new URL(path, ROOT)))
  .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }))

const line = (text: string, path = 'server/engine/x.ts'): SourceFile => ({ path, text })

interface Case {
  readonly rule: Rule
  /** Each breaks the rule. */
  readonly bad: SourceFile[]
  /** Each keeps it, though it looks near. */
  readonly good: SourceFile[]
}

// The forbidden words are put together here, so that this file keeps the rules itself.
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
    ],
    good: [
      line('  return own ?? problem.detail', 'web/data/x.ts'),
      line('  return /^a/.test(name)', 'web/data/x.ts'),
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
  'there is no default export outside of config files': {
    rule: noDefaultExport,
    bad: [
      line('export default 1'),
      line('export { x as default }'),
      line('export default function f() {}', 'web/x.ts'),
    ],
    good: [line('export default {}', 'vitest.config.ts'), line('import def from "x"')],
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
  'imports go http → engine → commands → domain, and nothing imports http': {
    rule: importArrows,
    bad: [
      line("import { x } from '../engine/y.ts'", 'server/domain/x.ts'),
      line("import { x } from '../config.ts'", 'server/domain/x.ts'),
      line("import type { X } from '../engine/y.ts'", 'server/commands/x.ts'),
      line("import { x } from '../store/y.ts'", 'server/commands/x.ts'),
      line("import { x } from '../http/y.ts'", 'server/engine/x.ts'),
      line("import { x } from '../queries/y.ts'", 'server/engine/x.ts'),
      line("export { x } from '../commands/y.ts'", 'server/store/x.ts'),
      line("const x = await import('../engine/y.ts')", 'server/store/x.ts'),
      line("import { x } from '../integrations/y.ts'", 'server/recognition/x.ts'),
      line("import { x } from '../http/y.ts'", 'server/queries/x.ts'),
      line("import { x } from '../queries/y.ts'", 'server/access/x.ts'),
      line("import { x } from '../access/y.ts'", 'server/engine/x.ts'),
      line("import { x } from '../http/y.ts'", 'server/cli/x.ts'),
      line("import { x } from './http/y.ts'", 'server/main.ts'),
      line("import {\n  x,\n} from '../http/y.ts'", 'server/workers/x.ts'),
      line("import { x } from '../server/domain/y.ts'", 'spellings/x.ts'),
    ],
    good: [
      line("import { x } from '../domain/y.ts'", 'server/store/x.ts'),
      line("import { x } from '../engine/y.ts'", 'server/http/x.ts'),
      line("import { x } from './http/y.ts'", 'server/service.ts'),
      line("import { x } from '../service.ts'", 'server/cli/x.ts'),
      line("import { x } from 'typebox'", 'server/domain/x.ts'),
      line("import { x } from '../../spellings/y.ts'", 'server/queries/x.ts'),
    ],
  },
  'forms of the app say themselves what is missing': {
    rule: oneForm,
    bad: [line('<form onSubmit={send}>', 'web/sections/a/x.tsx'), line('<form', 'web/sections/a/x.tsx')],
    good: [line('<Form onSubmit={send}>', 'web/sections/a/x.tsx'), line('<form noValidate>', 'web/parts/form.tsx')],
  },
  'components of the app know nothing of the API, and the app nothing but the SDK': {
    rule: appArrows,
    bad: [
      line("import { x } from '../data/y.ts'", 'web/components/x.tsx'),
      line("import { x } from '../words/y.ts'", 'web/components/x.tsx'),
      line("import { x } from '../../sdk/y.ts'", 'web/components/x.tsx'),
      line("import { x } from '../sections/y.ts'", 'web/data/x.ts'),
      line("import { x } from '../../server/y.ts'", 'web/data/x.ts'),
      line("import { x } from '../../../server/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../data/y.ts'", 'web/words/x.ts'),
      line("import { x } from '../../reports/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from './y.ts'", 'web/reports/x.ts'),
    ],
    good: [
      line("import { x } from '../../../sdk/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../shell/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../../records/y.ts'", 'web/sections/a/x.tsx'),
      line("import { x } from '../../sdk/y.ts'", 'web/data/x.ts'),
      line("import { x } from '../../spellings/y.ts'", 'web/components/x.tsx'),
      line("import { x } from './sections/a/y.ts'", 'web/routes.tsx'),
      line("import { x } from '../sections/a/y.ts'", 'web/records/x.ts'),
    ],
  },
  'imports end in .ts': {
    rule: typeScriptEndings,
    bad: [line("import { x } from './y'"), line("import { x } from './y.js'")],
    good: [line("import { x } from './y.ts'"), line("import x from './y.json'"), line("import x from 'y'")],
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
  'every document has one title': {
    rule: oneTitle,
    bad: [line('# A\n\n# B\n', 'docs/x.md'), line('## A\n', 'docs/x.md')],
    good: [line('# A\n\n## B\n\n```sh\n# a comment\n```\n', 'docs/x.md'), line('# A\n# B', 'server/x.sql')],
  },
}

test.each(Object.entries(RULES))('%s', (_name, { rule }) => {
  expect(SOURCES.flatMap(rule)).toEqual([])
})

test.each(Object.entries(RULES))('the check bites: %s', (_name, { rule, bad, good }) => {
  for (const file of bad) expect(rule(file), `${file.path}: ${file.text.slice(0, 60)}`).toHaveLength(1)
  for (const file of good) expect(rule(file), `${file.path}: ${file.text.slice(0, 60)}`).toEqual([])
})

test('the files that the rules look at are there', () => {
  const paths = SOURCES.map(({ path }) => path)
  for (const path of ['server/main.ts', 'docs/errors.md', 'tests/contract/tidy.test.ts']) expect(paths).toContain(path)
})
