/** A node of the simulation: the engine and the projector of the service, on a clock and a network that fail. */
import { Companies } from '../../../server/engine/companies.ts'
import { NodeClock } from '../../../server/engine/node-clock.ts'
import type { Database } from '../../../server/store/database.ts'
import { Projector } from '../../../server/store/projector.ts'
import type { Chance } from '../chance/chance.ts'
import type { MemoryDatabase } from './memory-database.ts'
import { type Connection, type Effect, memoryStore, projectionsOf, type Wire } from './memory-store.ts'
import { BEGINNING, type VirtualTime } from './virtual-time.ts'

/** How far, in milliseconds, a node's clock may be ahead of the database's clock before it refuses commands. */
export const MAX_LEAD_MS = 5_000
/** Typical and rare delays of a message, in milliseconds. The longest are longer than the engine waits. */
const DELAYS = { usual: 1.5, long: 400, longest: 12_000 }
/** After how many milliseconds a sender notices that a message or its answer was lost. */
const NOTICED_AFTER_MS = 300

/** How often the network loses a message and how often it delays one, from 0 to 1. */
export interface Weather {
  losses: number
  delays: number
}

interface NodeParts {
  readonly name: string
  readonly time: VirtualTime
  readonly database: MemoryDatabase
  readonly weather: Weather
  readonly memoryLimitBytes: number
  /** Called when the engine logs an error, which it must do only for bugs. */
  readonly report: (fault: string) => void
}

export class SimulatedNode {
  readonly name: string
  readonly companies: Companies
  isDead = false
  /** The time until which the node cannot reach the database, in milliseconds since 1970. */
  cutUntil = 0
  /** The time until which every message of the node is slow. */
  slowUntil = 0
  /** By how many milliseconds the node's clock is ahead of the true time. */
  clockLead = 0
  private readonly time: VirtualTime
  private readonly weather: Weather
  private readonly projector: Projector
  private readonly clock: NodeClock

  constructor({ name, time, database, weather, memoryLimitBytes, report }: NodeParts) {
    this.name = name
    this.time = time
    this.weather = weather
    const wire: Wire = { open: (single) => this.openConnection(single) }
    const log = {
      info: () => undefined,
      warn: (details: object, message: string) => {
        if (!this.isDead && 'error' in details && !isSimulated(details.error)) report(describe(message, details))
      },
      error: (details: object, message: string) => {
        if (!this.isDead && !('lead' in details)) report(describe(message, details))
      },
    }
    this.projector = new Projector(projectionsOf(database, wire))
    this.companies = new Companies({} as Database, log, memoryLimitBytes)
    this.companies.store = memoryStore({ database, wire, projector: this.projector })
    this.clock = new NodeClock({
      askDatabase: () => wire.open(true).ask<number>(({ resolve }) => resolve(this.time.now)),
      maxLeadMs: MAX_LEAD_MS,
      log,
      sources: {
        wall: () => Math.floor(time.now + this.clockLead),
        monotonic: () => time.now - BEGINNING,
        uptime: () => time.now - BEGINNING,
      },
    })
    this.companies.clock = this.clock
    void this.clock.start()
    void this.projector.start(log).catch(() => undefined)
  }

  /** Ends the node as a crash does: nothing that it does from now on is seen by anyone. */
  crash(): void {
    this.isDead = true
    this.projector.stop()
    this.clock.stop()
  }

  /** Repairs the network and the clock of the node. */
  heal(): void {
    this.cutUntil = 0
    this.slowUntil = 0
    this.clockLead = 0
  }

  private openConnection(single: boolean): Connection {
    let isBroken = false
    const connection: Connection = {
      onBroken: () => undefined,
      ask: <T>(effect: Effect) =>
        new Promise<T>((resolve, reject) => {
          const { time, weather } = this
          const { chance } = time
          const lose = (after: number) => {
            isBroken = true
            time.after(after, () => reject(new LostConnection()))
            if (!single) time.after(after + this.delay(chance), () => connection.onBroken())
          }
          const isOutage = this.isDead || time.now < this.cutUntil
          if (isBroken || isOutage) return lose(this.isDead ? 0 : 1 + chance.next() * 20)
          const isLost = chance.happens(weather.losses)
          const isDeliveredAnyway = isLost && chance.happens(single ? 0.7 : 0.5)
          if (isLost) lose(chance.next() * NOTICED_AFTER_MS)
          if (isLost && !isDeliveredAnyway) return
          time.after(this.delay(chance), () => {
            if (!single && isBroken && !isLost) return
            // A node that was cut off or crashed may have sent the message just before.
            if ((this.isDead || time.now < this.cutUntil) && !isLost && time.chance.happens(0.5)) return lose(1)
            effect({
              resolve: (answer) =>
                time.after(this.delay(time.chance), () => this.deliver(() => resolve(answer as T), lose)),
              reject: (error) => time.after(this.delay(time.chance), () => this.deliver(() => reject(error), lose)),
            })
          })
        }),
    }
    return connection
  }

  /** Delivers an answer, unless the node has been cut off meanwhile. */
  private deliver(take: () => void, lose: (after: number) => void): void {
    if (this.isDead || this.time.now < this.cutUntil) lose(0)
    else take()
  }

  private delay(chance: Chance): number {
    const { delays } = this.weather
    const slow = this.time.now < this.slowUntil ? 40 : 1
    if (!chance.happens(delays)) return chance.next() * DELAYS.usual * slow
    return chance.happens(0.1) ? chance.next() * DELAYS.longest : chance.next() * DELAYS.long
  }
}

/** The error of a message that was lost, or whose answer was lost. */
class LostConnection extends Error {
  readonly code = 'ECONNRESET'

  constructor() {
    super('the connection was lost in the simulation')
  }
}

const isSimulated = (error: unknown): boolean => (error as { code?: string }).code === 'ECONNRESET'

function describe(message: string, details: object): string {
  const { error } = details as { error?: Error }
  return error === undefined ? message : `${message}: ${error.stack ?? error.message}`
}
