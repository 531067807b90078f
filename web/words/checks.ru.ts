/** What each self-check verifies, by the server's name for the check. */
export const checksRu = {
  'the remainder of a lot is between zero and the received quantity':
    'В партии не меньше нуля и не больше, чем было принято',
  'the stock on hand is the sum of the lots': 'Наличие равно сумме остатков партий',
  'the reserved stock is what the open orders need': 'Резерв равен сумме по открытым заказам с разбором комплектов',
  'no more stock is reserved than is on hand': 'В резерве не больше, чем есть в наличии',
  'everything received of a product is on hand or has left': 'По каждому товару приход равен наличию и расходу',
  'everything that came into a warehouse is on hand or has left': 'По каждому складу приход равен наличию и расходу',
  'a lot has what it received, less what was taken and not put back':
    'Остаток партии – это принятое за вычетом списанного и с учётом возвращённого',
  'the lots of a movement add up to its quantity and cost':
    'Партии движения дают в сумме его количество и себестоимость',
  'goods are taken from a lot at the cost of the lot': 'Товар списан по себестоимости своей партии',
  'the table of lots taken agrees with the records of the movements': 'Партии движения те же, что в его записи',
  'a movement has the direction of its type and its time in its id':
    'Направление движения соответствует его виду, а идентификатор – времени',
  'the stock value in the totals is the value of the lots': 'Стоимость запасов в итогах равна стоимости партий',
  'a purchase counts what was received for it': 'В закупке учтено всё, что по ней принято',
  'a posted document has moved its lines, and a cancelled one has moved them back':
    'Проведённый документ изменил остатки на свои строки, отменённый вернул их',
  'a stocktake moved the differences that it posted, and took back what was cancelled':
    'Проведённая инвентаризация изменила остатки на свои разницы, отменённая вернула их',
  'a stocktake tells how many lines it has posted': 'Инвентаризация знает, сколько строк проведено',
  'no product of a warehouse is in two open stocktakes': 'Ни один товар склада не считают в двух инвентаризациях сразу',
  'a stocktake nets no more than is short and over, and moves that cost':
    'Инвентаризация зачла не больше недостач и излишков и перенесла их себестоимость',
  'what a stocktake counted of a product is the sum of its sheets': 'Посчитанное по товару — сумма его листов',
  'what was sold is what the shipments and returns say, at the cost of what moved':
    'Продажи равны отгрузкам, их себестоимость – списанным партиям',
  'what was delivered is what the shipments and returns say, and the orders from before them':
    'Отгруженное в отчётах равно отгрузкам и прежним отгруженным заказам',
  'an order counts what its posted shipments shipped': 'В заказе учтены все его неотменённые отгрузки',
  'a line counts what the posted shipments shipped of it, and reserves the rest or waits for it':
    'В строке заказа учтено отгруженное, остальное в резерве или ожидается',
  'the stock rows say what orders wait for': 'В остатках указано, сколько товара ждут заказы',
  'nothing waits while something is available': 'Ни один заказ не ждёт товар, который доступен',
  'an order waits for what its lines wait for': 'Заказ ждёт ровно то, что ждут его строки',
  'the reservations that end are those of the orders': 'Сроки резервов совпадают с заказами',
  'a posted return moved its goods and wrote damaged ones off, and a cancelled one undid it':
    'Проведённый возврат принял товары и списал брак, отменённый — вернул всё назад',
  'a return costs what its goods cost, and its lines add up to it':
    'Сумма и себестоимость возврата равны его строкам и движениям',
  'an order and its lines count what posted returns brought back, at most what was shipped':
    'Заказ учитывает возвращённое, не больше отгруженного',
  'an order gets back what it drew, at the same cost once everything is back':
    'Возвращённые товары лежат в тех партиях, из которых отгружены, по той же себестоимости',
  'what was paid back for a return is the sum of the posted payments for it':
    'Возвращённые за возврат деньги равны его платежам',
  'the stored totals of a past year are the sums of its movements':
    'Сохранённые итоги года равны сумме его движений, и год закончился',
  'every record that another record refers to exists': 'Всё, на что ссылаются записи, существует',
  'the table of order items agrees with the records of the orders': 'Позиции заказа те же, что в его записи',
  'an order has the total of its items and the cost of its shipments':
    'Сумма заказа равна сумме позиций, а себестоимость – его отгрузкам',
  'the table of document lines agrees with the records of the documents': 'Строки документа те же, что в его записи',
  'the table of paid orders agrees with the records of the payments':
    'Платёж распределён по тем же заказам, что в его записи',
  'what was paid for an order is the sum of the posted payments for it':
    'Оплачено за заказ столько, сколько проведённых платежей за него',
  'the tables of components and prices agree with the records of the products':
    'Состав и цены товара те же, что в его записи',
  'the columns of a record agree with its JSON': 'Поля для поиска те же, что в записи',
  'every record has the last revision that the change log has for it': 'Журнал изменений приводит к нынешним записям',
  'the change log has each record as it was before each change': 'Журнал изменений хранит прежние значения',
  'the revisions of the commands are numbered from 1 without gaps':
    'Номера изменений идут подряд, от первого до последнего в компании',
  'the totals of a company count its records': 'Итоги соответствуют числу записей',
  'the tables contain what the commands stored in the log': 'Таблицы содержат то, что оставила каждая команда',
  'the tables have the same revision as the log': 'Таблицы не отстают от журнала',
  'no number was used twice or is above the counter': 'Номера не повторяются и не превышают счётчика',
  'the data in memory agree with the tables': 'Данные в памяти сервера те же, что в базе',
}
