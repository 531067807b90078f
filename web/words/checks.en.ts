/** The English texts for the self-checks. The Russian texts are in checks.ru.ts. */
export const checksEn = {
  'the remainder of a lot is between zero and the received quantity':
    'A lot never holds less than zero or more than was received',
  'the stock on hand is the sum of the lots': 'Stock on hand equals the sum of its lots',
  'the reserved stock is what the open orders need':
    'Reserved stock equals the open orders, bundles broken down into components',
  'no more stock is reserved than is on hand': 'No more is reserved than is on hand',
  'everything received of a product is on hand or has left':
    'For each product, everything received is on hand or went out',
  'everything that came into a warehouse is on hand or has left':
    'For each warehouse, everything received is on hand or went out',
  'a lot has what it received, less what was taken and not put back':
    'Each lot holds what it received, less what was taken, plus what was returned',
  'the lots of a movement add up to its quantity and cost': 'The lots of a movement add up to its quantity and cost',
  'goods are taken from a lot at the cost of the lot': 'Goods are taken at the cost of their lot',
  'the table of lots taken agrees with the records of the movements': 'The lots of a movement match its record',
  'a movement has the direction of its type and its time in its id':
    'A movement’s direction matches its type, and its id matches its time',
  'the stock value in the totals is the value of the lots': 'The stock value in the totals equals that of the lots',
  'a purchase counts what was received for it': 'A purchase counts everything received for it',
  'a posted document has moved its lines, and a cancelled one has moved them back':
    'A posted document moved the stock by its lines, a cancelled one moved it back',
  'a stocktake moved the differences that it posted, and took back what was cancelled':
    'A posted stocktake moved the stock by its differences, a cancelled one moved it back',
  'a stocktake tells how many lines it has posted': 'A stocktake counts the lines that it has posted',
  'no product of a warehouse is in two open stocktakes': 'No product of a warehouse is in two open stocktakes',
  'a stocktake nets no more than is short and over, and moves that cost':
    'A stocktake netted no more than was short and over, and moved that cost',
  'what a stocktake counted of a product is the sum of its sheets':
    'What was counted of a product is the sum of its sheets',
  'what was sold is what the shipments and returns say, at the cost of what moved':
    'Sales equal the shipments, and their cost equals that of the lots taken',
  'what was delivered is what the shipments and returns say, and the orders from before them':
    'What reports call shipped equals the shipments, and orders shipped before them',
  'an order counts what its posted shipments shipped': 'An order counts all its shipments that were not cancelled',
  'a line counts what the posted shipments shipped of it, and reserves the rest or waits for it':
    'A line of an order counts what was shipped of it, and reserves the rest or waits for it',
  'the stock rows say what orders wait for': 'Stock rows say how much orders wait for',
  'nothing waits while something is available': 'No order waits for goods that are available',
  'an order waits for what its lines wait for': 'An order waits for exactly what its lines wait for',
  'the reservations that end are those of the orders': 'The ends of reservations are those of the orders',
  'a posted return moved its goods and wrote damaged ones off, and a cancelled one undid it':
    'A posted return moved its goods and wrote damaged ones off, a cancelled one undid it',
  'a return costs what its goods cost, and its lines add up to it':
    'A return’s amount and cost equal its lines and its movements',
  'an order and its lines count what posted returns brought back, at most what was shipped':
    'An order counts what was returned, at most what was shipped',
  'an order gets back what it drew, at the same cost once everything is back':
    'Returned goods are back in the lots they came from, at the same cost',
  'what was paid back for a return is the sum of the posted payments for it':
    'What was paid back for a return equals its payments',
  'the stored totals of a past year are the sums of its movements':
    'The stored totals of a year equal its movements, and the year is over',
  'every record that another record refers to exists': 'Everything that records refer to exists',
  'the table of order items agrees with the records of the orders': 'The lines of an order match its record',
  'an order has the total of its items and the cost of its shipments':
    'An order’s total equals its lines, and its cost equals its shipments',
  'the table of document lines agrees with the records of the documents': 'The lines of a document match its record',
  'the table of paid orders agrees with the records of the payments': 'The orders of a payment match its record',
  'what was paid for an order is the sum of the posted payments for it':
    'What was paid for an order equals the posted payments for it',
  'the tables of components and prices agree with the records of the products':
    'The components and prices of a product match its record',
  'the columns of a record agree with its JSON': 'The searchable fields match the record',
  'every record has the last revision that the change log has for it': 'The change log leads to the current records',
  'the change log has each record as it was before each change': 'The change log keeps the previous values',
  'the revisions of the commands are numbered from 1 without gaps':
    'Revisions run without gaps from the first to the company’s latest',
  'the totals of a company count its records': 'The totals match the number of records',
  'the tables contain what the commands stored in the log': 'The tables hold what each command left behind',
  'the tables have the same revision as the log': 'The tables are up to date with the log',
  'no number was used twice or is above the counter': 'No number was given twice or lies above the counter',
  'the data in memory agree with the tables': 'The data in the server’s memory matches the database',
}
