/** Checks that letters of a document number that the Russian model misreads are taken from the Latin model. */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import type { Look } from '../../server/recognition/picture/looks.ts'

/** Reads a page that consists only of its title. `latin` is the text that the Latin model reads in the same print. */
async function numberIn(text: string, { latin, confidence = 0.93 }: { latin: string; confidence?: number }) {
  const piece = { page: 0, left: 0, right: 500, top: 0, bottom: 24, confidence, text }
  const looks: Look[] = []
  const { reference, doubts } = await assembled([piece], async (_page, _box, look) => {
    looks.push(look)
    return look === 'latin' ? latin : text
  })
  return { reference, isDoubtful: doubts!.includes('number'), isReadAsLatin: looks.includes('latin') }
}

test('an М before the digits belongs to the number if both models read it', async () => {
  expect(await numberIn('Накладная М9163 от 20.03.2025', { latin: 'HaknagHaa M9163 ot 20.03.2025' })).toEqual({
    reference: 'М9163',
    isDoubtful: false,
    isReadAsLatin: true,
  })
})

test('an М that the Latin model reads as № is the number sign, and the number is doubtful', async () => {
  const read = await numberIn('Накладная М9163 от 20.03.2025', { latin: 'HaknagHaa Ne9163 ot 20.03.2025' })
  expect(read).toMatchObject({ reference: '9163', isDoubtful: true })
})

test.each([
  ['M8786', 'М8786'],
  ['Ne8786', '8786'],
  ['N28786', '8786'],
])('if the Latin model reads «№8786» in a box as %s, the document number is %s', async (latin, number) => {
  const box = { page: 0, left: 0, right: 150, confidence: 0.69 }
  const label = { ...box, top: 0, bottom: 20, text: 'Номер документа' }
  const value = { ...box, top: 24, bottom: 44, text: '№8786' }
  const { reference } = await assembled([label, value], async (_page, _box, look) =>
    look === 'latin' ? latin : '№8786',
  )
  expect(reference).toBe(number)
})

test.each([
  ['Накладная № №8020 от 20.03.2025', 'HaknagHaa Ne M8020 ot 20.03.2025', 'М8020'],
  ['Накладная № (5888 от 20.03.2025', 'HaknagHaa Ne C5888 ot 20.03.2025', 'С5888'],
  ['Накладная № 711070 от 20.03.2025', 'HaknagHaa Ne T1070 ot 20.03.2025', 'Т1070'],
  ['Накладная № 11970 от 20.03.2025', 'HaknagHaa Ne T1970 ot 20.03.2025', 'Т1970'],
  ['Накладная № РН3З9207 от 20.03.2025', 'HaknagHaa Ne PH39207 ot 20.03.2025', 'РН39207'],
])('the document number in the title %j, which the Latin model reads as %j, is %s', async (text, latin, number) => {
  expect((await numberIn(text, { latin, confidence: 0.6 })).reference).toBe(number)
})

test('a document number that was read with confidence is not read again with the Latin model', async () => {
  const read = await numberIn('Накладная № 711070 от 20.03.2025', { latin: 'HaknagHaa Ne T1070 ot 20.03.2025' })
  expect(read).toEqual({ reference: '711070', isDoubtful: false, isReadAsLatin: false })
})

test('a document number printed beside a character that cannot occur in numbers is doubtful', async () => {
  expect(await numberIn('Накладная № $304 от 20.03.2025', { latin: '' })).toMatchObject({
    reference: '304',
    isDoubtful: true,
  })
})
