/** Audit log sentences about deliveries. They are part of the table described in audit-log.ts. */
import type { AboutAction } from './audit-saying.ts'

export const DELIVERY_SAYINGS = {
  'delivery.received': {
    figures: { number: 'name', lines: 'count', warehouse: 'name', supplier: 'name' },
    said: [
      'Принята поставка {{number}}: строк {{lines}}, склад «{{warehouse}}», поставщик «{{supplier}}»',
      'Delivery {{number}} received: {{lines}} lines at “{{warehouse}}” from “{{supplier}}”',
    ],
  },
  'delivery_photo.added': {
    figures: { number: 'name', supplier: 'name' },
    said: [
      'Добавлена фотография к поставке {{number}} от «{{supplier}}»',
      'Photo added to delivery {{number}} from “{{supplier}}”',
    ],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
