/**
 * Checks that records that the rows of a list request one by one are fetched in a single request, even if some are
 * missing or a request fails.
 */
import { expect, test } from 'vitest'
import { readingTogether } from '../../web/data/together.ts'

interface One {
  readonly id: string
}

/** A fake service with records 0 to 149 that logs its requests. */
function service() {
  const asked: string[] = []
  const known = new Set(Array.from({ length: 150 }, (_, at) => String(at)))
  const read = readingTogether<One>({
    async *many(ids) {
      asked.push(`many ${ids.length}`)
      if (ids.includes('lost')) throw new Error('no connection')
      for (const id of ids.toReversed()) if (known.has(id)) yield { id }
    },
    one: async (id) => {
      asked.push(`one ${id}`)
      if (!known.has(id)) throw new Error(`no ${id}`)
      return { id }
    },
  })
  return { asked, read }
}

test('records that are read at the same time are requested together', async () => {
  const { asked, read } = service()
  expect(await Promise.all(['1', '2', '1'].map(read))).toEqual([{ id: '1' }, { id: '2' }, { id: '1' }])
  await read('3')
  expect(asked).toEqual(['many 2', 'one 3'])
})

test('no request for several records has more ids than a list accepts', async () => {
  const { asked, read } = service()
  const records = await Promise.all(Array.from({ length: 150 }, (_, at) => read(String(at))))
  expect(records.map(({ id }) => Number(id))).toEqual([...records.keys()])
  expect(asked).toEqual(['many 100', 'many 50'])
})

test('a missing record fails only for its own caller, but a failed request fails for all its callers', async () => {
  const { asked, read } = service()
  expect(await Promise.allSettled(['1', 'gone'].map(read))).toMatchObject([
    { value: { id: '1' } },
    { reason: { message: 'no gone' } },
  ])
  expect(asked).toEqual(['many 2', 'one gone'])
  expect(await Promise.allSettled(['1', 'lost'].map(read))).toMatchObject([
    { reason: { message: 'no connection' } },
    { reason: { message: 'no connection' } },
  ])
})
