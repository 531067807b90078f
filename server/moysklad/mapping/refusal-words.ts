/**
 * Explains to the owner why one of our commands refused a row of an import. Programs rely on the refusal's code
 * instead.
 */

type Words = { readonly ru: string; readonly en: string }

const WORDS: Readonly<Record<string, Words>> = {
  VALIDATION_FAILED: { ru: 'значение одного из полей не подходит', en: 'the value of a field does not fit' },
  HAS_REFERENCES: {
    ru: 'запись используется, например в активном комплекте',
    en: 'the record is in use, for example in an active bundle',
  },
  WAREHOUSE_NOT_EMPTY: { ru: 'на складе есть остатки', en: 'the warehouse is not empty' },
  LAST_WAREHOUSE: { ru: 'это последний активный склад', en: 'this is the last active warehouse' },
  ARCHIVED: {
    ru: 'запись ссылается на другую, которая здесь в архиве; верните ту из архива',
    en: 'the record refers to a record that is archived here',
  },
  INVALID_COMPONENT: {
    ru: 'один из товаров не может входить в комплект: он в архиве или сам комплект или услуга',
    en: 'one of the products cannot be a component',
  },
  NOT_FOUND: {
    ru: 'записи, на которую она ссылается, здесь больше нет',
    en: 'a record that it refers to is no longer here',
  },
  NOT_DRAFT: { ru: 'документ уже не черновик', en: 'the document is no longer a draft' },
  KIND_IN_USE: {
    ru: 'по товару уже есть операции, и его вид не меняется',
    en: 'the product has operations, so its kind cannot change',
  },
  DUPLICATE_EXTERNAL_ID: {
    ru: 'эта запись МоегоСклада уже связана с другой',
    en: 'this MoySklad record is linked to another one',
  },
  COMPANY_LIMIT_REACHED: {
    ru: 'товаров уже столько, сколько разрешил администратор сервера',
    en: 'the limit of the company is reached',
  },
  LIMIT_REACHED: {
    ru: 'таких записей уже столько, сколько может быть',
    en: 'the maximum number of such records is reached',
  },
}
const OTHER: Words = { ru: 'её не приняли наши правила', en: 'our rules do not accept it' }

/**
 * Returns the explanation of a refusal such as `HAS_REFERENCES: "Чай" is a component …`. In English this is the
 * refusal's own text; in Russian it is a translation that contains the name from that text.
 */
export function refusalWords(value: string, language: 'ru' | 'en'): string {
  const [, code = '', detail = ''] = /^([A-Z_]+)(?:: ([\s\S]*))?$/.exec(value) ?? []
  const words = (Object.hasOwn(WORDS, code) ? WORDS[code]! : OTHER)[language]
  if (language === 'en') return detail === '' ? words : `${words}: ${detail.replace(/\.$/, '')}`
  const name = /"([^"]+)"/.exec(detail)?.[1]
  return name === undefined ? words : `${words}: «${name}»`
}
