/** One piece of work for all who ask for the same thing while it is under way. It ends when nobody waits for it any more. */
import { Refusal } from '../domain/refusals.ts'
import { HUNG_UP } from './fair-limiter.ts'

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export class SingleFlight<T> {
  private readonly flights = new Map<string, Flight<T>>()

  /** @param work is given a signal that is aborted when all who waited for it have hung up. Refuses UNAVAILABLE when the asker does. */
  async join(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal?.aborted) throw new Refusal('UNAVAILABLE', HUNG_UP)
    const flight = this.flights.get(key) ?? this.start(key, work)
    if (signal === undefined) {
      flight.waiting += 1
      return flight.result
    }
    return this.waitFor(key, flight, signal)
  }

  private start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const result = work(controller.signal).finally(() => {
      if (this.flights.get(key) === flight) this.flights.delete(key)
    })
    // Who waits for it is told; when nobody does, nobody must be.
    result.catch(() => undefined)
    const flight: Flight<T> = { result, controller, waiting: 0 }
    this.flights.set(key, flight)
    return flight
  }

  private async waitFor(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
    flight.waiting += 1
    const { promise: hungUp, reject } = Promise.withResolvers<never>()
    const leave = () => {
      flight.waiting -= 1
      reject(new Refusal('UNAVAILABLE', HUNG_UP))
      if (flight.waiting > 0) return
      // Who asks now must not join what is being given up.
      if (this.flights.get(key) === flight) this.flights.delete(key)
      flight.controller.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.result, hungUp])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
