/** What each self-check verifies, by the server's name for the check. */
export const checksRu = {
  'lots hold between nothing and what was received': 'В партии не меньше нуля и не больше, чем было принято',
  'on hand is the sum of the lots': 'Наличие равно сумме остатков партий',
  'reserved is the sum over open orders, bundles exploded':
    'Резерв равен сумме по открытым заказам с разбором комплектов',
  'no more is reserved than on hand': 'В резерве не больше, чем есть в наличии',
  'what came in is there or went out, by product': 'По каждому товару приход равен наличию и расходу',
  'what came in is there or went out, by warehouse': 'По каждому складу приход равен наличию и расходу',
  'a lot has what it received, less what was drawn, and what was put back':
    'Остаток партии – это принятое за вычетом списанного и с учётом возвращённого',
  'the lots of a movement add up to its quantity and cost':
    'Партии движения дают в сумме его количество и себестоимость',
  'a draw is at the cost of its lot': 'Товар списан по себестоимости своей партии',
  'the draws of a movement are those of its record': 'Партии движения те же, что в его записи',
  'a movement goes the way of its type, and its id tells its time':
    'Направление движения соответствует его виду, а идентификатор – времени',
  'the stock value of the totals is that of the lots': 'Стоимость запасов в итогах равна стоимости партий',
  'a purchase counts what was received for it': 'В закупке учтено всё, что по ней принято',
  'a document moved its lines when it was posted, and took them back when cancelled':
    'Проведённый документ изменил остатки на свои строки, отменённый вернул их',
  'what was sold is what the shipped orders say, at the cost of what moved':
    'Продажи равны отгруженным заказам, их себестоимость – списанным партиям',
  'the kept totals of a year are the sums of its movements, and the year is over':
    'Сохранённые итоги года равны сумме его движений, и год закончился',
  'what is named is there': 'Всё, на что ссылаются записи, существует',
  'the items of an order are those of its record': 'Позиции заказа те же, что в его записи',
  'the total of an order is the sum of its items, and its cost that of its shipments':
    'Сумма заказа равна сумме позиций, а себестоимость – его отгрузкам',
  'the lines of a document are those of its record': 'Строки документа те же, что в его записи',
  'the orders of a payment are those of its record': 'Платёж распределён по тем же заказам, что в его записи',
  'what was paid for an order is the sum of the posted payments for it':
    'Оплачено за заказ столько, сколько проведённых платежей за него',
  'the components and prices of a product are those of its record': 'Состав и цены товара те же, что в его записи',
  'the columns of a record are those of its JSON': 'Поля для поиска те же, что в записи',
  'the change log leads to the records': 'Журнал изменений приводит к нынешним записям',
  'the change log keeps what was before': 'Журнал изменений хранит прежние значения',
  "the revisions of the commands are 1 to the company's":
    'Номера изменений идут подряд, от первого до последнего в компании',
  'the totals count the records': 'Итоги соответствуют числу записей',
  'what the commands left behind is in the tables': 'Таблицы содержат то, что оставила каждая команда',
  'the tables are at the revision of the log': 'Таблицы не отстают от журнала',
  'a number was given once, and none above the counter': 'Номера не повторяются и не превышают счётчика',
  'memory is what the tables hold': 'Данные в памяти сервера те же, что в базе',
}
