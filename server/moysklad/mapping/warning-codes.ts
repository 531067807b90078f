/**
 * Report codes for transferred rows that the owner should check. Each sentence states the reason and the remedy.
 * `{field}` is replaced by our field or MoySklad's field, `{value}` by MoySklad's value.
 */
import { type CodeWords, warning } from './code-words.ts'

export const WARNINGS = {
  missing_reference: warning(
    'Поле «{field}» указывает на «{value}», которой нет среди перенесённых; новое значение не записано. Если оно нужно, проверьте права токена и заполните поле вручную.',
    'The field "{field}" refers to "{value}", which was not transferred; the new value is not written. If you need it, check the rights of the token and fill the field in by hand.',
  ),
  name_unread: warning(
    'Название для поля «{field}» не прочитано из справочника МоегоСклада ({value}); поле осталось как было. Проверьте права токена и запустите импорт ещё раз.',
    'The name for the field "{field}" could not be read from its list in MoySklad ({value}); the field stays as it was. Check the rights of the token and run the import again.',
  ),
  product_unread: warning(
    'Товар этой модификации ({value}) не прочитан, поэтому то, что она берёт от него (группа, единица, вес, НДС, поставщик), осталось как было. Проверьте права токена и запустите импорт ещё раз.',
    'The product of this variant ({value}) could not be read, so what the variant takes from it (folder, unit, weight, VAT, supplier) stays as it was. Check the rights of the token and run the import again.',
  ),
  value_unreadable: warning(
    'Значение поля «{field}» ({value}) пришло в неизвестном виде; поле осталось как было, значение сохранено в отчёте. Впишите верное вручную.',
    'The value of the field "{field}" ({value}) came in an unknown form; the field stays as it was, and the value is in the report. Enter the right one by hand.',
  ),
  currency_not_default: warning(
    'Цена «{field}» в другой валюте ({value}) и не перенесена: чужие деньги не превращаются в рубли. Поставьте цену в рублях вручную.',
    'The price "{field}" is in another currency ({value}) and is not transferred: foreign currency is not converted to roubles. Enter a price in roubles by hand.',
  ),
  currency_unknown: warning(
    'Валюта цены «{field}» ({value}) не прочитана, поэтому цена осталась как была. Дайте токену право видеть валюты и запустите импорт ещё раз или впишите цену в рублях вручную.',
    'The currency of the price "{field}" ({value}) could not be read, so the price stays as it was. Give the token the right to see currencies and run the import again, or enter a price in roubles by hand.',
  ),
  name_missing: warning(
    'В МоёмСкладе не указано название ({field}); новая запись получила «{value}», а у той, что уже есть здесь, название осталось. Впишите название.',
    'MoySklad has no name ({field}); a new record got "{value}", and an existing one keeps its name. Enter the name.',
  ),
  account_incomplete: warning(
    'У расчётного счёта в МоёмСкладе не указан банк или номер; мы поставили «{value}». Впишите верное.',
    'A bank account in MoySklad has no bank or no number; we put "{value}". Enter the right one.',
  ),
  text_shortened: warning(
    'Текст поля «{field}» длиннее, чем у нас помещается, и сокращён; целиком он сохранён в отчёте. Сократите его по-своему, если нужно.',
    'The text of the field "{field}" is too long for us and was shortened; the whole text is in the report. Shorten it in your own way if you like.',
  ),
  list_shortened: warning(
    'В списке «{field}» больше 1000 записей; перенесены первые 1000, остальные сохранены в отчёте. Проверьте, все ли нужны.',
    'The list "{field}" has more than 1000 entries; the first 1000 were transferred, and the rest are in the report. Check whether you need them all.',
  ),
  value_out_of_range: warning(
    'Значение поля «{field}» ({value}) отрицательное, слишком большое или не число; поле осталось как было. Впишите верное значение.',
    'The value of the field "{field}" ({value}) is negative, too large or not a number; the field stays as it was. Enter the right value.',
  ),
  date_unreadable: warning(
    'Дата в поле «{field}» ({value}) не читается или вне 1900–2200 годов; поле осталось как было. Впишите дату вручную.',
    'The date in the field "{field}" ({value}) cannot be read or is not between the years 1900 and 2200; the field stays as it was. Enter it by hand.',
  ),
  date_missing: warning(
    'В МоёмСкладе у документа нет даты; поле «{field}» осталось как было. Впишите дату вручную.',
    'The document has no date in MoySklad; the field "{field}" stays as it was. Enter the date by hand.',
  ),
  quantity_rounded: warning(
    'Количество «{field}» ({value}) точнее тысячных и округлено до тысячных. Проверьте его.',
    'The quantity "{field}" ({value}) has more than three decimals and was rounded to three. Check it.',
  ),
  barcode_unusable: warning(
    'Штрихкод длиннее 255 знаков и не перенесён; он сохранён в отчёте. Проверьте штрихкод в МоёмСкладе.',
    'A barcode is longer than 255 characters and was not transferred; it is in the report. Check the barcode in MoySklad.',
  ),
  vat_ambiguous: warning(
    'Ставка НДС берётся в МоёмСкладе от группы и в карточке не указана; поле осталось как было. Впишите ставку.',
    'MoySklad takes the VAT rate from the folder and does not name it in the card; the field stays as it was. Enter the rate.',
  ),
  min_stock_by_warehouse: warning(
    'Неснижаемый остаток задан в МоёмСкладе для каждого склада свой; у нас он один на товар и остался как был. Впишите общий остаток, если он нужен.',
    'MoySklad has a different minimum stock for each warehouse; we have one for the product, which stays as it was. Enter a common one if you need it.',
  ),
  min_stock_each_warehouse: warning(
    'Неснижаемый остаток в МоёмСкладе — {value} на каждом складе; у нас он один на товар и остался как был. Впишите общий остаток, если он нужен.',
    'The minimum stock in MoySklad is {value} in each warehouse; we have one for the product, which stays as it was. Enter a common one if you need it.',
  ),
  component_service: warning(
    'В комплект входит услуга ({value}); у нас компонентами бывают только товары и модификации, услуга в комплект не вошла. Добавляйте её в заказ отдельной строкой.',
    'The bundle contains a service ({value}); our bundles can contain only products and variants, so the service was left out. Add it to orders as a separate line.',
  ),
  bundle_of_services: warning(
    'Комплект состоит из одних услуг и перенесён как услуга. Ничего делать не нужно, если вы продаёте его целиком.',
    'The bundle contains only services and was transferred as a service. Nothing to do if you sell it as a whole.',
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
  bundle_overhead: warning(
    'Накладные расходы комплекта ({value}) не переносятся: себестоимость комплекта у нас складывается из товаров в нём. Они сохранены в отчёте; учтите их в цене, если нужно.',
    'The overhead costs of the bundle ({value}) are not transferred, because our bundles cost as much as the products in them. They are in the report; take them into account in the price if you need to.',
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
    'Поставщик — ваша собственная организация ({value}); поле поставщика осталось пустым. Выберите контрагента.',
    'The supplier is an organization of your own ({value}); the supplier is left empty. Choose a partner.',
  ),
  option_unknown: warning(
    'Значения «{value}» нет в справочнике поля «{field}»; поле осталось как было. Добавьте вариант в поле и выберите его.',
    'The value "{value}" is not among the options of the field "{field}"; the field stays as it was. Add the option to the field and choose it.',
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
    'Дополнительное поле «{field}» — файл ({value}); файлы не переносятся, ссылка сохранена в отчёте. Скачайте файл из МоегоСклада, если он нужен.',
    'The custom field "{field}" is a file ({value}); files are not transferred, the link is in the report. Download it from MoySklad if you need it.',
  ),
  attribute_reference: warning(
    'Дополнительное поле «{field}» указывает на другую запись МоегоСклада ({value}); такие поля не переносятся, название сохранено в отчёте. Заведите строковое поле, если оно нужно.',
    'The custom field "{field}" refers to another MoySklad record ({value}); such fields are not transferred, the name is in the report. Make a text field if you need it.',
  ),
  attribute_of_records: warning(
    'Дополнительное поле «{field}» выбирает из раздела МоегоСклада «{value}»; такие поля не переносятся, значения сохранены в отчёте. Заведите строковое поле, если оно нужно.',
    'The custom field "{field}" chooses from a section of MoySklad, "{value}"; such fields are not transferred, their values are in the report. Make a text field if you need it.',
  ),
  attribute_unknown_type: warning(
    'Тип дополнительного поля «{field}» ({value}) нам не известен; поле не перенесено, значения сохранены в отчёте. Заведите поле вручную, если оно нужно.',
    'The type of the custom field "{field}" ({value}) is unknown; the field was not transferred, its values are in the report. Make it by hand if you need it.',
  ),
  attribute_no_place: warning(
    'У записей этого вида нет дополнительных полей; значение поля «{field}» ({value}) сохранено в отчёте. Ничего делать не нужно, если оно вам не нужно.',
    'Records of this kind have no custom fields; the value of the field "{field}" ({value}) is in the report. Nothing to do unless you need it.',
  ),
  select_as_text: warning(
    'Справочник поля «{field}» пуст, недоступен или больше 1000 значений; поле стало строковым. Проверьте права токена, если это не так.',
    'The list behind the field "{field}" is empty, cannot be read or is longer than 1000 values; the field became a text. Check the rights of the token if that is wrong.',
  ),
  options_unread: warning(
    'Варианты поля «{field}» в МоёмСкладе не прочитаны: справочник пуст, недоступен или больше 1000 значений. Остались прежние варианты. Проверьте права токена, если это не так.',
    'The options of the field "{field}" could not be read from MoySklad: the list is empty, cannot be read or is longer than 1000 values. The options stay as they were. Check the rights of the token if that is wrong.',
  ),
  field_name_repeated: warning(
    'Дополнительное поле с названием «{value}» уже есть; это поле получило уточнение в названии. Переименуйте его, если хотите.',
    'There is already a custom field called "{value}"; this one got an addition to its name. Rename it if you like.',
  ),
  field_type_changed: warning(
    'Тип дополнительного поля в МоёмСкладе изменился ({value}); у нас тип поля не меняется. Заведите новое поле и перенесите значения.',
    'The type of the custom field changed in MoySklad ({value}), but types cannot change here. Make a new field and move the values to it.',
  ),
  local_change_kept: warning(
    'Поле «{field}» изменилось и здесь, и в МоёмСкладе; осталось здешнее значение, в МоёмСкладе «{value}». Поправьте его вручную, если верно другое.',
    'The field "{field}" was changed both here and in MoySklad; the value from here was kept, MoySklad has "{value}". Correct it by hand if the other one is right.',
  ),
  sku_repeated: warning(
    'Артикул «{field}» есть у нескольких товаров: {value}. Товары перенесены; проверьте, не один ли это товар.',
    'Several products have the SKU "{field}": {value}. They are transferred; check whether they are one product.',
  ),
  barcode_repeated: warning(
    'Штрихкод «{field}» есть у нескольких товаров: {value}. Товары перенесены; при сканировании придётся выбирать, поэтому уберите лишний.',
    'Several products have the barcode "{field}": {value}. They are transferred; a scan will have to ask which one is meant, so remove it where it does not belong.',
  ),
  document_not_draft: warning(
    'Документ изменился в МоёмСкладе, но здесь он уже не черновик и остался как есть ({field}). Отмените его и создайте новый, если нужны изменения.',
    'The document changed in MoySklad, but here it is no longer a draft and stays as it is ({field}). Cancel it and make a new one if you need the changes.',
  ),
  archive_refused: warning(
    'В МоёмСкладе запись в архиве, но здесь её нельзя убрать в архив ({value}). Уберите помеху и отправьте запись в архив вручную.',
    'The record is archived in MoySklad, but cannot be archived here ({value}). Remove the obstacle and archive it by hand.',
  ),
} as const satisfies Record<string, CodeWords>
