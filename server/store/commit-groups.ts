/**
 * Batches of several companies that are ready at the same moment go to PostgreSQL together: one round trip and one wait for the disk instead
 * of one each. None of them waits for another one's row, large ones go alone, and what fails together is tried one by one, so that a company
 * feels nothing of another but the moments that a shared trip takes.
 */
import { lengthOf } from '../domain/text.ts'
import { type Batch, commitAlone, commitTogether } from './batches.ts'
import { isConnectionFailure } from './connection-failures.ts'
import type { Statements } from './statements.ts'

/** Trips under way at a time, of batches that may share one. */
const TRIPS_AT_ONCE = 2
/** Batches of one trip. */
const MOST_TOGETHER = 32
/** Characters: a batch that has more to write goes alone. */
const SHORT = 32_768
/** So long a batch waits for others to come back; then it goes all the same. */
const PATIENCE_MS = 25

interface Passenger {
  readonly batch: Batch
  resolve(isCommitted: boolean): void
  reject(error: unknown): void
}

export class CommitGroups {
  private readonly statements: Statements
  private waiting: Passenger[] = []
  private tripsUnderWay = 0
  private impatience: NodeJS.Timeout | null = null

  constructor(statements: Statements) {
    this.statements = statements
  }

  /** Commits a batch: see commitBatch. */
  commit(batch: Batch): Promise<boolean> {
    if (!isShort(batch)) return commitAlone(this.statements, batch)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    this.waiting.push({ batch, resolve, reject })
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

  /** Never rejects. */
  private async travel(together: readonly Passenger[]): Promise<void> {
    const [first] = together
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
      // Whoever holds their rows is waited for without the others.
      for (const passenger of held) void this.alone(passenger)
    } catch (error) {
      // Whether it was done is not known.
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
