/**
 * Checks that everything to which the repository's files refer exists: rules of docs/specification.md, decisions,
 * files.
 */
import { expect, test } from 'vitest'
import { housePaths, readFiles, readText } from '../support/contract/house-files.ts'
import type { SourceFile } from '../support/contract/house-rules.ts'
import {
  danglingDecisions,
  danglingFiles,
  danglingRules,
  danglingSources,
  leadingOut,
  namedIn,
  namesOf,
} from '../support/contract/sources.ts'

const paths = housePaths()
const files = readFiles(paths, /\.(tsx?|sql|md|css)$/)
const named = namedIn(files, paths)
const names = namesOf(paths)
const dangling = danglingSources(files, paths)

// Nonexistent rule numbers are assembled here, so that this file itself contains none of them.
const rule = (about: string) => `S-${about}`
const file = (text: string, path = 'server/engine/x.ts'): SourceFile => ({ path, text })
const markdown = (name: string) => `${name}.md`

test('every rule number used in the repository is in docs/specification.md', () => {
  expect(dangling.rules).toEqual([])
})

test('every decision to which the sources refer exists', () => {
  expect(dangling.decisions).toEqual([])
})

test('docs/decisions/README.md lists every decision once, by its title', () => {
  const index = readText('docs/decisions/README.md')
  for (const path of paths.filter((one) => /^docs\/decisions\/\d{4}-/.test(one))) {
    const name = path.slice('docs/decisions/'.length)
    const [, number, title] = /^# (\d{4}): (.+)$/m.exec(readText(path)) ?? []
    expect(index.split(`- [${number}](${name}) ${title}`), `${name}: give it a line there`).toHaveLength(2)
  }
})

test('every file to which a document or a comment refers is in the repository', () => {
  expect(dangling.files).toEqual([])
})

test('no path in the sources leads outside the repository', () => {
  expect(dangling.addresses).toEqual([])
})

test('the docstring of every command lists the rules it implements', () => {
  const commands = files
    .filter(({ path }) => path.startsWith('server/commands/'))
    .flatMap(({ text }) => [
      ...text.matchAll(/(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n)?export const (\w+) = defineCommand\(/g),
    ])
  expect(commands.filter(([, docstring]) => !/\bS-[A-Z]+-\d/.test(docstring ?? '')).map(([, , name]) => name)).toEqual(
    [],
  )
  expect(commands.length).toBeGreaterThan(45)
})

test('the scan finds references to rules in many source and test files', () => {
  const naming = (folder: string) =>
    files.filter(({ path, text }) => path.startsWith(folder) && /\bS-[A-Z]+-\d/.test(text)).length
  expect(naming('server/')).toBeGreaterThan(60)
  expect(naming('tests/')).toBeGreaterThan(10)
})

test.each([
  ['a rule that does not exist', file(`/** ${rule('ORDER-999')}. */`)],
  ['a subject that does not exist', file(`/** ${rule('NOTHING')} */`, 'web/x.tsx')],
  ['a chapter instead of a number', file(`/** Source: docs/${markdown('specification')} "Orders". */`)],
  ['a wrong number in a test title', file(`test('${rule('ORDER-0')}', () => {})`, 'tests/x.test.ts')],
])('the check of rule numbers detects %s', (_what, one) => {
  expect(danglingRules(one, named)).toHaveLength(1)
})

test('the check of rule numbers ignores a size or a code that merely looks like a rule number', () => {
  expect(danglingRules(file("['XS-A', 'S-7', 'COURS-9']"), named)).toEqual([])
})

test.each([
  ['a document that does not exist', file(`// see ${markdown('http-api')} "Success"`)],
  ['a file outside the repository', file(`[it](../${markdown('elsewhere')})`, markdown('docs/x'))],
  ['a file that was deleted', file(`/** as ${'engine/gone'}.ts has it */`)],
  ['a deleted file, in a comment of SQL', file('-- see engine/gone.ts', 'server/migrations/x.sql')],
])('the check of file references detects %s', (_what, one) => {
  expect(danglingFiles(one, named, names)).toHaveLength(1)
})

test('a decision may refer to a file that has since been deleted, and code to a file that it creates', () => {
  expect(danglingFiles(file('domain/gone.ts', 'docs/decisions/0001-x.md'), named, names)).toEqual([])
  expect(danglingFiles(file("writeFile('gone.html') // state.ts, ../engine/state.ts"), named, names)).toEqual([])
})

test('the check of decision references detects an unknown decision', () => {
  const decision = (number: string) => file(`/** docs/${'decisions'}/${number}. */`)
  expect(danglingDecisions(decision('0001'), named)).toEqual([])
  expect(danglingDecisions(decision('9999'), named)).toHaveLength(1)
})

test('the check of paths detects one that leads outside the repository', () => {
  const address = (steps: number) => file(`new URL('${'../'.repeat(steps)}x', import.meta.url)`, 'tests/api/x.test.ts')
  expect(leadingOut(address(2))).toEqual([])
  expect(leadingOut(address(3))).toHaveLength(1)
})
