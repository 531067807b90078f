/**
 * Time, timers and random bytes of a simulated machine: they come from a seed instead of the system, so that a run can
 * be repeated. Installing it replaces the functions of the whole process, so a process that installs it can do nothing
 * else: `npm test` starts tools/simulate.ts as a process of its own.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import zlib from 'node:zlib'
import type { Chance } from '../chance/chance.ts'

/** The time at which each simulated world begins. */
export const BEGINNING = Date.UTC(2026, 0, 1)
/** The longest time, in milliseconds, that seems to pass between two looks at the clock. */
const LONGEST_STEP_MS = 0.12
/** The time between two worlds, in milliseconds; whatever the process remembered for a while is then forgotten. */
const PAUSE_MS = 86_400_000
/** How many tasks run before the process may do other things, such as printing. */
const TASKS_IN_A_ROW = 5_000

const realImmediate = globalThis.setImmediate
/** The time that the process has really computed, in milliseconds. */
export const realNow = performance.now.bind(performance)

interface Task {
  at: number
  order: number
  run: (() => void) | null
}

export class VirtualTime {
  /** The true time in milliseconds since 1970. It may have a fraction. */
  now = BEGINNING
  chance: Chance
  /** How often the process has fetched random bytes in this world. */
  fetches = 0
  private random: Chance
  private tasks: Task[] = []
  private count = 0
  private isInstalled = false
  /** What the clock that nobody can set shows at the beginning of this world, in milliseconds. */
  private monotonicBase = PAUSE_MS

  constructor(chance: Chance) {
    this.chance = chance
    this.random = chance.fork()
  }

  /** Runs `run` after some milliseconds. Tasks for the same moment run in the order in which they were added. */
  after(milliseconds: number, run: () => void): Task {
    this.count += 1
    const task: Task = { at: this.now + milliseconds, order: this.count, run }
    this.push(task)
    return task
  }

  /**
   * Runs tasks until there are none before the time `until`, or `isDone` returns true. Whatever a task's promises
   * continue with runs before the next task.
   */
  async run(until: number, isDone: () => boolean = () => false): Promise<void> {
    let ran = 0
    while (!isDone()) {
      const next = this.tasks[0]
      if (next === undefined || next.at > until) {
        if (until !== Number.POSITIVE_INFINITY) this.now = Math.max(this.now, until)
        return
      }
      this.pop()
      if (next.run === null) continue
      this.now = Math.max(this.now, next.at)
      next.run()
      ran += 1
      // The queue of `nextTick` is served when no promise has anything left to do.
      await new Promise<void>((resolve) =>
        ran % TASKS_IN_A_ROW === 0 ? realImmediate(resolve) : process.nextTick(resolve),
      )
    }
  }

  /** Drops all tasks, for a new world. */
  reset(chance: Chance): void {
    this.tasks = []
    this.monotonicBase += this.now - BEGINNING + PAUSE_MS
    this.now = BEGINNING
    this.chance = chance
    this.random = chance.fork()
    this.fetches = 0
  }

  /** Replaces the timers, clocks, random bytes and background compression of this process. */
  install(): void {
    if (this.isInstalled) return
    this.isInstalled = true
    const timer =
      (again: number | null) =>
      (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        new VirtualTimer(this, {
          ms: Math.max(ms ?? 0, again ?? 0),
          isRepeated: again !== null,
          run: () => run(...args),
        })
    const clear = (given: unknown) => (given as VirtualTimer | undefined)?.cancel()
    const immediate = (run: (...args: unknown[]) => void, ...args: unknown[]) => timer(null)(run, 0, ...args)
    Object.assign(globalThis, {
      setTimeout: timer(null),
      setInterval: timer(1),
      setImmediate: immediate,
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    })
    Date.now = () => Math.floor(this.now)
    Object.assign(performance, {
      now: () => this.look(),
      eventLoopUtilization: (since?: { idle: number }) => ({
        idle: this.now - (since?.idle ?? 0),
        active: 0,
        utilization: 0,
      }),
    })
    const sleep = <T>(ms?: number, value?: T) =>
      new Promise<T>((resolve) => this.after(ms ?? 0, () => resolve(value as T)))
    Object.assign(timersPromises, { setTimeout: sleep, setImmediate: (value: unknown) => sleep(0, value) })
    crypto.randomFillSync = ((bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = this.random.below(256)
      this.fetches += 1
      return bytes
    }) as typeof crypto.randomFillSync
    const inBackground =
      (work: (input: Buffer, options: object) => Buffer) =>
      (input: Buffer, ...rest: [object, Callback] | [Callback]): void => {
        const done = rest.at(-1) as Callback
        const output = work(input, rest.length === 2 ? (rest[0] as object) : {})
        this.after(this.chance.next(), () => done(null, output))
      }
    const { zstdCompressSync, zstdDecompressSync } = zlib
    Object.assign(zlib, {
      zstdCompress: inBackground(zstdCompressSync),
      zstdDecompress: inBackground(zstdDecompressSync),
    })
    syncBuiltinESMExports()
  }

  /** Looks at the clock of the process, which takes a little time, as much as the seed says. */
  private look(): number {
    this.now += this.chance.next() * LONGEST_STEP_MS
    return this.monotonicBase + this.now - BEGINNING
  }

  private push(task: Task): void {
    const { tasks } = this
    let at = tasks.length
    tasks.push(task)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(task, tasks[above]!)) break
      tasks[at] = tasks[above]!
      at = above
    }
    tasks[at] = task
  }

  private pop(): void {
    const { tasks } = this
    const last = tasks.pop()!
    if (tasks.length === 0) return
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= tasks.length) break
      if (below + 1 < tasks.length && isBefore(tasks[below + 1]!, tasks[below]!)) below += 1
      if (!isBefore(tasks[below]!, last)) break
      tasks[at] = tasks[below]!
      at = below
    }
    tasks[at] = last
  }
}

type Callback = (error: Error | null, output: Buffer) => void

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

interface TimerParts {
  readonly ms: number
  readonly isRepeated: boolean
  readonly run: () => void
}

/** A timer with the methods of Node's timers that the service uses. */
class VirtualTimer {
  private readonly time: VirtualTime
  private readonly parts: TimerParts
  private task: Task

  constructor(time: VirtualTime, parts: TimerParts) {
    this.time = time
    this.parts = parts
    this.task = this.schedule()
  }

  private schedule(): Task {
    return this.time.after(this.parts.ms, () => {
      if (this.parts.isRepeated) this.task = this.schedule()
      this.parts.run()
    })
  }

  cancel(): void {
    this.task.run = null
  }

  refresh(): this {
    this.cancel()
    this.task = this.schedule()
    return this
  }

  unref(): this {
    return this
  }

  ref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}
