/**
 * The problems that a row of an uploaded table can have, described in the user's language. Source:
 * docs/table-imports.md "Problems".
 */

import { inLanguage, type Language, type Words } from '../domain/languages.ts'
import type { Problem as Refused } from '../domain/refusals.ts'

/** The sentence for each problem. `{…}` is replaced by a value that the problem states. */
export const ROW_PROBLEMS = {
  KEY_MISSING: [
    'Не заполнено поле, по которому узнаётся запись. Заполните его или выберите другое.',
    'The field by which the record is recognized is empty. Fill it in or choose another one.',
  ],
  DUPLICATE_KEY: [
    'То же значение «{value}» уже есть в строке {row}. Оставьте одну из них.',
    '"{value}" is already in row {row}. Keep one of them.',
  ],
  AMBIGUOUS_KEY: [
    'Значению «{value}» подходят несколько записей ({count}). Выберите другое поле для сопоставления или исправьте записи.',
    'Several records ({count}) have "{value}". Choose another field to recognize them by, or correct the records.',
  ],
  RECORD_NOT_FOUND: [
    'Нет записи «{value}». Создайте её или разрешите создание новых.',
    'There is no record "{value}". Create it, or allow the import to create records.',
  ],
  NAME_MISSING: ['Нет названия: без него новую запись не создать.', 'There is no name: a new record needs one.'],
  NOT_A_NUMBER: ['«{value}» — не число.', '"{value}" is not a number.'],
  TWO_NUMBERS: [
    '«{value}» можно прочесть двояко. Напишите {small} или {large}.',
    '"{value}" can be read in two ways. Write {small} or {large}.',
  ],
  NEGATIVE: ['Число не может быть отрицательным: «{value}».', 'The number must not be negative: "{value}".'],
  TOO_LARGE: ['Слишком большое число: «{value}».', 'The number is too large: "{value}".'],
  TOO_PRECISE: [
    'У числа «{value}» больше {decimals} знаков после запятой. Округлите его.',
    '"{value}" has more than {decimals} decimals. Round it.',
  ],
  TOO_LONG: [
    'Слишком длинный текст: больше {maximum} знаков.',
    'The text is too long: more than {maximum} characters.',
  ],
  TOO_MANY_VALUES: [
    'Слишком много значений в ячейке: больше {maximum}.',
    'There are too many values in the cell: more than {maximum}.',
  ],
  NOT_A_FLAG: ['«{value}» — напишите «да» или «нет».', 'Write "yes" or "no" in place of "{value}".'],
  NOT_A_DAY: [
    '«{value}» — не дата. Напишите, например, 01.03.2026.',
    '"{value}" is not a date. Write 2026-03-01, for example.',
  ],
  UNKNOWN_WORD: ['«{value}» здесь не подходит. Можно: {allowed}.', '"{value}" does not fit here. Possible: {allowed}.'],
  CELL_IS_DATE: [
    'Excel превратил значение в дату ({value}). Задайте ячейке формат «Текстовый» и впишите значение заново.',
    'Excel turned the value into a date ({value}). Give the cell the format Text, and type the value again.',
  ],
  FORMULA_ERROR: ['Формула в ячейке даёт ошибку {value}.', 'The formula in the cell gives the error {value}.'],
  FORMULA_NOT_RECKONED: [
    'В ячейке формула {value}, а её результата в файле нет. Откройте файл в Excel и сохраните его заново.',
    'The cell holds the formula {value}, and the file lacks its result. Open the file in Excel or LibreOffice and save it again.',
  ],
  SPOILED_NUMBER: [
    'Excel сократил число до «{value}», последние цифры потеряны. Задайте ячейке формат «Текстовый» и впишите его заново.',
    'Excel shortened the number to "{value}" and lost its last digits. Give the cell the format Text, and type it again.',
  ],
  PRICE_TYPE_NOT_FOUND: [
    'Нет типа цены «{value}». Создайте его или разрешите создавать недостающее.',
    'There is no price type "{value}". Create it, or allow the import to create what is missing.',
  ],
  FILTER_VALUE_NOT_FOUND: [
    'Нет значения «{value}» у характеристики. Создайте его или разрешите создавать недостающее.',
    'The filter has no value "{value}". Create it, or allow the import to create what is missing.',
  ],
  SUPPLIER_NOT_FOUND: [
    'Нет поставщика «{value}». Создайте его сначала.',
    'There is no supplier "{value}". Create it first.',
  ],
  SUPPLIER_AMBIGUOUS: ['Поставщиков с названием «{value}» несколько.', 'There are several suppliers called "{value}".'],
  WAREHOUSE_NOT_FOUND: ['Нет склада «{value}».', 'There is no warehouse "{value}".'],
  QUANTITY_MISSING: ['Нет количества.', 'There is no quantity.'],
  COST_MISSING: [
    'Нет цены закупки, и у товара нет себестоимости.',
    'There is no unit cost, and the product has no cost.',
  ],
  ARCHIVED: ['Запись «{value}» в архиве. Верните её из архива.', 'The record "{value}" is archived. Restore it.'],
  NOT_STOCKED: [
    'У «{value}» нет своего остатка: это услуга или комплект.',
    '"{value}" has no stock of its own: it is a service or a bundle.',
  ],
  BUNDLE_HERE: [
    'Комплект нельзя создать из таблицы: ему нужен состав. Создайте его в карточке товара.',
    'A bundle cannot be created from a table, because it needs components. Create it separately.',
  ],
  SUPPLIER_MISSING: ['Нет поставщика.', 'There is no supplier.'],
  RULE_OVERLAPS: [
    'У товара «{value}» может быть правило для всех складов или правила для отдельных, но не то и другое. Оставьте одно из двух.',
    '"{value}" can have a rule for all warehouses or rules for single ones, but not both. Keep one of the two.',
  ],
  MAXIMUM_TOO_SMALL: [
    'Максимум {most} меньше минимума {least}.',
    'The maximum {most} is less than the minimum {least}.',
  ],
  NOT_ABOVE_ZERO: [
    'Здесь нужно число больше нуля. Если ограничения нет, оставьте ячейку пустой.',
    'The number must be above zero. If there is no such limit, leave the cell empty.',
  ],
  CODE_TAKEN: [
    '«{value}» уже есть у товара «{name}». Строка загрузится, но по этому коду найдутся оба товара.',
    '"{value}" is already the code of "{name}". The row will be written, but the code will then find both products.',
  ],
  CODE_TWICE: [
    '«{value}» уже есть в строке {row}. Строка загрузится, но по этому коду найдутся оба товара.',
    '"{value}" is already in row {row}. The row will be written, but the code will then find both products.',
  ],
  REFUSED: ['Не записано: {detail}', 'Not written: {detail}'],
} as const satisfies Record<string, Words>

type RowProblemCode = keyof typeof ROW_PROBLEMS

export interface RowProblem {
  readonly code: RowProblemCode
  /** The column's index, from 0; null when the problem concerns the whole row. */
  readonly column: number | null
  readonly figures: Readonly<Record<string, string | number>>
  readonly refusal?: RowRefusal
}

/** A refusal by one of our rules, as data. */
export type RowRefusal = Pick<Refused, 'code' | 'figures'>

export const toldBy = ({ code, figures }: Refused): RowRefusal => ({ code, ...(figures && { figures }) })

/** A problem in the form used in API responses. */
export interface SaidProblem {
  readonly code: RowProblemCode
  readonly message: string
  readonly column: number | null
  /** The id of the product that already has the code; absent for all other problems. */
  readonly productId?: string
  readonly refusal?: RowRefusal
}

const textOf = (figure: string | number, language: Language) =>
  typeof figure === 'number' && language === 'ru' ? String(figure).replace('.', ',') : String(figure)

export function sayProblem({ code, column, figures, refusal }: RowProblem, language: Language): SaidProblem {
  const message = inLanguage(ROW_PROBLEMS[code], language).replace(/\{(\w+)\}/g, (_all, name: string) =>
    textOf(figures[name] ?? '', language),
  )
  return {
    ...{ code, message, column },
    ...(typeof figures.id === 'string' && { productId: figures.id }),
    ...(refusal !== undefined && { refusal }),
  }
}
