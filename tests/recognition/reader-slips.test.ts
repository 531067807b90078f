/**
 * Tests how the alphabet of a printed word is found: the better one reading of the word explains the other, the more
 * likely is the alphabet of that reading.
 */
import { expect, test } from 'vitest'
import { LATIN_PRINT, misfit, RUSSIAN_PRINT, scriptFitOf } from '../../server/recognition/words/reader-slips.ts'

test('letters that look alike in both alphabets are hardly evidence for either of them', () => {
  expect(misfit('Мотор', 'Motop', RUSSIAN_PRINT)).toBeLessThan(1)
  expect(misfit('Ecco', 'Ессо', LATIN_PRINT)).toBeLessThan(2)
})

test('the misfit of a reading is the sum of the rarity of its slips, in bits', () => {
  const slip = (printed: string, reading: string) => misfit(printed, reading, RUSSIAN_PRINT)
  // The Latin model most often reads д as g and и as u. It never reads л as w.
  expect(slip('ди', 'gu')).toBeCloseTo(slip('д', 'g') + slip('и', 'u'))
  expect(slip('д', 'g')).toBeLessThan(slip('д', 'q'))
  expect(slip('л', 'w')).toBeGreaterThan(slip('л', 'n') + 3)
  // A letter that was not printed is as rare as any reading that never occurs.
  expect(slip('да', 'gax')).toBeGreaterThan(slip('да', 'ga') + 5)
})

test('the case of a printed letter counts, and the case of its reading does not', () => {
  expect(misfit('G', 'б', LATIN_PRINT)).not.toBe(misfit('g', 'б', LATIN_PRINT))
  expect(misfit('G', 'Б', LATIN_PRINT)).toBe(misfit('G', 'б', LATIN_PRINT))
})

test.each([
  ['Крокодил', 'Kpokogun', 'russian'],
  ['разборное', 'pa360pHoe', 'russian'],
  ['Легенда', 'Jlerenfa', 'russian'],
  ['ЕБегтап', 'Fiberman', 'latin'],
  ['баттар!и', 'Gammapiu', 'latin'],
  ['бгасе', 'Grace', 'latin'],
])('the readings %s and %s are better explained by %s print', (russian, latin, print) => {
  expect(scriptFitOf(russian, latin).lead < 0 ? 'russian' : 'latin').toBe(print)
})
