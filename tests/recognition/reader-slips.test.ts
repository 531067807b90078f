/**
 * Tests how the alphabet of a printed word is found: the better one reading of the word explains the other, the more
 * likely is the alphabet of that reading.
 */
import { expect, test } from 'vitest'
import { partnerOf } from '../../server/recognition/words/latin-names.ts'
import { LATIN_PRINT, misfit, RUSSIAN_PRINT } from '../../server/recognition/words/reader-slips.ts'

test('letters that look alike in both alphabets have a misfit of zero for either print', () => {
  expect(misfit('Мотор', 'Motop', RUSSIAN_PRINT)).toBe(0)
  expect(misfit('Ecco', 'Ессо', LATIN_PRINT)).toBe(0)
})

test('the misfit is the total cost of all differences, in bits, divided by the number of letters', () => {
  // The Latin model most often reads д as g (cost 0), second most often reads и as n (0.8), and never reads л as w (6).
  expect(misfit('дил', 'gnw', RUSSIAN_PRINT)).toBeCloseTo(6.8 / 3)
  // Losing a narrow letter costs 1.5, losing a wide one costs 5, and an added letter costs 4.
  expect(misfit('bit', 'ь', LATIN_PRINT)).toBeCloseTo((1.6 + 1.5 + 1.5) / 3)
  expect(misfit('da', 'о', LATIN_PRINT)).toBeCloseTo(5 / 2)
  expect(misfit('да', 'gax', RUSSIAN_PRINT)).toBeCloseTo(4 / 3)
})

test.each([
  ['Крокодил', 'Kpokogun', 'russian'],
  ['разборное', 'pa360pHoe', 'russian'],
  ['Легенда', 'Jlerenfa', 'russian'],
  ['ЕБегтап', 'Fiberman', 'latin'],
  ['баттар!и', 'Gammapiu', 'latin'],
])('the readings %s and %s are better explained by %s print', (russian, latin, print) => {
  const [asRussian, asLatin] = [misfit(russian, latin, RUSSIAN_PRINT), misfit(latin, russian, LATIN_PRINT)]
  expect(asRussian < asLatin ? 'russian' : 'latin').toBe(print)
})

test('of neighbouring readings, the reading that fits a word is taken as the reading of that word', () => {
  expect(partnerOf('разборное', ['Becno', 'pa360pHoe', 'Fiberman'])).toBe('pa360pHoe')
  expect(partnerOf('ЕБегтап', ['pa360pHoe', 'Fiberman', '1,6'])).toBe('Fiberman')
  expect(partnerOf('ЕБегтап', ['Becno', 'm'])).toBeNull()
})
