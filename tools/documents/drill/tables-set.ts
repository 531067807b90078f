/** A set of pages with many kinds of table columns, on which the recognizer is tuned. */
import type { PageSet } from '../pages/set.ts'
import { practice } from '../practice/set.ts'
import { drillLayouts } from './layouts.ts'

const LATIN_GOODS = [
  'Респиратор FFP2 с клапаном|шт|60|180',
  'Кабель USB 2.0 A-B, 1,8 м|шт|120|340',
  'Светильник LED IP54 18 Вт|шт|480|990',
  'Гайка M8 DIN 934 оцинк.|шт|2|9',
  'Адаптер HDMI-VGA, чёрный|шт|320|890',
  'Перчатки нитриловые, р. XL|пара|14|38',
  'Смазка WD-40, 200 мл|шт|290|520',
  'Модуль памяти DDR4 16 ГБ|шт|2600|5200',
]

export const drillTables: PageSet = {
  ...practice,
  words: { ...practice.words, goods: [...practice.words.goods, ...LATIN_GOODS, ...LATIN_GOODS] },
  layouts: drillLayouts,
}
