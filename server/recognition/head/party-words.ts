/** Words that identify the seller and the buyer, including their common misreadings. */
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
 * Words that identify neither party but differ only by a letter or two from words that identify one: «получатель» (of
 * money or goods) resembles «покупатель», and «условия поставки» resembles «поставщик».
 */
const NEITHER = /^(?:получател|поставк)/u

export type Side = 'seller' | 'buyer'

/** «От кого», «От:» and «Для:» as labels of a party. */
const FROM_WHOM = /(?<!\p{L})от\s+кого(?!\p{L})|^[^\p{L}\d]*от\s*:/iu
export const FOR_WHOM = /^[^\p{L}\d]*(?:для|счет для)\s*:/iu
const ENGLISH_SELLER = /^[^\p{L}\d]*(?:seller|supplier|vendor|sold\s+by)(?!\p{L})/iu
const ENGLISH_BUYER = /^[^\p{L}\d]*(?:buyer|customer|bill\s+to|ship\s+to|consignee)(?!\p{L})/iu
/**
 * «Получатель» as a label. After the seller it means the buyer; before the seller it means the recipient of the
 * payment.
 */
export const RECEIVES = /^[^\p{L}\d]*получатель(?!\s*(?:\p{L}|платежа))/iu

/** Document titles that contain a word for a party without identifying one: «Счёт покупателю № 5», «Заказ клиента». */
const CALLED_SO =
  /(?:с[чц][её]т|заказ|реализация|возврат)\p{L}*\s+(?:от\s+)?(?:покупател|клиент|поставщик|заказчик)\p{L}*/giu

/** «Грузоотправитель», including misreadings, if no word for the seller precedes it. */
export const SENDS = /^(?:(?!поставщ|продав|исполнит).)*отправит/iu

/**
 * Returns the side (seller or buyer) that a text's first word indicates, or else any known word in it. Tolerates
 * misread letters.
 */
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

/**
 * Whether a misread word means «получатель» rather than «покупатель». For example, «полунатель» differs by one letter
 * from the former and by two from the latter.
 */
const isReceiver = (word: string) =>
  distanceOf('получатель', word) < Math.min(MAX_MISREAD, distanceOf('покупатель', word))

const MAX_MISREAD = 3

function isNear(word: string, known: readonly string[]): boolean {
  return known.some((one) => distanceOf(one, word) <= (one.length >= 9 ? 2 : one.length >= 7 ? 1 : 0))
}

/**
 * Finds out which party is the seller in documents that label them «Организация» and «Контрагент». The organization is
 * the company whose program printed the page, and the title shows whether that company receives or delivers the goods.
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
