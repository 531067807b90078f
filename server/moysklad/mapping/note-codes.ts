/**
 * Notes in the import report that require no action. In the texts, `{field}` is replaced by the name of a field (ours
 * or MoySklad's), and `{value}` by MoySklad's value.
 */
import { type CodeWords, info } from './code-words.ts'

export const NOTES = {
  control_characters: info(
    'Из поля «{field}» убраны невидимые управляющие знаки; исходный текст сохранён в отчёте. Ничего делать не нужно.',
    'Invisible control characters were removed from the field "{field}"; the original text is in the report. Nothing to do.',
  ),
  field_absent: info(
    'МойСклад не прислал поле «{field}», хотя оно есть у каждой такой записи; здесь оно осталось как было. Если вы очистили его в МоёмСкладе, очистите и здесь.',
    'MoySklad did not send the field "{field}", which every such record has; here it stays unchanged. If you emptied it in MoySklad, empty it here too.',
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
    'MoySklad no longer returns this record; here it stays as it is. Delete or archive it if you do not need it.',
  ),
  image_link: info(
    'Изображения ({value}) не переносятся; ссылки на них сохранены в отчёте. Загрузите нужные в карточку товара.',
    'Pictures ({value}) are not transferred; the links to them are in the report. Upload those that you need to the card of the product.',
  ),
  file_link: info(
    'Файлы ({value}) не переносятся; ссылки на них сохранены в отчёте. Скачайте нужные из МоегоСклада.',
    'Files ({value}) are not transferred; the links to them are in the report. Download those that you need from MoySklad.',
  ),
  price_zero_skipped: info(
    'Нулевые цены ({value}) не перенесены: в МоёмСкладе ноль значит, что цена не указана. Ничего делать не нужно.',
    'Prices of zero ({value}) were not transferred, because zero means "no price" in MoySklad. Nothing to do.',
  ),
  price_rounded: info(
    'Цена «{field}» ({value} коп.) с долями копейки округлена до копейки. Ничего делать не нужно.',
    'The price "{field}" ({value} kopecks) has fractions of a kopeck and was rounded to the kopeck. Nothing to do.',
  ),
  currency_assumed: info(
    'У цен не указана валюта; взята основная валюта учёта, рубль. Проверьте цены, если учёт ведётся и в другой валюте.',
    'Prices have no currency, so the currency of the account was used: the rouble. Check them if you use other currencies too.',
  ),
  discount_applied: info(
    'Скидки или наценки строк ({value}) учтены в ценах: у нас цена строки уже со скидкой. Ничего делать не нужно.',
    'Discounts or markups of lines ({value}) are part of the prices, because our line prices are after discount. Nothing to do.',
  ),
  discount_complex: info(
    'Скидки сложнее личного процента ({value}) не переносятся; они сохранены в отчёте. Учитывайте их в ценах заказов.',
    'Discounts other than one personal percentage ({value}) are not transferred; they are in the report. Take them into account in the prices of orders.',
  ),
  discount_prohibited: info(
    'В МоёмСкладе на этот товар запрещены скидки; у нас такого запрета нет, он сохранён в отчёте. Учитывайте его в заказах.',
    'MoySklad does not allow discounts on this product; we have no such rule, so it is only in the report. Keep it in mind for orders.',
  ),
  repeat_left_out: info(
    'Повтор в списке «{field}» ({value}) объединён с первым. Ничего делать не нужно.',
    'A repeated entry in the list "{field}" ({value}) was merged with the first one. Nothing to do.',
  ),
  weight_unit_assumed: info(
    'МойСклад не говорит, в чём указаны вес и объём; у всех товаров они приняты за килограммы и кубометры (здесь {value}). Проверьте одну карточку; если у вас граммы или литры, исправьте значения.',
    'MoySklad does not give the units of weight and volume; for all products they are assumed to be kilograms and cubic metres (here {value}). Check one card; if yours are grams or litres, correct the values.',
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
    'The tax number {value} has wrong check digits; it was transferred as it is. Compare it with the documents.',
  ),
  contact_details: info(
    'Должности и комментарии контактных лиц ({value}) сохранены в отчёте: у нас контакт — имя, телефон и почта. Ничего делать не нужно.',
    'Positions and comments of contact persons ({value}) are in the report, because our contacts have only a name, a phone and an e-mail. Nothing to do.',
  ),
  account_details: info(
    'Адрес банка или валюта счёта ({value}) сохранены в отчёте: у нас в счёте их нет. Ничего делать не нужно.',
    'The address of a bank or the currency of an account ({value}) is in the report, because our accounts do not have it. Nothing to do.',
  ),
  region_fields: info(
    'Реквизиты для другой страны ({value}) сохранены в отчёте. Впишите нужные в примечание.',
    'Details for another country ({value}) are in the report. Enter those that you need in the note.',
  ),
  hierarchy_lost: info(
    'Склад вложен в «{value}»; у нас склады стоят рядом, без вложенности. Ничего делать не нужно.',
    'The warehouse is inside "{value}" in MoySklad; our warehouses have no levels. Nothing to do.',
  ),
  warehouse_cells: info(
    'Зоны и ячейки склада ({value}) не переносятся. Ничего делать не нужно.',
    'Zones and cells of the warehouse ({value}) are not transferred. Nothing to do.',
  ),
  marking: info(
    'Сведения о маркировке и особом учёте ({value}) сохранены в отчёте. Ведите их в МоёмСкладе или в «Честном знаке».',
    'Data about marking and special accounting ({value}) is in the report. Keep it in MoySklad or in the marking system.',
  ),
  serial_numbers: info(
    'Учёт по серийным номерам и сами номера не переносятся: такого учёта у нас нет. Номера сохранены в отчёте. Ничего делать не нужно.',
    'Serial numbers are not transferred, because our stock has none. The numbers are in the report. Nothing to do.',
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
    'The status from MoySklad ({value}) is in the report, because we have no custom statuses. Nothing to do.',
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
    'We have no such fields, so they are only in the report: {value}. Nothing to do.',
  ),
} as const satisfies Record<string, CodeWords>
