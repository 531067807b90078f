/** The English version of checks.ru.ts. */
export const checksEn = {
  'lots hold between nothing and what was received': 'A lot never holds less than zero or more than was received',
  'on hand is the sum of the lots': 'Stock on hand equals the sum of its lots',
  'reserved is the sum over open orders, bundles exploded':
    'Reserved stock equals the open orders, bundles broken down into components',
  'no more is reserved than on hand': 'No more is reserved than is on hand',
  'what came in is there or went out, by product': 'For each product, everything received is on hand or went out',
  'what came in is there or went out, by warehouse': 'For each warehouse, everything received is on hand or went out',
  'a lot has what it received, less what was drawn, and what was put back':
    'Each lot holds what it received, less what was taken, plus what was returned',
  'the lots of a movement add up to its quantity and cost': 'The lots of a movement add up to its quantity and cost',
  'a draw is at the cost of its lot': 'Goods are taken at the cost of their lot',
  'the draws of a movement are those of its record': 'The lots of a movement match its record',
  'a movement goes the way of its type, and its id tells its time':
    'A movement’s direction matches its type, and its id matches its time',
  'the stock value of the totals is that of the lots': 'The stock value in the totals equals that of the lots',
  'a purchase counts what was received for it': 'A purchase counts everything received for it',
  'a document moved its lines when it was posted, and took them back when cancelled':
    'A posted document moved the stock by its lines, a cancelled one moved it back',
  'what was sold is what the shipped orders say, at the cost of what moved':
    'Sales equal the shipped orders, and their cost equals that of the lots taken',
  'the kept totals of a year are the sums of its movements, and the year is over':
    'The stored totals of a year equal its movements, and the year is over',
  'what is named is there': 'Everything that records refer to exists',
  'the items of an order are those of its record': 'The lines of an order match its record',
  'the total of an order is the sum of its items, and its cost that of its shipments':
    'An order’s total equals its lines, and its cost equals its shipments',
  'the lines of a document are those of its record': 'The lines of a document match its record',
  'the orders of a payment are those of its record': 'The orders of a payment match its record',
  'what was paid for an order is the sum of the posted payments for it':
    'What was paid for an order equals the posted payments for it',
  'the components and prices of a product are those of its record':
    'The components and prices of a product match its record',
  'the columns of a record are those of its JSON': 'The searchable fields match the record',
  'the change log leads to the records': 'The change log leads to the current records',
  'the change log keeps what was before': 'The change log keeps the previous values',
  "the revisions of the commands are 1 to the company's":
    'Revisions run without gaps from the first to the company’s latest',
  'the totals count the records': 'The totals match the number of records',
  'what the commands left behind is in the tables': 'The tables hold what each command left behind',
  'the tables are at the revision of the log': 'The tables are up to date with the log',
  'a number was given once, and none above the counter': 'No number was given twice or lies above the counter',
  'memory is what the tables hold': 'The data in the server’s memory matches the database',
}
