/** Tests the spelling of markings, whose letters and digits the two models confuse. */
import { expect, test } from 'vitest'
import { diameterIn, markingIn, withDigits } from '../../server/recognition/table/markings.ts'

test.each([
  // The Latin reading, the Russian reading, the marking, and its doubtful letters.
  ['SSW', '55\\/', '55W', ''],
  ['SW-40', '5\\/-40', '5W-40', ''],
  ['PSD48G320081', 'Р5048С320081', 'PSD48G320081', ''],
  ['N600S', '№6005', 'N600S', 'S'],
  ['DO4FM-3/4A', '004ЕМ-3/4А', 'DO4FM-3/4A', 'O'],
  ['LP3O5', 'ЕР305', 'LP305', ''],
  ['NS-IRMOS', '№5-ВМ05', 'NS-IRMOS', 'OS'],
  ['SATA', '5АТА', 'SATA', ''],
  ['PCle', 'РС!е', 'PCIe', ''],
  ['Classic', 'С!аз$з1с', 'Classic', ''],
])('the two readings %s and %s of a marking give %s', (latin, russian, marking, doubtful) => {
  const { word, places } = markingIn(latin, russian)
  expect([word, places.map((at) => word[at]).join('')]).toEqual([marking, doubtful])
})

test('a diameter sign that was read as a zero or a letter is recognized', () => {
  expect(diameterIn('068', 'O68')).toBe('Ø68')
  expect(diameterIn('068', '068')).toBeNull()
  expect(diameterIn('168', 'O68')).toBeNull()
})

test('small letters among digits are the digits that they resemble', () => {
  expect(withDigits('1хб')).toBe('1х6')
  expect(withDigits('бзо')).toBe('бзо')
})
