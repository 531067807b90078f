/** Article codes of a table: in one script, in one shape, and where they stand. */
import { expect, test } from 'vitest'
import { spelledCodes } from '../../server/recognition/code-column.ts'
import type { LookAgain } from '../../server/recognition/table.ts'
import { HEADINGS, INVOICE, readingOf } from '../support/text-pages.ts'

const codesOf = (...pairs: [russian: string, latin: string][]) =>
  spelledCodes(pairs.map(([russian, latin]) => ({ russian, latin })))

test('the reader who sees the same letters in every row knows the script', () => {
  const russian = codesOf(['КД-1070', 'KQ-1070'], ['КД-7577', 'Kg-7577'], ['КД-1185', 'K-1185'], ['КД-9', 'Kf-9'])
  expect(russian).toEqual(['КД-1070', 'КД-7577', 'КД-1185', 'КД-9'])
  const latin = codesOf(['КВ-1070', 'KR-1070'], ['КЯ-7577', 'KR-7577'], ['КК-1185', 'KR-1185'])
  expect(latin).toEqual(['KR-1070', 'KR-7577', 'KR-1185'])
  // A script for all, though one row alone would say otherwise.
  expect(codesOf(['СТ-1', 'СТ-1'], ['СТЖ-2', 'CTK-2'], ['СТЖ-3', 'CTX-3'], ['СТЖ-4', 'CIK-4'])).toEqual([
    'СТ-1',
    'СТЖ-2',
    'СТЖ-3',
    'СТЖ-4',
  ])
})

test('letters that say nothing, and codes without any, are Latin', () => {
  expect(codesOf(['МЯС71-734', 'MRG71-734'], ['АУХ94-802', 'AJX94-802'], ['ЗХИ23-512', 'ZXU23-512'])).toEqual([
    'MRG71-734',
    'AJX94-802',
    'ZXU23-512',
  ])
  expect(spelledCodes([{ russian: 'СТ-6027', latin: '' }, null])).toEqual(['CT-6027', null])
})

test('a letter for a figure, or a figure for a letter, is mended by the shape of most codes', () => {
  const mended = codesOf(['', 'PMKS9-528'], ['', 'PMK51-100'], ['', 'ABC12-345'], ['', 'QRS1-1'], ['', 'ABD12-300'])
  expect(mended).toEqual(['PMK59-528', 'PMK51-100', 'ABC12-345', 'QRS1-1', 'ABD12-300'])
  expect(codesOf(['', 'ZAB12'], ['', 'PMK51'], ['', '2CD1O'])).toEqual(['ZAB12', 'PMK51', 'ZCD10'])
  // Of two codes neither is the rule; a sign that fits neither way stays.
  expect(codesOf(['', 'PMKS9'], ['', 'PMK51'])).toEqual(['PMKS9', 'PMK51'])
  expect(codesOf(['', 'W12'], ['', 'A13'], ['', 'B14'], ['', 'CX5'])).toEqual(['W12', 'A13', 'B14', 'CX5'])
})

const LINE: [number, string][] = [
  [0, '1'],
  [100, 'Кабель-канал 25х16 белый'],
  [600, '72'],
  [750, 'шт'],
  [850, '42,86'],
  [1000, '3 085,92'],
]

test('a code in a line of its own below the last line of a name is that line’s', async () => {
  const again: LookAgain = async (_page, _box, look) => (look === 'latin' ? 'Apt. KR-0840' : '')
  const rows: [number, string][][] = [
    ...INVOICE.slice(0, 4),
    HEADINGS,
    LINE,
    [[100, 'повышенной прочности, в упаковке']],
    [[100, 'производителя, с сертификатом']],
    [[100, 'соответствия']],
    [[100, 'Арт. КВ-0840']],
    [[0, '2'], ...LINE.slice(1)],
  ]
  const { lines } = await readingOf(rows, again)
  expect(lines.map(({ sku }) => sku)).toEqual(['KR-0840', null])
})

test('a code that breaks behind its dash is one', async () => {
  const headings: [number, string][] = [[60, 'Артикул'], [300, 'Товар'], ...HEADINGS.slice(2)]
  const rows = [12, 13, 14].flatMap((line): [number, string][][] => [
    [[0, String(line - 11)], [60, '00-'], [300, 'Перфоратор ударный'], ...LINE.slice(2)],
    [[60, `000709${line}`]],
  ])
  const { lines } = await readingOf([...INVOICE.slice(0, 4), headings, ...rows])
  expect(lines.map(({ sku }) => sku)).toEqual(['00-00070912', '00-00070913', '00-00070914'])
})
