/** Sends ordering commands that must be refused, so that each command returns every error code it lists. */
import { addBundle, addPartner, addProduct, setArchived } from './fixtures.ts'
import type { Scene } from './scene.ts'

type Ask = (command: string, more: object) => Promise<void>

export async function askOrdering({ client, bodyIds }: Scene, ask: Ask): Promise<void> {
  const bundleId = await addBundle(client, [[bodyIds.productId!, 1]])
  const known = await addProduct(client, { name: 'С правилом' })
  const supplierId = bodyIds.supplierId!
  await client.made('POST', '/api/v1/stock-rules', { productId: known })
  await client.made('POST', '/api/v1/supplier-items', { productId: known, supplierId })
  const old = await addProduct(client, { name: 'Прежний' })
  await setArchived(client, 'products', old)
  const gone = await addPartner(client, 'Бывший')
  await setArchived(client, 'partners', gone)
  for (const command of ['createStockRule', 'createSupplierItem'])
    for (const productId of ['none', old, bundleId, known]) await ask(command, { productId })
  await ask('updateStockRule', { supplierId: gone })
  for (const id of ['none', gone]) await ask('orderProposed', { supplierId: id })
  for (const line of [
    { productId: bundleId, ordered: 0 },
    { productId: known, ordered: 1 },
  ])
    await ask('orderProposed', { lines: [{ quantity: 1, ...line }] })
}
