/**
 * What the report of an import says of a row, in words for the owner of the company: what happened, and what to do. The one table of
 * codes; docs/import.md is held against it. `{field}` is the field of ours or of the source, `{value}` what the source has there.
 */

import { fieldWords } from './field-words.ts'

export type Severity = 'info' | 'warning' | 'error'
export type Language = 'ru' | 'en'

interface CodeWords {
  /** `error`: the row is not transferred. `warning`: look at it. `info`: nothing to do. */
  readonly severity: Severity
  readonly ru: string
  readonly en: string
}

const info = (ru: string, en: string): CodeWords => ({ severity: 'info', ru, en })
const warning = (ru: string, en: string): CodeWords => ({ severity: 'warning', ru, en })
const error = (ru: string, en: string): CodeWords => ({ severity: 'error', ru, en })

export const PROBLEM_CODES = {
  row_unreadable: error(
    'Строка пришла из МоегоСклада без идентификатора и не перенесена. Запустите импорт ещё раз; если повторится, создайте запись вручную.',
    'The row came from MoySklad without an id and is not transferred. Run the import again; if it happens again, create the record by hand.',
  ),
  truncated_collection: error(
    'Список «{field}» пришёл из МоегоСклада не полностью, поэтому запись не перенесена: половина данных хуже, чем ничего. Запустите импорт ещё раз.',
    'The list "{field}" came from MoySklad incomplete, so the record is not transferred: half of it would be worse than none. Run the import again.',
  ),
  required_reference_missing: error(
    'Запись ссылается на «{value}» ({field}), которой нет среди перенесённых, и без неё не имеет смысла. Перенесите то, на что она ссылается, или дайте токену право это видеть, и запустите импорт ещё раз.',
    'The record names "{value}" ({field}), which was not transferred, and makes no sense without it. Transfer what it names, or give the token the right to see it, and run the import again.',
  ),
  document_currency: error(
    'Документ в другой валюте ({value}), поэтому он не перенесён: чужие деньги не превращаются в рубли. Создайте документ вручную по нужному курсу.',
    'The document is in another currency ({value}), so it is not transferred: foreign money is not turned into roubles. Create it by hand at the rate that you want.',
  ),
  document_too_large: error(
    'В документе слишком много строк ({value}): у нас не больше 1000. Разделите документ в МоёмСкладе и запустите импорт ещё раз.',
    'The document has too many lines ({value}): we keep at most 1000. Split it in MoySklad and run the import again.',
  ),
  line_unsupported: error(
    'Строка документа не переносится ({value}), поэтому не перенесён и весь документ: наполовину документы не переносятся. Исправьте строку в МоёмСкладе или создайте документ вручную.',
    'A line of the document cannot be transferred ({value}), so the whole document is not: documents are never transferred by halves. Correct the line in MoySklad or create the document by hand.',
  ),
  bundle_without_components: error(
    'У комплекта нет компонентов, поэтому он не перенесён. Добавьте компоненты в МоёмСкладе и запустите импорт ещё раз.',
    'The bundle has no components, so it is not transferred. Add components in MoySklad and run the import again.',
  ),
  component_unsupported: error(
    'Компонент комплекта не переносится ({value}), а без него остаток комплекта был бы неверен; комплект не перенесён. Замените компонент в МоёмСкладе товаром или модификацией.',
    'A component of the bundle cannot be transferred ({value}), and without it the stock of the bundle would be wrong; the bundle is not transferred. Put a product or a variant in its place in MoySklad.',
  ),
  missing_reference: warning(
    'Поле «{field}» ссылается на «{value}», которой нет среди перенесённых; поле осталось пустым. Если она вам нужна, проверьте права токена и заполните поле вручную.',
    'The field "{field}" names "{value}", which was not transferred; the field is left empty. If you need it, check the rights of the token and fill the field in by hand.',
  ),
  currency_not_default: warning(
    'Цена «{field}» в другой валюте ({value}) и не перенесена: чужие деньги не превращаются в рубли. Поставьте цену в рублях вручную.',
    'The price "{field}" is in another currency ({value}) and is not transferred: foreign money is not turned into roubles. Enter a price in roubles by hand.',
  ),
  name_missing: warning(
    'В МоёмСкладе не указано название ({field}); мы поставили «{value}». Впишите название.',
    'MoySklad has no name ({field}); we put "{value}". Enter the name.',
  ),
  text_shortened: warning(
    'Текст поля «{field}» длиннее, чем у нас помещается, и сокращён; целиком он сохранён в отчёте. Сократите его по-своему, если нужно.',
    'The text of the field "{field}" is longer than we can keep and was shortened; the whole of it is in the report. Shorten it your own way if you like.',
  ),
  list_shortened: warning(
    'В списке «{field}» больше 1000 записей; перенесены первые 1000, остальные сохранены в отчёте. Проверьте, все ли нужны.',
    'The list "{field}" has more than 1000 entries; the first 1000 were transferred, the rest is in the report. Check whether you need them all.',
  ),
  value_out_of_range: warning(
    'Значение поля «{field}» ({value}) отрицательное, слишком большое или не число; поле осталось пустым. Впишите верное значение.',
    'The value of the field "{field}" ({value}) is negative, too large or no number; the field is left empty. Enter the right value.',
  ),
  date_unreadable: warning(
    'Дата в поле «{field}» ({value}) не читается или вне 1900–2200 годов; поле осталось пустым. Впишите дату вручную.',
    'The date in the field "{field}" ({value}) cannot be read or is not between the years 1900 and 2200; the field is left empty. Enter it by hand.',
  ),
  quantity_rounded: warning(
    'Количество «{field}» ({value}) точнее тысячных и округлено до тысячных. Проверьте его.',
    'The quantity "{field}" ({value}) is finer than thousandths and was rounded to them. Check it.',
  ),
  barcode_unusable: warning(
    'Штрихкод длиннее 255 знаков и не перенесён; он сохранён в отчёте. Проверьте штрихкод в МоёмСкладе.',
    'A barcode is longer than 255 characters and was not transferred; it is in the report. Check the barcode in MoySklad.',
  ),
  vat_ambiguous: warning(
    'Ставка НДС берётся в МоёмСкладе от группы и в карточке не указана; поле осталось пустым. Впишите ставку.',
    'MoySklad takes the VAT rate from the folder and does not name it in the card; the field is left empty. Enter the rate.',
  ),
  min_stock_by_warehouse: warning(
    'Неснижаемый остаток задан в МоёмСкладе по складам; у нас он один на товар и остался пустым. Впишите общий остаток, если он нужен.',
    'MoySklad has a minimum stock for each warehouse; we have one for the product, which is left empty. Enter a common one if you need it.',
  ),
  component_service: warning(
    'В комплект входит услуга ({value}); у нас компонентами бывают только товары и модификации, услуга в комплект не вошла. Добавляйте её в заказ отдельной строкой.',
    'The bundle has a service in it ({value}); with us only products and variants can be components, so the service was left out. Add it to orders as a line of its own.',
  ),
  bundle_of_services: warning(
    'Комплект состоит из одних услуг и перенесён как услуга. Ничего делать не нужно, если вы продаёте его целиком.',
    'The bundle has only services in it and was transferred as a service. Nothing to do if you sell it as a whole.',
  ),
  pack_line: warning(
    'Строка документа указана в упаковках ({value}). Количество взято в базовых единицах товара, как его отдаёт МойСклад; сверьте количество и цену.',
    'A line of the document is in packages ({value}). The quantity is in the base unit of the product, as MoySklad gives it; check quantity and price.',
  ),
  service_line: warning(
    'В строке документа услуга ({value}); у услуг нет остатка, и приёмку с такой строкой провести нельзя. Уберите строку перед проведением.',
    'A line of the document is a service ({value}); services have no stock, and a receipt with such a line cannot be posted. Remove the line before you post it.',
  ),
  line_without_quantity: warning(
    'Строка документа с нулевым количеством ({value}) не перенесена. Добавьте её в черновик, если она нужна.',
    'A line of the document with the quantity zero ({value}) was left out. Add it to the draft if you need it.',
  ),
  overhead: warning(
    'Накладные расходы ({value}) не входят в цены строк и не перенесены; они сохранены в отчёте. Учтите их в себестоимости вручную, если нужно.',
    'The overhead costs ({value}) are not part of the prices of the lines and were not transferred; they are in the report. Add them to the costs by hand if you need them.',
  ),
  vat_on_top: warning(
    'Цены документа указаны без НДС, и налог начислялся сверху; перенесены цены без НДС. Сверьте сумму документа.',
    'The prices of the document are without VAT, which was added on top; the prices were transferred without it. Check the total of the document.',
  ),
  total_differs: warning(
    'Сумма черновика не совпала с суммой документа в МоёмСкладе ({value}). Сверьте строки перед проведением.',
    'The total of the draft differs from that of the document in MoySklad ({value}). Check the lines before you post it.',
  ),
  supplier_is_organization: warning(
    'Поставщик документа — ваша собственная организация ({value}); поле поставщика осталось пустым. Выберите контрагента.',
    'The supplier of the document is an organization of your own ({value}); the supplier is left empty. Choose a partner.',
  ),
  option_unknown: warning(
    'Значения «{value}» нет в справочнике поля «{field}»; поле осталось пустым. Добавьте вариант в поле и выберите его.',
    'The value "{value}" is not among the options of the field "{field}"; the field is left empty. Add the option to the field and choose it.',
  ),
  custom_value_unusable: warning(
    'Значение дополнительного поля «{field}» ({value}) не подходит к типу поля или слишком точное; оно сохранено в отчёте. Впишите его вручную.',
    'The value of the custom field "{field}" ({value}) does not fit the type of the field or is too precise; it is in the report. Enter it by hand.',
  ),
  custom_values_too_large: warning(
    'Дополнительные поля записи вместе длиннее 64 КиБ; поле «{field}» не перенесено и сохранено в отчёте. Сократите тексты.',
    'The custom fields of the record are longer than 64 KiB together; the field "{field}" was left out and is in the report. Shorten the texts.',
  ),
  attribute_file: warning(
    'Дополнительное поле «{field}» — файл ({value}); файлы не переносятся. Скачайте файл из МоегоСклада, если он нужен.',
    'The custom field "{field}" is a file ({value}); files are not transferred. Download it from MoySklad if you need it.',
  ),
  attribute_reference: warning(
    'Дополнительное поле «{field}» — ссылка на другую запись ({value}); такие поля не переносятся, название сохранено в отчёте. Заведите строковое поле, если оно нужно.',
    'The custom field "{field}" names another record ({value}); such fields are not transferred, the name is in the report. Make a text field if you need it.',
  ),
  attribute_unknown_type: warning(
    'Тип дополнительного поля «{field}» ({value}) нам не известен; поле не перенесено, значения сохранены в отчёте. Заведите поле вручную, если оно нужно.',
    'The type of the custom field "{field}" ({value}) is not known to us; the field was not transferred, its values are in the report. Make it by hand if you need it.',
  ),
  attribute_no_place: warning(
    'У записей этого вида нет дополнительных полей; значение поля «{field}» ({value}) сохранено в отчёте. Ничего делать не нужно, если оно вам не нужно.',
    'Records of this kind have no custom fields; the value of the field "{field}" ({value}) is in the report. Nothing to do unless you need it.',
  ),
  select_as_text: warning(
    'Справочник поля «{field}» пуст, недоступен или больше 1000 значений; поле стало строковым. Проверьте права токена, если это не так.',
    'The list behind the field "{field}" is empty, out of reach or longer than 1000 values; the field became a text. Check the rights of the token if that is wrong.',
  ),
  field_name_repeated: warning(
    'Дополнительное поле с названием «{value}» уже есть; это поле получило уточнение в названии. Переименуйте его, если хотите.',
    'There is already a custom field called "{value}"; this one got an addition to its name. Rename it if you like.',
  ),
  field_type_changed: warning(
    'Тип дополнительного поля в МоёмСкладе изменился ({value}); у нас тип поля не меняется. Заведите новое поле и перенесите значения.',
    'The type of the custom field changed in MoySklad ({value}); with us it never changes. Make a new field and move the values to it.',
  ),
  local_change_kept: warning(
    'Поле «{field}» изменилось и здесь, и в МоёмСкладе; осталось здешнее значение, в МоёмСкладе «{value}». Поправьте его вручную, если верно другое.',
    'The field "{field}" was changed both here and in MoySklad; ours was kept, MoySklad has "{value}". Correct it by hand if the other one is right.',
  ),
  document_not_draft: warning(
    'Документ изменился в МоёмСкладе, но здесь он уже не черновик и остался как есть ({field}). Отмените его и создайте новый, если нужны изменения.',
    'The document changed in MoySklad, but here it is no longer a draft and stays as it is ({field}). Cancel it and make a new one if you need the changes.',
  ),
  archive_refused: warning(
    'В МоёмСкладе запись в архиве, но здесь её нельзя убрать в архив ({value}). Уберите помеху и отправьте запись в архив вручную.',
    'The record is archived in MoySklad, but cannot be archived here ({value}). Remove what is in the way and archive it by hand.',
  ),
  write_refused: error(
    'Запись не сохранена ({value}). Исправьте причину и запустите импорт ещё раз.',
    'The record was not written ({value}). Remove the reason and run the import again.',
  ),
  list_not_permitted: error(
    'Раздел ({field}) не прочитан: у пользователя токена нет права его видеть. Дайте ему это право в МоёмСкладе и запустите импорт ещё раз.',
    'This part ({field}) was not read: the user of the token may not see it. Give him the right in MoySklad and run the import again.',
  ),
  list_not_in_tariff: error(
    'Раздел ({field}) не прочитан: он недоступен на тарифе вашего аккаунта МоегоСклада. Ничего делать не нужно, если он вам не нужен.',
    'This part ({field}) was not read: the tariff of your MoySklad account does not include it. Nothing to do unless you need it.',
  ),
  changed_here: info(
    'Поля изменены здесь и остались как есть: {value}. Ничего делать не нужно.',
    'These fields were changed here and stay as they are: {value}. Nothing to do.',
  ),
  created_again: info(
    'Запись, перенесённая раньше, была здесь удалена; она создаётся заново. Отправьте её в архив, если она не нужна: тогда она там и останется.',
    'The record was transferred before and deleted here; it is created again. Archive it if you do not need it: then it stays archived.',
  ),
  missing_in_source: info(
    'Записи больше нет в ответе МоегоСклада; здесь она осталась как есть. Удалите её или отправьте в архив, если она не нужна.',
    'MoySklad no longer gives this record; here it stays as it is. Delete or archive it if you do not need it.',
  ),
  image_link: info(
    'Изображения ({value}) не переносятся; их число сохранено в отчёте. Загрузите нужные в карточку товара.',
    'Pictures ({value}) are not transferred; their number is in the report. Upload those that you need to the card of the product.',
  ),
  file_link: info(
    'Файлы ({value}) не переносятся; их число сохранено в отчёте. Скачайте нужные из МоегоСклада.',
    'Files ({value}) are not transferred; their number is in the report. Download those that you need from MoySklad.',
  ),
  price_zero_skipped: info(
    'Нулевые цены ({value}) не перенесены: в МоёмСкладе ноль значит, что цена не указана. Ничего делать не нужно.',
    'Prices of zero ({value}) were not transferred: in MoySklad zero means that there is no price. Nothing to do.',
  ),
  price_rounded: info(
    'Цена «{field}» ({value} коп.) с долями копейки округлена до копейки. Ничего делать не нужно.',
    'The price "{field}" ({value} kopecks) has fractions of a kopeck and was rounded to the kopeck. Nothing to do.',
  ),
  currency_assumed: info(
    'У цен не указана валюта; взята основная валюта учёта, рубль. Проверьте цены, если учёт ведётся и в другой валюте.',
    'Prices name no currency; that of the account was taken, the rouble. Check them if you use other currencies too.',
  ),
  discount_applied: info(
    'Скидки или наценки строк ({value}) учтены в ценах: у нас цена строки уже со скидкой. Ничего делать не нужно.',
    'Discounts or markups of lines ({value}) are part of the prices: with us the price of a line is after discount. Nothing to do.',
  ),
  discount_complex: info(
    'Скидки сложнее личного процента ({value}) не переносятся; они сохранены в отчёте. Учитывайте их в ценах заказов.',
    'Discounts other than one personal percentage ({value}) are not transferred; they are in the report. Take them into account in the prices of orders.',
  ),
  repeat_left_out: info(
    'Повтор в списке «{field}» ({value}) объединён с первым. Ничего делать не нужно.',
    'A repeat in the list "{field}" ({value}) was joined with the first. Nothing to do.',
  ),
  weight_unit_assumed: info(
    'МойСклад не говорит, в чём указан {field}; значение {value} принято за килограммы или кубометры. Проверьте одну карточку; если у вас граммы или литры, исправьте значения.',
    'MoySklad does not say the unit of {field}; the value {value} is taken for kilograms or cubic metres. Check one card; if yours are grams or litres, correct the values.',
  ),
  time_of_day_lost: info(
    'Поле «{field}» — дата; время суток ({value}) не перенесено и сохранено в отчёте. Ничего делать не нужно.',
    'The field "{field}" is a date; the time of day ({value}) was not transferred and is in the report. Nothing to do.',
  ),
  characteristic_kept_as_text: info(
    'Характеристики модификации ({value}) перенесены как текст в дополнительные значения. Ничего делать не нужно.',
    'The characteristics of the variant ({value}) were transferred as text among the custom values. Nothing to do.',
  ),
  key_renamed: info(
    'Название «{value}» занято дополнительным полем или недопустимо; значение перенесено под названием «{field}». Ничего делать не нужно.',
    'The name "{value}" belongs to a custom field or is not allowed; the value was transferred under the name "{field}". Nothing to do.',
  ),
  role_unknown: info(
    'В МоёмСкладе нет признака «поставщик» или «покупатель», и по закупкам и продажам он не виден; контрагент может быть и тем, и другим. Укажите роль, если нужно.',
    'MoySklad does not say whether a partner is a supplier or a customer, and neither purchases nor sales show it; the partner may be both. Choose a role if you like.',
  ),
  tax_number_wrong: info(
    'ИНН {value} не проходит проверку контрольных цифр; перенесён как есть. Сверьте его с реквизитами.',
    'The tax number {value} fails the check of its check digits; it was transferred as it is. Compare it with the papers.',
  ),
  contact_details: info(
    'Должности и комментарии контактных лиц ({value}) сохранены в отчёте: у нас контакт — имя, телефон и почта. Ничего делать не нужно.',
    'Positions and comments of contact persons ({value}) are in the report: with us a contact is a name, a phone and an e-mail. Nothing to do.',
  ),
  account_details: info(
    'Адрес банка или валюта счёта ({value}) сохранены в отчёте: у нас в счёте их нет. Ничего делать не нужно.',
    'The address of a bank or the currency of an account ({value}) is in the report: our accounts do not have it. Nothing to do.',
  ),
  region_fields: info(
    'Реквизиты для другой страны ({value}) сохранены в отчёте. Впишите нужные в примечание.',
    'Details for another country ({value}) are in the report. Enter those that you need in the note.',
  ),
  hierarchy_lost: info(
    'Склад вложен в «{value}»; у нас склады стоят рядом, без вложенности. Ничего делать не нужно.',
    'The warehouse is inside of "{value}"; with us warehouses stand side by side. Nothing to do.',
  ),
  warehouse_cells: info(
    'Зоны и ячейки склада ({value}) не переносятся. Ничего делать не нужно.',
    'Zones and cells of the warehouse ({value}) are not transferred. Nothing to do.',
  ),
  marking: info(
    'Сведения о маркировке и особом учёте ({value}) сохранены в отчёте. Ведите их в МоёмСкладе или в «Честном знаке».',
    'What is said about marking and special accounting ({value}) is in the report. Keep it in MoySklad or in the marking system.',
  ),
  serial_numbers: info(
    'Серийные номера и коды маркировки ({value}) сохранены в отчёте: учёта по ним у нас нет. Ничего делать не нужно.',
    'Serial numbers and marking codes ({value}) are in the report: we do not keep stock by them. Nothing to do.',
  ),
  gtd_country: info(
    'Страна и номер ГТД строк ({value}) сохранены в отчёте. Ничего делать не нужно.',
    'Country and customs declaration of lines ({value}) are in the report. Nothing to do.',
  ),
  document_links: info(
    'Связи с другими документами ({value}) не переносятся; они сохранены в отчёте. Укажите документ-основание вручную, если нужно.',
    'Links to other documents ({value}) are not transferred; they are in the report. Name the source document by hand if you need it.',
  ),
  payments_sums: info(
    'Оплаты, отгрузки и приёмки по документу ({value}) не переносятся. Внесите платежи вручную, если нужно.',
    'What was paid, shipped or received for the document ({value}) is not transferred. Enter payments by hand if you need them.',
  ),
  not_posted_in_source: info(
    'В МоёмСкладе документ не проведён. Здесь он, как и все перенесённые, черновик; проверьте, нужен ли он.',
    'The document is not posted in MoySklad. Here it is a draft, like all that are transferred; check whether you need it.',
  ),
  state_name: info(
    'Статус из МоегоСклада ({value}) сохранён в отчёте: своих статусов у нас нет. Ничего делать не нужно.',
    'The status from MoySklad ({value}) is in the report: we have no statuses of your own. Nothing to do.',
  ),
  contract_project: info(
    'Договор, проект или канал продаж ({value}) сохранены в отчёте. Заведите договор и укажите его в документе, если нужно.',
    'Contract, project or sales channel ({value}) is in the report. Create the contract and name it in the document if you need it.',
  ),
  bonus: info(
    'Бонусы и дисконтная карта ({value}) не переносятся; они сохранены в отчёте. Ничего делать не нужно.',
    'Bonus points and discount card ({value}) are not transferred; they are in the report. Nothing to do.',
  ),
  notes_events: info(
    'События и заметки ленты ({value}) не переносятся. Ничего делать не нужно: они остаются в МоёмСкладе.',
    'Events and notes ({value}) are not transferred. Nothing to do: they stay in MoySklad.',
  ),
  kept_in_report: info(
    'Для этих полей у нас нет места, они сохранены только в отчёте: {value}. Ничего делать не нужно.',
    'We have no place for these fields, they are in the report alone: {value}. Nothing to do.',
  ),
} as const satisfies Record<string, CodeWords>

export type ProblemCode = keyof typeof PROBLEM_CODES

const MAX_VALUE_LENGTH = 200

/** What a problem is about. */
export interface Circumstances {
  readonly field: string
  readonly value: string
}

/** The sentence of a code, with the field and the value put in. */
export function sentenceOf(code: ProblemCode, { field, value }: Circumstances, language: Language = 'ru'): string {
  const words: string = PROBLEM_CODES[code][language]
  const isNames = code === 'kept_in_report' || code === 'document_not_draft'
  const named = (names: string) =>
    names
      .split(', ')
      .map((name) => fieldWords(name, language))
      .join(', ')
  return words.replace(/\{(field|value)\}/g, (_place, part: string) =>
    part === 'field' ? brief(named(field)) : brief(isNames ? named(value) : value),
  )
}

/** A text short enough for a sentence. */
export function brief(text: string): string {
  const characters = [...text]
  return characters.length <= MAX_VALUE_LENGTH ? text : `${characters.slice(0, MAX_VALUE_LENGTH - 1).join('')}…`
}
