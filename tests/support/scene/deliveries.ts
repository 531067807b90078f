/** Receives deliveries and adds photographs to them, for tests. */
import type { Client } from '../node/client.ts'
import { blackPng } from '../papers/pictures.ts'

const PICTURE = { raw: blackPng(3, 2), headers: { 'content-type': 'image/png' } }

/** Adds a photograph to a delivery. Returns the id of the photograph. */
export async function addPhoto(client: Client, documentId: string): Promise<string> {
  const reply = await client.send('POST', `/api/v1/stock/deliveries/${documentId}/photos`, undefined, PICTURE)
  return reply.json.result.id
}

/** Receives a delivery and adds one photograph to it. */
export async function addDelivery(client: Client, body: object): Promise<{ documentId: string; photoId: string }> {
  const { id } = await client.made('POST', '/api/v1/stock/deliveries', body)
  return { documentId: id, photoId: await addPhoto(client, id) }
}
