/** How movements are said. */
import type { Movement } from '../../../sdk/types.ts'
import { quantity } from '../../words/format.ts'

/** What a movement does to what is there. */
export const SIGNS: Record<Movement['type'], string> = {
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

/** `Основной → Второй` */
export const placeOf = ({ warehouseId, toWarehouseId }: Movement, nameOf: (id: string) => string) =>
  toWarehouseId === undefined ? nameOf(warehouseId) : `${nameOf(warehouseId)} → ${nameOf(toWarehouseId)}`
