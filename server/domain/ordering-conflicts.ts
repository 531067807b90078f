/**
 * Error codes for commands that the ordering rules refuse (status 409). problems.ts explains what an entry contains.
 */
import type { AboutCode } from './about-code.ts'

export const ORDERING_CONFLICTS = {
  RULE_OVERLAPS: {
    status: 409,
    title: 'The product already has such a rule',
    when: 'A stock rule is created for a product and a warehouse that already have one, or for all warehouses although the product has rules for single ones, or the other way round.',
    advice: 'Change the rule named in `figures`, or delete it first.',
    said: [
      'Правило запаса для этого товара уже есть. Измените его.',
      'There already is a stock rule for this product. Change that one.',
    ],
    figures: { ruleId: 'id', productId: 'id', product: 'name' },
    told: [
      'У товара «{{product}}» уже есть правило запаса. Измените его или удалите.',
      '“{{product}}” already has a stock rule. Change or delete that one.',
    ],
  },
  ITEM_EXISTS: {
    status: 409,
    title: 'The supplier already sells the product',
    when: 'A supplier item is created for a product and a supplier that already have one.',
    advice: 'Change the item named in `figures`.',
    said: [
      'Условия этого поставщика для товара уже заданы. Измените их.',
      'This supplier’s terms for the product are already there. Change those.',
    ],
    figures: { itemId: 'id', productId: 'id', product: 'name', supplier: 'name' },
    told: [
      'Условия поставщика «{{supplier}}» для товара «{{product}}» уже заданы. Измените их.',
      'The terms of “{{supplier}}” for “{{product}}” are already there. Change those.',
    ],
  },
  ORDERED_MEANWHILE: {
    status: 409,
    title: 'What was ordered has changed meanwhile',
    when: 'The quantity `ordered` of a line is not what is ordered now: somebody else ordered or received the product since the proposals were read.',
    advice: 'Read the proposals again, and order what is still proposed.',
    said: [
      'Пока вы смотрели, товар уже заказали или приняли. Посмотрите предложения заново.',
      'The product was ordered or received meanwhile. Look at the proposals again.',
    ],
    figures: { productId: 'id', product: 'name', line: 'count', seen: 'quantity', ordered: 'quantity' },
    told: [
      'Товара «{{product}}» уже заказано {{ordered}}, а было {{seen}}. Посмотрите предложения заново.',
      '{{ordered}} of “{{product}}” are ordered now, not {{seen}}. Look at the proposals again.',
    ],
  },
  MOVED_MEANWHILE: {
    status: 409,
    title: 'What can be moved has changed meanwhile',
    when: 'A transfer with `proposal` would leave less than `fromKept`, or bring more than `target`: goods were sold, moved or ordered since the row of the report was read.',
    advice: 'Read the proposals again, and move what is still proposed.',
    said: [
      'Пока вы смотрели, товар уже переместили, продали или заказали. Посмотрите предложения заново.',
      'The product was moved, sold or ordered meanwhile. Look at the proposals again.',
    ],
    figures: {
      ...{ productId: 'id', product: 'name', fromWarehouse: 'name', warehouse: 'name' },
      ...{ asked: 'quantity', left: 'quantity' },
    },
    told: [
      'Товара «{{product}}» на склад «{{warehouse}}» сейчас можно переместить {{left}}, а не {{asked}}. Посмотрите предложения заново.',
      '{{left}} of “{{product}}” can be moved to “{{warehouse}}” now, not {{asked}}. Look at the proposals again.',
    ],
  },
} as const satisfies Record<string, AboutCode>
