/** Describes stock movements in words: quantities with a sign, sums, and warehouses. */
import type { Movement } from '../../../sdk/types.ts'
import type { ListTotals } from '../../data/lists.ts'
import { byUnitOf, inUnits } from '../../data/unit-sums.ts'
import { quantity } from '../../words/format.ts'

/** The sign of each type of movement: `+` if it adds to the stock, `−` if it takes from the stock. */
const SIGNS: Record<Movement['type'], string> = {
  receipt: '+',
  writeoff: '−',
  transfer: '',
  shipment: '−',
  return: '−',
  reversal: '',
  surplus: '+',
  customer_return: '+',
}

/** Returns the quantity that a movement adds or removes, for example `−3 шт`. */
export const changeOf = (movement: Movement, uom: string | null) =>
  `${SIGNS[movement.type]}${quantity(movement.good ?? movement.quantity, uom)}`

type Sums = Readonly<Record<string, string | number | null | undefined>>

/** Formats the incoming and the outgoing sum, leaving out zeros: `+10 −4`. A sum of transfers has no sign. */
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

/** Formats the sums of quantities, one line for each unit of measure. */
export const unitSumsOf = (totals: ListTotals): string =>
  inUnits(byUnitOf(totals), (sums) => sumsOf(sums, 'quantity', (value) => quantity(value, sums.uom)))

/** Returns the name of a movement's warehouse or, for a transfer, of both warehouses: `Основной → Второй`. */
export const placeOfMovement = ({ warehouseId, toWarehouseId }: Movement, nameOf: (id: string) => string) =>
  toWarehouseId === undefined ? nameOf(warehouseId) : `${nameOf(warehouseId)} → ${nameOf(toWarehouseId)}`
