/**
 * This node's clock, and whether it can be trusted. If a command were decided while the clock is years ahead, its
 * company's time would then stand still for years: docs/decisions/0009-time-and-ids-of-a-company.md.
 */
import { uptime } from 'node:os'
import type { EngineLog } from './memory.ts'

/** The source of the times of commands. */
export interface CommandClock {
  /** Returns the time in milliseconds since 1970. */
  now(): number
  /** Returns the reason why no command may be decided now, or null when the clock is trusted. */
  fault(): string | null
}

export const TRUSTED_CLOCK: CommandClock = { now: () => Date.now(), fault: () => null }

/** The clocks of the machine. All times are in milliseconds. */
export interface TimeSources {
  /** Returns the time since 1970 that the machine's clock shows. */
  wall(): number
  /**
   * Returns the time since an arbitrary point in time. Nobody can set this clock, but it may stop while the machine
   * sleeps. It is read for every command.
   */
  monotonic(): number
  /** Returns the time since the machine started, including sleep. */
  uptime(): number
}

export const MACHINE: TimeSources = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1_000,
}

export interface NodeClockOptions {
  /** Returns the database's time, in milliseconds since 1970. Rejects while the database is unreachable. */
  readonly askDatabase: () => Promise<number>
  /**
   * How many milliseconds this node's clock may be ahead of the database's clock; 0 means that the clock is always
   * trusted.
   */
  readonly maxLeadMs: number
  readonly log: EngineLog
  readonly sources?: TimeSources
  readonly checkEveryMs?: number
}

const CHECK_EVERY_MS = 10_000
/**
 * The largest forward jump, in milliseconds, that is trusted when the database's clock agrees. After a larger jump,
 * agreement proves nothing, because both may be the clock of the same machine.
 */
const MAX_JUMP_MS = 86_400_000

const REPEAT = 'Nothing was done: repeat the request with the same Idempotency-Key when the clock is right.'
const CHECKING = `The clock of this node jumped and is being compared with the database clock. ${REPEAT}`

export class NodeClock implements CommandClock {
  private readonly options: NodeClockOptions
  private readonly sources: TimeSources
  /** The values of the three clocks when the wall clock was last trusted. */
  private base: { wall: number; monotonic: number; uptime: number }
  private found: string | null = null
  private isBehind = false
  private checking: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null

  constructor(options: NodeClockOptions) {
    this.options = options
    this.sources = options.sources ?? MACHINE
    this.base = this.read()
  }

  /** Compares the clock at once and then regularly, until `stop` is called. */
  async start(): Promise<void> {
    await this.check()
    this.timer = setInterval(() => void this.check(), this.options.checkEveryMs ?? CHECK_EVERY_MS).unref()
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer)
  }

  /**
   * Returns the time for commands. Commands accepted before the clock jumped ahead get the time that the clock would
   * show without the jump, in whole milliseconds: `uptime` has fractions, and ids made in one millisecond are counted.
   */
  now(): number {
    return this.fault() === null ? this.sources.wall() : Math.min(this.sources.wall(), Math.floor(this.expected()))
  }

  fault(): string | null {
    const { maxLeadMs } = this.options
    if (maxLeadMs === 0) return null
    const { wall, monotonic } = this.base
    const elapsed = this.sources.monotonic() - monotonic
    if (this.found !== null || this.sources.wall() - wall - elapsed <= maxLeadMs) return this.found
    // During sleep, only the wall clock advances and the monotonic clock does not. That is no fault, so the clock is
    // trusted again.
    if (this.jump() <= maxLeadMs) this.base = this.read()
    else {
      this.found = CHECKING
      void this.check()
    }
    return this.found
  }

  /** Compares the clock with the database's clock and with the time since the machine was started. */
  check(): Promise<void> {
    this.checking ??= this.compare().finally(() => {
      this.checking = null
    })
    return this.checking
  }

  private async compare(): Promise<void> {
    const { askDatabase, maxLeadMs, log } = this.options
    if (maxLeadMs === 0) return
    const askedAt = this.sources.monotonic()
    const itsTime = await askDatabase().catch(() => null)
    // While the database is unreachable the clock cannot be judged, and nothing can be committed anyway.
    if (itsTime === null) return
    const lead = this.sources.wall() - itsTime - (this.sources.monotonic() - askedAt) / 2
    const jump = this.jump()
    const found = faultOf({ lead, jump, maxLeadMs })
    if (found !== null && found.detail !== this.found) log.error({ lead, jump }, found.summary)
    if (found === null && jump > maxLeadMs)
      log.warn({ jump }, `The clock jumped ${inWords(jump)} ahead, and the database agrees`)
    else if (found === null && this.found !== null) log.warn({ lead }, 'The clock of this node is right again')
    if (lead < -maxLeadMs && !this.isBehind)
      log.warn({ lead }, `The clock of this node is ${inWords(-lead)} behind the database clock`)
    this.isBehind = lead < -maxLeadMs
    this.found = found?.detail ?? null
    if (found === null) this.base = this.read()
  }

  /** Returns the time that the clock would show if nobody had set it since it was last trusted. */
  private expected(): number {
    return this.base.wall + this.sources.uptime() - this.base.uptime
  }

  private jump(): number {
    return this.sources.wall() - this.expected()
  }

  private read(): { wall: number; monotonic: number; uptime: number } {
    return { wall: this.sources.wall(), monotonic: this.sources.monotonic(), uptime: this.sources.uptime() }
  }
}

interface Fault {
  /** A description of the clock's fault, for the log. */
  readonly summary: string
  /**
   * A description of the clock's fault, for the client that sent a command. The text stays the same while the fault
   * lasts.
   */
  readonly detail: string
}

function faultOf({ lead, jump, maxLeadMs }: { lead: number; jump: number; maxLeadMs: number }): Fault | null {
  if (lead > maxLeadMs) {
    const summary = `The clock of this node is ${inWords(lead)} ahead of the database clock`
    return { summary: `${summary}: commands are refused until they agree`, detail: `${summary}. ${REPEAT}` }
  }
  if (jump > Math.max(MAX_JUMP_MS, maxLeadMs)) {
    const summary = `The clock of this node jumped ${inWords(jump)} ahead`
    return {
      summary: `${summary}: commands are refused until it is set back; if it is right, restart the service`,
      detail: `${summary}. ${REPEAT}`,
    }
  }
  return null
}

const UNITS: readonly (readonly [string, number])[] = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

function inWords(milliseconds: number): string {
  const [name, size] = UNITS.find(([, unit]) => milliseconds >= unit) ?? UNITS.at(-1)!
  const count = Math.floor(milliseconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
