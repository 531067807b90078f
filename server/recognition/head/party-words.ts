/** Words that identify the seller and the buyer, also with misread letters. */
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

/**
 * «Получатель» (of money or goods) and «условия поставки» identify neither, but differ by only a letter or two from
 * «покупатель» and «поставщик».
 */
const NEITHER = /^(?:получател|поставк)/u

export type Side = 'seller' | 'buyer'

/** «От кого», «От:»; «Для:». */
const FROM_WHOM = /(?<!\p{L})от\s+кого(?!\p{L})|^[^\p{L}\d]*от\s*:/iu
export const FOR_WHOM = /^[^\p{L}\d]*(?:для|счет для)\s*:/iu
const ENGLISH_SELLER = /^[^\p{L}\d]*(?:seller|supplier|vendor|sold\s+by)(?!\p{L})/iu
const ENGLISH_BUYER = /^[^\p{L}\d]*(?:buyer|customer|bill\s+to|ship\s+to|consignee)(?!\p{L})/iu
/** «Получатель» means the buyer after the seller was named; before that it means the payee. */
export const RECEIVES = /^[^\p{L}\d]*получатель(?!\s*(?:\p{L}|платежа))/iu

/** Words of titles that identify no party: «Счёт покупателю № 5», «Заказ клиента». */
const CALLED_SO =
  /(?:с[чц][её]т|заказ|реализация|возврат)\p{L}*\s+(?:от\s+)?(?:покупател|клиент|поставщик|заказчик)\p{L}*/giu

/** «Грузоотправитель», also with misread letters, before any word for the seller. */
export const SENDS = /^(?:(?!поставщ|продав|исполнит).)*отправит/iu

/** The side that a text names, by its first word or by any known word in it; tolerates misread letters. */
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

/** «Полунатель» differs in one letter from «получатель», and in two from «покупатель». */
const isReceiver = (word: string) =>
  distanceOf('получатель', word) < Math.min(MAX_MISREAD, distanceOf('покупатель', word))

const MAX_MISREAD = 3

function isNear(word: string, known: readonly string[]): boolean {
  return known.some((one) => distanceOf(one, word) <= (one.length >= 9 ? 2 : one.length >= 7 ? 1 : 0))
}

/**
 * Documents with «Организация» and «Контрагент»: the organization is the one whose program printed the page. It
 * receives the goods or delivers them; the title says which.
 */
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
