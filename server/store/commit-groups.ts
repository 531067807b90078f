/**
 * Sends batches of several companies to PostgreSQL together if they are ready at the same time. This takes one round
 * trip and one disk write instead of one per batch. No batch waits for another company's row lock, large batches are
 * sent alone, and a group that fails is retried one by one. Therefore companies do not affect each other, except for
 * the duration of a shared round trip.
 */
import { lengthOf } from '../domain/text.ts'
import { activeSpan, type Span } from '../runtime/spans.ts'
import { type Batch, commitAlone, commitTogether } from './batches.ts'
import { isConnectionFailure } from './connection-failures.ts'
import type { Distribution } from './distribution.ts'
import type { Statements } from './statements.ts'

/** The maximum number of concurrent round trips for batches that may share one. */
const TRIPS_AT_ONCE = 2
/** The maximum number of batches in one round trip. */
const MOST_TOGETHER = 32
/** The maximum number of characters in a batch that may share a round trip. Larger batches are sent alone. */
const SHORT = 32_768
/**
 * The maximum time, in milliseconds, that a batch waits for earlier round trips to return. After that, the batch is
 * sent anyway.
 */
const PATIENCE_MS = 25

interface Passenger {
  readonly batch: Batch
  readonly span: Span | null
  resolve(isCommitted: boolean): void
  reject(error: unknown): void
}

export class CommitGroups {
  private readonly statements: Statements
  private readonly distribution: Pick<Distribution, 'isCluster'>
  private waiting: Passenger[] = []
  private tripsUnderWay = 0
  private impatience: NodeJS.Timeout | null = null

  constructor(statements: Statements, distribution: Pick<Distribution, 'isCluster'>) {
    this.statements = statements
    this.distribution = distribution
  }

  /** Commits a batch, alone or together with other batches. */
  async commit(batch: Batch): Promise<boolean> {
    if (!isShort(batch) || (await this.distribution.isCluster())) return commitAlone(this.statements, batch)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    this.waiting.push({ batch, span: activeSpan(), resolve, reject })
    this.leave()
    return promise
  }

  private leave(): void {
    while (this.waiting.length > 0 && this.tripsUnderWay < TRIPS_AT_ONCE) this.send()
    if (this.waiting.length === 0 || this.impatience !== null) return
    this.impatience = setTimeout(() => {
      this.impatience = null
      while (this.waiting.length > 0) this.send()
    }, PATIENCE_MS)
  }

  private send(): void {
    const together = this.waiting.splice(0, MOST_TOGETHER)
    this.tripsUnderWay += 1
    void this.travel(together).finally(() => {
      this.tripsUnderWay -= 1
      this.leave()
    })
  }

  /** Commits the batches together and settles the promise of each batch. Never rejects. */
  private async travel(together: readonly Passenger[]): Promise<void> {
    const [first] = together
    for (const { span } of together) span?.set('skladno.companies', together.length)
    if (together.length === 1) return this.alone(first!)
    try {
      const outcomes = await commitTogether(
        this.statements,
        together.map(({ batch }) => batch),
      )
      const held: Passenger[] = []
      for (const [position, passenger] of together.entries()) {
        const outcome = outcomes[position]!
        if (outcome === null) held.push(passenger)
        else passenger.resolve(outcome)
      }
      // Other transactions hold the rows of these companies. The companies' batches wait without delaying the other
      // batches.
      for (const passenger of held) void this.alone(passenger)
    } catch (error) {
      // The failure is reported to every batch, because it is unknown whether the commit succeeded.
      if (isConnectionFailure(error)) for (const { reject } of together) reject(error)
      else await Promise.all(together.map((passenger) => this.alone(passenger)))
    }
  }

  private async alone({ batch, resolve, reject }: Passenger): Promise<void> {
    try {
      resolve(await commitAlone(this.statements, batch))
    } catch (error) {
      reject(error)
    }
  }
}

function isShort({ results, changes, after }: Batch): boolean {
  let characters = 0
  for (const texts of [results, changes, after]) for (const text of texts) characters += lengthOf(text ?? '')
  return characters <= SHORT
}
