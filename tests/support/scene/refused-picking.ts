/** Sends picking commands that must be refused, so that each command returns every error code it lists. */
import { addProduct } from './fixtures.ts'
import type { Scene } from './scene.ts'

type Ask = (command: string, orderId: string, more?: object) => Promise<void>

export async function askPicking({ client, bodyIds }: Scene, ask: Ask): Promise<void> {
  const { warehouseId, productId } = bodyIds
  const place = async (fields: object): Promise<string> =>
    (await client.made('POST', '/api/v1/orders', { customer: 'Иван Петров', warehouseId, channel: 'Сайт', ...fields }))
      .id
  const open = await place({ items: [{ productId, quantity: 1 }] })
  await ask('takeOrder', open, { from: 'somebody' })
  await client.made('PATCH', `/api/v1/orders/${open}/status`, { status: 'shipped' })
  for (const command of ['takeOrder', 'noteAbsence']) await ask(command, open)
  const missing = await addProduct(client, { name: 'Нет в наличии' })
  const waiting = await place({ items: [{ productId: missing, quantity: 1 }], backorder: true })
  await ask('takeOrder', waiting, { from: null })
}
