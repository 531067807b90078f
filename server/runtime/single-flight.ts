/**
 * Shares one piece of work among all callers that request the same result while it runs. The work is aborted when
 * nobody waits for it any more.
 */
import { Refusal } from '../domain/refusals.ts'
import { HUNG_UP } from './fair-limiter.ts'

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export class SingleFlight<T> {
  private readonly flights = new Map<string, Flight<T>>()

  /**
   * Joins the work for a key, or starts it. @param work gets a signal that is aborted when all waiting callers have
   * disconnected. Refuses UNAVAILABLE when this caller disconnects.
   */
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
    // Each waiting caller gets the error. If nobody waits, the error must not be reported as unhandled.
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
      // Remove the work immediately, so that new callers do not join work that is being abandoned.
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
