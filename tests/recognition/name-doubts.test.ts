/** Checks that product names that cannot have been read correctly are found, and that ordinary names are not marked. */
import { expect, test } from 'vitest'
import { doubtfulWords, nameDoubts } from '../../server/recognition/words/name-doubts.ts'

test.each([
  ['Модуль памяти 0084 8GB Ктё$юп', ['Ктё$юп']],
  ['Щётка стеклоочистителя АегоТуйп', ['АегоТуйп']],
  ['Чай Сгеепйе]4 чёрный', ['Сгеепйе]4']],
  ['Колодки тормозные 1одапа перед.', ['1одапа']],
])('words that cannot be right are found in the product name %s', (name, words) => {
  expect(doubtfulWords(name)).toEqual(words)
})

test.each([
  'Кабель ВВГнг(А)-LS 3х2,5',
  'Болт с шестигранной головкой М12х80 DIN 933',
  'Бур SDS-plus 8х160 Makita',
  'Краска в/д для стен 14кг, белая (RAL 9003)',
  'Сыр «Российский» 50 % брус',
  'Патч-корд UTP cat.5e 2м',
])('the product name %s has no doubtful words', (name) => {
  expect(doubtfulWords(name)).toEqual([])
})

test('an item line without a name is doubtful', () => {
  expect(nameDoubts(['Болт', '', 'Во$сН'])).toEqual([
    { line: 2, words: '' },
    { line: 3, words: 'Во$сН' },
  ])
})
