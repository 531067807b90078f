/** Tests what counts as evidence for the script of a word. */
import { expect, test } from 'vitest'
import { type BothReadings, latinLeads } from '../../server/recognition/words/word-script.ts'

const read = (russian: string, latin: string, fields: Partial<BothReadings> = {}): BothReadings => ({
  russian,
  latin,
  russianSureness: 80,
  latinSureness: 80,
  isFirst: false,
  ...fields,
})
const leadOf = (one: BothReadings) => latinLeads([one])[0]!

test('a word beside Latin words is likelier to be Latin, and beside Russian words less likely', () => {
  const alone = leadOf(read('Меп', 'Men'))
  const [, besideLatin] = latinLeads([read('Ра|то!\\уе', 'Palmolive'), read('Меп', 'Men')])
  const [, besideRussian] = latinLeads([read('жидкое', '*Kugkoe'), read('Меп', 'Men')])
  expect(besideLatin).toBeGreaterThan(alone)
  expect(besideRussian).toBeLessThan(alone)
})

test('the confidence of either model, and a high one of the Latin model, count', () => {
  const word = (russianSureness: number, latinSureness: number) =>
    leadOf(read('бгасе', 'Grace', { russianSureness, latinSureness }))
  expect(word(50, 80)).toBeGreaterThan(word(90, 80))
  expect(word(80, 80)).toBeGreaterThan(word(80, 50))
  // One percent more makes a difference of bits where the Latin model becomes sure.
  expect(word(80, 85) - word(80, 84)).toBeGreaterThan(1)
})
