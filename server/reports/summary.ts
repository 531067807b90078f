/** GET /summary: counts the work that waits for people now. Source: S-REPORT-2, S-REPORT-3. */
import { formatMinor, MILLI_PER_UNIT } from '../../amounts/quantity.ts'
import type { View } from '../domain/costs.ts'
import { dayIn, startOfDay } from '../domain/time-zones.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { CompanyCache } from '../runtime/company-cache.ts'
import { type Asker, type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { SingleFlight } from '../runtime/single-flight.ts'
import { inSlices } from '../runtime/slices.ts'
import { type Database, readCompany } from '../store/database.ts'
import { checkTimeZone } from './dates.ts'
import { prepareForReports } from './reports-sql.ts'
import { countToDo, type LowProduct, type OpenOrders, type ToDo } from './to-do.ts'
import {
  countUnpaid,
  countWaitingFiles,
  type Shipped,
  sumShippedSince,
  type Unpaid,
  type WaitingFiles,
} from './to-do-sql.ts'

export interface SummaryQuery {
  /** The time zone that decides when today begins; when omitted, the company's time zone. */
  readonly timeZone?: string
  readonly view: View
  readonly now: Date
}

/** The parts of the summary that are read from the database. */
interface Counted {
  readonly unpaid: Unpaid | null
  readonly files: WaitingFiles
  readonly today: Shipped
}

/** A cached summary, valid for one revision and one day. */
interface Kept {
  readonly revision: number
  readonly json: string
}

const MAX_KEPT_BYTES = 8_388_608
/** The memory in bytes that a cached summary takes in addition to its text. */
const ENTRY_BYTES = 300
const inTurn: FairLimiter = fairLimiter({
  atOnce: 4,
  perCompany: 1,
  maxWaiting: 256,
  maxWaitMs: 10_000,
  refusal: 'Too many summaries of this company are being made. Try again in a moment.',
})

/** Computes and caches the summaries on one node. */
export class Summaries {
  private readonly database: Database
  private readonly kept = new CompanyCache<string, Kept>({
    maxBytes: MAX_KEPT_BYTES,
    sizeOf: ({ json }) => ENTRY_BYTES + 2 * json.length,
  })
  private readonly making = new SingleFlight<Kept>()

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Returns the summary as JSON. Refuses: VALIDATION_FAILED (time zone), UNAVAILABLE (the caller disconnected, or there
   * are too many requests).
   */
  async read(state: StateSnapshot, query: SummaryQuery, { signal }: Asker): Promise<string> {
    const { timeZone = state.settings.timeZone, view, now } = query
    checkTimeZone(timeZone)
    const { companyId, revision } = state
    const today = dayIn(timeZone, now.getTime())
    const question = `${view} ${timeZone} ${today}`
    const known = this.kept.get(companyId, question)
    if (known?.revision === revision) return known.json
    const { json } = await this.making.join(`${companyId} ${revision} ${question}`, signal, async (all) => {
      const asker = { companyId, signal: all }
      const made = await inTurn(asker, () => this.make(asker, state, { view, since: startOfDay(timeZone, today) }))
      const newest = this.kept.get(companyId, question)
      if (newest === undefined || newest.revision < revision) this.kept.set(companyId, question, made)
      return made
    })
    return json
  }

  private async make(asker: Asker, state: StateSnapshot, day: { view: View; since: number }): Promise<Kept> {
    const toDo = await inSlices(asker, countToDo(state))
    const counted = await readCompany(this.database, asker, async (tx): Promise<Counted> => {
      await prepareForReports(tx)
      return {
        unpaid: day.view === 'full' ? await countUnpaid(tx, state.companyId) : null,
        files: await countWaitingFiles(tx, state.companyId),
        today: await sumShippedSince(tx, state.companyId, new Date(day.since)),
      }
    })
    return { revision: state.revision, json: printSummary(state, toDo, counted) }
  }
}

/** Converts text to a JSON number, so that amounts are exact at any size. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }
const money = (minor: bigint) => rawJSON(formatMinor(minor))
const quantity = (milli: number) => milli / MILLI_PER_UNIT

const printOrders = ({ count, totalMinor }: OpenOrders) => ({ count, total: money(totalMinor) })

const printLow = ({ product: { id, name, sku, uom, minStock }, available }: LowProduct) => ({
  productId: id,
  name,
  sku,
  uom,
  available: quantity(available),
  minStock: quantity(minStock!),
})

/** Formats the summary as JSON. If unpaid documents were counted, the summary includes costs. */
function printSummary({ revision, totals }: StateSnapshot, toDo: ToDo, { unpaid, files, today }: Counted): string {
  const seesCosts = unpaid !== null
  const { count, first } = toDo.belowMinimum
  return JSON.stringify({
    revision,
    orders: { new: printOrders(toDo.new), picking: printOrders(toDo.picking) },
    shippedToday: {
      count: today.orders,
      total: money(today.totalMinor),
      ...(seesCosts && { cost: money(today.costMinor) }),
    },
    belowMinimum: { count, items: first.map(printLow) },
    notOnShelf: { count: toDo.notOnShelf },
    files,
    ...(seesCosts && {
      drafts: { count: toDo.drafts },
      unpaid: { count: unpaid.count, due: money(unpaid.dueMinor) },
      stockValue: money(totals.stockValue),
    }),
    setUp: {
      hasWarehouse: totals.warehouses > 0,
      hasOrganization: totals.organizations > 0,
      hasProduct: totals.products > 0,
      hasSupplier: toDo.hasSupplier,
      wasStocked: toDo.wasStocked,
      hasOrder: totals.orders > 0,
    },
  })
}
