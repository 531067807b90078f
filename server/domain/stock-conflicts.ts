/**
 * Error codes for commands that the stocktake rules refuse (status 409). problems.ts explains what an entry contains.
 */
import type { AboutCode } from './about-code.ts'

export const STOCK_CONFLICTS = {
  OVERLAPPING: {
    status: 409,
    title: 'Another stocktake counts the product',
    when: 'A product of the warehouse is already in another stocktake that is not finished.',
    advice: 'Finish the other stocktake first, or leave the product out.',
    said: [
      'Товар уже считают в другой инвентаризации. Завершите её или уберите товар.',
      'Another stocktake is counting the product. Finish that one, or leave the product out.',
    ],
    figures: { stocktakeId: 'id', number: 'name', productId: 'id', product: 'name' },
    told: [
      '«{{product}}» уже считают в инвентаризации {{number}}. Завершите её или уберите товар.',
      '“{{product}}” is being counted in stocktake {{number}}. Finish that one, or leave the product out.',
    ],
  },
  OUT_OF_SCOPE: {
    status: 409,
    title: 'The stocktake does not count this product',
    when: 'The counted product is not among the goods for which the stocktake was started.',
    advice: 'Leave the product out, or start another stocktake for it.',
    said: ['В этой инвентаризации товар не считают.', 'This stocktake does not count the product.'],
    figures: { stocktakeId: 'id', number: 'name', productId: 'id', product: 'name' },
    told: [
      'В инвентаризации {{number}} «{{product}}» не считают.',
      'Stocktake {{number}} does not count “{{product}}”.',
    ],
  },
  RECOUNT_NEEDED: {
    status: 409,
    title: 'Some counts are in doubt',
    when: 'Products of the stocktake moved while they were counted, or wait for a recount.',
    advice: 'Count the `blockers` again, or let a manager accept the counts.',
    said: [
      'Часть товаров двигалась во время подсчёта. Пересчитайте их или примите подсчёт.',
      'Some products moved while they were counted. Count them again, or accept the counts.',
    ],
    figures: { stocktakeId: 'id', number: 'name', products: 'count' },
    told: [
      'Инвентаризация {{number}}: пересчитайте товары или примите подсчёт ({{products}}).',
      'Stocktake {{number}}: count these products again, or accept the counts ({{products}}).',
    ],
  },
  PAPER_ELSEWHERE: {
    status: 409,
    title: 'The movement has no paper of its own',
    when: 'The movement belongs to another record, such as a shipment or a document, and its number and date are on the paper of that record.',
    advice: 'Correct the number and date of that record.',
    said: [
      'Дата и номер здесь те же, что у документа, которым движение сделано. Исправьте их там.',
      'The date and number are those of the record that made the movement. Correct them there.',
    ],
    figures: { entity: 'word', id: 'id' },
  },
  RESERVED_SHORT: {
    status: 409,
    title: 'Orders need goods that are missing',
    when: 'After writing off what is missing, less would be on hand than open orders have reserved.',
    advice: 'Change or cancel the orders in `blockers`, or count the product again.',
    said: [
      'Недостающий товар нужен заказам. Измените или отмените их, или пересчитайте товар.',
      'Orders need goods that are missing. Change or cancel them, or count the product again.',
    ],
    figures: {
      ...{ productId: 'id', product: 'name', warehouseId: 'id', warehouse: 'name' },
      ...{ left: 'quantity', reserved: 'quantity' },
    },
    told: [
      '«{{product}}», склад «{{warehouse}}»: по подсчёту {{left}}, а заказам нужно {{reserved}}.',
      '“{{product}}” at “{{warehouse}}”: {{left}} by the count, but orders need {{reserved}}.',
    ],
  },
} as const satisfies Record<string, AboutCode>
