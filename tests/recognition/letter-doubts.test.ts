/** Tests letters that were read differently in two readings of the same print. */
import { expect, test } from 'vitest'
import { differingLetters, doubtfulWordsOf, placesIn } from '../../server/recognition/table/letter-doubts.ts'

const lettersOf = (text: string, other: string) => differingLetters(text, other).map((at) => text[at])

test.each([
  ['Сверпо по металлу', 'Сверло по металлу', ['п']],
  ['Сверл по металлу', 'Сверло по металлу', ['л']],
  ['Сверлоо по металлу', 'Сверло по металлу', ['о']],
  ['Болт M8х40', 'Болт М8x40', []],
  ['Болт М8 х 40', 'БОЛТ М8х40.', []],
  ['Шайба', '', [...'Шайба']],
  ['', 'Шайба', []],
])('the letters in which two readings of a name differ are doubtful, as in «%s» and «%s»', (text, other, letters) => {
  expect(lettersOf(text, other)).toEqual(letters)
})

test('doubtful letters of a name are still marked correctly after a code is removed from the name', () => {
  const words = doubtfulWordsOf('KR-0840 Сверпо по метаплу', 'KR-0840 Сверло по металлу')
  expect(words).toEqual([
    { word: 'Сверпо', places: [4] },
    { word: 'метаплу', places: [4] },
  ])
  expect(placesIn('Сверпо по метаплу', words)).toEqual([4, 14])
  expect(placesIn('по метаплу', words)).toEqual([7])
})
