/** A TCP proxy between a node and PostgreSQL that cuts connections at points that the test chooses. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../chance/chance.ts'

/** The moment at which a connection is cut, after the node has sent bytes that contain the marker text. */
export type Cut =
  /** Cut before the node's bytes reach PostgreSQL. */
  | 'before'
  /** Cut as soon as the node's bytes have been forwarded. */
  | 'during'
  /** Cut after PostgreSQL has responded, without forwarding the response. */
  | 'after'
  /** Cut after the response has been forwarded, so that the connection breaks between two queries. */
  | 'between'
  /** Forward nothing for a while, then cut; the node's bytes never reach PostgreSQL. */
  | 'silent before'
  /** Forward the node's bytes, hold back all responses for a while, then cut. */
  | 'silent after'

export interface CuttingProxy {
  /** The database's connection string, with the proxy in place of PostgreSQL. */
  readonly url: string
  /** The number of connections cut so far. */
  readonly cuts: number
  /** Cuts the next connection on which a node sends the marker text. */
  cutNext(marker: string, cut: Cut): void
  /**
   * Cuts the node's side of the next connection on which a node sends the marker text. The proxy holds back the bytes,
   * and passes them to PostgreSQL just before any connection sends `until`.
   */
  delayNext(marker: string, until: string): void
  /** Starts counting how often nodes send the marker. @returns a function that returns the count so far. */
  count(marker: string): () => number
  /** Cancels a `cutNext` or `delayNext` that has not happened yet. */
  spare(): void
  /** From now on, cuts connections at random, about one for every `oneIn` messages; null stops this. */
  cutAtRandom(chance: Chance | null, oneIn: number): void
  stop(): Promise<void>
}

const SILENCE_MS = 700

interface Link {
  readonly node: Socket
  readonly postgres: Socket
  /** The way in which the proxy treats PostgreSQL's response to the latest message. */
  fate: 'safe' | 'cut off' | 'last' | 'delayed'
  isSilent: boolean
}

/** Starts a proxy, on any free port unless one is given. */
export async function startCuttingProxy(tcpUrl: string, port = 0): Promise<CuttingProxy> {
  const target = new URL(tcpUrl)
  const links = new Set<Link>()
  let plan: { marker: string; cut: Cut } | null = null
  let delay: { marker: string; until: string } | null = null
  let delayed: { until: string; link: Link; bytes: Buffer } | null = null
  let random: { chance: Chance; oneIn: number } | null = null
  let cuts = 0
  let counted: { marker: string; times: number } | null = null

  const cutLink = (link: Link) => {
    cuts += 1
    link.node.destroy()
    link.postgres.destroy()
  }
  const cutAfterSilence = async (link: Link) => {
    link.isSilent = true
    await sleep(SILENCE_MS)
    cutLink(link)
  }
  /** Cuts a connection as requested. @returns whether to send the node's bytes on to PostgreSQL. */
  const strike = (link: Link, cut: Cut): boolean => {
    if (cut === 'before') cutLink(link)
    if (cut === 'after') link.fate = 'cut off'
    if (cut === 'between') link.fate = 'last'
    if (cut === 'silent before' || cut === 'silent after') void cutAfterSilence(link)
    return cut !== 'before' && cut !== 'silent before'
  }
  const isRandomlyCut = (): boolean => random !== null && random.chance.below(random.oneIn) === 0

  const delayLink = (link: Link, bytes: Buffer, until: string) => {
    cuts += 1
    delayed = { until, link, bytes }
    link.fate = 'delayed'
    link.node.destroy()
  }
  /** Lets PostgreSQL carry out the delayed message before `next` sends its own. */
  const doDelayed = async (next: Link) => {
    const { link, bytes } = delayed!
    delayed = null
    next.node.pause()
    link.postgres.write(bytes)
    await once(link.postgres, 'data')
    link.postgres.destroy()
    next.node.resume()
  }

  const fromNode = async (link: Link, bytes: Buffer) => {
    if (link.isSilent) return
    if (counted !== null && bytes.includes(counted.marker)) counted.times += 1
    if (delayed !== null && bytes.includes(delayed.until)) await doDelayed(link)
    if (delay !== null && bytes.includes(delay.marker)) {
      delayLink(link, bytes, delay.until)
      delay = null
      return
    }
    const cut = plan !== null && bytes.includes(plan.marker) ? plan.cut : null
    if (cut !== null) plan = null
    if (cut !== null && !strike(link, cut)) return
    if (isRandomlyCut()) {
      if (random!.chance.happens(0.5)) link.postgres.write(bytes, () => cutLink(link))
      else cutLink(link)
      return
    }
    link.postgres.write(bytes, () => {
      if (cut === 'during') cutLink(link)
    })
  }
  const fromPostgres = (link: Link, bytes: Buffer) => {
    if (link.isSilent || link.fate === 'delayed') return
    if (link.fate === 'cut off' || isRandomlyCut()) cutLink(link)
    else link.node.write(bytes, () => link.fate === 'last' && cutLink(link))
  }

  const server = createServer((node) => {
    const postgres = connect(Number(target.port), target.hostname)
    const link: Link = { node, postgres, fate: 'safe', isSilent: false }
    links.add(link)
    node.on('data', (bytes) => void fromNode(link, bytes))
    postgres.on('data', (bytes) => fromPostgres(link, bytes))
    for (const [socket, opposite] of [
      [node, postgres],
      [postgres, node],
    ] as const) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        links.delete(link)
        if (link.fate !== 'delayed') opposite.destroy()
      })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(tcpUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    get cuts() {
      return cuts
    },
    cutNext(marker, cut) {
      plan = { marker, cut }
    },
    delayNext(marker, until) {
      delay = { marker, until }
    },
    count(marker) {
      const counting = { marker, times: 0 }
      counted = counting
      return () => counting.times
    },
    spare() {
      plan = null
      delay = null
    },
    cutAtRandom(chance, oneIn) {
      random = chance === null ? null : { chance, oneIn }
    },
    async stop() {
      for (const link of links) link.node.destroy()
      delayed?.link.postgres.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
