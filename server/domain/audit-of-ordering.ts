/** Audit log sentences about stock rules and supplier items. They are part of the table described in audit-log.ts. */
import type { AboutAction } from './audit-saying.ts'

const rule = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: { product: 'name' },
    said: [`${ru} правило запаса товара «{{product}}»`, `Stock rule of “{{product}}” ${en}`],
  }) as const

const item = <R extends string, E extends string>(ru: R, en: E) =>
  ({
    figures: { product: 'name', supplier: 'name' },
    said: [
      `${ru} условия поставщика «{{supplier}}» для товара «{{product}}»`,
      `Terms of “{{supplier}}” for “{{product}}” ${en}`,
    ],
  }) as const

export const ORDERING_SAYINGS = {
  'stock_rule.created': rule('Добавлено', 'created'),
  'stock_rule.updated': rule('Изменено', 'changed'),
  'stock_rule.deleted': rule('Удалено', 'deleted'),
  'supplier_item.created': item('Добавлены', 'created'),
  'supplier_item.updated': item('Изменены', 'changed'),
  'supplier_item.deleted': item('Удалены', 'deleted'),
} as const satisfies Readonly<Record<string, AboutAction>>
