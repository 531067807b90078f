/** Words for the invented pages of this folder: company names as registered, and dates in every form. */
import type { Chance } from '../chance.ts'
import { dateIn } from '../pages/russian.ts'
import type { Words } from '../pages/trade.ts'

const figures = (chance: Chance, length: number) =>
  Array.from({ length }, (_, at) => String(chance.whole(at === 0 ? 1 : 0, 9))).join('')

const SHORT_MONTHS = 'янв фев мар апр май июн июл авг сен окт ноя дек'.split(' ')

/** Formats a date as «05 мар 2026». */
const shortDate = (date: Date): string =>
  `${dateIn('dd', date)} ${SHORT_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`

const DATES = [
  'dd.mm.yyyy',
  'dd.mm.yyyy',
  'd month yyyy г.',
  '«dd» month yyyy г.',
  '"dd" month yyyy года',
  'dd.mm.yy',
  'd.mm.yyyy',
  'yyyy-mm-dd',
  'dd/mm/yyyy',
  'dd-mm-yyyy',
  'd month yyyy',
  'dd.mm.yyyy г.',
]

export const drillWords: Words = {
  goods: [
    'Кабель ВВГнг 3х2,5|м|58|120',
    'Саморез 3,5х41 оксид.|уп|180|420',
    'Краска фасадная белая 14 кг|шт|2100|4900',
    'Бумага А4 80 г|пач|290|520',
    'Сахар-песок|кг|48|79',
    'Масло подсолнечное 1 л|бут|96|170',
    'Перчатки х/б с ПВХ|пара|24|66',
    'Лампа светодиодная 12 Вт|шт|70|210',
    'Труба ПНД 32|м|54|98',
    'Доска обрезная 50х150х6000|м3|14500|21900',
    'Светильник потолочный 36 Вт|шт|640|1490',
    'Скотч прозрачный 48 мм|рул|52|130',
    'Фильтр масляный W 914|шт|240|690',
    'Цемент М500, 50 кг|мешок|390|610',
  ],
  forms: ['ООО', 'ООО', 'ООО', 'АО', 'ПАО', 'НАО', 'ЗАО', 'СПК', 'КФХ', 'ФГУП', 'МУП', 'ПК'],
  firms: [
    'ТД «Урал-Метиз»',
    'Торговый дом Азимут',
    'Агрофирма Заря',
    'ГринТек Солюшнз',
    'GreenTech Solutions',
    'Смарт-Лайт',
    'Производственно-коммерческая фирма «Квадрат»',
    'Рассвет',
    'Завод ЖБИ-7',
    'Аква Сервис Плюс',
    'М-Трейд',
    'Трест № 12',
    'Комбинат пищевых продуктов',
    'ИнтерСнаб',
    'АЛЬФА-РЕСУРС',
    'Северный ветер',
    'Оптовик.ру',
    '5 Элемент',
    'Ткани и фурнитура',
    'Нева',
    'ЭСК',
    'Юг-Строй-Монтаж',
    'LUMEN PRO',
    'Лидер+',
  ],
  people: [
    'Абрамова Юлия Эдуардовна',
    'Чернышёв Илья Константинович',
    'Фёдоров Олег Ярославович',
    'Мамедов Рашид Алиевич',
    'Ли Вера Андреевна',
    'Петросян Ашот Гургенович',
    'Ильина Светлана Юрьевна',
    'Захарченко Пётр Ильич',
    'Ян Денис Олегович',
    'Цой-Белецкая Инна Марковна',
  ],
  places: ['г. Лесогорье', 'г. Новый Яр', 'Полевская обл., г. Ручьи', 'пгт Сосновое', 'г. Заозёрск'],
  streets: ['ул. Кирпичная', 'пр-т Труда', 'ул. Механизаторов', 'ш. Северное', 'пл. Вокзальная'],
  banks: [
    'ПАО «НОВЫЙ БАНК» г. Лесогорье',
    'АО «ЯР-КРЕДИТ»',
    'ФИЛИАЛ № 7701 БАНКА «ПОЛЕВОЙ» (ПАО)',
    'РУЧЬЁВСКОЕ ОТДЕЛЕНИЕ № 3310 ПАО ДЕЛОБАНК',
  ],
  units: { шт: ['шт', 'шт.'], уп: ['уп', 'упак'], пач: ['пач'], рул: ['рул'], м3: ['м3'], мешок: ['меш'] },
  number: (chance) =>
    chance.of([
      () => figures(chance, chance.whole(1, 5)),
      () => figures(chance, chance.whole(2, 4)),
      () => `УТ-${figures(chance, 4)}`,
      () => `ТД00-000${figures(chance, 3)}`,
      () => `00БП-000${figures(chance, 3)}`,
      () => `${figures(chance, 2)}/${figures(chance, 3)}`,
      () => `${figures(chance, 4)}-26`,
      () => `С-${figures(chance, 3)}`,
      () => `0${figures(chance, 4)}`,
      () => `НК-${figures(chance, 5)}`,
    ])(),
  date: (chance, date) => (chance.is(0.08) ? shortDate(date) : dateIn(chance.of(DATES), date)),
  codes: () => (one) => figures(one, 6),
  quantities: ['short', 'short', 'three'],
  thousands: ['\u00a0', ''],
  tails: [', в заводской упаковке'],
}
