/** Words by which who sells and who buys are told, also where letters of them are misread. */
import { type Row, textOf } from '../picture/pieces.ts'
import { distanceOf } from '../words/likeness.ts'

const SELLER = [
  'поставщик',
  'продавец',
  'исполнитель',
  'подрядчик',
  'грузоотправитель',
  'отправитель',
  'получатель платежа',
  'от кого',
  'продавца',
]
const BUYER = [
  'покупатель',
  'заказчик',
  'генподрядчик',
  'грузополучатель',
  'плательщик',
  'клиент',
  'кому',
  'покупателя',
  'получатель груза',
]

/** «Получатель», of money or of goods, and «условия поставки» say neither, and are a letter or two from «покупатель» and «поставщик». */
const NEITHER = /^(?:получател|поставк)/u

export type Side = 'seller' | 'buyer'

/** «От кого», «От:»; «Для:». */
const FROM_WHOM = /(?<!\p{L})от\s+кого(?!\p{L})|^[^\p{L}\d]*от\s*:/iu
export const FOR_WHOM = /^[^\p{L}\d]*(?:для|счет для)\s*:/iu
const ENGLISH_SELLER = /^[^\p{L}\d]*(?:seller|supplier|vendor|sold\s+by)(?!\p{L})/iu
const ENGLISH_BUYER = /^[^\p{L}\d]*(?:buyer|customer|bill\s+to|ship\s+to|consignee)(?!\p{L})/iu
/** Who receives is who buys, once it was said who sells; before, it is who receives the money. */
export const RECEIVES = /^[^\p{L}\d]*получатель(?!\s*(?:\p{L}|платежа))/iu

/** «Счёт покупателю № 5», «Заказ клиента»: what a paper is called, of no party. */
const CALLED_SO =
  /(?:с[чц][её]т|заказ|реализация|возврат)\p{L}*\s+(?:от\s+)?(?:покупател|клиент|поставщик|заказчик)\p{L}*/giu

/** «Грузоотправитель», also with letters misread, before any word of who sells. */
export const SENDS = /^(?:(?!поставщ|продав|исполнит).)*отправит/iu

/** By the first word of the row or of a piece, or by any such word in it; misread letters are forgiven. */
export function sideOf(text: string): Side | null {
  if (FROM_WHOM.test(text) || ENGLISH_SELLER.test(text)) return 'seller'
  if (FOR_WHOM.test(text) || ENGLISH_BUYER.test(text)) return 'buyer'
  for (const word of text
    .replace(CALLED_SO, '')
    .toLowerCase()
    .match(/[а-яё]{4,}/gu)
    ?.slice(0, 8) ?? []) {
    if (NEITHER.test(word) || isReceiver(word)) continue
    if (isNear(word, BUYER)) return 'buyer'
    if (isNear(word, SELLER)) return 'seller'
  }
  return null
}

/** «Полунатель»: a letter from who receives, two from who buys. */
const isReceiver = (word: string) =>
  distanceOf('получатель', word) < Math.min(MAX_MISREAD, distanceOf('покупатель', word))

const MAX_MISREAD = 3

function isNear(word: string, known: readonly string[]): boolean {
  return known.some((one) => distanceOf(one, word) <= (one.length >= 9 ? 2 : one.length >= 7 ? 1 : 0))
}

/** «Организация» and «Контрагент»: the one whose program printed the page receives the goods, or gives them; its title says which. */
export function rolesIn(rows: readonly Row[]): (text: string) => Side | null {
  const texts = rows.map(textOf)
  if (!texts.some((text) => OURS.test(text)) || !texts.some((text) => THEIRS.test(text))) return () => null
  const [ours, theirs]: readonly Side[] = texts.some((text) => COMES_IN.test(text))
    ? ['buyer', 'seller']
    : ['seller', 'buyer']
  return (text) => (OURS.test(text) ? ours! : THEIRS.test(text) ? theirs! : null)
}

const OURS = /^[^\p{L}\d]*организация(?!\p{L}|-)/iu
const THEIRS = /^[^\p{L}\d]*контрагент(?!\p{L})/iu
const COMES_IN =
  /^[^\p{L}\d]*(?:при[её]мка|поступление|приходн|приобретение|заказ\s+поставщику|с[чц][её]т\s+поставщика)/iu
