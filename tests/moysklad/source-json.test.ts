/**
 * Checks that MoySklad's JSON is read without losing digits, and is split into the entries of its arrays at the right
 * places.
 */
import { expect, test } from 'vitest'
import { findArray, parseSource, withEntries } from '../../server/moysklad/source-json.ts'

/** Returns the entries of the array at a path in a JSON text, or null if there is no array there. */
function entriesAt(text: string, path: string[]): string[] | null {
  const steps = findArray(text, path)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value === null ? null : value.entries.map(([from, to]) => text.slice(from, to).trim())
  }
}

test('numbers in MoySklad’s JSON keep the digits that JavaScript would lose', () => {
  const lossless = (value: string) => ({ isLosslessNumber: true, value })
  expect(parseSource('{"a":80000.0,"b":12,"c":"1.0","d":[0.1000,1e3,12345678901234567890,-1.5],"e":null}')).toEqual({
    a: lossless('80000.0'),
    b: 12,
    c: '1.0',
    d: [lossless('0.1000'), lossless('1e3'), lossless('12345678901234567890'), -1.5],
    e: null,
  })
})

test.each([
  ['{"meta":{"size":2},"rows":[{"a":[1,2]},{"b":"],{"}]}', ['rows'], ['{"a":[1,2]}', '{"b":"],{"}']],
  ['{"rows":[]}', ['rows'], []],
  ['{"rows": [ ] }', ['rows'], []],
  ['{"rows":[ 1 ]}', ['rows'], ['1']],
  ['[{"a":1},2]', [], ['{"a":1}', '2']],
  ['{"x":{"rows":[1]},"rows":[2]}', ['rows'], ['2']],
  ['{"x":[{"rows":[1]}],"y":"rows","rows":[2,3]}', ['rows'], ['2', '3']],
  [
    '{"accounts":{"rows":[1]},"positions":{"meta":{},"rows":[{"rows":[9]},4]}}',
    ['positions', 'rows'],
    ['{"rows":[9]}', '4'],
  ],
  ['{"a":"\\\\","b":"\\"rows\\":[","rows":["x\\"]"]}', ['rows'], ['"x\\"]"']],
])('the array of the JSON text %s at the path %j is found', (text, path, entries) => {
  expect(entriesAt(text, path)).toEqual(entries)
})

test.each([
  ['{"rows":{"a":1}}', ['rows']],
  ['{"other":[1]}', ['rows']],
  ['{"rows":[1,2', ['rows']],
  ['', ['rows']],
  ['{"a":1}', []],
])('the JSON text %s has no array at the path %j', (text, path) => {
  expect(entriesAt(text, path)).toBeNull()
})

test('new entries of an array in a JSON text are added after the existing ones', () => {
  const add = (text: string, more: string[]) => {
    const steps = findArray(text, ['rows'])
    const { value } = steps.next()
    return withEntries(text, value!, more)
  }
  expect(add('{"rows":[1],"x":2}', ['2', '3'])).toBe('{"rows":[1,2,3],"x":2}')
  expect(add('{"rows":[]}', ['2'])).toBe('{"rows":[2]}')
  expect(add('{"rows":[1]}', [])).toBe('{"rows":[1]}')
})

test('a long JSON text is split into entries in many short steps, so that other work can run in between', () => {
  const text = JSON.stringify({ rows: Array.from({ length: 5_000 }, (_, id) => ({ id, name: `"${id}"` })) })
  let count = 0
  const steps = findArray(text, ['rows'])
  for (let step = steps.next(); ; step = steps.next()) {
    count += 1
    if (step.done) {
      expect(step.value!.entries).toHaveLength(5_000)
      break
    }
  }
  expect(count).toBeGreaterThan(10)
})
