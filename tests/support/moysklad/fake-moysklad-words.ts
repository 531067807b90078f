/** Generates names of goods, people and firms for a MoySklad account. */
import type { Chance } from '../chance/chance.ts'

const THINGS = [
  ...['Чайник электрический', 'Утюг паровой', 'Кружка керамическая', 'Набор отвёрток', 'Дрель-шуруповёрт'],
  ...[
    'Кабель USB Type-C',
    'Лампа светодиодная E27',
    'Ноутбук',
    'Кресло офисное',
    'Бумага А4, 500 л.',
    'Коврик для йоги',
  ],
  ...['Кофе в зёрнах', 'Чай чёрный листовой', 'Краска акриловая', 'Саморезы по дереву 3,5×35', 'Перчатки х/б'],
]
const MAKERS = ['Поларис', 'Bosch', 'Зубр', 'Ладья', 'Xiaomi', 'Гамма', 'Svetocopy', 'Ромашка', 'ЭРА', 'Intertool']
const COLOURS = ['белый', 'чёрный', 'красный', 'синий', 'серый металлик', 'зелёный', '']
export const SIZES = ['S', 'M', 'L', 'XL', '42', '44', '1,7 л', '500 г']
const FIRMS = [
  'Ромашка',
  'Вектор',
  'Альфа-Трейд',
  'Северный ветер',
  'Торговый дом «Заря»',
  'Мир упаковки',
  'Снабсервис',
]
const LAST = ['Иванов', 'Петров', 'Сидоров', 'Кузнецов', 'Смирнов', 'Ёлкин', 'Гоголь', 'Абдурахманов']
const FIRST = ['Иван', 'Пётр', 'Алексей', 'Сергей', 'Фёдор', 'Юрий']
const MIDDLE = ['Иванович', 'Петрович', 'Сергеевич', 'Юрьевич', 'Фёдорович']
export const BANKS = ['ПАО СБЕРБАНК', 'АО «АЛЬФА-БАНК»', 'Банк ВТБ (ПАО)', 'АО «ТБанк»']
export const CITIES = ['Москва', 'Санкт-Петербург', 'Казань', 'Нижний Новгород', 'Екатеринбург']
const STREETS = ['ул Тверская', 'пр-кт Ленина', 'ул Садовая', 'Промышленный проезд', 'ул Строителей']
export const FOLDERS = ['Бытовая техника', 'Инструменты', 'Продукты', 'Канцтовары', 'Одежда', 'Электрика']
export const SUBFOLDERS = ['Новинки', 'Распродажа', 'Сезон 2025', 'Импорт / экспорт']
export const SERVICES = ['Доставка', 'Подъём на этаж', 'Сборка', 'Установка', 'Гравировка', 'Упаковка в подарок']
export const GROUPS = ['поставщики', 'опт', 'розница', 'vip', 'должники']

export function productName(chance: Chance): string {
  const parts = [chance.pick(THINGS), chance.pick(MAKERS), `${chance.between(10, 999)}`, chance.pick(COLOURS)]
  return parts.filter((part) => part !== '').join(' ')
}

export interface Person {
  readonly legalLastName: string
  readonly legalFirstName: string
  readonly legalMiddleName: string
}

export function person(chance: Chance): Person {
  return { legalLastName: chance.pick(LAST), legalFirstName: chance.pick(FIRST), legalMiddleName: chance.pick(MIDDLE) }
}

export const fullName = ({ legalLastName, legalFirstName, legalMiddleName }: Person) =>
  `${legalLastName} ${legalFirstName} ${legalMiddleName}`

export const firmName = (chance: Chance): string => `${chance.pick(FIRMS)} ${chance.between(1, 999)}`

export function address(chance: Chance): Record<string, string> {
  return {
    postalCode: String(chance.between(101_000, 690_000)),
    city: chance.pick(CITIES),
    street: chance.pick(STREETS),
    house: String(chance.between(1, 120)),
    ...(chance.happens(0.4) ? { apartment: String(chance.between(1, 300)) } : {}),
    ...(chance.happens(0.1) ? { addInfo: 'вход со двора' } : {}),
  }
}

export const addressText = (parts: Record<string, string>): string => {
  const { postalCode, city, street, house, apartment, addInfo } = parts
  return [postalCode, 'Россия', city, street, house, apartment, addInfo].filter((part) => part !== undefined).join(', ')
}

/** Returns a tax number with correct check digits: 10 digits for a firm, 12 for a person. */
export function taxNumber(chance: Chance, length: 10 | 12): string {
  const digits = Array.from({ length: length === 10 ? 9 : 10 }, (_, index) => chance.between(index === 0 ? 1 : 0, 9))
  const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
  const check = (used: number[]) => (used.reduce((sum, weight, index) => sum + weight * digits[index]!, 0) % 11) % 10
  if (length === 10) digits.push(check(weights.slice(2)))
  else {
    digits.push(check(weights.slice(1)))
    digits.push(check(weights))
  }
  return digits.join('')
}

export function digits(chance: Chance, length: number): string {
  return Array.from({ length }, () => chance.below(10)).join('')
}

/** Returns an EAN-13 barcode with the correct check digit. */
export function ean13(chance: Chance): string {
  const body = `46${digits(chance, 10)}`
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return body + ((10 - (sum % 10)) % 10)
}
