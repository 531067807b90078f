/**
 * Connections for single read-only statements outside transactions, each of which takes one round trip instead of
 * three. The company whose rows a connection may read is set once, and remains set until the connection serves another
 * company. Nothing else uses these connections.
 */
import pg from 'pg'
import { fairLimiter } from '../runtime/fair-limiter.ts'
import { inReadSpan } from '../runtime/spans.ts'
import type { Distribution } from './distribution.ts'
import type { Projector } from './projector.ts'
import { REVISIONS, type SnapshotRevisions } from './snapshots.ts'

/**
 * How a statement reads rows: in the order of an index (`in order`), or by collecting rows found by indexes in any
 * order (`gathered`).
 */
export type ReadingWay = 'in order' | 'gathered'

/**
 * The maximum number of connections for each way of reading. It is a little more than the number of list pages that
 * are read at once (queries/page-turns.ts), so that single records can be read, too.
 */
const MAX_CONNECTIONS = 6
const MAX_PER_COMPANY = 3
const MAX_WAITING = 1_000
/**
 * How many milliseconds an unused connection stays open. The time is long, because the query plans cached on a
 * connection are more valuable than the connection itself.
 */
const IDLE_MS = 300_000

const planner = (ordered: 'on' | 'off', gathered: 'on' | 'off') => ({
  enable_indexscan: ordered,
  enable_indexonlyscan: ordered,
  enable_bitmapscan: gathered,
  // Never scan whole tables, whatever the planner estimates.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Plan a prepared statement once for all values, because planning takes longer than running it.
  plan_cache_mode: 'force_generic_plan',
  default_transaction_read_only: 'on',
})

/** For each way of reading, the settings that restrict the planner to the suitable kind of index scan. */
const SETTINGS: Readonly<Record<ReadingWay, Readonly<Record<string, string>>>> = {
  'in order': planner('on', 'off'),
  gathered: planner('off', 'on'),
}

/** The number of connections of a pool, by use. */
export interface PoolUse {
  readonly open: number
  readonly idle: number
  /** The number of callers waiting for a connection. */
  readonly waiting: number
}

export const useOf = ({ totalCount: open, idleCount: idle, waitingCount: waiting }: pg.Pool): PoolUse => ({
  open,
  idle,
  waiting,
})

interface ReadersParts {
  readonly config: pg.PoolConfig
  readonly access: ReadingWay
  readonly projector: Projector
  readonly distribution: Distribution
  readonly onError: (error: Error) => void
}

/** A pool of connections that all read in the same way, `gathered` or `in order`. */
export class Readers {
  private readonly pool: pg.Pool
  private readonly actsFor = new WeakMap<pg.ClientBase, string>()
  private readonly inTurn = fairLimiter({
    atOnce: MAX_CONNECTIONS,
    perCompany: MAX_PER_COMPANY,
    maxWaiting: MAX_WAITING,
    refusal: 'Too much is being read for this company. Try again in a moment.',
  })

  private readonly projector: Projector
  private readonly distribution: Distribution

  /** Creates the pool without opening a connection yet. `config`: the settings of the service's other connections. */
  constructor({ config: base, access, projector, distribution, onError }: ReadersParts) {
    this.projector = projector
    this.distribution = distribution
    const settings = Object.entries(SETTINGS[access]).map(([name, value]) => `-c ${name}=${value}`)
    this.pool = new pg.Pool({
      ...base,
      application_name: base.application_name?.replace('work', 'read'),
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      options: [base.options, ...settings].join(' '),
    })
    this.pool.on('error', onError)
    this.pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /**
   * Returns a statement's rows. Row-level security limits them to this company, and they include every revision
   * committed before. Refuses UNAVAILABLE.
   */
  read<T extends pg.QueryResultRow>(companyId: string, statement: pg.QueryConfig): Promise<T[]> {
    return this.inTurn({ companyId }, () => inReadSpan(companyId, () => this.readTables<T>(companyId, statement)))
  }

  /** Returns rows of the log or of the company's row, which are always up to date. */
  readLog<T extends pg.QueryResultRow>(companyId: string, statement: pg.QueryConfig): Promise<T[]> {
    return this.inTurn({ companyId }, () => inReadSpan(companyId, () => this.readNow<T>(companyId, statement)))
  }

  private async readTables<T extends pg.QueryResultRow>(companyId: string, statement: pg.QueryConfig): Promise<T[]> {
    await this.projector.makeCurrent(companyId)
    const [revisions] = await this.readNow<SnapshotRevisions>(companyId, { ...REVISIONS, values: [companyId] })
    if (revisions !== undefined && revisions.projected < revisions.revision)
      await this.projector.reach(companyId, revisions.revision)
    return this.readNow<T>(companyId, statement)
  }

  private async readNow<T extends pg.QueryResultRow>(companyId: string, statement: pg.QueryConfig): Promise<T[]> {
    const isCluster = await this.distribution.isCluster()
    const client = await this.pool.connect()
    try {
      if (isCluster) return await readInTransaction<T>(client, companyId, statement)
      if (this.actsFor.get(client) !== companyId) {
        this.actsFor.delete(client)
        await client.query(`select set_config('app.company_id', $1, false)`, [companyId])
        this.actsFor.set(client, companyId)
      }
      const { rows } = await client.query<T>(statement)
      client.release()
      return rows
    } catch (error) {
      // If `release` gets an error, the pool discards the connection, because the connection's state is unknown.
      client.release(error as Error)
      throw error
    }
  }

  get use(): PoolUse {
    return useOf(this.pool)
  }

  end(): Promise<void> {
    return this.pool.end()
  }
}

/**
 * Runs a statement in a transaction of its own, because that is how its company reaches the node with the rows. Citus
 * plans some statements only with the values.
 */
async function readInTransaction<T extends pg.QueryResultRow>(
  client: pg.PoolClient,
  companyId: string,
  statement: pg.QueryConfig,
): Promise<T[]> {
  const company = pg.escapeLiteral(companyId)
  await client.query(
    `begin; select set_config('plan_cache_mode', 'auto', true), set_config('app.company_id', ${company}, true)`,
  )
  const { rows } = await client.query<T>(statement)
  // All rows have arrived, so the caller need not wait for the end of the transaction.
  client.query('commit').then(
    () => client.release(),
    (error: Error) => client.release(error),
  )
  return rows
}
