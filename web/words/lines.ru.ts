import { someLabels } from './labels.ts'

export const linesRu = {
  ...someLabels('documents', 'ru', { lines: 'lines' }),
  figures: '{{onHand}} · {{reserved}} в резерве · {{available}} доступно',
  bundleFigures: '{{available}} доступно',
  service: 'услуга',
  linesHint:
    'Сканируйте или введите товар, нажмите Enter, введите количество, снова Enter. Или вставьте из Excel: артикул и количество.',
  pricedLinesHint:
    'Сканируйте или введите товар, Enter, количество, Enter, цену, Enter. Или вставьте из Excel: артикул, количество, цена.',
  discountedLinesHint:
    'Сканируйте или введите товар, Enter, количество, Enter. Цена и скидка — по Tab. Или вставьте из Excel: артикул, количество, цена.',
  entry: 'Артикул, штрихкод или название',
  found: 'Найденные товары',
  lineQuantity: 'Количество: {{name}}',
  removeLine: 'Убрать {{name}}',
  looking: 'Ищем «{{text}}»',
  notFound: 'Не нашлось: «{{text}}»',
  several: 'Подходит несколько: «{{text}}»',
  choose: 'Выберите товар',
  noLines: 'Добавьте хотя бы одну позицию.',
  notReady: 'Уточните отмеченные позиции или уберите их.',
  badQuantity: 'Впишите количество больше нуля, до 3 знаков после запятой',
  scannedBefore: 'Эта единица уже отсканирована: серийный номер {{serial}}',
  tailScanned: 'Прочитан только конец кода. Сканируйте его ещё раз.',
  notLookedUp: 'Не удалось найти: «{{text}}». Сканируйте ещё раз.',
  noStock: 'У товара «{{name}}» нет своих остатков.',
  otherProduct: 'Отсканирован другой товар: {{name}}. Здесь ничего не изменено.',
  pasted_one: 'Вставлена {{count}} позиция.',
  pasted_few: 'Вставлены {{count}} позиции.',
  pasted_many: 'Вставлено {{count}} позиций.',
  pasted_other: 'Вставлено {{count}} позиции.',
  pastedLeft_one: '{{count}} строка не поместилась: вставьте её отдельно.',
  pastedLeft_few: '{{count}} строки не поместились: вставьте их отдельно.',
  pastedLeft_many: '{{count}} строк не поместились: вставьте их отдельно.',
  pastedLeft_other: '{{count}} строки не поместились: вставьте их отдельно.',
}
