/** How movements are said. */
import type { Movement } from '../../../sdk/types.ts'
import type { ListTotals } from '../../data/lists.ts'
import { byUnitOf, inUnits } from '../../data/unit-sums.ts'
import { quantity } from '../../words/format.ts'

/** What a movement does to what is there. */
const SIGNS: Record<Movement['type'], string> = {
  receipt: '+',
  writeoff: '−',
  transfer: '',
  shipment: '−',
  return: '−',
  reversal: '',
}

/** `−3 шт` */
export const changeOf = (movement: Movement, uom: string | null) =>
  `${SIGNS[movement.type]}${quantity(movement.good ?? movement.quantity, uom)}`

type Sums = Readonly<Record<string, string | number | null | undefined>>

/** What came and what went, where there is any: `+10 −4`; what was moved alone has no sign. */
export function sumsOf(totals: Sums, name: 'quantity' | 'cost', print: (value: number) => string): string {
  const parts = [
    ['In', '+'],
    ['Out', '−'],
    ['Moved', ''],
  ] as const
  return parts
    .flatMap(([part, sign]) => {
      const sum = Number(totals[`${name}${part}`] ?? 0)
      return sum ? [`${sign}${print(sum)}`] : []
    })
    .join(' ')
}

/** The same of quantities, a line for each unit. */
export const unitSumsOf = (totals: ListTotals): string =>
  inUnits(byUnitOf(totals), (sums) => sumsOf(sums, 'quantity', (value) => quantity(value, sums.uom)))

/** `Основной → Второй` */
export const placeOf = ({ warehouseId, toWarehouseId }: Movement, nameOf: (id: string) => string) =>
  toWarehouseId === undefined ? nameOf(warehouseId) : `${nameOf(warehouseId)} → ${nameOf(toWarehouseId)}`
