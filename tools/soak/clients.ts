/**
 * The clients of a soak. They send commands at a given rate, repeat each with its key until it is settled, as the SDK
 * does, and time it from the first try to the answer.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Chance } from '../../tests/support/chance/chance.ts'
import { read, send } from '../../tests/support/node/exchange.ts'
import { finish, order, receive, removePicture, type SoakShop, type Step, writeOff } from './shops.ts'

const CLIENTS = 24
/** The stock below which a product is received, and the share of the product whose low stock causes mails. */
const ENOUGH = 40
const RARE = 0.05
const PAUSE_MS = 100
/** How long a command may take until it is settled. Longer than any fault. */
const PATIENCE_MS = 240_000
const PICTURE_MS = 30_000
const READS = ['catalog', 'orders?limit=20', 'stock?limit=20', 'movements?limit=20', 'bootstrap?state=summary']

export interface Timed {
  /** When the command was first sent, in milliseconds since the start of the process. */
  readonly at: number
  readonly ms: number
}

export interface SoakLoad {
  /** The times of all commands since the last reset, in the order of their answers. */
  readonly times: Timed[]
  /** How often a command had to be repeated, by the reason. */
  readonly repeats: Map<string, number>
  /** Answers that a client must never get, and commands that were never settled. */
  readonly faults: string[]
  reads: number
  /** Commands to start in a second; infinite for as many as the service answers. */
  perSecond: number
  stop(): Promise<void>
}

interface Scene {
  readonly load: SoakLoad
  readonly chance: Chance
  /** The node for the next try of a shop's command. */
  readonly urlOf: (shop: SoakShop, tries: number) => string
  keys: number
  nextAt: number
  isOver: boolean
}

export function startClients(shops: readonly SoakShop[], chance: Chance, urlOf: Scene['urlOf']): SoakLoad {
  const load: SoakLoad = {
    ...{ times: [], repeats: new Map(), faults: [], reads: 0, perSecond: Number.POSITIVE_INFINITY },
    stop: async () => {
      scene.isOver = true
      await Promise.all(running)
    },
  }
  const scene: Scene = { load, chance, urlOf, keys: 0, nextAt: performance.now(), isOver: false }
  const running = Array.from({ length: CLIENTS }, async (_, at) => {
    for (let turn = at; !scene.isOver; turn += CLIENTS) await visit(scene, shops[turn % shops.length]!)
  })
  return load
}

/** Waits for this client's turn at the wanted rate. Turns that were missed during a fault are not made up for. */
async function takeTurn(scene: Scene): Promise<void> {
  const now = performance.now()
  scene.nextAt = Math.max(scene.nextAt + 1_000 / scene.load.perSecond, now - 1_000)
  if (scene.nextAt > now) await sleep(scene.nextAt - now)
}

/** Does what a visitor of a shop does. Whatever is ordered is shipped or cancelled, so the company does not grow. */
async function visit(scene: Scene, shop: SoakShop): Promise<void> {
  const { chance } = scene
  const [rare, ...usual] = shop.productIds
  const productId = chance.happens(RARE) ? rare! : chance.pick(usual)
  if (shop.onHand.get(productId)! < ENOUGH) return void (await run(scene, shop, receive(shop, productId)))
  const kind = chance.below(100)
  if (kind < 60) {
    const made: string[] = []
    await run(
      scene,
      shop,
      order(shop, productId, (id) => made.push(id)),
    )
    for (const id of made) await run(scene, shop, finish(shop, id, chance.happens(0.85) ? 'shipped' : 'cancelled'))
  } else if (kind < 70) await run(scene, shop, writeOff(shop, productId))
  else if (kind < 71) await uploadPicture(scene, shop, productId)
  else {
    await takeTurn(scene)
    const { token } = shop
    const answer = await read({ url: scene.urlOf(shop, 0), token }, `/api/v1/${chance.pick(READS)}`).catch(() => null)
    if (answer !== null && answer.status >= 500 && answer.status !== 503) note(scene, 'a read', answer)
    scene.load.reads += 1
  }
}

async function run(scene: Scene, shop: SoakShop, step: Step): Promise<void> {
  scene.keys += 1
  const key = `soak-${String(scene.keys).padStart(7, '0')}`
  const { method, path, body } = step
  const write = { method, path: `/api/v1/${path}`, body, key, prefer: 'state=summary' }
  await settle(scene, shop, {
    key,
    what: `${method} ${path}`,
    send: (url) => send({ url, token: shop.token }, write),
    onSuccess: step.onSuccess,
  })
}

interface Sending {
  readonly key: string
  readonly what: string
  send(url: string): Promise<{ readonly status: number; readonly text: string; readonly contentType: string }>
  // biome-ignore lint/suspicious/noExplicitAny: answers are read, not typed.
  onSuccess(result: any): void
}

/** Sends a command until it is settled, and enters it in the book. */
async function settle(scene: Scene, shop: SoakShop, { key, what, send: once, onSuccess }: Sending): Promise<void> {
  await takeTurn(scene)
  const { load } = scene
  const at = performance.now()
  for (let tries = 0; performance.now() - at < PATIENCE_MS; tries += 1) {
    const answer = await once(scene.urlOf(shop, tries)).catch((error: Error) => error.name)
    if (typeof answer !== 'string' && [200, 409].includes(answer.status)) {
      load.times.push({ at, ms: performance.now() - at })
      if (answer.status !== 200) shop.settled.set(key, null)
      else {
        const { result, state } = JSON.parse(answer.text)
        shop.settled.set(key, state.revision)
        onSuccess(result)
      }
      return
    }
    const reason = typeof answer === 'string' ? answer : String(answer.status)
    load.repeats.set(reason, (load.repeats.get(reason) ?? 0) + 1)
    if (typeof answer !== 'string' && (answer.status !== 503 || !answer.contentType.includes('problem+json'))) {
      note(scene, what, answer)
      // It would be refused for ever.
      if (answer.status < 500) return
    }
    await sleep(PAUSE_MS * (1 + scene.chance.next()))
  }
  load.faults.push(`${what} with ${key} was not settled within ${PATIENCE_MS / 1_000} s`)
}

function note({ load }: Scene, what: string, { status, text }: { status: number; text: string }): void {
  load.faults.push(`${what} answered ${status}: ${text.slice(0, 200)}`)
}

/** Adds a picture to a product, and removes an older one, so that there are always a few. */
async function uploadPicture(scene: Scene, shop: SoakShop, productId: string): Promise<void> {
  const raw = { width: 20, height: 20, channels: 3 } as const
  const bytes = await sharp(randomBytes(1_200), { raw }).png().toBuffer()
  scene.keys += 1
  const key = `soak-${String(scene.keys).padStart(7, '0')}`
  const headers = { authorization: `Bearer ${shop.token}`, 'idempotency-key': key, 'content-type': 'image/png' }
  await settle(scene, shop, {
    ...{ key, what: 'a picture' },
    async send(url) {
      const path = `${url}/api/v1/products/${productId}/images`
      const init = { method: 'POST', headers: { ...headers, prefer: 'state=summary' }, body: new Uint8Array(bytes) }
      const response = await fetch(path, { ...init, signal: AbortSignal.timeout(PICTURE_MS) })
      const contentType = response.headers.get('content-type') ?? ''
      return { status: response.status, text: await response.text(), contentType }
    },
    onSuccess: ({ id }) => shop.pictures.push({ id, productId }),
  })
  if (shop.pictures.length > 3) await run(scene, shop, removePicture(shop))
}
