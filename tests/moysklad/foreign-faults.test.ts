/** Checks that the faults that tests inject into random MoySklad accounts affect every field that the import reads. */
import { expect, test } from 'vitest'
import type { Shape } from '../../server/moysklad/mapping/read-row.ts'
import { SHAPES } from '../../server/moysklad/mapping/shapes.ts'
import { createChance } from '../support/chance/chance.ts'
import type { FakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { makeAccount, TINY_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import { chooseFault, NESTED, ROW_TYPES } from '../support/moysklad/foreign-faults.ts'
import { enrich } from '../support/moysklad/foreign-import.ts'

/**
 * The fields to which no fault is applied: those that are not imported into our fields, and those that belong to
 * another kind of document.
 */
const SPARED =
  /\.(productFolder|variantsCount|vatSum)$|^(supply\.(delivery|payment)|purchaseorder\.(payment|incoming)|invoicein\.delivery)|^bundle\.(supplier|packs)$|^variant\.attributes$|^service\.article$/

test('many random faults together affect every field that the import reads', () => {
  const touched = new Set<string>()
  const paths = ['currency', 'uom', 'country', 'product/metadata/attributes'].map((name) => `/entity/${name}`)
  for (let seed = 1; seed <= 40; seed += 1) {
    const chance = createChance(seed)
    const fake = { account: makeAccount(TINY_ACCOUNT, seed) } as FakeMoysklad
    enrich(fake, chance)
    for (let draw = 0; draw < 400; draw += 1) touched.add(chooseFault(chance, fake, paths).field ?? '')
  }
  const wanted = Object.entries(ROW_TYPES).flatMap(([entity, type]) => {
    const shape: Shape = SHAPES[type]
    return Object.entries(shape).flatMap(([name, { isAlways, kind }]) => [
      `${entity}.${name}`,
      ...(isAlways ? [`${entity}.${name} (absent)`] : []),
      ...(NESTED[entity]?.includes(name)
        ? Object.keys(kind.inner ?? {}).map((inner) => `${entity}.${name}.${inner}`)
        : []),
    ])
  })
  expect(wanted.filter((field) => !touched.has(field) && !SPARED.test(field))).toEqual([])
})
