/**
 * Error codes for commands that the customer return rules refuse (status 409). problems.ts explains what an entry
 * contains.
 */
import type { AboutCode } from './about-code.ts'

const RETURN = { returnId: 'id', number: 'name' } as const

export const RETURN_CONFLICTS = {
  RETURN_EXCEEDS_SHIPPED: {
    status: 409,
    title: 'More would come back than was shipped',
    when: 'A line of a customer return has more than the customer still has: the quantity shipped for the line of the order, minus earlier returns.',
    advice: 'Read the order again, and return at most what the customer still has.',
    said: [
      'Столько по заказу не отгружали или уже вернули.',
      'Less than that was shipped, or it was returned already.',
    ],
    figures: { orderId: 'id', number: 'name', line: 'count', product: 'name', asked: 'quantity', left: 'quantity' },
    told: [
      'Возвращают {{asked}} «{{product}}», а по заказу {{number}} у покупателя {{left}}.',
      '{{asked}} of “{{product}}” would come back, but the customer has {{left}} by order {{number}}.',
    ],
  },
  ALREADY_RETURNED: {
    status: 409,
    title: 'Goods of the order were returned',
    when: 'The command cancels a shipment of an order of which something was returned.',
    advice: 'Cancel the customer returns of the order first.',
    said: [
      'По этому заказу был возврат. Сначала отмените его.',
      'Goods of this order were returned. Cancel the return first.',
    ],
    figures: { orderId: 'id', number: 'name', product: 'name', returned: 'quantity' },
    told: [
      'По заказу {{number}} возвращено {{returned}} «{{product}}». Сначала отмените возврат.',
      '{{returned}} of “{{product}}” were returned of order {{number}}. Cancel the return first.',
    ],
  },
  RETURN_MISMATCH: {
    status: 409,
    title: 'The payment cannot refund this return',
    when: 'A payment names a customer return that it cannot refund: one of another customer, one that is not posted; or the payment is not `outgoing`.',
    advice: 'Choose a posted return of the partner, and pay it back with an `outgoing` payment.',
    said: ['Этим платежом вернуть деньги за возврат нельзя.', 'This payment cannot refund the return.'],
    reasons: {
      partner: {
        figures: { ...RETURN, customer: 'name', partner: 'name' },
        told: [
          'Возврат {{number}} — от покупателя «{{customer}}», а платёж — с контрагентом «{{partner}}».',
          'Return {{number}} is from “{{customer}}”, but the payment is with “{{partner}}”.',
        ],
      },
      direction: {
        figures: RETURN,
        told: [
          'Деньги за возврат {{number}} возвращают списанием, а не поступлением.',
          'Return {{number}} is refunded by money out, not by money in.',
        ],
      },
      status: {
        figures: { ...RETURN, status: 'word' },
        told: ['Возврат {{number}} не проведён.', 'Return {{number}} is not posted.'],
      },
    },
  },
} as const satisfies Record<string, AboutCode>
