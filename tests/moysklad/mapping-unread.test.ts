/**
 * Tests the import of unreadable data, with every field of every documented row and list. Whatever replaces a field's
 * value, our record must stay as it is or the row must be refused, and the report must mention it.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Dictionaries } from '../../server/moysklad/mapping/dictionaries.ts'
import { fieldWords } from '../../server/moysklad/mapping/field-words.ts'
import { mapRow, type RowType } from '../../server/moysklad/mapping/map-row.ts'
import type { SourceVersion } from '../../server/moysklad/mapping/merge.ts'
import type { Plan } from '../../server/moysklad/mapping/plan.ts'
import { sentenceOf } from '../../server/moysklad/mapping/problem-codes.ts'
import type { Shape } from '../../server/moysklad/mapping/read-row.ts'
import { resolveVersion } from '../../server/moysklad/mapping/references.ts'
import { SHAPES } from '../../server/moysklad/mapping/shapes.ts'
import { FULL_LISTS, FULL_PARENT, FULL_ROWS, fullAccount } from '../support/moysklad/full-rows.ts'

const ACCOUNT = fullAccount(FULL_LISTS)
const TOKEN = 'ЧУЖОЕ'

type Path = readonly string[]

/** Returns values of other types to replace a value with. A different number or string would not be a fault. */
function junkFor(value: unknown): unknown[] {
  const junk: unknown[] = [[{ junk: { deep: TOKEN } }], { junk: { deep: TOKEN } }]
  if (typeof value !== 'boolean') junk.push(true, false)
  if (typeof value !== 'string') junk.push(TOKEN, '', ' ')
  if (typeof value !== 'object') junk.push([], {})
  if (Array.isArray(value)) junk.push({})
  if (typeof value === 'object' && !Array.isArray(value)) junk.push([])
  return junk
}

/** Fields that are not imported: MoySklad's internal fields, and fields whose value is also given elsewhere. */
const TECHNICAL = ['id', 'meta', 'accountId', 'mediaType', 'type', 'limit', 'offset']
/** Fields that appear only in the import report. */
const UNUSED = ['region', 'comment', 'fiasCode__ru', 'externalCode', 'vatSum', 'productFolder', 'variantsCount']

/** Returns the paths of all parts of a value that the import reads. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner === undefined || (TECHNICAL.includes(name) && !(name === 'id' && path.length > 0))) return []
    return [[...path, name], ...pathsIn(inner, [...path, name])]
  })
}

function replaced(value: unknown, [name, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as unknown as Record<string, unknown>)
    : { ...(value as object) }
  const inner = replaced(copy[name], rest, change)
  if (inner === GONE) delete copy[name]
  else copy[name] = inner
  return copy
}
const GONE = Symbol('gone')
const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((now, name) => (now as Record<string, unknown>)[name], value)

const versionOf = (plan: Plan, last: SourceVersion | null): SourceVersion | null =>
  plan.body === null
    ? null
    : resolveVersion({ body: plan.body, archived: plan.archived }, ({ externalId }) => `ours:${externalId}`, last).next

const sentencesOf = ({ problems }: Plan) =>
  problems.flatMap((problem) => [problem.message, sentenceOf(problem.code, problem, 'en')])

/**
 * Returns the faults of the plan for a row that was imported before as `last`. `token` is a string that the report must
 * contain.
 */
function wrongIn(plan: Plan, last: SourceVersion, token: string): string | null {
  const told = JSON.stringify([plan.problems, plan.data])
  if (!told.includes(token)) return 'nothing is said'
  const strange = sentencesOf(plan).find((sentence) => /[{}[\]]|undefined|null|\(\)|«»/.test(sentence))
  if (strange !== undefined) return `nobody reads ${strange}`
  const next = versionOf(plan, last)
  if (next === null) return plan.problems.some(({ severity }) => severity === 'error') ? null : 'no reason is given'
  if (isDeepStrictEqual(next, last)) return null
  const fields = Object.keys({ ...last.body, ...next.body }).filter(
    (field) => !isDeepStrictEqual(last.body[field], next.body[field]),
  )
  const [field = 'archived'] = fields
  return `${field} was ${JSON.stringify(last.body[field])}, is ${JSON.stringify(next.body[field])}`
}

interface Spoilt {
  readonly words: string
  readonly row: unknown
  readonly account: Dictionaries
  readonly token: string
}

const print = (value: unknown) => (value === GONE ? 'absent' : JSON.stringify(value))

/** Yields copies of a row, each with one of its possible faults. */
function* spoiltRows(row: unknown, shape: Shape | null): Generator<Omit<Spoilt, 'account'>> {
  for (const path of pathsIn(row)) {
    const value = valueAt(row, path)
    const isRequired = shape !== null && isAlways(shape, path)
    for (const junk of [...junkFor(value), ...(isRequired ? [null, GONE] : [])]) {
      if (isFine(path, junk)) continue
      const isTold = !isLabel(path) && JSON.stringify(junk === GONE ? null : junk).includes(TOKEN)
      const words = `${path.join('.')} is ${print(junk)}`
      yield { words, row: replaced(row, path, () => junk), token: isTold ? TOKEN : '' }
    }
  }
}

/** Whether the field is present in every row, or in every entry of a row's list. */
function isAlways(shape: Shape, [name, ...rest]: Path): boolean {
  const field = Object.hasOwn(shape, name!) ? shape[name!] : undefined
  if (field === undefined) return false
  const inner = rest.filter((part) => !/^(\d+|rows)$/.test(part))
  if (inner.length === 0) return rest.length === 0 && field.isAlways
  return field.kind.inner !== undefined && isAlways(field.kind.inner, inner)
}

/** Whether a path leads to the name of a referenced row or to the id of an entry, which do not belong to the record itself. */
const isLabel = (path: Path) =>
  path.length > 1 &&
  (path.at(-1) === 'id' || (path.at(-1) === 'name' && !/contactpersons|characteristics/.test(path[0]!)))

/** Whether a replaced value can still be read by the import, and so is not a fault. */
function isFine(path: Path, junk: unknown): boolean {
  const name = path.at(-1)!
  const isEmptyObject =
    typeof junk === 'object' && junk !== null && !Array.isArray(junk) && Object.keys(junk).length === 0
  // An object whose parts are all optional may be empty.
  if (isEmptyObject && /Full$|requisites/.test(name)) return true
  return UNUSED.includes(name)
}

function wrongWith(type: RowType, row: unknown, faults: Iterable<Spoilt>): string[] {
  const last = versionOf(mapRow(type, row, ACCOUNT), null)!
  const wrong: string[] = []
  for (const { words, row: spoilt, account, token } of faults) {
    const found = wrongIn(mapRow(type, spoilt, account), last, token)
    if (found !== null) wrong.push(`${words}: ${found}`)
  }
  return wrong
}

test.each(FULL_ROWS)('stored values do not change if a field of a MoySklad %s is malformed or missing', (type, row) => {
  const faults = [...spoiltRows(row, SHAPES[type])].map((one) => ({ ...one, account: ACCOUNT }))
  expect(faults.length).toBeGreaterThan(5)
  expect(wrongWith(type, row, faults)).toEqual([])
})

test.each(FULL_ROWS.filter(([type]) => type === 'variant'))(
  'stored values do not change if a field of the product to which a MoySklad %s belongs is malformed or missing',
  (type, row) => {
    const faults = [...spoiltRows(FULL_PARENT, SHAPES.product)].map((one) => ({
      ...{ words: one.words, row, token: '' },
      account: fullAccount(FULL_LISTS, one.row),
    }))
    expect(wrongWith(type, row, faults)).toEqual([])
  },
)

test.each(FULL_ROWS)(
  'stored values do not change if lists that a MoySklad %s refers to are refused or have unreadable rows',
  (type, row) => {
    const faults = Object.entries(FULL_LISTS).flatMap(([name, rows]) => {
      const without = { words: `${name} is refused`, list: [] as unknown[] }
      const each = [...spoiltRows(rows, null)].map((one) => ({
        words: `${name}: ${one.words}`,
        list: one.row as unknown[],
      }))
      const gone = rows.flatMap((_row, at) =>
        // The first price type is the main one, so without it another price type becomes the main one.
        name === 'priceTypes'
          ? []
          : [{ words: `${name}: row ${at} is gone`, list: rows.toSpliced(at, 1) as unknown[] }],
      )
      return [without, ...each, ...gone].map(({ words, list }) => ({
        ...{ words, row, token: '', account: fullAccount({ ...FULL_LISTS, [name]: list }) },
      }))
    })
    expect(wrongWith(type, row, faults)).toEqual([])
  },
)

test('the import report has a label for every field that it may report as unreadable', () => {
  const rows = [{}, ...FULL_ROWS.map(([, row]) => row)]
  const labels = Object.values(SHAPES).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, { into }]) => rows.map((row) => into(row)[0] ?? name)),
  )
  expect([...new Set(labels)].filter((label) => fieldWords(label, 'ru') === label)).toEqual([])
})

test('the complete MoySklad rows of these tests contain every field that is read', () => {
  const untouched: string[] = []
  const visit = (shape: Shape, values: readonly unknown[], name: string) => {
    for (const [field, { kind }] of Object.entries(shape)) {
      const inside = values
        .map((value) => (value as Record<string, unknown>)[field])
        .filter((value) => value !== undefined && value !== null && value !== '')
      if (inside.length === 0) untouched.push(`${name}.${field}`)
      if (kind.inner !== undefined) visit(kind.inner, inside.flatMap(entriesOf), `${name}.${field}`)
    }
  }
  for (const [type, shape] of Object.entries(SHAPES))
    visit(
      shape,
      FULL_ROWS.filter(([of]) => of === type).map(([, row]) => row),
      type,
    )
  expect(untouched).toEqual([])
})

const entriesOf = (value: unknown): readonly unknown[] => {
  const { rows = value } = value as { rows?: unknown }
  return Array.isArray(rows) ? rows : [rows]
}
