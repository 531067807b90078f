/**
 * Checks that each kind of record and each report is defined in a single file of the app: everything defined can be
 * reached, is tested, and is not named in any other file.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORTS as SERVED } from '../../sdk/reports.ts'
import { SCREENS } from '../../tools/screenshots/screens.ts'
import {
  DEFINED_REPORTS,
  FIELDS,
  methodsOf,
  RECORDS,
  REPORTS,
  type ReportSpec,
  readOf,
  reportsOf,
  typedFields,
  wordsOfFields,
  wordsOfRecords,
  wordsOfReport,
} from '../support/app/definitions.ts'

const sourceOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
type Groups = Readonly<Record<string, { readonly columns: readonly string[] }>>
interface Undefined extends ReportSpec {
  readonly opens: (row: object, address: object) => unknown
}
const API = JSON.parse(sourceOf('docs/openapi.json'))

test('every kind of record and every report that the app defines can be requested through the SDK', () => {
  expect(RECORDS.length).toBeGreaterThan(0)
  for (const spec of RECORDS) expect(methodsOf(spec), spec.file).toMatchObject({ list: {}, read: {} })
  for (const { name } of REPORTS) expect(readOf(name)?.path, name).toBe(`/api/v1/reports/${name}`)
})

test('the app has exactly the service’s reports, in the same order', () => {
  const PREFIX = '/api/v1/reports/'
  const served = Object.keys(API.paths).flatMap((path) => (path.startsWith(PREFIX) ? [path.slice(PREFIX.length)] : []))
  expect(REPORTS.map(({ name }) => name)).toEqual(Object.keys(SERVED))
  expect(Object.keys(SERVED).sort()).toEqual(served.sort())
  const defined = DEFINED_REPORTS.map(({ name }) => name)
  expect(new Set(defined).size).toBe(defined.length)
  for (const { name, file } of DEFINED_REPORTS) expect(served, file).toContain(name)
})

test('a report in the app shows only the columns that its grouping has', () => {
  for (const spec of REPORTS)
    for (const groupBy of Object.keys(spec.groups).length > 0 ? Object.keys(spec.groups) : ['']) {
      const shown = spec.columns({ groupBy }, {}) as readonly { readonly name: string; readonly from?: number }[]
      const { groups } = SERVED[spec.name as keyof typeof SERVED] as { readonly groups: Groups }
      const names = (groups[groupBy] ?? groups.all)!.columns
      for (const { name } of shown) expect(names, `${spec.name} by ${groupBy}`).toContain(name)
      expect(shown[0], `${spec.name} by ${groupBy}`).not.toHaveProperty('from')
    }
})

test('a report that the app has no definition for shows all columns except ids', () => {
  const [one] = reportsOf([]).filter(({ name }) => name === 'below-minimum') as unknown as readonly Undefined[]
  const names = ['product', 'sku', 'supplier', 'available', 'minStock', 'shortfall']
  expect(one!.columns({ groupBy: '' }, {}).map(({ name }) => name)).toEqual(names)
  expect(one!.opens({ productId: 'p', supplierId: 's' }, {})).toEqual({ to: '/products/p' })
  expect(one!.opens({ shortfall: 1 }, {})).toBeNull()
})

test('every kind of record has its own address in the app', () => {
  const paths = RECORDS.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  const routes = sourceOf('web/routes.tsx')
  for (const path of paths) {
    expect(path).toMatch(/^(\/(settings|stock|purchasing|orders|products))?\/[a-z]+(-[a-z]+)*$/)
    const last = path.slice(path.lastIndexOf('/'))
    expect(routes, `${path} is a page of its own already`).not.toMatch(new RegExp(`path: '(${path}|${last})['/]`))
  }
})

const ONE = /^\/\{\w+\}$/

/** Returns the fields that a request body may have. */
function bodyAt(path: string, method: 'post' | 'patch'): string[] {
  const { $ref } = API.paths[path][method].requestBody.content['application/json'].schema
  return Object.keys(API.components.schemas[$ref.split('/').at(-1)].properties)
}

test.each([...RECORDS, ...FIELDS].map((spec) => [spec.file, spec] as const))(
  'the form defined in %s sends only fields that the API accepts',
  (_file, spec) => {
    const { list, create, update } = methodsOf(spec)
    const one = Object.keys(API.paths).find(
      (path) => path.startsWith(list.path) && ONE.test(path.slice(list.path.length)),
    )!
    const namesOf = (isFixedToo: boolean) =>
      typedFields(spec.fields).flatMap(({ name, isFixed }) => (isFixedToo || !isFixed ? [name] : []))
    if (create !== undefined) expect(bodyAt(list.path, 'post')).toEqual(expect.arrayContaining(namesOf(true)))
    if (update !== undefined) expect(bodyAt(one, 'patch')).toEqual(expect.arrayContaining(namesOf(false)))
  },
)

test('no section of the app imports the definition of a particular kind of record', () => {
  const files = ['sections', 'parts', 'shell'].flatMap((folder) =>
    readdirSync(new URL(`../../web/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map(
      (file) => `web/${folder}/${file}`,
    ),
  )
  const named = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...sourceOf(file).matchAll(/from '[./]+\/(records\/[a-z-]+\.ts)'/g)])
    .map(([, file]) => file)
    .filter((file) => RECORDS.some((spec) => spec.file === file))
  expect(named).toEqual([])
})

test('every kind of record and every report has screenshots with unique names', () => {
  const shown = SCREENS.map(({ path }) => path)
  for (const { path, kind } of RECORDS) expect(shown).toEqual(expect.arrayContaining([path, `${path}/{${kind}}`]))
  for (const { name } of REPORTS) expect(shown).toContain(`/reports/${name}`)
  const names = SCREENS.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the definition of each kind of record gives its name in the audit log', () => {
  for (const { entityType, log, file } of RECORDS) expect(log, file).toHaveProperty([entityType])
})

test('all definitions of records and reports have Russian and English texts', () => {
  const all = [...RECORDS.map(wordsOfRecords), ...FIELDS.map(wordsOfFields), ...REPORTS.map(wordsOfReport)].flatMap(
    (words) => Object.values(words),
  )
  for (const { ru, en } of all) {
    expect(en).not.toMatch(/[а-яё]/i)
    expect(ru).not.toBe(en)
  }
})

/** The files that must not need an entry for a new kind of record or report. */
const TABLES = [
  ...['web/routes.tsx', 'web/data/kinds.ts', 'web/data/reports.ts', 'web/words/words.ts', 'web/sections/found-in.ts'],
  ...['web/sections/settings/pages.ts', 'web/sections/settings/audit-entities.ts', 'tests/web/words.test.ts'],
  ...['tests/web/barriers.test.ts', 'tests/support/scene/whole-company.ts'],
]

test.each(TABLES)('the file %s mentions no particular kind of record or report', (path) => {
  const source = sourceOf(path)
  for (const { path: address } of RECORDS) expect(source).not.toMatch(new RegExp(`'${address}['/]`))
  for (const { name } of REPORTS.filter((one) => one.name.includes('-'))) expect(source).not.toContain(`'${name}'`)
})
