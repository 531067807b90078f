/** What the audit log says about deliveries. audit-log.ts explains the table. */
import type { AboutAction } from './audit-saying.ts'

export const DELIVERY_SAYINGS = {
  'delivery.received': {
    figures: { number: 'name', lines: 'count', warehouse: 'name', supplier: 'name' },
    said: [
      'Принята поставка {{number}}: строк {{lines}}, склад «{{warehouse}}», поставщик «{{supplier}}»',
      'Delivery {{number}} received: {{lines}} lines at “{{warehouse}}” from “{{supplier}}”',
    ],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
