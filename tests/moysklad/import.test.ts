/** Tests complete imports: they are read from a fake MoySklad, planned, written and repeated. */
import { expect, test } from 'vitest'
import { useImports } from '../support/moysklad/imports-scene.ts'

const scene = useImports()

test('an import of the simulated MoySklad account creates exactly the expected records and fields', async () => {
  const { id, counts } = await scene.imports.whole()
  await scene.expectImported(id)
  const expected = scene.expected()
  const created = expected.filter(({ record }) => record !== null).length
  expect(counts).toMatchObject({ create: created, update: 0, unchanged: 0, written: created, failed: 0 })
  expect(counts.problem).toBe(expected.length - created)
})

test('a second import of an unchanged MoySklad account changes nothing', async () => {
  await scene.imports.whole()
  const { id, counts } = await scene.imports.whole()
  expect(counts).toMatchObject({ create: 0, update: 0, written: 0, failed: 0 })
  await scene.expectImported(id)
})
