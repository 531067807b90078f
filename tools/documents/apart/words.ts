/** The words from which documents of the hold-out set are made. */
import type { Chance } from '../chance.ts'
import { dateIn } from '../pages/russian.ts'
import type { Words } from '../pages/trade.ts'
import { TRADES } from './goods.ts'

const figures = (chance: Chance, length: number) => String(chance.whole(0, 10 ** length - 1)).padStart(length, '0')
const LATIN = [...'ABCDEFGHKLMNPRSTVWXZ']
const CYRILLIC = [...'АБВГДЕИКЛМНПРСТУФЭЮ']
const letters = (chance: Chance, from: readonly string[], length: number) =>
  Array.from({ length }, () => chance.of(from)).join('')

const DATES = [
  'd month yyyy г.',
  'dd month yyyy г.',
  'dd.mm.yyyy',
  'dd.mm.yyyy',
  'dd.mm.yyyy г.',
  '«dd» month yyyy г.',
  'dd.mm.yy',
]

function wordsOfNumber(chance: Chance): string {
  const whole = chance.whole(1, 9)
  switch (chance.whole(0, 11)) {
    case 0:
    case 1:
      return String(chance.whole(2, 899))
    case 2:
      return String(chance.whole(1000, 24_999))
    case 3:
      return `УТ-${chance.whole(11, 4999)}`
    case 4:
      return `0000-${figures(chance, 6)}`
    case 5:
      return `${letters(chance, CYRILLIC, 2)}00-${figures(chance, 6)}`
    case 6:
      return `${chance.whole(12, 980)}/${chance.of(['25', '26'])}`
    case 7:
      return `${letters(chance, CYRILLIC, 3)}${figures(chance, 7)}`
    case 8:
      return `${figures(chance, 2)}-${figures(chance, 2)}/${whole}${figures(chance, 2)}`
    case 9:
      return `00${figures(chance, 5)}`
    case 10:
      return `${chance.of(CYRILLIC)}-${chance.whole(100, 9999)}`
    default:
      return `${chance.whole(10_000, 99_999)}-${whole}`
  }
}

/**
 * Returns a function that makes product codes of one kind, such as those used by accounting programs, factories and
 * catalogues.
 */
function codesOf(chance: Chance): (chance: Chance) => string {
  const [mark, sign] = [letters(chance, LATIN, 2), letters(chance, CYRILLIC, 2)]
  const ways: readonly ((one: Chance) => string)[] = [
    (one) => `00-${figures(one, 8)}`,
    (one) => `${sign}-${figures(one, 8)}`,
    (one) => `46${figures(one, 11)}`,
    (one) => String(one.whole(10_000, 899_999)),
    (one) => `${mark}${one.whole(100, 999)}.${figures(one, 2)}`,
    (one) => `${one.whole(10_000, 99_999)}-${one.whole(1, 9)}${letters(one, LATIN, 1)}${figures(one, 3)}`,
    (one) => `${letters(one, LATIN, 1)}.${one.whole(100, 9999)}.${figures(one, 2)}`,
    (one) => `${mark}-${one.whole(10, 999)}/${one.whole(1, 90)}`,
    (one) => `${sign}${one.whole(1000, 99_999)}`,
    (one) => `${one.whole(2101, 21_999)}-${figures(one, 7)}`,
    (one) => `${letters(one, LATIN, 3)}${figures(one, 6)}`,
    (one) => `${one.whole(1, 60)}.${figures(one, 3)}.${figures(one, 3)}`,
  ]
  return chance.of(ways)
}

export const apartWords: Words = {
  goods: Object.values(TRADES).flat(),
  trades: TRADES,
  firms: [
    'Автомир-Запчасть',
    'Вектор Снаб',
    'Хлебный Дом',
    'Пекарь-Опт',
    'Школьный мир',
    'Зоосфера',
    'Лапа и Хвост',
    'АкваТерм',
    'СантехКомплект-М',
    'Текстиль Трейд',
    'Ивановская мануфактура',
    'МедСнаб Регион',
    'Здоровье Плюс',
    'Электрон-Сервис',
    'Радиодеталь',
    'Посуда Профи',
    'Дача и Сад',
    'Зелёный квартал',
    'Ладья',
    'Северный ветер',
    'Торговый дом Кама',
    'Компания Юг-Логистик',
    'ПКФ Меридиан',
    'НПП Импульс',
    'Эталон 2000',
    'Бриг',
    'Мегаполис-С',
    'Альянс Групп',
    'Уралоптторг',
    'Три кита',
    'Волжанин',
    'КАРАТ',
    'Снежинка',
    'Ориентир',
  ],
  forms: ['ООО', 'ООО', 'ООО', 'ООО', 'АО', 'ООО'],
  people: [
    'Гайнутдинов Рустам Фаритович',
    'Овчинникова Лариса Петровна',
    'Щербаков Денис Юрьевич',
    'Пономарёва Инна Геннадьевна',
    'Тимофеев Константин Львович',
    'Хачатрян Армен Суренович',
    'Быкова Надежда Ильинична',
    'Журавлёв Артём Романович',
    'Ермолаева Светлана Анатольевна',
    'Дмитриенко Павел Тарасович',
    'Эльдаров Мурад Исаевич',
    'Колесникова Вера Борисовна',
    'Фролов Игнат Степанович',
    'Цой Валентина Сергеевна',
    'Юдин Григорий Маркович',
    'Нестеренко Олеся Вадимовна',
  ],
  places: [
    'г. Казань',
    'г. Пермь',
    'Свердловская обл., г. Первоуральск',
    'г. Воронеж',
    'Московская обл., г. о. Подольск, г. Климовск',
    'г. Тюмень',
    'Ростовская обл., г. Батайск',
    'г. Чебоксары',
    'Респ. Башкортостан, г. Стерлитамак',
    'г. Омск',
    'Ивановская обл., г. Шуя',
    'г. Калининград',
    'Краснодарский край, г. Кропоткин',
    'г. Киров',
    'г. Улан-Удэ',
  ],
  streets: [
    'ул. Декабристов',
    'пр-кт Победы',
    'ул. Промышленная',
    'ул. 8 Марта',
    'пер. Тупиковый',
    'ш. Космонавтов',
    'ул. Карла Маркса',
    'ул. Мостовая',
    'б-р Энтузиастов',
    'тракт Сибирский',
    'ул. 50 лет Октября',
    'наб. реки Уфы',
    'мкр. Южный',
    'ул. Щорса',
  ],
  banks: [
    'ПАО «Банк Прикамья» г. Пермь',
    'ФИЛИАЛ «УРАЛЬСКИЙ» АО «КРЕДИТ-БАНК»',
    'Отделение № 8610 ПАО СБЕРКАССА',
    'АО «Т-Расчёт» г. Москва',
    'ТОЧКА ОПОРЫ БАНК (ПАО)',
    'Филиал № 6318 Банка «Восточные ворота» (ПАО)',
    'АКБ «ЭНЕРГИЯ» (АО) г. Казань',
    'ООО «Банк Модуль-2»',
    'РНКО «Северный расчётный центр»',
  ],
  units: {
    шт: ['шт', 'шт', 'шт.', 'Шт', 'штука', 'ШТ'],
    м: ['м', 'м', 'м.', 'метр'],
    м2: ['м2', 'м²', 'кв.м'],
    кг: ['кг', 'кг', 'кг.', 'Кг'],
    л: ['л', 'л.', 'л'],
    уп: ['упак', 'уп.', 'упак.', 'уп'],
    рул: ['рул', 'рул.', 'рулон'],
    бухта: ['бухта', 'бухта'],
    компл: ['компл', 'компл.', 'к-т'],
    пара: ['пара', 'пар', 'пара'],
    пач: ['пач', 'пач.', 'пачка'],
    бут: ['бут', 'бут.'],
    мешок: ['мешок', 'меш.', 'мешок'],
    кор: ['кор', 'кор.', 'короб'],
    бан: ['бан', 'банка'],
    набор: ['набор', 'наб.', 'набор'],
    ведро: ['ведро', 'вед.'],
    флак: ['флак', 'фл.', 'флакон'],
    пог: ['пог. м', 'п.м', 'пог.м'],
    бобина: ['боб', 'бобина'],
  },
  number: wordsOfNumber,
  date: (chance, date) => dateIn(chance.of(DATES), date),
  codes: codesOf,
  quantities: ['short', 'short', 'short', 'three', 'two', 'one'],
  thousands: ['\u00a0', '\u00a0', '\u00a0', ''],
  tails: [
    ', индивидуальная упаковка, производство Россия',
    ' (ТУ 9398-014-48230117-2019)',
    ', цвет по каталогу, страна происхождения Китай, партия до 30 дней',
    ' серии «Эконом», гарантия 12 мес.',
    ', артикул изготовителя уточняется при отгрузке, с декларацией соответствия',
    ' / Акция весна /',
    ', для профессионального применения, усиленный вариант исполнения',
  ],
}
