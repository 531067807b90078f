/** Audit log sentences about customer returns. They are part of the table described in audit-log.ts. */
import type { AboutAction } from './audit-saying.ts'

const DRAFTED = { number: 'name', customer: 'name', lines: 'count', amount: 'money' } as const
const MOVED = { ...DRAFTED, cost: 'cost' } as const
const NAMED = { number: 'name', customer: 'name' } as const

export const RETURN_SAYINGS = {
  'customer_return.created': {
    figures: DRAFTED,
    said: [
      'Создан возврат {{number}} от «{{customer}}»: строк {{lines}}, {{amount}}',
      'Return {{number}} from “{{customer}}” created: {{lines}} lines, {{amount}}',
    ],
  },
  'customer_return.updated': {
    figures: DRAFTED,
    said: [
      'Изменён возврат {{number}} от «{{customer}}»: строк {{lines}}, {{amount}}',
      'Return {{number}} from “{{customer}}” changed: {{lines}} lines, {{amount}}',
    ],
  },
  'customer_return.posted': {
    figures: MOVED,
    said: [
      'Проведён возврат {{number}} от «{{customer}}»: строк {{lines}}, {{amount}}[, себестоимость {{cost}}]',
      'Return {{number}} from “{{customer}}” posted: {{lines}} lines, {{amount}}[ at a cost of {{cost}}]',
    ],
  },
  'customer_return.cancelled': {
    hows: {
      draft: {
        figures: NAMED,
        said: [
          'Отменён черновик возврата {{number}} от «{{customer}}»',
          'Draft of return {{number}} from “{{customer}}” cancelled',
        ],
      },
      posted: {
        figures: MOVED,
        said: [
          'Отменён возврат {{number}} от «{{customer}}»: строк {{lines}}, {{amount}}[, себестоимость {{cost}}]',
          'Return {{number}} from “{{customer}}” cancelled: {{lines}} lines, {{amount}}[ at a cost of {{cost}}]',
        ],
      },
    },
  },
  'customer_return.deleted': {
    figures: NAMED,
    said: ['Удалён возврат {{number}} от «{{customer}}»', 'Return {{number}} from “{{customer}}” deleted'],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
