/**
 * Runs commands under load and records their times, so that they can be compared with the contents of a restored copy.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Client, Json } from './client.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The number of commands after which a writer uploads a picture. */
const PICTURE_EVERY = 12

export interface Ran {
  readonly code: number
  readonly json: Json
  readonly stderr: string
}

export type Script = 'backup' | 'restore' | 'verify-backup' | 'self-check' | 'upgrade-postgres'

/** Runs a shell command of the service. `onStart` gets a function that kills the process. */
export function runScript(
  script: Script,
  args: readonly string[],
  env: Record<string, string> = {},
  onStart?: (kill: () => void) => void,
): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const settings = { ...process.env, DATABASE_URL: '', DATA_DIR: '/nonexistent', ...env }
  const child = execFile(
    process.execPath,
    [`server/cli/${script}.ts`, ...args],
    { cwd: ROOT, env: settings, maxBuffer: 1 << 28 },
    (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, json: stdout.trim() === '' ? null : JSON.parse(stdout), stderr })
    },
  )
  onStart?.(() => child.kill('SIGKILL'))
  return promise
}

/** A command that was sent, with the times of its request and its response. */
interface Sent {
  readonly id: string | null
  readonly sentAt: number
  answeredAt: number
}

export interface Writing {
  /** The products that were created, in no particular order. */
  readonly products: readonly Sent[]
  /** The pictures that were uploaded, identified by the hashes of their bytes. */
  readonly pictures: readonly Sent[]
  /** Waits until `count` more products have been created. */
  more(count: number): Promise<void>
  stop(): Promise<void>
}

/** Creates products over several connections, and uploads a picture now and then, until it is stopped. */
export function startWriting(client: Client, connections = 8): Writing {
  const products: Sent[] = []
  const pictures: Sent[] = []
  let isOver = false
  const timed = async (list: Sent[], send: () => Promise<string>) => {
    const sentAt = Date.now()
    const id = await send()
    list.push({ id, sentAt, answeredAt: Date.now() })
  }
  const write = async () => {
    for (let count = 1; !isOver; count += 1) {
      let productId = ''
      await timed(products, async () => {
        const name = `Товар ${randomBytes(6).toString('hex')}`
        productId = (await client.made('POST', '/api/v1/products', { name, price: 150 })).id
        return productId
      })
      if (count % PICTURE_EVERY === 0) await timed(pictures, () => uploadPicture(client, productId))
    }
  }
  const writers = Promise.all(Array.from({ length: connections }, write))
  // `stop` reports the error of a failed writer.
  writers.catch(() => undefined)
  return {
    products,
    pictures,
    async more(count) {
      for (const until = products.length + count; products.length < until && !isOver; ) {
        await Promise.race([sleep(10), writers])
      }
    },
    async stop() {
      isOver = true
      await writers
    },
  }
}

async function uploadPicture(client: Client, productId: string): Promise<string> {
  const raw = await sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'image/png' }
  const reply = await client.post(`/api/v1/products/${productId}/images`, undefined, { raw, headers })
  if (reply.status !== 200) throw new Error(reply.text)
  return createHash('sha256').update(raw).digest('hex')
}

/**
 * Compares the sent commands with the contents of a copy restored to the given moment. Records of commands answered
 * before that moment must be in the copy; records of commands sent after it must not. @returns what is wrong
 */
export function compareAt(moment: number, sent: readonly Sent[], there: ReadonlySet<string>): string[] {
  const lost = sent.filter(({ id, answeredAt }) => answeredAt <= moment && !there.has(id!))
  const early = sent.filter(({ id, sentAt }) => sentAt > moment && there.has(id!))
  return [...lost.map(({ id }) => `${id} is lost`), ...early.map(({ id }) => `${id} is of later`)]
}

/** Returns the ids of all products of a running copy, and the SHA-256 hashes of all pictures that it serves. */
export async function readCopy(client: Client): Promise<{ products: Set<string>; pictures: Set<string> }> {
  const { products } = await client.state()
  const images: string[] = products.flatMap(({ images: ofProduct = [] }: Json) => ofProduct.map(({ id }: Json) => id))
  const pictures = await Promise.all(
    images.map(async (id) => {
      const response = await fetch(`${client.url}/api/v1/images/${id}`, { headers: client.credentials })
      if (!response.ok) throw new Error(`Image ${id}: ${response.status}`)
      return createHash('sha256')
        .update(new Uint8Array(await response.arrayBuffer()))
        .digest('hex')
    }),
  )
  return { products: new Set(products.map(({ id }: Json) => id)), pictures: new Set(pictures) }
}
