/** A company in which every command of the table can succeed, with the ids that the commands' examples leave open. */
import type { Command } from '../../server/commands/define.ts'
import type { Client } from './client.ts'
import { addPartner, addPriceType, addProduct, addWarehouse } from './fixtures.ts'

export interface Scene {
  readonly client: Client
  /** By the name of the field or of the path's parameter. */
  readonly bodyIds: Readonly<Record<string, string>>
  /** Records that nothing names, so that they can be deleted too. */
  readonly pathIds: Readonly<Record<string, string>>
}

/** The partners that the examples of orders and receipts name. */
const SUPPLIER = 'ООО «Ромашка»'
const CUSTOMER = 'Иван Петров'

export async function setScene(client: Client): Promise<Scene> {
  const productId = await addProduct(client, { price: 10 })
  const warehouseId = await addWarehouse(client, 'Первый')
  const supplierId = await addPartner(client, SUPPLIER)
  await addPartner(client, CUSTOMER, { phone: '7', email: 'petrov@mail.example' })
  const receipt = { productId, warehouseId, supplier: SUPPLIER, unitCost: 5, quantity: 100 }
  const received = await client.made('POST', '/api/v1/stock/receipt', receipt)
  const order = { customer: CUSTOMER, warehouseId, channel: 'Сайт', items: [{ productId, quantity: 1 }] }
  return {
    client,
    bodyIds: {
      productId,
      warehouseId,
      toWarehouseId: await addWarehouse(client, 'Второй'),
      priceTypeId: await addPriceType(client),
      selectedLotId: received.lots[0].lotId,
      preferredSupplierId: supplierId,
      parentProductId: productId,
      analogIds: productId,
    },
    pathIds: {
      productId: await addProduct(client, { name: 'Ничей' }),
      warehouseId: await addWarehouse(client, 'Ничей'),
      partnerId: await addPartner(client, 'Ничей'),
      priceTypeId: await addPriceType(client, 'Ничей'),
      orderId: (await client.made('POST', '/api/v1/orders', order)).id,
    },
  }
}

/** The command's example with the scene's ids in it. */
export function bodyIn(scene: Scene, command: Command): Record<string, unknown> {
  const fill = (name: string, value: unknown): unknown => {
    if (value === '…') return scene.bodyIds[name]
    if (Array.isArray(value)) return value.map((entry) => fill(name, entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(key, inner)]))
  }
  return fill('', command.example) as Record<string, unknown>
}

/** The command's path with the scene's ids in it, or with one of them replaced. */
export function pathIn(scene: Pick<Scene, 'pathIds'>, command: Command, id?: string): string {
  return command.path.replace(/:(\w+)/, (_all, name: string) => id ?? scene.pathIds[name]!)
}

export function paramOf(command: Command): string | undefined {
  return /:(\w+)/.exec(command.path)?.[1]
}
