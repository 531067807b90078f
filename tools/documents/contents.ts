/** The contents of an invented document: parties, goods, amounts, dates. */
import type { Chance } from './chance.ts'

export interface Good {
  readonly name: string
  readonly sku: string | null
  readonly unit: string
  readonly quantityMilli: number
  readonly priceMinor: number
  readonly amountMinor: number
  readonly vatRate: number
  readonly vatMinor: number
}

interface Party {
  readonly name: string
  readonly inn: string
  readonly kpp: string | null
  readonly address: string
}

export interface Contents {
  readonly number: string
  readonly date: Date
  readonly supplier: Party
  readonly buyer: Party
  readonly goods: readonly Good[]
  readonly vat: 'none' | 'included' | 'on-top'
  /** The sum without VAT, if VAT is added to it. */
  readonly netMinor: number
  readonly vatMinor: number
  readonly totalMinor: number
}

const GOODS: readonly (readonly [name: string, unit: string, fromMinor: number, toMinor: number])[] = [
  ['Кабель ВВГнг(А)-LS 3х2,5', 'м', 6000, 14000],
  ['Выключатель одноклавишный белый IP44', 'шт', 9000, 45000],
  ['Розетка двойная с заземлением', 'шт', 12000, 60000],
  ['Лампа светодиодная E27 11 Вт 4000К', 'шт', 8000, 25000],
  ['Автомат 1P 16А характеристика C', 'шт', 15000, 60000],
  ['Чай чёрный байховый 100 пак.', 'уп', 15000, 42000],
  ['Кофе зерновой арабика 1 кг', 'кг', 90000, 260000],
  ['Сахар-песок, мешок 50 кг', 'меш', 250000, 420000],
  ['Мука пшеничная в/с 2 кг', 'шт', 7000, 16000],
  ['Масло подсолнечное рафинированное 1 л', 'бут', 9000, 18000],
  ['Краска акриловая белая матовая 10 л', 'банка', 180000, 600000],
  ['Валик малярный 250 мм, ворс 12 мм', 'шт', 15000, 60000],
  ['Шпаклёвка финишная 25 кг', 'меш', 50000, 120000],
  ['Плитка керамическая 30х60 серая', 'м2', 60000, 220000],
  ['Профиль потолочный 60х27, 3 м', 'шт', 18000, 42000],
  ['Гипсокартон влагостойкий 12,5 мм', 'лист', 45000, 90000],
  ['Доска обрезная 50х150х6000, 1 сорт', 'м3', 1400000, 2600000],
  ['Фанера ФК 10 мм 1525х1525', 'лист', 90000, 180000],
  ['Саморез кровельный 4,8х35 RAL 8017', 'уп', 25000, 90000],
  ['Утеплитель базальтовый 50 мм', 'уп', 90000, 250000],
  ['Футболка мужская хлопок, р. L', 'шт', 35000, 120000],
  ['Носки женские, 3 пары', 'пар', 9000, 30000],
  ['Тетрадь 48 л. клетка', 'шт', 2500, 9000],
  ['Карандаш чернографитный HB', 'шт', 900, 4000],
  ['Ножницы канцелярские 180 мм', 'шт', 9000, 30000],
  ['Степлер № 10 до 20 листов', 'шт', 12000, 45000],
  ['Мыло хозяйственное 72 %, 200 г', 'шт', 2000, 6000],
  ['Порошок стиральный «Белизна» 3 кг', 'уп', 25000, 70000],
  ['Вода питьевая 19 л', 'бут', 15000, 35000],
  ['Корм для собак с говядиной 13 кг', 'меш', 180000, 520000],
  ['Семена томата «Бычье сердце»', 'пач', 1500, 6000],
  ['Грунт универсальный 50 л', 'меш', 20000, 60000],
  ['Шланг поливочный армированный 3/4"', 'м', 6000, 18000],
  ['Секатор садовый 200 мм', 'шт', 30000, 150000],
  ['Масло моторное 5W-40 синтетика 4 л', 'шт', 150000, 420000],
  ['Фильтр воздушный AF-1176', 'шт', 25000, 120000],
  ['Свеча зажигания BKR6E', 'компл', 60000, 240000],
  ['Антифриз G12 красный 10 кг', 'кан', 90000, 250000],
  ['Подшипник 6204-2RS', 'шт', 9000, 42000],
  ['Цепь ПР-15,875', 'м', 40000, 120000],
  ['Перчатки нитриловые, размер M, 100 шт', 'упак', 35000, 90000],
  ['Огнетушитель ОП-4', 'шт', 90000, 220000],
  ['Круг лепестковый 125 мм P60', 'шт', 6000, 20000],
  ['Сверло по бетону SDS-plus 8х160', 'шт', 7000, 32000],
  ['Провод ПВС 2х1,5 белый', 'м', 3500, 9000],
  ['Скотч двусторонний 38 мм х 25 м', 'рул', 9000, 30000],
  ['Монитор 24" IPS 75 Гц', 'шт', 900000, 2400000],
  ['Мышь беспроводная, чёрная', 'шт', 45000, 220000],
  ['Картридж CF259X (10 тыс. стр.)', 'шт', 180000, 900000],
  ['Стул офисный «Престиж», ткань', 'шт', 250000, 700000],
  ['Щебень гранитный фр. 5-20', 'т', 120000, 260000],
  ['Песок строительный мытый', 'т', 40000, 110000],
]

const NAMES = [
  'Вектор',
  'Альфа-Трейд',
  'Северный Ветер',
  'ГрандОпт',
  'Техносила',
  'Мега-Поставка',
  'Волга',
  'Кедр',
  'Стройбаза № 7',
  'Лидер',
  'Восток-Сервис',
  'Продукты Урала',
  'Электромир',
  'Заря',
  'Айсберг',
  'ПромКомплект',
]
const PEOPLE = ['Соколов А. В.', 'Кузнецова М. П.', 'Ермаков Д. С.', 'Фёдорова И. Ю.', 'Гусев Н. Н.']
const CITIES = ['г. Тестовск', 'г. Новообразцово', 'г. Примерск', 'г. Условный']
const STREETS = ['ул. Лесная', 'пр-т Строителей', 'ул. 8 Марта', 'пер. Тихий', 'ш. Окружное']

/** Returns a taxpayer number (ИНН) with valid check digits. */
function innOf(chance: Chance, length: 10 | 12): string {
  const digits = ['9', '7', ...Array.from({ length: length - 2 }, () => String(chance.whole(0, 9)))]
  const check = (weights: number[]) =>
    String((weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10)
  if (length === 10) digits[9] = check([2, 4, 10, 3, 5, 9, 4, 6, 8])
  else {
    digits[10] = check([7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
    digits[11] = check([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
  }
  return digits.join('')
}

function partyOf(chance: Chance): Party {
  const isPerson = chance.is(0.2)
  const inn = innOf(chance, isPerson ? 12 : 10)
  const company = `${chance.of(['ООО', 'ООО', 'ООО', 'АО', 'ЗАО'])} «${chance.of(NAMES)}${chance.is(0.3) ? chance.of([' Плюс', '-М', ' Групп']) : ''}»`
  return {
    name: isPerson ? `ИП ${chance.of(PEOPLE)}` : company,
    inn,
    kpp: isPerson ? null : `${inn.slice(0, 4)}01001`,
    address: `${chance.whole(101000, 692000)}, ${chance.of(CITIES)}, ${chance.of(STREETS)}, д. ${chance.whole(1, 120)}`,
  }
}

const LATIN = 'ABCDEFGHKLMNPRSTUVXZ'

function skuOf(chance: Chance): string {
  const letters = (count: number) => Array.from({ length: count }, () => chance.of([...LATIN])).join('')
  const figures = (count: number) => Array.from({ length: count }, () => chance.whole(0, 9)).join('')
  return chance.of([
    () => `${letters(2)}-${figures(4)}`,
    () => `${letters(3)}${figures(3)}`,
    () => figures(6),
    () => `${figures(2)}-${figures(3)}-${letters(1)}`,
    () => `${letters(1)}${figures(5)}`,
    () => `${letters(2)}-${figures(3)}-${figures(2)}`,
  ])()
}

function goodOf(
  chance: Chance,
  kind: (typeof GOODS)[number],
  vatRate: number,
): Omit<Good, 'vatMinor'> & { vatMinor: number } {
  const [name, unit, from, to] = kind
  const priceMinor = chance.is(0.4)
    ? 100 * Math.round(chance.between(from, to) / 100)
    : Math.round(chance.between(from, to))
  const isDivisible = ['м', 'кг', 'т', 'м2', 'м3'].includes(unit)
  const quantityMilli =
    isDivisible && chance.is(0.6)
      ? 10 * chance.whole(20, 9000)
      : 1000 *
        chance.of([
          1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 24, 25, 30, 36, 40, 48, 50, 60, 75, 96, 100, 120, 144, 150, 200,
          250, 350,
        ])
  const amountMinor = Math.floor((quantityMilli * priceMinor + 500) / 1000)
  return {
    name,
    sku: null,
    unit,
    quantityMilli,
    priceMinor,
    amountMinor,
    vatRate,
    vatMinor: Math.round((amountMinor * vatRate) / 100),
  }
}

export function contentsOf(chance: Chance, { maxGoods, withSku }: { maxGoods: number; withSku: boolean }): Contents {
  const vat = chance.of(['none', 'included', 'on-top'] as const)
  const rates = vat === 'none' ? [0] : chance.is(0.7) ? [chance.of([20, 22, 10])] : [10, 22]
  const goods = chance.some(GOODS, chance.whole(1, maxGoods)).map((kind) => ({
    ...goodOf(chance, kind, chance.of(rates)),
    sku: withSku && chance.is(0.85) ? skuOf(chance) : null,
  }))
  const sum = goods.reduce((all, good) => all + good.amountMinor, 0)
  const vatMinor =
    vat === 'included'
      ? goods.reduce((all, { amountMinor, vatRate }) => all + Math.round((amountMinor * vatRate) / (100 + vatRate)), 0)
      : goods.reduce((all, good) => all + good.vatMinor, 0)
  const figure = (length: number) => String(chance.whole(10 ** (length - 1), 10 ** length - 1))
  const number = chance.of([
    () => String(chance.whole(1, 9999)),
    () => `${chance.of(['А', 'Б', 'УТ', 'КА', 'ЦБ', '00БП'])}-${figure(6).padStart(6, '0')}`,
    () => `${chance.whole(1, 400)}/${chance.whole(24, 26)}`,
    () => figure(7),
    () => `${chance.of(['СФ', 'РН', 'М'])}${figure(4)}`,
    () => `0000${figure(3)}`,
  ])()
  return {
    number,
    date: new Date(Date.UTC(chance.whole(2024, 2026), chance.whole(0, 11), chance.whole(1, 28))),
    supplier: partyOf(chance),
    buyer: partyOf(chance),
    goods,
    vat,
    netMinor: sum,
    vatMinor,
    totalMinor: vat === 'on-top' ? sum + vatMinor : sum,
  }
}

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

export function dateText(chance: Chance, date: Date): string {
  const [day, month, year] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()]
  const two = (number: number) => String(number).padStart(2, '0')
  return chance.of([
    `${two(day)}.${two(month)}.${year}`,
    `${two(day)}.${two(month)}.${year} г.`,
    `${day} ${MONTHS[month - 1]} ${year} г.`,
    `${two(day)} ${MONTHS[month - 1]} ${year} года`,
    `«${two(day)}» ${MONTHS[month - 1]} ${year} г.`,
    `${two(day)}.${two(month)}.${String(year).slice(2)}`,
  ])
}

/** The number format of a document, which is the same throughout the document. */
export interface Style {
  readonly thousands: string
  readonly point: string
  readonly quantityDecimals: 'short' | 'three'
}

export function styleOf(chance: Chance): Style {
  return {
    thousands: chance.of([' ', ' ', '\u2009', '', "'"]),
    point: chance.is(0.8) ? ',' : '.',
    quantityDecimals: chance.is(0.3) ? 'three' : 'short',
  }
}

export function moneyText(minor: number, { thousands, point }: Style): string {
  const [whole = '', fraction = ''] = (minor / 100).toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${point}${fraction}`
}

export function quantityText(milli: number, { point, quantityDecimals }: Style): string {
  if (quantityDecimals === 'three') return (milli / 1000).toFixed(3).replace('.', point)
  return String(milli / 1000).replace('.', point)
}
