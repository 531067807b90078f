/**
 * Report codes for rows that are not transferred. Each sentence tells the company's owner the reason and the remedy.
 * `{field}` is replaced by our field or MoySklad's field, `{value}` by MoySklad's value.
 */
import { type CodeWords, error } from './code-words.ts'

export const REFUSALS = {
  row_unreadable: error(
    'Строка пришла из МоегоСклада без идентификатора и не перенесена (место в списке и название: {value}). Запустите импорт ещё раз; если повторится, создайте запись вручную.',
    'The row came from MoySklad without an id and is not transferred (place in the list and name: {value}). Run the import again; if it happens again, create the record by hand.',
  ),
  row_vanished: error(
    'Запись исчезла из МоегоСклада, пока импорт её читал, поэтому не перенесена; здесь ничего не изменилось. Запустите импорт ещё раз, если она нужна.',
    'The record vanished from MoySklad while the import was reading it, so it is not transferred; nothing changed here. Run the import again if you need it.',
  ),
  row_not_permitted: error(
    'Часть записи не видна пользователю токена, поэтому запись не перенесена; здесь ничего не изменилось. Дайте ему это право в МоёмСкладе и запустите импорт ещё раз.',
    'The user of the token may not see a part of the record, so it is not transferred; nothing changed here. Grant the right in MoySklad and run the import again.',
  ),
  truncated_collection: error(
    'Список «{field}» пришёл из МоегоСклада не полностью, поэтому запись не перенесена: половина данных хуже, чем ничего. Запустите импорт ещё раз.',
    'The list "{field}" came from MoySklad incomplete, so the record is not transferred: an incomplete record would be worse than none. Run the import again.',
  ),
  required_reference_missing: error(
    'Запись ссылается на «{value}» ({field}), которой нет среди перенесённых, и без неё не имеет смысла. Перенесите то, на что она ссылается, или дайте токену право это видеть, и запустите импорт ещё раз.',
    'The record refers to "{value}" ({field}), which was not transferred, and makes no sense without it. Transfer that record, or give the token the right to see it, and run the import again.',
  ),
  document_currency: error(
    'Документ в другой валюте ({value}), поэтому он не перенесён: чужие деньги не превращаются в рубли. Создайте документ вручную по нужному курсу.',
    'The document is in another currency ({value}), so it is not transferred: foreign currency is not converted to roubles. Create it by hand at the rate that you want.',
  ),
  document_currency_unknown: error(
    'Валюта документа не прочитана, поэтому он не перенесён: неизвестные деньги не считаются рублями. Дайте токену право видеть валюты и запустите импорт ещё раз.',
    'The currency of the document could not be read, so the document is not transferred: an unknown currency is not treated as roubles. Give the token the right to see currencies and run the import again.',
  ),
  document_too_large: error(
    'В документе слишком много строк ({value}): у нас не больше 1000. Разделите документ в МоёмСкладе и запустите импорт ещё раз.',
    'The document has too many lines ({value}): we keep at most 1000. Split it in MoySklad and run the import again.',
  ),
  line_unsupported: error(
    'В строке документа не товар и не услуга ({value}), поэтому не перенесён и весь документ: наполовину документы не переносятся. Исправьте строку в МоёмСкладе или создайте документ вручную.',
    'A line of the document is neither a product nor a service ({value}), so the whole document is not transferred: documents are never transferred in part. Correct the line in MoySklad or create the document by hand.',
  ),
  line_quantity_unusable: error(
    'Количество в строке документа ({value}) не указано, отрицательное или слишком большое, поэтому документ не перенесён. Исправьте строку в МоёмСкладе или создайте документ вручную.',
    'The quantity of a line of the document ({value}) is missing, negative or too large, so the document is not transferred. Correct the line in MoySklad or create the document by hand.',
  ),
  line_price_unusable: error(
    'Цена в строке документа ({value}) отрицательная, слишком большая или не число, поэтому документ не перенесён. Исправьте строку в МоёмСкладе или создайте документ вручную.',
    'The price of a line of the document ({value}) is negative, too large or not a number, so the document is not transferred. Correct the line in MoySklad or create the document by hand.',
  ),
  line_too_large: error(
    'Сумма строки или документа ({value}) больше триллиона рублей, поэтому документ не перенесён. Разделите его в МоёмСкладе или создайте вручную.',
    'The amount of a line or of the document ({value}) is more than a trillion roubles, so the document is not transferred. Split it in MoySklad or create it by hand.',
  ),
  bundle_without_components: error(
    'У комплекта нет компонентов, поэтому он не перенесён. Добавьте компоненты в МоёмСкладе и запустите импорт ещё раз.',
    'The bundle has no components, so it is not transferred. Add components in MoySklad and run the import again.',
  ),
  component_unsupported: error(
    'Компонент комплекта не переносится ({value}), а без него остаток комплекта был бы неверен; комплект не перенесён. Замените компонент в МоёмСкладе товаром или модификацией.',
    'A component of the bundle cannot be transferred ({value}), and without it the stock of the bundle would be wrong; the bundle is not transferred. Put a product or a variant in its place in MoySklad.',
  ),
  write_refused: error(
    'Запись не сохранена ({value}). Исправьте причину и запустите импорт ещё раз.',
    'The record was not written ({value}). Fix the cause and run the import again.',
  ),
  list_not_permitted: error(
    'Раздел «{field}» не прочитан: у пользователя токена нет права его видеть. То, что уже есть здесь, не изменилось. Дайте ему это право в МоёмСкладе и запустите импорт ещё раз.',
    'The section "{field}" was not read: the user of the token may not see it. What is here already did not change. Grant the right in MoySklad and run the import again.',
  ),
  list_not_in_tariff: error(
    'Раздел «{field}» не прочитан: он недоступен на тарифе вашего аккаунта МоегоСклада. То, что уже есть здесь, не изменилось.',
    'The section "{field}" was not read: the tariff of your MoySklad account does not include it. What is here already did not change.',
  ),
  list_not_found: error(
    'Раздел «{field}» не прочитан: МойСклад ответил, что его нет. То, что уже есть здесь, не изменилось. Запустите импорт ещё раз позже.',
    'The section "{field}" was not read: MoySklad says that it does not exist. What is here already did not change. Run the import again later.',
  ),
  list_changing: error(
    'Раздел «{field}» менялся, пока импорт его читал, и, возможно, прочитан не весь (прочитано и всего: {value}). Запустите импорт ещё раз.',
    'The section "{field}" changed while the import was reading it, and perhaps not all of it was read (rows read and rows in total: {value}). Run the import again.',
  ),
  list_late_unread: error(
    'Раздел «{field}» прочитан, но то, что в нём изменилось за время импорта, МойСклад не показал. Запустите импорт ещё раз: он перенесёт и это.',
    'The section "{field}" was read, but MoySklad did not show what changed in it during the import. Run the import again to get those changes too.',
  ),
} as const satisfies Record<string, CodeWords>
