/** Makes pages of positioned pieces of text, as recognition finds them, without drawing pictures. */
import { assembled } from '../../../server/recognition/assemble.ts'
import type { LookAgain } from '../../../server/recognition/picture/looks.ts'
import type { Piece } from '../../../server/recognition/picture/pieces.ts'
import type { Reading } from '../../../server/recognition/words/extraction.ts'

const LETTER = 12
/** The distance between two rows of text. */
export const LINE = 30

/**
 * Converts rows of cells into pieces of text. Each cell begins at its given left edge and is as wide as its letters.
 */
function piecesOf(rows: readonly (readonly [left: number, text: string][])[]): Piece[] {
  return rows.flatMap((row, index) =>
    row.map(([left, text]) => ({
      page: 0,
      text,
      confidence: 0.9,
      left,
      right: left + text.length * LETTER,
      top: index * LINE,
      bottom: index * LINE + 20,
    })),
  )
}

const blind: LookAgain = async () => ''

/**
 * Returns the recognition result for a page with these rows. `again` reads part of the page a second time; by default
 * it finds nothing.
 */
export const readingOf = (rows: readonly (readonly [number, string][])[], again = blind): Promise<Reading> =>
  assembled(piecesOf(rows), again)

export const HEADINGS: [number, string][] = [
  [0, '№'],
  [100, 'Товар'],
  [600, 'Кол-во'],
  [750, 'Ед.'],
  [850, 'Цена'],
  [1000, 'Сумма'],
]

/** The rows of a bill with two item lines that add up. */
export const INVOICE: [number, string][][] = [
  [[0, 'Счёт на оплату № УТ-000245 от 18 ноября 2025 г.']],
  [
    [0, 'Поставщик:'],
    [200, 'ООО «Сантехкварц», ИНН 9746611237, КПП 974601001'],
  ],
  [
    [0, 'Покупатель:'],
    [200, 'ООО «Ромашка-Тест», ИНН 9764954357'],
  ],
  [[0, 'Основание: Договор поставки № 58-8 от 12.02.2024']],
  HEADINGS,
  [
    [0, '1'],
    [100, 'Болт М8х40 (KR-0840)'],
    [600, '72'],
    [750, 'шт'],
    [850, '42,86'],
    [1000, '3 085,92'],
  ],
  [
    [0, '2'],
    [100, 'Труба ПП 20х3,4'],
    [600, '30'],
    [750, 'м'],
    [850, '108,50'],
    [1000, '3 255,00'],
  ],
  [
    [850, 'Итого:'],
    [1000, '6 340,92'],
  ],
]
