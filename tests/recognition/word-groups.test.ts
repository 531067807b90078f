/** Tests how the words of both models' readings are paired by their places in the picture. */
import { expect, test } from 'vitest'
import { joined, type Piece, withText } from '../../server/recognition/picture/pieces.ts'
import { groupsOf, placedWords, type ReadWord } from '../../server/recognition/table/word-groups.ts'

const read = (words: readonly (readonly [string, number, number])[]): ReadWord[] =>
  words.map(([word, left, right]) => ({ word, left, right, sureness: 90 }))

const pairsOf = (russian: readonly ReadWord[], latin: readonly ReadWord[]) =>
  groupsOf(russian, latin).map((group) =>
    [group.russian, group.latin].map((words) => words.map(({ word }) => word).join(' ')),
  )

test('words in the same place are paired, however many letters each model read', () => {
  const russian = read([
    ['Футболка', 0, 80],
    ['Егий', 88, 120],
    ['ХЕ', 300, 320],
  ])
  const latin = read([
    ['@yt6onka', 1, 79],
    ['Fruit', 89, 119],
    ['XL', 301, 322],
  ])
  expect(pairsOf(russian, latin)).toEqual([
    ['Футболка', '@yt6onka'],
    ['Егий', 'Fruit'],
    ['ХЕ', 'XL'],
  ])
})

test('two words of one reading may be one word of the other', () => {
  const russian = read([
    ['Егий', 0, 40],
    ['оЁиве', 48, 100],
    ['Уашезее!', 110, 170],
    ['я', 174, 200],
  ])
  const latin = read([
    ['Fruit', 0, 40],
    ['of', 48, 62],
    ['the', 70, 100],
    ['Valueweight', 110, 200],
  ])
  expect(pairsOf(russian, latin)).toEqual([
    ['Егий', 'Fruit'],
    ['оЁиве', 'of the'],
    ['Уашезее! я', 'Valueweight'],
  ])
})

test('a word that only one model saw stays alone, in its place', () => {
  const russian = read([
    ['Диск', 0, 40],
    ['160', 90, 120],
  ])
  expect(pairsOf(russian, read([['SATA', 50, 80]]))).toEqual([
    ['Диск', ''],
    ['', 'SATA'],
    ['160', ''],
  ])
})

test('if the places of words are unknown, all letters count as equally wide', () => {
  const words = placedWords({ text: 'Лампа ГЕО', sureness: [], spans: [] }, [100, 190])
  expect(words).toEqual([
    { word: 'Лампа', left: 100, right: 150, sureness: null },
    { word: 'ГЕО', left: 160, right: 190, sureness: null },
  ])
})

const piece = (text: string, spans: [number, number][]): Piece => ({
  page: 0,
  text,
  left: spans[0]![0],
  right: spans.at(-1)![1],
  top: 0,
  bottom: 10,
  confidence: 0.9,
  sureness: spans.map((_, at) => 90 - at),
  spans,
})

test('pieces that are joined or shortened keep what is known of their words', () => {
  const number = piece('1. Сыр', [
    [0, 10],
    [20, 50],
  ])
  const rest = piece('плавл. 140', [
    [60, 90],
    [95, 120],
  ])
  const row = joined([number, rest])
  expect(row).toMatchObject({ text: '1. Сыр плавл. 140', left: 0, right: 120, sureness: [90, 89, 90, 89] })
  expect(withText(row, 'Сыр плавл.')).toMatchObject({
    text: 'Сыр плавл.',
    sureness: [89, 90],
    spans: [
      [20, 50],
      [60, 90],
    ],
  })
  // A number may touch the name.
  expect(withText(piece('1.Сыр', [[0, 50]]), 'Сыр')).toMatchObject({ text: 'Сыр', sureness: [90] })
  expect(withText(row, 'Масло')).not.toHaveProperty('sureness')
  const { sureness: _, ...unknown } = rest
  expect(joined([number, unknown])).not.toHaveProperty('sureness')
})
