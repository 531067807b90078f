/** Audit log sentences about stocktakes. docs/decisions/0065 */
import type { AboutAction } from './audit-saying.ts'

const ONE = { number: 'name' } as const
const OF_PRODUCTS = { number: 'name', products: 'count' } as const
const COUNTED = { number: 'name', product: 'name' } as const
const POSTED = { number: 'name', warehouse: 'name', short: 'count', over: 'count' } as const

export const STOCKTAKE_SAYINGS = {
  'stocktake.started': {
    figures: { number: 'name', warehouse: 'name' },
    said: [
      'Начата инвентаризация {{number}}, склад «{{warehouse}}»',
      'Stocktake {{number}} started at “{{warehouse}}”',
    ],
  },
  'stocktake.counted': {
    hows: {
      one: {
        figures: COUNTED,
        said: ['Инвентаризация {{number}}: посчитан «{{product}}»', 'Stocktake {{number}}: counted “{{product}}”'],
      },
      several: {
        figures: { ...COUNTED, others: 'count' },
        said: [
          'Инвентаризация {{number}}: посчитан «{{product}}» и ещё {{others}}',
          'Stocktake {{number}}: counted “{{product}}” and {{others}} more',
        ],
      },
    },
  },
  'stocktake.recounted': {
    figures: OF_PRODUCTS,
    said: [
      'Инвентаризация {{number}}: назначен пересчёт, товаров {{products}}',
      'Stocktake {{number}}: recount of {{products}} products',
    ],
  },
  'stocktake.accepted': {
    figures: OF_PRODUCTS,
    said: [
      'Инвентаризация {{number}}: приняты подсчёты, товаров {{products}}',
      'Stocktake {{number}}: counts of {{products}} products accepted',
    ],
  },
  'stocktake.netted': {
    figures: { number: 'name', pairs: 'count' },
    said: [
      'Инвентаризация {{number}}: зачёт пересортицы, пар {{pairs}}',
      'Stocktake {{number}}: mis-sorts netted, {{pairs}} pairs',
    ],
  },
  'stocktake.reopened': {
    figures: ONE,
    said: ['Инвентаризация {{number}}: подсчёт продолжен', 'Stocktake {{number}} is counted again'],
  },
  'stocktake.reviewed': {
    figures: ONE,
    said: ['Инвентаризация {{number}} передана на проверку', 'Stocktake {{number}} sent to review'],
  },
  'stocktake.posted': {
    hows: {
      whole: {
        figures: POSTED,
        said: [
          'Проведена инвентаризация {{number}}, склад «{{warehouse}}»: с недостачей {{short}}, с излишком {{over}}',
          'Stocktake {{number}} posted at “{{warehouse}}”: {{short}} products short, {{over}} over',
        ],
      },
      part: {
        figures: { ...POSTED, left: 'count' },
        said: [
          'Проведена часть инвентаризации {{number}}, склад «{{warehouse}}»: с недостачей {{short}}, с излишком {{over}}, осталось {{left}}',
          'Part of stocktake {{number}} posted at “{{warehouse}}”: {{short}} products short, {{over}} over, {{left}} left to post',
        ],
      },
    },
  },
  'stocktake.updated': {
    figures: { number: 'name', left: 'count' },
    said: [
      'Отменена часть инвентаризации {{number}}, осталось строк {{left}}',
      'Part of stocktake {{number}} cancelled, {{left}} lines left',
    ],
  },
  'stocktake.cancelled': {
    figures: ONE,
    said: ['Отменена инвентаризация {{number}}', 'Stocktake {{number}} cancelled'],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
