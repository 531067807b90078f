/** The report on what to move between warehouses, with every figure that its rows were computed from. */
import { defineReport } from '../sections/reports/spec.ts'

export const proposedTransfers = defineReport({
  name: 'proposed-transfers',
  empty: { ru: 'Перемещать нечего', en: 'Nothing to move' },
  emptyText: {
    ru: 'Здесь появятся товары, которых на одном складе меньше, чем говорит его правило запаса, а на другом есть лишние.',
    en: 'Products of which one warehouse has less than its stock rule says, and another one more than it needs, will be here.',
  },
  columns: () => [
    { name: 'product' },
    { name: 'fromWarehouse', from: 560 },
    { name: 'warehouse', from: 420 },
    { name: 'reason', from: 1240 },
    { name: 'fromAvailable', from: 700 },
    { name: 'fromKept', from: 820 },
    { name: 'keptFor', from: 1340 },
    { name: 'position', from: 940 },
    { name: 'level', from: 1140 },
    { name: 'target', from: 1060 },
    { name: 'quantity' },
  ],
})
