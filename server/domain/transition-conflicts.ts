/**
 * The error code for commands refused because of a record's status (status 409). problems.ts explains what an entry
 * contains.
 */
import type { AboutCode } from './about-code.ts'

export const TRANSITION_CONFLICTS = {
  INVALID_TRANSITION: {
    status: 409,
    title: 'The status does not allow this',
    when: 'The status does not allow this, for example cancelling a shipped order.',
    advice: 'Read the current status; `detail` says what is possible.',
    said: ['В нынешнем статусе этого сделать нельзя.', 'This is not possible in the current status.'],
    reasons: {
      status: {
        figures: { entity: 'word', id: 'id', from: 'word', to: 'word', allowed: 'words' },
      },
      shipped: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'Заказ {{number}} уже отгружен, изменить его нельзя.',
          'Order {{number}} was shipped and can no longer be changed.',
        ],
      },
      cancelled: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'Заказ {{number}} уже отменён, изменить его нельзя.',
          'Order {{number}} was cancelled and can no longer be changed.',
        ],
      },
      part: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'Часть заказа {{number}} отгружена. Закройте остаток вместо отмены или удаления.',
          'A part of order {{number}} was shipped. Close the rest instead of cancelling or deleting.',
        ],
      },
      unshipped: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'По заказу {{number}} ничего не отгружено. Отмените его.',
          'Nothing of order {{number}} was shipped. Cancel it instead.',
        ],
      },
      in_work: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'Заказ {{number}} уже собирают или отгружают: его резерв бессрочный.',
          'Order {{number}} is being picked or shipped: its reservation does not end.',
        ],
      },
      payment_cancelled: {
        figures: { paymentId: 'id', number: 'name' },
        told: [
          'Платёж {{number}} отменён, распределять его нельзя.',
          'Payment {{number}} was cancelled and cannot be assigned.',
        ],
      },
    },
  },
} as const satisfies Record<string, AboutCode>
