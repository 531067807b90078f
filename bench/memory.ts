/**
 * `node --expose-gc bench/memory.ts DATABASE_URL COMPANY_ID…`: measures the memory that each company takes. For each
 * company it prints a line of JSON with the server's estimates and the bytes in use after garbage collection: before
 * loading, after loading, after printing the full state once, and after listing products and partners.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOf, Companies } from '../server/engine/companies.ts'
import { Company } from '../server/engine/company.ts'
import { databaseStore } from '../server/engine/database-store.ts'
import { printFullState } from '../server/engine/print-state.ts'
import { loadCompany } from '../server/engine/records.ts'
import { indexOf, PARTNERS, PRODUCTS } from '../server/lists/state-lists.ts'
import { runToEnd } from '../server/runtime/slices.ts'
import { type Database, openDatabase } from '../server/store/database.ts'

const COLLECTIONS = 4
const MAX_COLLECTIONS = 50
/**
 * The number of freed bytes below which a garbage collection shows that no garbage is left, so that measuring may
 * begin.
 */
const SETTLED_BYTES = 20_000
const PAUSE_MS = 20

/** The measured memory use of a company, and the server's estimate of that memory use. */
interface Taken {
  readonly bytes: number
  readonly estimated: number
}

export interface MemoryFigures {
  readonly loadMs: number
  readonly loaded: Taken
  readonly printed: Taken
  readonly listed: Taken
  /** The length of the printed state, in bytes. */
  readonly stateBytes: number
}

/**
 * Returns the bytes in use. Buffers are part of `external`, so adding `arrayBuffers` would count them twice.
 */
function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Returns the bytes in use after garbage collection. */
async function liveBytes(collections: number): Promise<number> {
  let bytes = inUse()
  // Collect garbage several times, and until nothing more is released: a buffer's memory is released only after the
  // object that owns the buffer was collected, and on a busy machine that can take long.
  for (let time = 0; time < (collections === 0 ? 0 : MAX_COLLECTIONS); time += 1) {
    const before = bytes
    globalThis.gc?.()
    await sleep(PAUSE_MS)
    bytes = inUse()
    if (time >= collections && before - bytes < SETTLED_BYTES) break
  }
  return bytes
}

async function measure(database: Database, companyId: string, collections = COLLECTIONS): Promise<MemoryFigures> {
  const before = await liveBytes(collections)
  const startedAt = performance.now()
  const found = await loadCompany(databaseStore(database), { companyId })
  const loadMs = performance.now() - startedAt
  if (found === null) throw new Error(`There is no company ${companyId}`)
  const node = new Companies(database, console, Number.POSITIVE_INFINITY)
  const company = new Company(node, companyId, found)
  const taken = async (): Promise<Taken> => ({
    bytes: (await liveBytes(collections)) - before,
    estimated: bytesOf(company),
  })
  const loaded = await taken()
  const stateBytes = runToEnd(printFullState(await company.current(), 'full')).reduce(
    (total, piece) => total + piece.length,
    0,
  )
  const printed = await taken()
  for (const list of [PRODUCTS, PARTNERS]) await indexOf(company, list)
  return { loadMs, loaded, printed, listed: await taken(), stateBytes }
}

const [url = '', ...companyIds] = process.argv.slice(2)
if (globalThis.gc === undefined || companyIds.length === 0)
  throw new Error('Usage: node --expose-gc bench/memory.ts DATABASE_URL COMPANY_ID…')
const database = openDatabase(url, (error) => console.error(error.message))
try {
  await database.query('select 1')
  for (const companyId of companyIds) {
    // Discard the first measurement, which includes one-time costs: compiled code, caches and the connection's buffers.
    await measure(database, companyId, 0)
    process.stdout.write(`${JSON.stringify(await measure(database, companyId))}\n`)
  }
} finally {
  await database.end()
}
