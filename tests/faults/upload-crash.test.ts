/**
 * Kills the server while images are uploaded. Every acknowledged upload must be stored byte for byte, and no record may refer to a partial file.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Client, type Json } from '../support/node/client.ts'
import { endServer, makeCompany, newDataDir, startServer } from '../support/node/server-process.ts'
import { addProduct } from '../support/scene/fixtures.ts'

const ROUNDS = 2
const UPLOADERS = 3
/** The server is killed at a random moment after it has sent this many responses. */
const ANSWERED = 5
const TIMEOUT_MS = 180_000

interface Sent {
  readonly key: string
  readonly bytes: Buffer
  /** The image's id; undefined if the upload got no response. */
  id?: string
}

const ownPicture = () =>
  sharp(randomBytes(30_000), { raw: { width: 100, height: 100, channels: 3 } })
    .png()
    .toBuffer()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function upload(client: Client, productId: string, { key, bytes }: Sent): Promise<Json> {
  const headers = { 'content-type': 'image/png' }
  const sending = { raw: bytes, headers, key, prefer: 'state=summary' }
  const reply = await client.send('POST', `/api/v1/products/${productId}/images`, undefined, sending)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.result
}

/** Uploads images one after another until the server has been killed. */
async function uploadOn(client: Client, productId: string, sent: Sent[]): Promise<void> {
  for (;;) {
    const one: Sent = { key: randomUUID(), bytes: await ownPicture() }
    sent.push(one)
    try {
      one.id = (await upload(client, productId, one)).id
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

test(
  'kill -9 during uploads loses no acknowledged upload, and every stored file is complete',
  async () => {
    const dataDir = await newDataDir()
    let server = await startServer(dataDir.path)
    try {
      const { url, token, companyId } = await makeCompany(dataDir.path, server.url)
      const client = new Client(url, token, companyId)
      for (let round = 0; round < ROUNDS; round += 1) {
        const here = client.at(server.url)
        const productId = await addProduct(here)
        const sent: Sent[] = []
        const uploaders = Array.from({ length: UPLOADERS }, () => uploadOn(here, productId, sent))
        while (sent.filter(({ id }) => id !== undefined).length < ANSWERED) await sleep(5)
        await sleep(Math.random() * 100)
        await endServer(server, 'SIGKILL')
        await Promise.all(uploaders)

        const folder = join(dataDir.path, 'files', companyId)
        for (const name of await readdir(folder)) expect(sha256(await readFile(join(folder, name)))).toBe(name)

        server = await startServer(dataDir.path)
        const again = client.at(server.url)
        for (const one of sent) {
          const { id } = await upload(again, productId, one)
          if (one.id !== undefined) expect(id).toBe(one.id)
          const headers = { authorization: `Bearer ${token}` }
          const response = await fetch(`${server.url}/api/v1/images/${id}`, { headers })
          expect(Buffer.from(await response.arrayBuffer()).equals(one.bytes)).toBe(true)
        }
        const product = (await again.state()).products.find((candidate: Json) => candidate.id === productId)
        expect(product.images).toHaveLength(sent.length)
      }
    } finally {
      await endServer(server, 'SIGTERM')
      await dataDir.remove()
    }
  },
  TIMEOUT_MS,
)
