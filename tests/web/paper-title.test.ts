/** Tests the names that the app gives to scanned documents whose kind the service does not know. */
import { expect, test } from 'vitest'
import { paperOf } from '../../web/sections/papers/paper-title.ts'

const paper = (lines: readonly string[], reference: string | null = null) =>
  paperOf({ kind: 'receipt', reference, text: lines.join('\n') })

test.each([
  ['act', ['ООО «Ромашка»', 'АКТ № 245 от 02.03.2024', 'к универсальному передаточному документу № 99']],
  ['act', ['г. Тула', 'АКТ', 'приёма-передачи товара № 44/488']],
  ['act', ['AKT приема-передачи']],
  ['act', ['| А К Т сдачи-приёмки']],
  ['receipt', ['Расходная накладная № 12', 'Основание:', 'Акт № 5 от 01.03.2026']],
  ['receipt', ['Приложение к акту № 5', 'Накладная № 12']],
  ['till', ['ИП Петров', 'Товарный чек № 7']],
  ['order', ['Приходный ордер № 31']],
  ['packing', ['Упаковочный лист № 8']],
  ['receipt', ['Реализация № 3']],
  ['receipt', ['Актив плюс, ООО', 'Чекмарёв И. П.']],
  ['receipt', [...Array(30).fill('Чайник 1 шт'), 'Акт приёмки на обороте']],
] as const)('a scanned document is called %s if its text is %j', (expected, lines) => {
  expect(paper(lines)).toBe(expected)
})

test('a title followed by the document’s own number takes precedence over another title above it', () => {
  expect(paper(['Накладная поставщика приложена', 'Акт № 245 от 02.03.2024'], '245')).toBe('act')
})

test('a document with a recognized kind is named after that kind, whatever title its text contains', () => {
  expect(paperOf({ kind: 'upd', reference: null, text: 'Акт № 5' })).toBe('upd')
  expect(paperOf({ kind: 'receipt', reference: null })).toBe('receipt')
})
